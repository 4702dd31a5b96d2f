#pragma once
#include <cstddef>

#include "emulator/threads.hpp"

namespace emulator {

// Asynchronous copies into shared memory. The bytes arrive when they are waited for, not before, so
// that a kernel that forgets to wait reads what was there.

// Joins what `barrier` waits for, or without one the running thread's open group. Both addresses
// are promised to be multiples of `alignment`.
void copy_async(void* to, const void* from, size_t bytes, size_t alignment, const void* barrier);
void commit_copies();                  // closes the group
void wait_for_copies(size_t pending);  // until at most `pending` groups are under way

// Barriers in shared memory, known by their address. The last thread to arrive of those expected
// ends the phase and lets its copies arrive.
void init_barrier(const void* barrier, long expected);
unsigned arrive_at(const void* barrier);  // returns the phase
void wait_for_phase(const void* barrier, unsigned phase, Place place);

}  // namespace emulator
