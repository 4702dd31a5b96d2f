#include "common/emulator/checker/block_checker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "common/emulator/checker/checks.hpp"
#include "common/emulator/checker/device_arena.hpp"
#include "common/emulator/source/program.hpp"

namespace emulator {
namespace {

constexpr unsigned kWordBytes = 4;

// What an access does, in words: "reads 4 bytes".
std::string deed(bool store, size_t bytes) {
  return fmt::format("{} {} byte{}", store ? "writes" : "reads", bytes, bytes == 1 ? "" : "s");
}

std::string device_place(uintptr_t address) {
  const Allocation near = allocation_before(address);
  if (near.bytes == 0) return "before all device memory";
  const size_t offset = address - near.first;
  if (offset < near.bytes)
    return fmt::format("at byte {} of an allocation of {}", offset, near.bytes);
  return fmt::format("{} bytes past the end of an allocation of {}", offset - near.bytes,
                     near.bytes);
}

}  // namespace

void BlockChecker::start_launch(const KernelInfo& kernel) {
  kernel_ = &kernel;
  segment_ = thread_local_segment();
}

bool BlockChecker::open_shared(uintptr_t address) {
  if (words_kernel_ == kernel_ || address - segment_.first >= segment_.bytes) return false;
  words_kernel_ = kernel_;
  words_.clear();
  if (kernel_->shared.empty()) return false;
  uintptr_t end = 0;
  shared_first_ = (segment_.first + kernel_->shared.front().offset) / 16 * 16;
  for (const auto& object : kernel_->shared)
    end = std::max(end, segment_.first + object.offset + object.bytes);
  SharedWord outside{};
  outside.closed = kOutside;
  words_.assign((end - shared_first_ + kWordBytes - 1) / kWordBytes, outside);
  for (const auto& object : kernel_->shared) {
    const size_t first = segment_.first + object.offset - shared_first_;
    for (size_t word = first / kWordBytes; word * kWordBytes < first + object.bytes; ++word)
      words_[word].closed = kOpen;
  }
  return true;
}

void BlockChecker::start_block(unsigned threads) {
  if (order_.exhausted()) {
    order_.restart();
    for (SharedWord& word : words_) {
      const uint8_t closed = word.closed;
      word = {};
      word.closed = closed;
    }
  }
  order_.start_block(threads);
}

void BlockChecker::end_block(uint64_t block, uint3 block_index) {
  findings_.deliver(block, block_index);
}

bool BlockChecker::in_shared(uintptr_t address, size_t bytes) const {
  const uintptr_t offset = address - shared_first_;
  if (offset >= shared_bytes() || bytes > shared_bytes() - offset) return false;
  for (size_t i = offset / kWordBytes; i * kWordBytes < offset + bytes; ++i)
    if (words_[i].closed & kOutside) return false;
  return true;
}

// Texts are made for the first finding of its kind and sites only: there may be millions.
template <typename What, typename Other>
void BlockChecker::report(FindingKind kind, uintptr_t site, unsigned thread, What what,
                          uintptr_t other_site, Other other) {
  if (!findings_.is_new(kind, site, other_site)) return;
  findings_.add({kind, site, other_site, thread, what(), other(), {}});
}
template <typename What>
void BlockChecker::report(FindingKind kind, uintptr_t site, unsigned thread, What what) {
  report(kind, site, thread, what, 0, [] { return std::string(); });
}

template <typename What>
void BlockChecker::race(uintptr_t site, unsigned thread, What what, uint32_t other_site,
                        const char* other, unsigned other_thread) {
  report(FindingKind::race, site, thread, what, long_form(other_site), [&] {
    return fmt::format("{} by thread {} with no barrier between", other, other_thread);
  });
}

bool BlockChecker::device_access(uintptr_t address, unsigned bytes, bool store, uintptr_t site,
                                 unsigned thread) {
  if (!is_device_memory(reinterpret_cast<const void*>(address), bytes)) {
    report(FindingKind::out_of_bounds, site, thread, [&] {
      return fmt::format("{} of device memory {}", deed(store, bytes), device_place(address));
    });
    return false;
  }
  if (address % bytes != 0) {
    report(FindingKind::misaligned, site, thread, [&] {
      return fmt::format("{} {}, which is not a multiple of {}", deed(store, bytes),
                         device_place(address), bytes);
    });
    return false;
  }
  if (store) {
    mark_written(reinterpret_cast<const void*>(address), bytes);
    return true;
  }
  for (unsigned i = 0; i < bytes; ++i) {
    const uint8_t written = allocated_bits(address + i, 1) << 4;
    if (*device_arena.shadow_of(address + i) & written) continue;
    report(FindingKind::uninitialised, site, thread, [&] {
      return fmt::format("{} {} that nobody has written", deed(store, bytes),
                         device_place(address));
    });
    break;
  }
  return true;
}

bool BlockChecker::shared_access(uintptr_t address, unsigned bytes, bool store, uintptr_t site,
                                 unsigned thread) {
  if (!in_shared(address, bytes)) {
    report(FindingKind::out_of_bounds, site, thread, [&] {
      return fmt::format("{} of shared memory {}", deed(store, bytes), shared_place(address));
    });
    return false;
  }
  if (address % bytes != 0) {
    report(FindingKind::misaligned, site, thread, [&] {
      return fmt::format("{} of shared memory at an address that is not a multiple of {}, {}",
                         deed(store, bytes), bytes, shared_place(address));
    });
    return false;
  }
  const std::string what;
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

void BlockChecker::other_access(uintptr_t address, unsigned bytes, bool store, uintptr_t site,
                                unsigned thread) {
  if (address - segment_.first < segment_.bytes) {
    report(FindingKind::out_of_bounds, site, thread, [&] {
      return fmt::format("{} of shared memory {}", deed(store, bytes), shared_place(address));
    });
  } else {
    report(FindingKind::out_of_bounds, site, thread, [&] {
      return fmt::format("{} at {:#x}, which is neither device nor shared memory{}",
                         deed(store, bytes), address,
                         address < 4096 ? " but a null pointer" : ": is it a host pointer?");
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

bool BlockChecker::copy_issued(const AsyncCopy& copy) {
  if (!device_arena.holds(copy.from)) {
    other_access(copy.from, copy.bytes, false, copy.site, copy.thread);
    return false;
  }
  if (!device_access(copy.from, copy.bytes, false, copy.site, copy.thread)) return false;
  if (!in_shared(copy.to, copy.bytes)) {
    report(FindingKind::out_of_bounds, copy.site, copy.thread, [&] {
      return fmt::format("copies {} bytes to shared memory {}", copy.bytes, shared_place(copy.to));
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

void BlockChecker::divergence(const std::string& text) {
  Finding finding;
  finding.kind = FindingKind::divergent_barrier;
  finding.text = text;
  if (findings_.is_new(finding.kind, 0, 0)) findings_.add(finding);
}

void BlockChecker::stopped(uintptr_t site, unsigned thread, const char* what) {
  report(FindingKind::stopped, site, thread, [&] { return std::string(what); });
}

void BlockChecker::barrier_misused(FindingKind kind, uintptr_t site, unsigned thread,
                                   const std::string& what) {
  report(kind, site, thread, [&] { return what; });
}

std::string BlockChecker::shared_place(uintptr_t address) const {
  const KernelInfo::SharedObject* near = nullptr;
  for (const auto& object : kernel_->shared)
    if (segment_.first + object.offset <= address) near = &object;
  if (near == nullptr) return "before all shared objects";
  const size_t offset = address - segment_.first - near->offset;
  if (offset < near->bytes) return fmt::format("byte {} of {}", offset, near->name);
  return fmt::format("{} bytes past the end of {} ({} bytes)", offset - near->bytes, near->name,
                     near->bytes);
}

}  // namespace emulator
