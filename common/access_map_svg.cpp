#include <fmt/format.h>

#include <array>

#include "common/access_map.hpp"

namespace gemm {
namespace {

constexpr int kLanes = 32;
constexpr int kCell = 16;  // pixels
constexpr int kLeft = 64;  // room for lane numbers
constexpr int kTop = 64;   // and for title, summary and column numbers
constexpr int kBottom = 28;
constexpr int kLeastWidth = 640;  // for the title

// A colour per wavefront; they repeat.
std::string colour(int pass) {
  constexpr std::array<const char*, 8> colours = {"#4477aa", "#ee6677", "#228833", "#ccbb44",
                                                  "#66ccee", "#aa3377", "#999933", "#777777"};
  return colours[pass % colours.size()];
}

std::string label(double x, double y, const char* anchor, const std::string& text) {
  return fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"{}\">{}</text>\n", x, y, anchor, text);
}

int width(const AccessMap& map) {
  return std::max(kLeastWidth, kLeft + kCell * static_cast<int>(map.columns.size()) + kCell);
}
constexpr int kHeight = kTop + kCell * kLanes + kBottom;

std::string draw(const AccessMap& map, int top) {
  const int columns = static_cast<int>(map.columns.size());
  std::string svg = fmt::format("<g transform=\"translate(0 {})\">\n", top);
  svg += label(8, 16, "start", map.title) + label(8, 34, "start", map.summary);
  svg += label(kLeft - 8, kTop - 6, "end", map.column_name);
  for (int column = 0; column < columns; ++column)
    svg += label(kLeft + (column + 0.5) * kCell, kTop - 6, "middle", map.columns[column]);
  for (int lane = 0; lane < kLanes; ++lane)
    svg += label(kLeft - 8, kTop + (lane + 0.8) * kCell, "end", fmt::format("lane {}", lane));
  svg += fmt::format(
      "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"#ffffff\" stroke=\"#999999\"/>\n",
      kLeft, kTop, columns * kCell, kLanes * kCell);
  for (const AccessMap::Cell& cell : map.cells) {
    const int x = kLeft + cell.column * kCell, y = kTop + cell.lane * kCell;
    svg += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>\n", x + 1,
                       y + 1, kCell - 2, kCell - 2, colour(cell.pass));
    if (map.passes > 1)
      svg +=
          fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\" fill=\"#ffffff\">{}</text>\n",
                      x + kCell / 2, y + kCell * 3 / 4, cell.pass + 1);
  }
  for (int column = 0; column < columns; ++column)
    if (map.column_begins[column])
      svg += fmt::format("<path d=\"M{0} {1}V{2}\" stroke=\"#333333\" stroke-width=\"2\"/>\n",
                         kLeft + column * kCell, kTop, kTop + kLanes * kCell);
  const char* legend = map.column_name == "bank"
                           ? "numbers and colours: the wavefront that serves the word"
                           : "sectors of 32 bytes; a thick rule begins a line of 128 bytes";
  svg += label(kLeft, kTop + kLanes * kCell + 18, "start", legend);
  return svg + "</g>\n";
}

}  // namespace

std::string to_svg(const std::vector<AccessMap>& maps) {
  int widest = 0;
  for (const AccessMap& map : maps) widest = std::max(widest, width(map));
  const int height = kHeight * static_cast<int>(maps.size());
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
      "height=\"{1}\" font-family=\"monospace\" font-size=\"11\" fill=\"#222222\">\n"
      "<rect width=\"{0}\" height=\"{1}\" fill=\"#ffffff\"/>\n",
      widest, height);
  for (size_t i = 0; i < maps.size(); ++i) svg += draw(maps[i], kHeight * static_cast<int>(i));
  return svg + "</svg>\n";
}

}  // namespace gemm
