#include "common/ladder/stages.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>

#include "common/error.hpp"

namespace gemm {
namespace {

bool is_meant(const std::string& stage, const std::string& asked) {
  return asked == stage || asked == stage.substr(0, stage.find('_'));
}

}  // namespace

std::vector<std::string> split_names(const std::string& names) {
  std::vector<std::string> list;
  std::istringstream stream(names);
  for (std::string name; std::getline(stream, name, ',');) list.push_back(name);
  return list;
}

std::vector<std::string> select_stages(const std::vector<std::string>& all,
                                       const std::vector<std::string>& asked) {
  if (asked.empty()) return all;
  for (const auto& name : asked)
    if (std::none_of(all.begin(), all.end(), [&](auto& stage) { return is_meant(stage, name); }))
      throw BadArguments(fmt::format("There is no stage \"{}\": choose by number or name from {}.",
                                     name, fmt::join(all, ", ")));
  std::vector<std::string> selected;
  for (const auto& stage : all)
    if (std::any_of(asked.begin(), asked.end(), [&](auto& name) { return is_meant(stage, name); }))
      selected.push_back(stage);
  return selected;
}

std::vector<std::string> with_published(const std::vector<std::string>& stages,
                                        const std::function<bool(const std::string&)>& exists) {
  std::vector<std::string> list;
  for (const auto& stage : stages) {
    list.push_back(stage);
    if (exists(stage + "_published")) list.push_back(stage + "_published");
  }
  return list;
}

void require_built(const std::filesystem::path& directory, const std::vector<std::string>& stages) {
  for (const auto& stage : stages)
    if (!std::filesystem::exists(directory / stage))
      throw DeviceError(
          fmt::format("There is no {} in {}: build it with make.", stage, directory.string()));
}

}  // namespace gemm
