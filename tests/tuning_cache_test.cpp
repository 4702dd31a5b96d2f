// The file of tuned tiles: what goes in comes out, whatever else is in it and whoever else writes.
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "common/tuning/cache.hpp"
#include "tests/catch.hpp"

using namespace gemm;
namespace fs = std::filesystem;

namespace {

const TuningKey kKey = {"abc123", "NVIDIA H200", "13.0", "13.1", 4096, 2048, 1024};
const std::vector<std::string> kTiles = {"64x64x16_4x4", "128x128x16_8x8"};

TuningRecord record(const std::string& tile, const std::string& status = "best") {
  return {kKey, "2026-12-01T00:00:00Z", tile, status, 3, 40, 2.75, 2.5};
}

// A path in an empty folder that goes away with the object.
struct CacheFile {
  CacheFile()
      : folder(fs::temp_directory_path() / ("sgemm_tuning_test." + std::to_string(getpid()))),
        path((folder / "deep" / "tuning.jsonl").string()) {
    fs::remove_all(folder);
  }
  ~CacheFile() { fs::remove_all(folder); }
  std::string text() const {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  void add(const std::string& text) const { std::ofstream(path, std::ios::app) << text; }
  std::string best(const TuningKey& key = kKey) const {
    const auto found = find_best(path, key, kTiles);
    return found ? found->tile : "";
  }
  fs::path folder;
  std::string path;
};

}  // namespace

TEST_CASE("a record comes back as it was") {
  const CacheFile cache;
  CHECK(cache.best().empty());
  REQUIRE(append_records(cache.path, {record(kTiles[0], "timed"), record(kTiles[1])}));
  const auto found = find_best(cache.path, kKey, kTiles);
  REQUIRE(found);
  CHECK(found->key == kKey);
  CHECK(found->date == "2026-12-01T00:00:00Z");
  CHECK(found->tile == kTiles[1]);
  CHECK(found->status == "best");
  CHECK(found->round == 3);
  CHECK(found->samples == 40);
  CHECK(found->median_ms == 2.75);
  CHECK(found->cublas_ms == 2.5);
}

TEST_CASE("the last best counts, trials do not, nor tiles that the stage has no more") {
  const CacheFile cache;
  append_records(cache.path, {record(kTiles[0])});
  append_records(cache.path, {record(kTiles[1], "timed"), record(kTiles[1], "wrong")});
  CHECK(cache.best() == kTiles[0]);
  append_records(cache.path, {record(kTiles[1])});
  CHECK(cache.best() == kTiles[1]);
  append_records(cache.path, {record("256x256x8_8x8")});
  CHECK(cache.best() == kTiles[1]);
}

TEST_CASE("another kernel, GPU, driver, toolkit or shape is another key") {
  const CacheFile cache;
  append_records(cache.path, {record(kTiles[0])});
  std::vector<TuningKey> others(7, kKey);
  others[0].kernel = "abc124", others[1].gpu = "NVIDIA H100", others[2].driver = "12.9";
  others[3].toolkit = "13.0", others[4].M = 1, others[5].N = 1, others[6].K = 1;
  for (const TuningKey& other : others) CHECK(cache.best(other).empty());
  CHECK(cache.best() == kTiles[0]);
}

TEST_CASE("a line cut off is skipped, and what is appended after it is not lost") {
  const CacheFile cache;
  append_records(cache.path, {record(kTiles[0]), record(kTiles[1])});
  const std::string text = cache.text();
  for (const size_t cut : {size_t{1}, size_t{2}, size_t{30}, text.size() / 2 - 1}) {
    fs::resize_file(cache.path, text.size() - cut);
    INFO(cut);
    CHECK(cache.best() == (cut == 1 ? kTiles[1] : kTiles[0]));  // 1: only the end of the line
    append_records(cache.path, {record(kTiles[1])});
    CHECK(cache.best() == kTiles[1]);
    std::ofstream(cache.path) << text;
  }
}

TEST_CASE("foreign lines are skipped") {
  const CacheFile cache;
  append_records(cache.path, {record(kTiles[0])});
  const std::string ours = cache.text();
  auto other_schema = nlohmann::json::parse(ours);
  other_schema["schema"] = 2, other_schema["tile"] = kTiles[1];
  auto wrong_type = nlohmann::json::parse(ours);
  wrong_type["m"] = "many", wrong_type["tile"] = kTiles[1];
  cache.add("\n\nhello\n{}\n[1, 2]\n3\nnull\n{\"schema\": 1}\n\xff\xfe\n" + other_schema.dump() +
            "\n" + wrong_type.dump() + "\n");
  CHECK(cache.best() == kTiles[0]);
  append_records(cache.path, {record(kTiles[1])});
  CHECK(cache.best() == kTiles[1]);
}

TEST_CASE("two processes may append at once") {
  constexpr int kProcesses = 4, kLines = 200;
  const CacheFile cache;
  append_records(cache.path, {});  // the folder
  std::vector<pid_t> children;
  for (int p = 0; p < kProcesses; ++p) {
    const pid_t child = fork();
    if (child == 0) {
      bool kept = true;
      for (int i = 0; i < kLines; ++i)
        kept = append_records(cache.path, {record(kTiles[0], "timed")}) && kept;
      _exit(kept ? 0 : 1);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    CHECK(status == 0);
  }
  std::ifstream file(cache.path);
  int whole = 0, lines = 0;
  for (std::string line; std::getline(file, line); ++lines) whole += nlohmann::json::accept(line);
  CHECK(lines == kProcesses * kLines);
  CHECK(whole == kProcesses * kLines);
}

TEST_CASE("what cannot be written is said") {
  const CacheFile cache;
  CHECK_FALSE(append_records("/dev/null/tuning.jsonl", {record(kTiles[0])}));
  CHECK_FALSE(append_records("/dev/full", {record(kTiles[0])}));
}

TEST_CASE("the cache lies in the cache folder") {
  setenv("XDG_CACHE_HOME", "/somewhere", 1);
  CHECK(tuning_cache_path() == "/somewhere/sgemm-ladder/tuning.jsonl");
  unsetenv("XDG_CACHE_HOME");
  setenv("HOME", "/home/me", 1);
  CHECK(tuning_cache_path() == "/home/me/.cache/sgemm-ladder/tuning.jsonl");
  unsetenv("HOME");
  CHECK(tuning_cache_path().empty());
}
