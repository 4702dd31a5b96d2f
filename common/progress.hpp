#pragma once
#include <string>

namespace gemm {

// One line on stderr that says what is running, where stderr is a terminal; gone afterwards.
class Progress {
 public:
  explicit Progress(int total);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // The next of the `total` runs begins.
  void next(const std::string& what);

  // Removes the line, to make room for other output.
  void clear();

 private:
  int total_, started_ = 0;
  bool visible_;
};

}  // namespace gemm
