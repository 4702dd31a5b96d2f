// Accesses to device memory, and to what is no memory of the kernel's.
#include "common/emulator/checker/block_checker_report.hpp"
#include "common/emulator/checker/device_arena.hpp"

namespace emulator {

bool BlockChecker::device_access(uintptr_t address, unsigned bytes, bool store, uintptr_t site,
                                 unsigned thread) {
  bool allocated = true, written = true;
  for (unsigned i = 0; i < bytes; ++i) {
    if (!device_arena.holds(address + i))
      return report_outside(address, bytes, store, site, thread);
    const uint8_t shadow = *device_arena.shadow_of(address + i);
    const uint8_t bit = allocated_bits(address + i, 1);
    allocated &= (shadow & bit) != 0;
    written &= (shadow & bit << 4) != 0;
  }
  if (!allocated) return report_outside(address, bytes, store, site, thread);
  if (address % bytes != 0) {
    report(FindingKind::misaligned, site, thread, [&] {
      return fmt::format("{} at {}, an address that is not a multiple of {}", deed(store, bytes),
                         device_place(address), bytes);
    });
    return false;
  }
  if (store) {
    mark_written(reinterpret_cast<const void*>(address), bytes);
  } else if (!written) {
    report(FindingKind::uninitialised, site, thread, [&] {
      return fmt::format("{} at {}, which nobody has written", deed(store, bytes),
                         device_place(address));
    });
  }
  return true;
}

bool BlockChecker::report_outside(uintptr_t address, unsigned bytes, bool store, uintptr_t site,
                                  unsigned thread) {
  report(FindingKind::out_of_bounds, site, thread,
         [&] { return fmt::format("{} at {}", deed(store, bytes), device_place(address)); });
  return false;
}

void BlockChecker::other_access(uintptr_t address, unsigned bytes, bool store, uintptr_t site,
                                unsigned thread) {
  if (address - segment_.first < segment_.bytes) {
    report(FindingKind::out_of_bounds, site, thread, [&] {
      return fmt::format("{} of shared memory, {}", deed(store, bytes), shared_place(address));
    });
  } else {
    report(FindingKind::out_of_bounds, site, thread, [&] {
      return fmt::format("{} at {:#x}, which is neither device nor shared memory{}",
                         deed(store, bytes), address, bad_pointer(address));
    });
  }
}

bool BlockChecker::atomic_access(uintptr_t address, unsigned bytes, uintptr_t site,
                                 unsigned thread) {
  if (device_arena.holds(address)) {
    const bool fine = device_access(address, bytes, false, site, thread);
    return fine && device_access(address, bytes, true, site, thread);
  }
  if (in_shared(address, bytes) && address % bytes == 0) {
    // Atomics do not race with each other; that they are not ordered with other accesses goes
    // unnoticed.
    for (unsigned i = 0; i < bytes; i += kWordBytes) {
      SharedWord& word = words_[(address + i - shared_first_) / kWordBytes];
      if (word.write_epoch >= order_.epochs(thread).block_start) continue;
      report(FindingKind::uninitialised, site, thread, [&] {
        return fmt::format("changes {}, which nobody has written in this block",
                           shared_place(address));
      });
    }
    return true;
  }
  if (address - shared_first_ < shared_bytes())
    return shared_access(address, bytes, true, site, thread);
  other_access(address, bytes, true, site, thread);
  return false;
}

}  // namespace emulator
