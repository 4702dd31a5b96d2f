#pragma once
#include <cstddef>

namespace emulator {

// Asynchronous copies into shared memory. The bytes arrive when they are waited for, not before, so
// that a kernel that forgets to wait reads what was there.

// Joins the running thread's open group.
void copy_async(void* to, const void* from, size_t bytes);
void commit_copies();                  // closes the group
void wait_for_copies(size_t pending);  // until at most `pending` groups are under way

// Joins what `barrier` waits for; arrive_copies() lets all of that arrive.
void copy_async(void* to, const void* from, size_t bytes, const void* barrier);
void arrive_copies(const void* barrier);

}  // namespace emulator
