#include "common/annotate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <vector>

namespace gemm {
namespace {

using Sites = std::vector<const SiteCounts*>;

constexpr char kColumns[] = "{:<6}{:<13}{:>3} {:>10} {:>7} {:>6} {:<1} │ {}\n";

double per(uint64_t amount, uint64_t requests) {
  return static_cast<double>(amount) / static_cast<double>(requests);
}

// "line" and "source" are told once, beside the first of a line's accesses.
std::string row(const std::string& line, const SiteCounts& site, const std::string& source) {
  const bool above = site.sectors_or_wavefronts > site.floor;
  return fmt::format(fmt::runtime(kColumns), line, site.kind, site.bytes, site.requests,
                     fmt::format("{:.2f}", per(site.sectors_or_wavefronts, site.requests)),
                     fmt::format("{:.2f}", per(site.floor, site.requests)), above ? "!" : "",
                     source);
}

std::string annotate_file(const std::string& path, const std::map<int, Sites>& lines) {
  std::ifstream file(path);
  if (!file) return fmt::format("The source {} is not there any more.\n", path);
  std::string text = fmt::format(fmt::runtime(kColumns), "line", "access", "B", "requests", "each",
                                 "ideal", "", lines.begin()->second.front()->file);
  std::string source;
  for (int number = 1; std::getline(file, source); ++number) {
    const auto found = lines.find(number);
    if (found == lines.end()) {
      text += fmt::format(fmt::runtime(kColumns), number, "", "", "", "", "", "", source);
      continue;
    }
    for (const SiteCounts* site : found->second) {
      const bool first = site == found->second.front();
      text += row(first ? std::to_string(number) : "", *site, first ? source : "");
    }
  }
  return text;
}

}  // namespace

std::string annotate(const Counts& counts) {
  std::map<std::string, std::map<int, Sites>> files;
  for (const SiteCounts& site : counts.sites)
    if (!site.path.empty()) files[site.path][site.line].push_back(&site);
  std::string text;
  for (const auto& [path, lines] : files) text += annotate_file(path, lines);
  text +=
      "B: bytes per lane; each: sectors of 32 bytes per request to global memory, wavefronts to "
      "shared memory; !: above the ideal\n";
  return text;
}

}  // namespace gemm
