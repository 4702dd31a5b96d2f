#pragma once
#include <dwarf.h>
#include <elfutils/libdw.h>

#include <cstddef>
#include <string>

namespace emulator {

// Debug information of variables, through elfutils.

template <typename Visit>
void for_each_child(Dwarf_Die& parent, Visit visit) {
  Dwarf_Die child;
  if (dwarf_child(&parent, &child) != 0) return;
  do visit(child);
  while (dwarf_siblingof(&child, &child) == 0);
}

std::string name_of(Dwarf_Die& die);

// The variable `name` of a function or of a block within it.
bool find_variable(Dwarf_Die& scope, const std::string& name, Dwarf_Die& variable);

// The members and indices that lead to what lies `offset` bytes into a variable: ".As[3][5]".
std::string element_path(Dwarf_Die& variable, size_t offset);

}  // namespace emulator
