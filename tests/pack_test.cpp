// Packing, unpacking and scaling against plain loops.
#include "common/pack.hpp"

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "common/device_buffer.hpp"
#include "tests/catch.hpp"

using namespace gemm;

namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

// A rows × cols op(X) within rows of `ld` elements, at `offset` into the buffer.
struct Layout {
  int rows, cols, ld;
  bool trans;
  size_t offset;

  size_t size() const { return offset + static_cast<size_t>(trans ? cols : rows) * ld + 3; }
  size_t at(int row, int col) const {
    return offset +
           (trans ? static_cast<size_t>(col) * ld + row : static_cast<size_t>(row) * ld + col);
  }
  // Every element has a value of its own; everything around is NaN.
  std::vector<float> numbered() const {
    std::vector<float> host(size(), kNan);
    for (int row = 0; row < rows; ++row)
      for (int col = 0; col < cols; ++col) host[at(row, col)] = 1000.0f * row + col + 1;
    return host;
  }
  MatrixView view(DeviceBuffer<float>& buffer) const {
    return {buffer.data() + offset, rows, cols, ld, trans};
  }
};

std::vector<Layout> layouts() {
  return {{1, 1, 1, false, 0},    {5, 7, 7, false, 0},     {5, 7, 7, true, 0},
          {5, 7, 10, false, 0},   {5, 7, 9, true, 0},      {33, 20, 21, false, 6},
          {33, 20, 40, true, 6},  {1, 300, 300, false, 0}, {300, 1, 1, false, 0},
          {300, 1, 300, true, 0}, {64, 96, 96, false, 0}};
}

bool same_bits(const std::vector<float>& x, const std::vector<float>& y) {
  return x.size() == y.size() && std::memcmp(x.data(), y.data(), x.size() * sizeof(float)) == 0;
}

}  // namespace

TEST_CASE("pack copies op(X) and pads with zeros") {
  for (const Layout& layout : layouts())
    for (const int pad_rows : {0, 3, 31})
      for (const int pad_cols : {0, 1, 32}) {
        const int rows = layout.rows + pad_rows, cols = layout.cols + pad_cols;
        const std::vector<float> from = layout.numbered();
        std::vector<float> expected(rows * cols, 0);
        for (int row = 0; row < layout.rows; ++row)
          for (int col = 0; col < layout.cols; ++col)
            expected[row * cols + col] = from[layout.at(row, col)];

        DeviceBuffer<float> source(from), packed(rows * cols);
        packed.fill_bytes(0xFF);
        pack(layout.view(source), packed.data(), rows, cols, nullptr);
        INFO(layout.rows << "×" << layout.cols << " to " << rows << "×" << cols);
        CHECK(same_bits(packed.download(), expected));
        CHECK(same_bits(source.download(), from));
      }
}

TEST_CASE("unpack writes op(X) and nothing around it") {
  for (const Layout& layout : layouts())
    for (const int pad_cols : {0, 1, 32}) {
      const int cols = layout.cols + pad_cols;
      std::vector<float> from((layout.rows + 2) * cols);
      for (size_t i = 0; i < from.size(); ++i) from[i] = static_cast<float>(i) + 1;
      std::vector<float> expected(layout.size(), -7);
      for (int row = 0; row < layout.rows; ++row)
        for (int col = 0; col < layout.cols; ++col)
          expected[layout.at(row, col)] = from[row * cols + col];

      DeviceBuffer<float> packed(from), target(std::vector<float>(layout.size(), -7));
      unpack(packed.data(), cols, layout.view(target), nullptr);
      INFO(layout.rows << "×" << layout.cols << " from rows of " << cols);
      CHECK(same_bits(target.download(), expected));
    }
}

TEST_CASE("scale multiplies op(X) and nothing around it") {
  for (const Layout& layout : layouts())
    for (const float beta : {1.0f, -0.5f, 2.5f}) {
      std::vector<float> host = layout.numbered();
      DeviceBuffer<float> buffer(host);
      scale(layout.view(buffer), beta, nullptr);
      for (int row = 0; row < layout.rows; ++row)
        for (int col = 0; col < layout.cols; ++col) host[layout.at(row, col)] *= beta;
      INFO(layout.rows << "×" << layout.cols << " times " << beta);
      CHECK(same_bits(buffer.download(), host));
    }
}

TEST_CASE("scale by 0 gives zeros without reading") {
  for (const Layout& layout : layouts()) {
    std::vector<float> host(layout.size(), kNan);
    DeviceBuffer<float> buffer(host);
    scale(layout.view(buffer), 0, nullptr);
    for (int row = 0; row < layout.rows; ++row)
      for (int col = 0; col < layout.cols; ++col) host[layout.at(row, col)] = 0;
    CHECK(same_bits(buffer.download(), host));
  }
}
