// Stage executables with arguments that need no device: exit codes and what goes to which stream.
#include <algorithm>
#include <iterator>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "common/ladder/process.hpp"
#include "tests/catch.hpp"

using gemm::ProcessResult;

namespace {

const std::vector<std::string> kStages = {STAGE_NAMES};

ProcessResult run(const std::string& stage, const std::vector<std::string>& arguments) {
  return gemm::run_process(BIN_DIR "/" + stage, arguments);
}

size_t lines_in(const std::string& text) { return std::count(text.begin(), text.end(), '\n'); }

}  // namespace

TEST_CASE("bad arguments exit with 2 and one line on stderr") {
  const std::vector<std::vector<std::string>> refused = {{"-m", "-5"},
                                                         {"-n", "abc"},
                                                         {"-k", "1e3"},
                                                         {"--lda", "1"},
                                                         {"--tile", "nope"},
                                                         {"--json", "/nonexistent/x.json"},
                                                         {"--json", "/"},
                                                         {"--init", "zeros"},
                                                         {"--verify", "fp16"},
                                                         {"--size", "8", "-m", "4"},
                                                         {"--lane-order", "up"},
                                                         {"--model", "h999"},
                                                         {"--svg", "map.svg"},
                                                         {"--sample-blocks", "3"},
                                                         {"--tune", "-k", "0"},
                                                         {"--cache", "/nonexistent/x.jsonl"},
                                                         {"--nope"},
                                                         {"extra"}};
  for (const std::string& stage : kStages)
    for (const auto& arguments : refused) {
      const ProcessResult result = run(stage, arguments);
      INFO(stage << " " << arguments.front() << " " << arguments.back() << "\n" << result.err);
      CHECK(result.exit_code == 2);
      CHECK(result.signal == 0);
      CHECK(result.out.empty());
      CHECK(lines_in(result.err) == 1);
      CHECK(result.err.rfind(stage + ": ", 0) == 0);
    }
}

TEST_CASE("help and the list of tiles go to stdout") {
  for (const std::string& stage : kStages)
    for (const std::string option : {"--help", "--list-tiles"}) {
      const ProcessResult result = run(stage, {option});
      INFO(stage << " " << option);
      CHECK(result.exit_code == 0);
      CHECK_FALSE(result.out.empty());
      CHECK(result.err.empty());
    }
}

TEST_CASE("help names every option") {
  std::string help = run(kStages[0], {"--help"}).out;
  std::replace(help.begin(), help.end(), ',', ' ');
  std::istringstream stream(help);
  const std::set<std::string> words{std::istream_iterator<std::string>(stream), {}};
  for (const std::string option :
       {"-m",        "-n",       "-k",           "--size", "--alpha",   "--beta",       "--trans-a",
        "--trans-b", "--lda",    "--ldb",        "--ldc",  "--tile",    "--list-tiles", "--seed",
        "--init",    "--verify", "--min-time",   "--l2",   "--compare", "--roofline",   "--json",
        "--device",  "--counts", "--lane-order", "--tune", "--retune",  "--cache"}) {
    INFO(option);
    CHECK(words.count(option) == 1);
  }
}
