#include "common/emulator/runtime/emergency.hpp"

#include <pthread.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include <memory>

#include "common/emulator/hooks/context.hpp"
#include "common/emulator/runtime/block.hpp"
#include "common/emulator/runtime/settings.hpp"

namespace emulator {
namespace {

constexpr int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
constexpr int kCrashed = 3;                 // exit code: the launch failed
constexpr size_t kStackBytes = 256 * 1024;  // enough to report a finding

// Seconds of CPU time since the block began, counted by the timer of this CPU thread.
__thread volatile int block_seconds = 0;

// Where the thread was interrupted, as a site: one past the instruction. 0 where that is unknown.
uintptr_t interrupted_at(void* context) {
#if defined(__x86_64__)
  return static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP] + 1;
#elif defined(__aarch64__)
  return static_cast<ucontext_t*>(context)->uc_mcontext.pc + 1;
#else
  return 0;
#endif
}

const char* name_of(int signal) {
  switch (signal) {
    case SIGFPE:
      return "divides by zero";
    case SIGILL:
      return "runs into an illegal instruction";
    default:
      return "crashes: has it written outside of a local array, or used too much stack?";
  }
}

// Kernels hold no locks, so that a finding may be reported here, and the thread be left where it is.
void on_crash(int signal, siginfo_t*, void* context) {
  if (hook_context.private_bytes == UINTPTR_MAX) {  // in the emulator itself
    static const char text[] =
        "The emulator crashed: has the kernel written outside of a local array?\n";
    [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, text, sizeof text - 1);
    _exit(kCrashed);
  }
  current_block()->stop_with(interrupted_at(context), name_of(signal));
}

// A thread that comes by the scheduler is stopped there. One that does not within another second
// runs in circles between two accesses.
void on_second(int, siginfo_t*, void* context) {
  block_seconds = block_seconds + 1;
  if (block_seconds > settings().block_seconds + 1 && hook_context.private_bytes != UINTPTR_MAX)
    current_block()->stop_with(interrupted_at(context), kEndlessLoop);
}

void catch_signal(int signal, void (*handler)(int, siginfo_t*, void*), struct sigaction& before) {
  struct sigaction action {};
  action.sa_sigaction = handler;
  action.sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK | SA_RESTART;
  sigaction(signal, &action, &before);
}

// A CPU thread's stack for the handlers and its timer, which goes on between launches. When the
// thread ends, both end before their memory.
class Emergencies {
 public:
  Emergencies() {
    stack_t alternative{};
    alternative.ss_sp = stack_.get();
    alternative.ss_size = kStackBytes;
    sigaltstack(&alternative, nullptr);
    start_timer();
  }
  Emergencies(const Emergencies&) = delete;
  ~Emergencies() {
    if (has_timer_) timer_delete(timer_);
    stack_t none{};
    none.ss_flags = SS_DISABLE;
    sigaltstack(&none, nullptr);
  }

 private:
  void start_timer() {
    struct sigaction before;
    catch_signal(SIGVTALRM, on_second, before);
    sigevent event{};
    event.sigev_notify = SIGEV_THREAD_ID;
    event.sigev_signo = SIGVTALRM;
    event._sigev_un._tid = static_cast<pid_t>(syscall(SYS_gettid));
    has_timer_ = timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &timer_) == 0;
    if (!has_timer_) return;
    itimerspec each_second{};
    each_second.it_value.tv_sec = each_second.it_interval.tv_sec = 1;
    timer_settime(timer_, 0, &each_second, nullptr);
  }

  std::unique_ptr<char[]> stack_ = std::make_unique<char[]>(kStackBytes);
  timer_t timer_{};
  bool has_timer_ = false;
};

}  // namespace

CrashHandlers::CrashHandlers() {
  for (int i = 0; i < kSignals; ++i) catch_signal(signals[i], on_crash, before_[i]);
}

CrashHandlers::~CrashHandlers() {
  for (int i = 0; i < kSignals; ++i) sigaction(signals[i], &before_[i], nullptr);
}

void prepare_for_emergencies() { static thread_local Emergencies instance; }

void restart_block_time() { block_seconds = 0; }
bool block_time_is_up() { return block_seconds > settings().block_seconds; }

}  // namespace emulator
