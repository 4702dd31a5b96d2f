// Asynchronous copies: from issue to arrival their target is closed to everybody.
#include <cstring>

#include "common/emulator/checker/block_checker_report.hpp"
#include "common/emulator/checker/device_arena.hpp"

namespace emulator {

bool BlockChecker::copy_issued(const AsyncCopy& copy) {
  if (!device_arena.holds(copy.from)) {
    other_access(copy.from, copy.bytes, false, copy.site, copy.thread);
    return false;
  }
  if (!device_access(copy.from, copy.bytes, false, copy.site, copy.thread)) return false;
  if (!in_shared(copy.to, copy.bytes)) {
    report(FindingKind::out_of_bounds, copy.site, copy.thread, [&] {
      return fmt::format("copies {} bytes to shared memory, {}", copy.bytes, shared_place(copy.to));
    });
    return false;
  }
  if (copy.to % copy.bytes != 0) {
    report(FindingKind::misaligned, copy.site, copy.thread, [&] {
      return fmt::format("copies {} bytes to an address that is not a multiple of {}, {}",
                         copy.bytes, copy.bytes, shared_place(copy.to));
    });
    return false;
  }
  bool fine = true;
  for (size_t i = 0; i < copy.bytes; i += kWordBytes) {
    SharedWord& word = words_[(copy.to + i - shared_first_) / kWordBytes];
    if (fine)
      fine = shared_word(word, copy.to + i, 0xF, true, copy.site, copy.thread, "copies into");
    word.closed |= kFilling;
  }
  return true;
}

void BlockChecker::copy_arrives(const AsyncCopy& copy, Epoch epoch) {
  std::memcpy(reinterpret_cast<void*>(copy.to), reinterpret_cast<const void*>(copy.from),
              copy.bytes);
  for (size_t i = 0; i < copy.bytes; i += kWordBytes) {
    SharedWord& word = words_[(copy.to + i - shared_first_) / kWordBytes];
    word.closed &= static_cast<uint8_t>(~kFilling);
    word.write_epoch = epoch;
    word.write_site = short_form(copy.site);
    word.writer = static_cast<uint16_t>(copy.thread);
    word.written = 0xFF;
  }
}

void BlockChecker::copy_forgotten(const AsyncCopy& copy) {
  report(FindingKind::async_unwaited, copy.site, copy.thread, [&] {
    return fmt::format("issues an asynchronous copy to {} and never waits for it",
                       shared_place(copy.to));
  });
  copy_abandoned(copy);
}

void BlockChecker::copy_abandoned(const AsyncCopy& copy) {
  for (size_t i = 0; i < copy.bytes; i += kWordBytes)
    words_[(copy.to + i - shared_first_) / kWordBytes].closed &= static_cast<uint8_t>(~kFilling);
}

}  // namespace emulator
