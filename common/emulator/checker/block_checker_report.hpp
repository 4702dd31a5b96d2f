#pragma once
// How the parts of BlockChecker report what they find.
#include <fmt/format.h>

#include <string>

#include "common/emulator/checker/block_checker.hpp"
#include "common/emulator/checker/checks.hpp"

namespace emulator {

constexpr unsigned kWordBytes = 4;

// What an access does, in words: "reads 4 bytes".
inline std::string deed(bool store, size_t bytes) {
  return fmt::format("{} {} byte{}", store ? "writes" : "reads", bytes, bytes == 1 ? "" : "s");
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

}  // namespace emulator
