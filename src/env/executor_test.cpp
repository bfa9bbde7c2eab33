#include "env/executor.h"

#include <gtest/gtest.h>

#include <atomic>

#include "base/error.h"

namespace tarn::env {
namespace {

TEST(TaskGroup, RunsEverything) {
  Executor executor("test", 3);
  TaskGroup group(executor);
  std::atomic<int> sum{0};
  for (int i = 1; i <= 100; ++i) group.Run([&sum, i] { sum += i; });
  group.Wait();
  EXPECT_EQ(sum, 5050);
}

TEST(TaskGroup, RethrowsTheFirstFailureAndDropsWhatHasNotBegun) {
  Executor executor("test", 1);
  TaskGroup group(executor);
  std::atomic<int> ran{0};
  group.Run([] { throw Error(ErrorCode::Cancelled, "first"); });
  // The waiting thread helps, so one task may already run beside the failing one; the rest wait for it to end.
  for (int i = 0; i < 1000; ++i) {
    group.Run([&] {
      ++ran;
      while (!group.cancelled()) std::this_thread::yield();
    });
  }
  EXPECT_THROW(group.Wait(), Error);
  EXPECT_LE(ran, 2);
}

TEST(TaskGroup, ATaskMayWaitForAGroupOfItsOwn) {
  Executor executor("test", 1);
  std::atomic<int> leaves{0};
  TaskGroup outer(executor);
  for (int i = 0; i < 4; ++i) {
    outer.Run([&] {
      TaskGroup inner(executor);
      for (int j = 0; j < 4; ++j) inner.Run([&] { ++leaves; });
      inner.Wait();
    });
  }
  outer.Wait();
  EXPECT_EQ(leaves, 16);
}

TEST(OwnedThread, IsJoinedByItsOwner) {
  std::atomic<bool> ended{false};
  {
    const OwnedThread thread("worker", [&] { ended = true; });
  }
  EXPECT_TRUE(ended);
}

}  // namespace
}  // namespace tarn::env
