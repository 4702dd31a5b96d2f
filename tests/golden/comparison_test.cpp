// The rules by which the emulator's counts are compared with a GPU's. Every number is made up.
#include "tests/golden/comparison.hpp"

#include <sstream>

#include "tests/catch.hpp"

using Json = nlohmann::json;

namespace {

// All counts 1000, and no asynchronous copies.
Json counts() {
  return Json::parse(R"({"global": {"load": {"requests": 1000, "sectors": 1000, "lines": 1000},
                                    "store": {"requests": 1000, "sectors": 1000, "lines": 1000}},
                         "shared": {"load": {"requests": 1000, "wavefronts": 1000},
                                    "store": {"requests": 1000, "wavefronts": 1000}},
                         "async": {"requests": 0, "sectors": 0, "lines": 0}})");
}

std::vector<Difference> list(const std::string& lines) {
  std::istringstream table(lines);
  return read_differences(table);
}

// The number of complaints where the emulator has `emulated` of a count that the GPU has 1000 of.
size_t complaints(const std::string& count, double emulated,
                  std::vector<Difference> differences = {}) {
  Run run{"03_smem", "sm_90", counts(), counts()};
  run.emulated[Json::json_pointer("/" + count)] = emulated;
  return compare(run, differences).size();
}

}  // namespace

TEST_CASE("counts may be 0.5 % apart") {
  for (const char* count :
       {"global/load/requests", "global/load/sectors", "global/load/lines", "global/store/requests",
        "global/store/sectors", "global/store/lines", "shared/load/requests",
        "shared/load/wavefronts", "shared/store/requests"}) {
    INFO(count);
    CHECK(complaints(count, 1000) == 0);
    CHECK(complaints(count, 1004) == 0);
    CHECK(complaints(count, 996) == 0);
    CHECK(complaints(count, 1006) == 1);
    CHECK(complaints(count, 994) == 1);
    CHECK(complaints(count, 0) == 1);
  }
}

TEST_CASE("a count that the GPU has none of must be 0") {
  Run run{"03_smem", "sm_90", counts(), counts()};
  run.golden["shared"]["load"]["requests"] = 0;
  std::vector<Difference> none;
  CHECK(compare(run, none).size() == 1);
  run.emulated["shared"]["load"]["requests"] = 0;
  CHECK(compare(run, none).empty());
}

TEST_CASE("asynchronous copies are counted by themselves and as loads of global memory") {
  Run run{"03_smem", "sm_90", counts(), counts()};
  std::vector<Difference> none;
  for (const char* unit : {"requests", "sectors"}) run.golden["async"][unit] = 300;
  for (const char* unit : {"requests", "sectors", "lines"}) {
    run.emulated["async"][unit] = 300;
    run.emulated["global"]["load"][unit] = 700;
  }
  CHECK(compare(run, none).empty());
  run.emulated["async"]["requests"] = 200;
  CHECK(compare(run, none).size() == 2);  // too few copies and too few loads
}

TEST_CASE("wavefronts of shared stores may be 15 % below, and not above") {
  CHECK(complaints("shared/store/wavefronts", 851) == 0);
  CHECK(complaints("shared/store/wavefronts", 849) == 1);
  CHECK(complaints("shared/store/wavefronts", 1001) == 1);
}

TEST_CASE("a listed difference may be any amount on its side") {
  const auto more = list("03_smem sm_90 shared/load more because\n");
  CHECK(complaints("shared/load/requests", 9000, more) == 0);
  CHECK(complaints("shared/load/wavefronts", 9000, more) == 0);
  CHECK(complaints("shared/load/requests", 999, more) == 1);
  CHECK(complaints("global/load/requests", 9000, more) == 1);
  const auto fewer = list("03_smem sm_90 shared/load/requests fewer because\n");
  CHECK(complaints("shared/load/requests", 100, fewer) == 0);
  CHECK(complaints("shared/load/requests", 1001, fewer) == 1);
  CHECK(complaints("shared/load/wavefronts", 100, fewer) == 1);
  CHECK(complaints("shared/load/requests", 9000, list("04_x sm_90 shared/load more why\n")) == 1);
  CHECK(complaints("shared/load/requests", 9000, list("03_smem sm_80 shared/load more why\n")) ==
        1);
}

TEST_CASE("a listed difference that is none is stale") {
  Run run{"03_smem", "sm_90", counts(), counts()};
  auto differences = list("03_smem sm_90 shared/load more because\n");
  run.emulated["shared"]["load"]["requests"] = 1004;
  CHECK(compare(run, differences).empty());
  CHECK(stale(differences, "sm_90").size() == 1);
  CHECK(stale(differences, "sm_80").empty());
  run.emulated["shared"]["load"]["requests"] = 1006;
  CHECK(compare(run, differences).empty());
  CHECK(stale(differences, "sm_90").empty());
}

TEST_CASE("a count that the recording lacks is told") {
  Run run{"03_smem", "sm_90", counts(), counts()};
  run.golden["shared"]["load"]["requests"] = nullptr;
  run.golden.erase("async");
  std::vector<Difference> none;
  CHECK(compare(run, none).size() == 3);  // requests and sectors of copies
}

TEST_CASE("a table of differences is read, or refused") {
  CHECK(list("# stage\n\n03_smem sm_90 async fewer because of this\n").size() == 1);
  CHECK_THROWS(list("03_smem sm_90 async fewer\n"));
  CHECK_THROWS(list("03_smem sm_90 async less because\n"));
  CHECK_THROWS(list("03_smem sm_90 shared/loads more because\n"));
}
