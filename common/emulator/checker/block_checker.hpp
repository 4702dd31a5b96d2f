#pragma once
#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "common/emulator/checker/async_copies.hpp"
#include "common/emulator/checker/findings.hpp"
#include "common/emulator/checker/happens_before.hpp"
#include "common/emulator/checker/shared_shadow.hpp"
#include "common/emulator/source/kernel_info.hpp"
#include "common/emulator/source/program.hpp"

namespace emulator {

// What the checker knows of the block that runs on this CPU thread: its shared memory, who
// synchronised with whom, and which copies are under way.
class BlockChecker {
 public:
  // `call` must live as long as the launch.
  void start_launch(const KernelInfo& kernel, const Call& call, size_t dynamic_shared_bytes);
  void start_block(unsigned threads);
  void end_block(uint64_t block, uint3 block_index);

  // Sets up what is known of the kernel's shared memory, when the first access to it comes. False
  // if that has been done before, or the address is another kind of memory.
  bool open_shared(uintptr_t address);

  // The kernel's shared objects: first address, bytes, and what is known of each word.
  uintptr_t shared_first() const { return shared_first_; }
  size_t shared_bytes() const { return shared_is_open_ ? 4 * words_.size() : 0; }
  SharedWord* shared_words() { return words_.data(); }
  HappensBefore& order() { return order_; }

  // Accesses of `thread` that the hooks found unusual. False where they must not happen.
  bool device_access(uintptr_t address, unsigned bytes, bool store, uintptr_t site,
                     unsigned thread);
  bool shared_access(uintptr_t address, unsigned bytes, bool store, uintptr_t site,
                     unsigned thread);
  void other_access(uintptr_t address, unsigned bytes, bool store, uintptr_t site, unsigned thread);
  bool atomic_access(uintptr_t address, unsigned bytes, uintptr_t site, unsigned thread);

  // An asynchronous copy is issued: false where it must not happen. It arrives in `epoch`. It was
  // never waited for. The block ends before.
  bool copy_issued(const AsyncCopy& copy);
  void copy_arrives(const AsyncCopy& copy, Epoch epoch);
  void copy_forgotten(const AsyncCopy& copy);
  void copy_abandoned(const AsyncCopy& copy);

  void divergence(const std::string& text);
  void stopped(uintptr_t site, unsigned thread, const char* what);
  void barrier_misused(FindingKind kind, uintptr_t site, unsigned thread, const std::string& what);

 private:
  bool report_outside(uintptr_t address, unsigned bytes, bool store, uintptr_t site,
                      unsigned thread);
  bool in_shared(uintptr_t address, size_t bytes) const;
  bool shared_word(SharedWord& word, uintptr_t address, uint8_t mask, bool store, uintptr_t site,
                   unsigned thread, const char* what);
  template <typename What>
  void race(uintptr_t site, unsigned thread, What what, uint32_t other_site, const char* other,
            unsigned other_thread);
  template <typename What, typename Other>
  void report(FindingKind kind, uintptr_t site, unsigned thread, What what, uintptr_t other_site,
              Other other);
  template <typename What>
  void report(FindingKind kind, uintptr_t site, unsigned thread, What what);
  std::string device_place(uintptr_t address) const;
  std::string shared_place(uintptr_t address) const;
  std::string bad_pointer(uintptr_t address) const;

  const KernelInfo* kernel_ = nullptr;
  const Call* call_ = nullptr;
  Segment segment_;  // of thread-local objects
  size_t dynamic_shared_bytes_ = 0;
  std::vector<SharedObject> shared_;  // of this launch, by offset
  bool shared_is_open_ = false;       // words_ are those of shared_
  uintptr_t shared_first_ = 0;
  std::vector<SharedWord> words_;
  HappensBefore order_;
  BlockFindings findings_;
};

}  // namespace emulator
