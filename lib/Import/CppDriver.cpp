//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CppDriver.h"

namespace kmend {

const llvm::StringLiteral CppDriverTypes = R"cpp(
namespace kmend_driver {

template <class> inline constexpr bool Never = false;

template <class T> struct ElementOf {
  using type = void;
};
template <class T, class A> struct ElementOf<std::vector<T, A>> {
  using type = T;
};
template <class T, std::size_t N> struct ElementOf<std::array<T, N>> {
  using type = T;
};

template <class T> const char *dtype() {
  if constexpr (std::is_same_v<T, bool>)
    return "bool";
  else if constexpr (std::is_same_v<T, float>)
    return "float32";
  else if constexpr (std::is_same_v<T, double>)
    return "float64";
  else if constexpr (std::is_integral_v<T> && std::is_signed_v<T>)
    return sizeof(T) == 1   ? "int8"
           : sizeof(T) == 2 ? "int16"
           : sizeof(T) == 4 ? "int32"
                            : "int64";
  else if constexpr (std::is_same_v<T, unsigned char>)
    return "uint8";
  else if constexpr (std::is_integral_v<T> && sizeof(T) == 4)
    return "uint32";
  else
    static_assert(Never<T>, "kmend has no dtype for these elements");
}

template <class T> const char *descr() {
  if constexpr (std::is_same_v<T, bool>)
    return "|b1";
  else if constexpr (std::is_floating_point_v<T>)
    return sizeof(T) == 4 ? "<f4" : "<f8";
  else if constexpr (std::is_signed_v<T>)
    return sizeof(T) == 1   ? "|i1"
           : sizeof(T) == 2 ? "<i2"
           : sizeof(T) == 4 ? "<i4"
                            : "<i8";
  else
    return sizeof(T) == 1 ? "|u1" : "<u4";
}

struct Writer {
  std::string Folder, Workload, Prefix;
  int Count = 0;

  template <class T> void tensor(const T *Data, std::size_t Size) {
    const std::string Name = Prefix + std::to_string(Count++);
    std::string Header = std::string("{'descr': '") + descr<T>() +
                         "', 'fortran_order': False, 'shape': (" +
                         std::to_string(Size) + ",), }";
    Header.append(63 - (10 + Header.size()) % 64, ' ');
    Header += '\n';
    std::ofstream Out(Folder + "/" + Workload + "/" + Name + ".npy",
                      std::ios::binary);
    const char Length[2] = {char(Header.size() & 0xff),
                            char(Header.size() >> 8)};
    Out.write("\x93NUMPY\x01\x00", 8).write(Length, 2) << Header;
    Out.write(reinterpret_cast<const char *>(Data),
              std::streamsize(Size * sizeof(T)));
    if (!Out.flush()) {
      std::cerr << "cannot write " << Name << ".npy\n";
      std::exit(1);
    }
    std::cout << "tensor " << Workload << ' ' << Name << ' ' << dtype<T>()
              << ' ' << Size << '\n';
  }

  template <class T> void put(const T &Value) {
    using Element = typename ElementOf<T>::type;
    if constexpr (std::is_arithmetic_v<T>) {
      std::cout << "scalar " << Workload << ' ' << Prefix << Count++ << ' '
                << dtype<T>() << ' ' << std::setprecision(17) << +Value << '\n';
    } else if constexpr (std::is_same_v<Element, bool>) {
      std::vector<char> Bytes(Value.begin(), Value.end());
      tensor(reinterpret_cast<const bool *>(Bytes.data()), Bytes.size());
    } else if constexpr (std::is_arithmetic_v<Element>) {
      tensor(Value.data(), Value.size());
    } else if constexpr (!std::is_void_v<Element>) {
      for (const Element &Part : Value)
        put(Part);
    } else if constexpr (requires { std::tuple_size<T>::value; }) {
      std::apply([&](const auto &...Parts) { (put(Parts), ...); }, Value);
    } else {
      static_assert(Never<T>, "kmend takes apart numbers, and std::vector, "
                              "std::array, std::tuple and std::pair of them");
    }
  }
};

} // namespace kmend_driver
)cpp";

const llvm::StringLiteral CppDriverMain = R"cpp(
namespace kmend_driver {

template <std::size_t... I>
auto generate(const std::array<long long, sizeof...(I)> &Values,
              std::index_sequence<I...>) {
  return generate_input(Values[I]...);
}

} // namespace kmend_driver

int main(int, char **Arguments) {
  using namespace kmend_driver;
  for (std::size_t W = 0; W != Workloads.size(); ++W) {
    const std::string Name = "w" + std::to_string(W);
    auto Input =
        generate(Workloads[W], std::make_index_sequence<ParameterCount>());
    Writer In{Arguments[1], Name, "x"}, Out{Arguments[1], Name, "y"};
    In.put(Input);
    Out.put(ref_kernel(Input));
  }
  return std::cout.flush() ? 0 : 1;
}
)cpp";

} // namespace kmend
