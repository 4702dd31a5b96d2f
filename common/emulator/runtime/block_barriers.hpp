#pragma once
#include <cstdint>
#include <map>

#include "common/emulator/checker/async_copies.hpp"
#include "common/emulator/checker/happens_before.hpp"

namespace emulator {

// A cuda::barrier: threads arrive, and when all that are expected have, its phase is over.
struct BlockBarrier {
  long expected = 0, pending = 0;
  unsigned phase = 0;  // phases that are over
  unsigned initialiser = 0;
  Epoch initialised = 0;
  AsyncCopies copies;      // that the phase waits for
  Knowledge arriving;      // what the threads that have arrived did before
  Knowledge over[2] = {};  // the same of phases that are over, by parity
};

// The barriers of a block, by their address in shared memory.
using BlockBarriers = std::map<const void*, BlockBarrier>;

}  // namespace emulator
