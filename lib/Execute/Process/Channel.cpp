//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Channel.h"
#include <cerrno>
#include <chrono>
#include <cstring>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace llvm;

namespace kmend {

static constexpr unsigned MaxDescriptors = 4;

void Descriptor::reset() {
  if (Number >= 0)
    close(Number);
  Number = -1;
}

std::pair<Descriptor, Descriptor> makeChannel() {
  int Ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, Ends) != 0)
    return {};
  return {Descriptor(Ends[0]), Descriptor(Ends[1])};
}

static bool sendAll(int Channel, const char *Data, size_t Size) {
  while (Size) {
    ssize_t N = send(Channel, Data, Size, MSG_NOSIGNAL);
    if (N < 0 && errno == EINTR)
      continue;
    if (N <= 0)
      return false;
    Data += N;
    Size -= N;
  }
  return true;
}

static bool receiveAll(int Channel, char *Data, size_t Size) {
  while (Size) {
    ssize_t N = recv(Channel, Data, Size, 0);
    if (N < 0 && errno == EINTR)
      continue;
    if (N <= 0)
      return false;
    Data += N;
    Size -= N;
  }
  return true;
}

bool sendMessage(int Channel, StringRef Bytes) {
  uint64_t Size = Bytes.size();
  return sendAll(Channel, reinterpret_cast<const char *>(&Size),
                 sizeof(Size)) &&
         sendAll(Channel, Bytes.data(), Bytes.size());
}

std::optional<std::string> receiveMessage(int Channel, uint64_t MaxBytes) {
  uint64_t Size = 0;
  if (!receiveAll(Channel, reinterpret_cast<char *>(&Size), sizeof(Size)) ||
      Size > MaxBytes)
    return std::nullopt;
  std::string Bytes(Size, 0);
  if (!receiveAll(Channel, Bytes.data(), Size))
    return std::nullopt;
  return Bytes;
}

bool sendDescriptors(int Channel, char Word, std::initializer_list<int> List) {
  iovec Part{&Word, 1};
  alignas(cmsghdr) char Control[CMSG_SPACE(MaxDescriptors * sizeof(int))] = {};
  msghdr Message{};
  Message.msg_iov = &Part;
  Message.msg_iovlen = 1;
  if (List.size()) {
    Message.msg_control = Control;
    Message.msg_controllen = CMSG_SPACE(List.size() * sizeof(int));
    cmsghdr *Header = CMSG_FIRSTHDR(&Message);
    Header->cmsg_level = SOL_SOCKET;
    Header->cmsg_type = SCM_RIGHTS;
    Header->cmsg_len = CMSG_LEN(List.size() * sizeof(int));
    std::memcpy(CMSG_DATA(Header), List.begin(), List.size() * sizeof(int));
  }
  ssize_t N;
  do
    N = sendmsg(Channel, &Message, MSG_NOSIGNAL);
  while (N < 0 && errno == EINTR);
  return N == 1;
}

bool receiveDescriptors(int Channel, char &Word, Descriptor *List,
                        unsigned Count) {
  iovec Part{&Word, 1};
  alignas(cmsghdr) char Control[CMSG_SPACE(MaxDescriptors * sizeof(int))] = {};
  msghdr Message{};
  Message.msg_iov = &Part;
  Message.msg_iovlen = 1;
  Message.msg_control = Control;
  Message.msg_controllen = sizeof(Control);
  ssize_t N;
  do
    N = recvmsg(Channel, &Message, MSG_CMSG_CLOEXEC);
  while (N < 0 && errno == EINTR);
  if (N != 1)
    return false;
  unsigned Got = 0;
  if (cmsghdr *Header = CMSG_FIRSTHDR(&Message)) {
    Got = (Header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (unsigned I = 0; I != Got; ++I) {
      int Number;
      std::memcpy(&Number, CMSG_DATA(Header) + I * sizeof(int), sizeof(int));
      Descriptor Each(Number);
      if (I < Count)
        List[I] = std::move(Each);
    }
  }
  return Got == Count;
}

Descriptor makeMemoryFile(StringRef Bytes) {
  Descriptor File(memfd_create("kmend", MFD_CLOEXEC));
  size_t Done = 0;
  while (File && Done != Bytes.size()) {
    ssize_t N = write(File.get(), Bytes.data() + Done, Bytes.size() - Done);
    if (N < 0 && errno == EINTR)
      continue;
    if (N <= 0)
      return Descriptor();
    Done += N;
  }
  return File;
}

double secondsNow() {
  using namespace std::chrono;
  return duration<double>(steady_clock::now().time_since_epoch()).count();
}

} // namespace kmend
