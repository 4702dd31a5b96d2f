#pragma once
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace gemm {

// "01_naive;02_coalesce" as a list.
std::vector<std::string> split_names(const std::string& names);

// The stages of `all` that are asked for by number ("01") or name, in the ladder's order and each
// once; all of them when nothing is asked for. Throws BadArguments for what is neither.
std::vector<std::string> select_stages(const std::vector<std::string>& all,
                                       const std::vector<std::string>& asked);

// Puts behind each stage its published form, "07_swizzle_published", where that exists.
std::vector<std::string> with_published(const std::vector<std::string>& stages,
                                        const std::function<bool(const std::string&)>& exists);

// Throws DeviceError that says to build unless `directory` holds every stage's executable.
void require_built(const std::filesystem::path& directory, const std::vector<std::string>& stages);

}  // namespace gemm
