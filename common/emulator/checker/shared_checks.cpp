// Accesses to shared memory: bounds, alignment, initialisation, races.
#include <algorithm>

#include "common/emulator/checker/block_checker_report.hpp"
#include "common/emulator/checker/device_arena.hpp"

namespace emulator {

bool BlockChecker::in_shared(uintptr_t address, size_t bytes) const {
  const uintptr_t offset = address - shared_first_;
  if (offset >= shared_bytes() || bytes > shared_bytes() - offset) return false;
  for (size_t i = offset / kWordBytes; i * kWordBytes < offset + bytes; ++i)
    if (words_[i].closed & kOutside) return false;
  return true;
}

bool BlockChecker::shared_access(uintptr_t address, unsigned bytes, bool store, uintptr_t site,
                                 unsigned thread) {
  if (!in_shared(address, bytes)) {
    report(FindingKind::out_of_bounds, site, thread, [&] {
      return fmt::format("{} of shared memory, {}", deed(store, bytes), shared_place(address));
    });
    return false;
  }
  if (address % bytes != 0) {
    report(FindingKind::misaligned, site, thread, [&] {
      return fmt::format("{} of shared memory at an address that is not a multiple of {}: {}",
                         deed(store, bytes), bytes, shared_place(address));
    });
    return false;
  }
  bool fine = true;
  for (unsigned i = 0; i < bytes && fine; i += kWordBytes) {
    const uintptr_t at = address + i;
    SharedWord& word = words_[(at - shared_first_) / kWordBytes];
    fine = shared_word(word, at, allocated_bits(at, std::min(bytes, kWordBytes)), store, site,
                       thread, store ? "writes" : "reads");
  }
  return true;
}

// One word of an access; `mask` has a bit per byte of it. Returns false when something was found,
// so that an access is reported once.
bool BlockChecker::shared_word(SharedWord& word, uintptr_t address, uint8_t mask, bool store,
                               uintptr_t site, unsigned thread, const char* what) {
  const Epoch now = order_.epochs(thread).now;
  const bool written = word.write_epoch >= order_.epochs(thread).block_start;
  bool fine = true;
  if (word.closed & kFilling) {
    report(
        FindingKind::async_unwaited, site, thread,
        [&] {
          return fmt::format("{} {} while an asynchronous copy fills it", what,
                             shared_place(address));
        },
        long_form(word.write_site),
        [&] { return fmt::format("which thread {} issued", word.writer); });
    fine = false;
  } else {
    if (!store && (!written || (word.written & mask) != mask)) {
      report(FindingKind::uninitialised, site, thread, [&] {
        return fmt::format("{} {}, which nobody has written in this block", what,
                           shared_place(address));
      });
      fine = false;
    } else if (written && (word.written >> 4 & mask) &&
               !order_.before(word.writer, word.write_epoch, thread)) {
      race(
          site, thread, [&] { return fmt::format("{} {}", what, shared_place(address)); },
          word.write_site, "written", word.writer);
      fine = false;
    }
    if (store) {
      const auto check_reader = [&](uint16_t reader, Epoch epoch, uint32_t read_site) {
        if (!fine || order_.before(reader, epoch, thread)) return;
        race(
            site, thread, [&] { return fmt::format("{} {}", what, shared_place(address)); },
            read_site, "read", reader);
        fine = false;
      };
      check_reader(word.reader, word.read_epoch, word.read_site);
      check_reader(word.reader2, word.read2_epoch, word.read2_site);
    }
  }
  if (store) {
    word.written = static_cast<uint8_t>((written ? word.written & 0xF : 0) | mask | mask << 4);
    word.write_epoch = now;
    word.write_site = short_form(site);
    word.writer = static_cast<uint16_t>(thread);
  } else if (order_.before(word.reader, word.read_epoch, thread)) {
    word.reader = static_cast<uint16_t>(thread);
    word.read_epoch = now;
    word.read_site = short_form(site);
  } else if (order_.before(word.reader2, word.read2_epoch, thread) ||
             (word.reader2 / 32 == word.reader / 32 && thread / 32 != word.reader / 32u)) {
    word.reader2 = static_cast<uint16_t>(thread);
    word.read2_epoch = now;
    word.read2_site = short_form(site);
  }
  return fine;
}

}  // namespace emulator
