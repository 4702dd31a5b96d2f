#pragma once
#include <string>

// Lines of a kernel's source that tests name by a comment: "// @name".

// The number of the line that ends with "// @name" in a file below tests/. Throws if there is none.
int marked_line(const std::string& file, const std::string& name);

// "emulator/faulty_kernels.cu:12", as findings name it.
std::string marked_place(const std::string& file, const std::string& name);
