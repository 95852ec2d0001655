//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Execute/Process/Slot.h"
#include "kmend/Support/Random.h"
#include "llvm/Support/JSON.h"
#include "gtest/gtest.h"
#include <cstring>

using namespace kmend;

namespace {

RunRequest oneOutput(std::vector<char> &Input) {
  RunRequest R;
  R.Buffers = {{"in", RunBuffer::Role::Input, Input.size(), Input},
               {"out", RunBuffer::Role::Output, 100, {}}};
  return R;
}

class SlotTest : public testing::Test {
protected:
  std::vector<char> Input = std::vector<char>(64, 'i');
  RunRequest Request = oneOutput(Input);
  std::vector<std::max_align_t> Memory{slotSize(Request) /
                                       sizeof(std::max_align_t)};
  Slot &S = *reinterpret_cast<Slot *>(Memory.data());

  void SetUp() override { writeRequest(S, Request); }
  RunResult read() { return readResult(*copyFields(S), S, Request); }
};

TEST_F(SlotTest, FieldsAndContentsComeBack) {
  S.Status = RunStatus::Crash;
  copyText(S.Reason, sizeof(S.Reason), "it fell over");
  S.EventCount = 1;
  S.Events[0] = {};
  S.Events[0].Kind = EventKind::Trap;
  copyText(S.Events[0].Message, sizeof(S.Events[0].Message), "here");
  std::memset(S.base() + S.buffers()[1].Offset, 7, 100);
  RunResult R = read();
  EXPECT_EQ(R.Status, RunStatus::Crash);
  EXPECT_EQ(R.Reason, "it fell over");
  ASSERT_EQ(R.Events.size(), 1u);
  EXPECT_EQ(R.Events[0].Message, "here");
  EXPECT_EQ(R.Outputs[1], std::vector<char>(100, 7));
}

// A run can write any byte anywhere in its slot.
TEST_F(SlotTest, AnyBytesAreRead) {
  Random Bytes(1);
  for (int Round = 0; Round != 50; ++Round) {
    auto *Raw = reinterpret_cast<unsigned char *>(Memory.data());
    for (uint64_t I = 0; I != sizeof(Slot); ++I)
      Raw[I] = Round == 0 ? 0xff : Bytes.next();
    RunResult R = read();
    EXPECT_LE(R.Status, RunStatus::Unsupported);
    EXPECT_TRUE(llvm::json::isUTF8(R.Reason));
    EXPECT_LE(R.Reason.size(), 3 * sizeof(S.Reason));
    EXPECT_LE(R.Events.size(), MaxEvents);
    for (const Event &E : R.Events) {
      EXPECT_LE(E.Kind, EventKind::Other);
      EXPECT_TRUE(llvm::json::isUTF8(E.str()));
    }
    EXPECT_LE(R.Printed.size(), 3 * MaxPrinted);
    ASSERT_EQ(R.Outputs.size(), 2u);
    EXPECT_EQ(R.Outputs[1].size(), 100u);
  }
}

// Where the outputs lie is known from the request, whatever the slot says.
TEST_F(SlotTest, OffsetsAreNotBelieved) {
  std::memset(S.base() + S.buffers()[1].Offset, 7, 100);
  S.BuffersOffset = S.PrintedOffset = ~0ull;
  S.Size = 1;
  S.BufferCount = 1000;
  EXPECT_EQ(read().Outputs[1], std::vector<char>(100, 7));
}

TEST_F(SlotTest, TextHasNoControlCharacters) {
  S.Status = RunStatus::Crash;
  copyText(S.Reason, sizeof(S.Reason), "one\x1b[31m\ntwo");
  EXPECT_EQ(read().Reason, "one?[31m?two");
}

} // namespace
