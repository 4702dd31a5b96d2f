#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "common/shape.hpp"
#include "common/tile.hpp"

namespace gemm {

enum class Init { uniform, normal, integers, ones };
enum class VerifyMethod { fp64, freivalds, none };
enum class L2State { cold, hot };
enum class LaneOrder { forward, reverse, random };  // of the emulator's threads

// How a run comes to its tile. On the emulator nothing is kept: what is unknown stays so.
enum class Tune {
  never,       // the given one
  if_known,    // what was tuned before, else the default
  if_unknown,  // what was tuned before, else by trials
  anew,        // by trials
};

// What one run of a stage is asked to do. See `--help` for the meaning of each.
struct Options {
  std::string stage;
  std::string kernel_hash;  // of the text of kernel.cuh
  std::vector<Tile> tiles;  // all that the stage has
  Tile tile;
  Tune tune = Tune::if_known;
  std::string cache;  // of tuned tiles, a path; empty for the default
  Shape shape;
  uint64_t seed = 1;
  Init init = Init::uniform;
  VerifyMethod verify = VerifyMethod::fp64;
  double min_time = 0.5;       // seconds of timed launches
  L2State l2 = L2State::cold;  // cold only where the operands fit the L2 cache
  bool compare_cublas = true;
  bool roofline = false;
  bool counts = false;    // print what the kernel asks of memory
  bool annotate = false;  // and the kernel's source with it
  int access_map = 0;     // draw a warp's access at this line of the kernel; 0 for none
  std::string svg;        // the drawing's path, empty for none
  int sample_blocks = 0;  // run so many blocks only, for all; 0 runs all
  std::string model;      // the GPU that ceilings are for
  LaneOrder lane_order = LaneOrder::forward;
  std::string json;  // a path, "-" for standard output, empty for none
  int device = 0;
};

// Whether something is asked for that only the emulator knows.
bool asks_for_counts(const Options& options);

// Reads a stage's command line. Prints and exits with 0 for --help and --list-tiles.
// Throws BadArguments.
Options parse_options(int argc, char** argv, const std::string& stage,
                      const std::vector<Tile>& tiles);

// The same for a main(): bad arguments end the program with exit code 2 and one sentence. The hash is
// that of kernel.cuh.
Options parse_or_exit(int argc, char** argv, const std::string& stage,
                      const std::vector<Tile>& tiles, const std::string& kernel_hash);

std::string to_string(Init init);
std::string to_string(VerifyMethod method);
std::string to_string(L2State state);

}  // namespace gemm
