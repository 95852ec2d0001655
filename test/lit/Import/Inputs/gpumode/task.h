#pragma once
#include <array>
#include <tuple>
#include <vector>

using input_t = std::tuple<std::vector<float>, std::vector<int>, float>;
using output_t = std::tuple<std::vector<float>, std::array<float, 1>>;

constexpr std::array<const char *, 2> ArgumentNames = {"seed", "size"};
