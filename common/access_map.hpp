#pragma once
#include <string>
#include <vector>

namespace gemm {

// One memory instruction of a warp, drawn: lanes against the 32 banks of shared memory or against
// the 32-byte sectors of global memory that it touches.
struct AccessMap {
  struct Cell {
    int lane, column;
    int pass;  // the wavefront that serves it, from 0; 0 in global memory
  };
  std::string title;                 // where, what and by whom
  std::string summary;               // what it costs
  std::string column_name;           // "bank" or "sector"
  std::vector<std::string> columns;  // what each is called
  std::vector<bool> column_begins;   // a line of 128 bytes begins: a rule is drawn before it
  std::vector<Cell> cells;
  int passes = 1;
};

// For a terminal: a row per lane; cells show the wavefront that serves them, from 1.
std::string to_text(const AccessMap& map);

// The maps below each other.
std::string to_svg(const std::vector<AccessMap>& maps);

}  // namespace gemm
