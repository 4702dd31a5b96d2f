#pragma once
#include <cstdint>

#include "common/emulator/checker/shared_shadow.hpp"
#include "common/emulator/counters/access.hpp"

namespace emulator {

// What the compiler's hooks need to know of the thread that runs on this CPU thread. Set by the
// scheduler whenever it resumes a thread; plain and thread-local, because it is read billions of
// times. Each range is its first address and its length.
struct HookContext {
  // Memory that is nobody else's: the thread's stack; everything while no thread runs.
  uintptr_t private_first, private_bytes;
  uintptr_t built_in_first, built_in_bytes;  // threadIdx and its like
  uintptr_t shared_first, shared_bytes;      // the kernel's shared objects
  SharedWord* shared_words;                  // one per 4 bytes of it
  ThreadEpochs epochs;
  Access* next;  // where the lane's next access goes
  Access* end;   // the lane must pause here
  bool hooked;   // a hook was called since the launch: the kernel was compiled with hooks
};

extern __thread HookContext hook_context;

// Makes the hooks ignore everything: no thread runs.
void ignore_accesses();

}  // namespace emulator
