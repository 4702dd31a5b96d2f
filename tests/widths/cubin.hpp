#pragma once
#include <map>
#include <set>
#include <string>

// Kind of access, as the disassembler names it ("LDG", "STG", "LDS", "STS", "LDGSTS"), and the bits
// per lane that such instructions move.
using Widths = std::map<std::string, std::set<int>>;

// The accesses in the machine code of the one kernel in a cubin whose name holds `kernel`. Reads the
// instruction format of sm_70 to sm_90. Throws std::runtime_error when the file is not a cubin or
// does not hold one such kernel.
Widths access_widths(const std::string& path, const std::string& kernel);
