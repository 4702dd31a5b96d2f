#pragma once
#include <cstdint>

namespace emulator {

// Epochs number the stretches between a thread's synchronisations, rising over the life of a CPU
// thread. All threads of a block enter a new one at each barrier.
using Epoch = uint32_t;

// What is known of 4 bytes of shared memory: the last write and up to two reads that no later
// synchronisation of the whole block has settled. Of several readers two are kept, of different
// warps if there are such: whoever writes then is another than one of them.
struct SharedWord {
  Epoch write_epoch, read_epoch, read2_epoch;
  uint32_t write_site, read_site, read2_site;  // distance from the program's start
  uint16_t writer, reader, reader2;            // ranks within the block
  uint8_t written;  // bits 0–3: bytes written in this block; 4–7: by the last write
  uint8_t closed;   // not for ordinary access: outside of all objects, or being filled
};

enum Closed : uint8_t { kOpen = 0, kOutside = 1, kFilling = 2 };

// The running thread in time.
struct ThreadEpochs {
  Epoch now;          // its own epoch
  Epoch settled;      // all accesses up to here happened before, whoever made them
  Epoch block_start;  // the block's first epoch
  Epoch span;         // epochs from block_start to settled
  uint32_t rank;
};

}  // namespace emulator
