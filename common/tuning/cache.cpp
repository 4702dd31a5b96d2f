#include "common/tuning/cache.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "common/cache_folder.hpp"

namespace gemm {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

constexpr int kSchema = 1;

// A file that lines are appended to, locked as long as it is open.
class Journal {
 public:
  explicit Journal(const std::string& path)
      : file_(open(path.c_str(), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0644)) {
    if (file_ >= 0) flock(file_, LOCK_EX);  // where locks do not exist, O_APPEND must do
  }
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;
  ~Journal() {
    if (file_ >= 0) close(file_);
  }

  // False where the line is not in the file as a whole.
  bool append(const std::string& line) {
    if (file_ < 0) return false;
    const std::string text = (ends_in_a_line() ? "" : "\n") + line + "\n";
    return write(file_, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  }

 private:
  // Not so where a process was ended, or the disk was full, in the middle of a line.
  bool ends_in_a_line() const {
    const off_t size = lseek(file_, 0, SEEK_END);
    char last = '\n';
    return size <= 0 || (pread(file_, &last, 1, size - 1) == 1 && last == '\n');
  }

  int file_;
};

std::string to_line(const TuningRecord& r) {
  Json json = {{"schema", kSchema},   {"date", r.date},         {"kernel", r.key.kernel},
               {"gpu", r.key.gpu},    {"driver", r.key.driver}, {"toolkit", r.key.toolkit},
               {"m", r.key.M},        {"n", r.key.N},           {"k", r.key.K},
               {"tile", r.tile},      {"status", r.status},     {"round", r.round},
               {"samples", r.samples}};
  if (r.median_ms > 0) json["median_ms"] = r.median_ms;
  if (r.cublas_ms > 0) json["cublas_ms"] = r.cublas_ms;
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// None where the line does not hold a record, or holds one of another schema.
std::optional<TuningRecord> from_line(const std::string& line) {
  const Json json = Json::parse(line, nullptr, false);
  if (!json.is_object()) return {};
  try {
    if (json.at("schema") != kSchema) return {};
    TuningRecord r;
    r.date = json.at("date");
    r.key = {json.at("kernel"), json.at("gpu"), json.at("driver"), json.at("toolkit"),
             json.at("m"),      json.at("n"),   json.at("k")};
    r.tile = json.at("tile");
    r.status = json.at("status");
    r.round = json.at("round");
    r.samples = json.at("samples");
    r.median_ms = json.value("median_ms", 0.0);
    r.cublas_ms = json.value("cublas_ms", 0.0);
    return r;
  } catch (const Json::exception&) {
    return {};
  }
}

}  // namespace

std::string tuning_cache_path() {
  const std::string folder = cache_folder();
  return folder.empty() ? "" : (fs::path(folder) / "tuning.jsonl").string();
}

std::optional<TuningRecord> find_best(const std::string& path, const TuningKey& key,
                                      const std::vector<std::string>& tiles) {
  std::ifstream file(path);
  std::optional<TuningRecord> best;
  for (std::string line; std::getline(file, line);) {
    const std::optional<TuningRecord> record = from_line(line);
    if (record && record->status == "best" && record->key == key &&
        std::find(tiles.begin(), tiles.end(), record->tile) != tiles.end())
      best = record;
  }
  return best;
}

bool append_records(const std::string& path, const std::vector<TuningRecord>& records) {
  std::error_code ignored;  // opening the file shows it
  fs::create_directories(fs::absolute(path).parent_path(), ignored);
  Journal journal(path);
  return std::all_of(records.begin(), records.end(),
                     [&](const TuningRecord& record) { return journal.append(to_line(record)); });
}

}  // namespace gemm
