#include "common/emulator/source/element.hpp"

#include <fmt/format.h>

#include <vector>

namespace emulator {
namespace {

// The type of a variable, member or array element, without names and qualifiers of its own.
bool type_of(Dwarf_Die& die, Dwarf_Die& type) {
  Dwarf_Attribute attribute;
  return dwarf_attr_integrate(&die, DW_AT_type, &attribute) != nullptr &&
         dwarf_formref_die(&attribute, &type) != nullptr && dwarf_peel_type(&type, &type) == 0;
}

size_t size_of(Dwarf_Die& type) {
  Dwarf_Word bytes = 0;
  return dwarf_aggregate_size(&type, &bytes) == 0 ? bytes : 0;
}

size_t number(Dwarf_Die& die, unsigned attribute_name) {
  Dwarf_Attribute attribute;
  Dwarf_Word value = 0;
  dwarf_formudata(dwarf_attr(&die, attribute_name, &attribute), &value);
  return value;
}

std::vector<size_t> extents_of(Dwarf_Die& array) {
  std::vector<size_t> extents;
  for_each_child(array, [&](Dwarf_Die& child) {
    if (dwarf_tag(&child) != DW_TAG_subrange_type) return;
    extents.push_back(dwarf_hasattr(&child, DW_AT_count) ? number(child, DW_AT_count)
                                                         : number(child, DW_AT_upper_bound) + 1);
  });
  return extents;
}

std::string path_in(Dwarf_Die& type, size_t offset);

std::string path_in_array(Dwarf_Die& array, size_t offset) {
  Dwarf_Die element;
  const size_t bytes = type_of(array, element) ? size_of(element) : 0;
  if (bytes == 0) return "";
  const std::vector<size_t> extents = extents_of(array);
  std::string path;
  size_t index = offset / bytes;
  for (size_t i = extents.size(); i-- > 0;) {
    const bool outermost = i == 0;
    const size_t here = outermost || extents[i] == 0 ? index : index % extents[i];
    path.insert(0, fmt::format("[{}]", here));
    if (extents[i] > 0) index /= extents[i];
  }
  return path + path_in(element, offset % bytes);
}

std::string path_in_struct(Dwarf_Die& type, size_t offset) {
  std::string path;
  for_each_child(type, [&](Dwarf_Die& member) {
    Dwarf_Die member_type;
    if (dwarf_tag(&member) != DW_TAG_member || !type_of(member, member_type)) return;
    if (!dwarf_hasattr(&member, DW_AT_data_member_location)) return;  // static
    const size_t first = number(member, DW_AT_data_member_location);
    if (offset - first < size_of(member_type))
      path.assign(1, '.').append(name_of(member)).append(path_in(member_type, offset - first));
  });
  return path;
}

std::string path_in(Dwarf_Die& type, size_t offset) {
  switch (dwarf_tag(&type)) {
    case DW_TAG_array_type:
      return path_in_array(type, offset);
    case DW_TAG_structure_type:
    case DW_TAG_class_type:
      return path_in_struct(type, offset);
    default:
      return "";
  }
}

}  // namespace

std::string name_of(Dwarf_Die& die) {
  const char* name = dwarf_diename(&die);
  return name ? name : "";
}

bool find_variable(Dwarf_Die& scope, const std::string& name, Dwarf_Die& variable) {
  bool found = false;
  for_each_child(scope, [&](Dwarf_Die& child) {
    if (found) return;
    if (dwarf_tag(&child) == DW_TAG_variable && name_of(child) == name) {
      variable = child;
      found = true;
    } else if (dwarf_tag(&child) == DW_TAG_lexical_block) {
      found = find_variable(child, name, variable);
    }
  });
  return found;
}

std::string element_path(Dwarf_Die& variable, size_t offset) {
  Dwarf_Die type;
  return type_of(variable, type) ? path_in(type, offset) : "";
}

}  // namespace emulator
