#pragma once
#include <signal.h>

namespace emulator {

// What a kernel does that no hook reports: a loop without end, a crash. Both become a finding that
// ends the block.

// Catches the signals of crashes while it lives. Crashes that are not a kernel's
// end the program as they would without.
class CrashHandlers {
 public:
  CrashHandlers();
  CrashHandlers(const CrashHandlers&) = delete;
  ~CrashHandlers();

 private:
  static constexpr int kSignals = 4;
  struct sigaction before_[kSignals];
};

// Prepares the calling CPU thread, which runs blocks: a stack for the handlers, and a timer that
// looks at the CPU time that the block has taken.
void prepare_for_emergencies();

// A block begins: its time starts at 0.
void restart_block_time();

// Whether the block has had more than settings().block_seconds of CPU time.
bool block_time_is_up();

}  // namespace emulator
