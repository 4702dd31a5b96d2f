#include "common/emulator/source/debug_info.hpp"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <mutex>

#include "common/emulator/source/element.hpp"
#include "common/emulator/source/program.hpp"

namespace emulator {
namespace {

// Inlined functions of these files are the emulator's, not the kernel's.
constexpr std::string_view kOwnHeaders = "common/emulator/include/";

// The program's debug information, through elfutils.
class DebugInfo {
 public:
  DebugInfo() {
    static char* no_path = nullptr;
    static const Dwfl_Callbacks callbacks = {dwfl_linux_proc_find_elf, dwfl_standard_find_debuginfo,
                                             nullptr, &no_path};
    dwfl_ = dwfl_begin(&callbacks);
    if (dwfl_ == nullptr) return;
    dwfl_report_begin(dwfl_);
    if (dwfl_linux_proc_report(dwfl_, getpid()) == 0) dwfl_report_end(dwfl_, nullptr, nullptr);
    main_ = dwfl_addrmodule(dwfl_, reinterpret_cast<Dwarf_Addr>(&source_line));
  }

  SourceLine line(uintptr_t site) {
    const auto known = lines_.find(site);
    if (known != lines_.end()) return known->second;
    return lines_[site] = look_up(site - 1);
  }

  std::string symbol(uintptr_t address) const {
    Dwfl_Module* module = dwfl_ ? dwfl_addrmodule(dwfl_, address) : nullptr;
    const char* name = module ? dwfl_module_addrname(module, address) : nullptr;
    return name ? name : "";
  }

  std::vector<ThreadLocalObject> thread_local_objects() const {
    std::vector<ThreadLocalObject> objects;
    const int count = main_ ? dwfl_module_getsymtab(main_) : 0;
    for (int i = 0; i < count; ++i) {
      GElf_Sym symbol;
      GElf_Word section = 0;
      GElf_Addr unused = 0;
      const char* name =
          dwfl_module_getsym_info(main_, i, &symbol, &unused, &section, nullptr, nullptr);
      if (name && GELF_ST_TYPE(symbol.st_info) == STT_TLS && symbol.st_shndx != SHN_UNDEF)
        objects.push_back({name, symbol.st_value, symbol.st_size});
    }
    std::sort(objects.begin(), objects.end(),
              [](const auto& a, const auto& b) { return a.offset < b.offset; });
    return objects;
  }

  std::vector<std::string> parameter_names(uintptr_t kernel) {
    std::vector<std::string> names;
    Dwarf_Die function;
    if (!function_at(kernel, function)) return names;
    for_each_child(function, [&](Dwarf_Die& child) {
      if (dwarf_tag(&child) == DW_TAG_formal_parameter) names.push_back(name_of(child));
    });
    return names;
  }

  std::string element(uintptr_t kernel, const std::string& name, size_t offset) {
    Dwarf_Die function, variable;
    if (!function_at(kernel, function) || !find_variable(function, name, variable)) return name;
    return name + element_path(variable, offset);
  }

 private:
  // The function that begins at `address`; where it is a copy of an abstract one, that.
  bool function_at(Dwarf_Addr address, Dwarf_Die& function) {
    Dwarf_Addr bias = 0;
    Dwarf_Die* unit = dwfl_ ? dwfl_addrdie(dwfl_, address, &bias) : nullptr;
    if (unit == nullptr) return false;
    const std::vector<Dwarf_Die> scopes = scopes_at(unit, address - bias);
    if (scopes.empty()) return false;
    function = scopes.front();
    Dwarf_Attribute origin;
    if (dwarf_attr(&function, DW_AT_abstract_origin, &origin))
      dwarf_formref_die(&origin, &function);
    return true;
  }

  // The innermost place of `address`, then the calls that it was inlined by, until one is not in
  // the emulator's own headers.
  SourceLine look_up(Dwarf_Addr address) {
    Dwarf_Addr bias = 0;
    Dwarf_Die* unit = dwfl_ ? dwfl_addrdie(dwfl_, address, &bias) : nullptr;
    if (unit == nullptr) return {};
    SourceLine result;
    if (Dwarf_Line* innermost = line_before(unit, address - bias)) {
      const char* file = dwarf_linesrc(innermost, nullptr, nullptr);
      dwarf_lineno(innermost, &result.line);
      result.path = file ? file : "";
    }
    const std::vector<Dwarf_Die> scopes = scopes_at(unit, address - bias);
    for (size_t i = scopes.size(); i-- > 0 && result.path.find(kOwnHeaders) != std::string::npos;) {
      Dwarf_Die scope = scopes[i];
      if (dwarf_tag(&scope) == DW_TAG_inlined_subroutine) call_of(unit, scope, result);
    }
    result.file = short_path(result.path);
    return result;
  }

  // The line that `address` belongs to. Code of no line, which clang has within loops, belongs to
  // the line before.
  static Dwarf_Line* line_before(Dwarf_Die* unit, Dwarf_Addr address) {
    Dwarf_Lines* lines = nullptr;
    size_t count = 0;
    if (dwarf_getsrclines(unit, &lines, &count) != 0) return nullptr;
    Dwarf_Line* last = nullptr;
    Dwarf_Addr last_address = 0;
    for (size_t i = 0; i < count; ++i) {
      Dwarf_Line* line = dwarf_onesrcline(lines, i);
      Dwarf_Addr at = 0;
      int number = 0;
      dwarf_lineaddr(line, &at);
      dwarf_lineno(line, &number);
      if (number > 0 && at <= address && at >= last_address) last = line, last_address = at;
    }
    return last;
  }

  // The function around `address`, then what is inlined there, from the outside to the inside.
  std::vector<Dwarf_Die> scopes_at(Dwarf_Die* unit, Dwarf_Addr address) {
    std::vector<Dwarf_Die> scopes;
    for (Dwarf_Die function : functions_of(unit)) {
      if (dwarf_haspc(&function, address) <= 0) continue;
      scopes.push_back(function);
      while (enter_scope(scopes, address)) {
      }
      break;
    }
    return scopes;
  }

  // Appends the scope within the last of `scopes` that holds `address`, if there is one.
  static bool enter_scope(std::vector<Dwarf_Die>& scopes, Dwarf_Addr address) {
    Dwarf_Die child;
    if (dwarf_child(&scopes.back(), &child) != 0) return false;
    do {
      const int tag = dwarf_tag(&child);
      if ((tag == DW_TAG_lexical_block || tag == DW_TAG_inlined_subroutine) &&
          dwarf_haspc(&child, address) > 0) {
        scopes.push_back(child);
        return true;
      }
    } while (dwarf_siblingof(&child, &child) == 0);
    return false;
  }

  // All functions of a unit that have code; dwarf_getscopes() does not look into namespaces.
  const std::vector<Dwarf_Die>& functions_of(Dwarf_Die* unit) {
    const auto known = functions_.find(unit->addr);
    if (known != functions_.end()) return known->second;
    std::vector<Dwarf_Die>& functions = functions_[unit->addr];
    collect_functions(unit, functions);
    return functions;
  }
  static void collect_functions(Dwarf_Die* parent, std::vector<Dwarf_Die>& functions) {
    Dwarf_Die child;
    if (dwarf_child(parent, &child) != 0) return;
    do {
      const int tag = dwarf_tag(&child);
      if (tag == DW_TAG_subprogram &&
          (dwarf_hasattr(&child, DW_AT_low_pc) || dwarf_hasattr(&child, DW_AT_ranges)))
        functions.push_back(child);
      if (tag == DW_TAG_namespace || tag == DW_TAG_structure_type || tag == DW_TAG_class_type)
        collect_functions(&child, functions);
    } while (dwarf_siblingof(&child, &child) == 0);
  }

  static void call_of(Dwarf_Die* unit, Dwarf_Die& inlined, SourceLine& result) {
    Dwarf_Attribute attribute;
    Dwarf_Word file = 0, line = 0;
    Dwarf_Files* files = nullptr;
    if (dwarf_formudata(dwarf_attr(&inlined, DW_AT_call_file, &attribute), &file) != 0 ||
        dwarf_formudata(dwarf_attr(&inlined, DW_AT_call_line, &attribute), &line) != 0 ||
        dwarf_getsrcfiles(unit, &files, nullptr) != 0)
      return;
    const char* name = dwarf_filesrc(files, file, nullptr, nullptr);
    result.path = name ? name : "";
    result.line = static_cast<int>(line);
  }

  Dwfl* dwfl_ = nullptr;
  Dwfl_Module* main_ = nullptr;
  std::map<uintptr_t, SourceLine> lines_;
  std::map<void*, std::vector<Dwarf_Die>> functions_;  // by unit
};

std::mutex& mutex() {
  static std::mutex& instance = *new std::mutex;
  return instance;
}

DebugInfo& debug_info() {
  static DebugInfo& instance =
      *new DebugInfo;  // static objects may still launch kernels at the end
  return instance;
}

}  // namespace

SourceLine source_line(uintptr_t site) {
  std::lock_guard lock(mutex());
  return debug_info().line(site);
}

std::string symbol_at(const void* address) {
  std::lock_guard lock(mutex());
  return debug_info().symbol(reinterpret_cast<uintptr_t>(address));
}

const std::vector<ThreadLocalObject>& thread_local_objects() {
  static const std::vector<ThreadLocalObject>& objects = []() -> auto& {
    std::lock_guard lock(mutex());
    return *new std::vector<ThreadLocalObject>(debug_info().thread_local_objects());
  }
  ();
  return objects;
}

std::vector<std::string> parameter_names(const void* kernel) {
  std::lock_guard lock(mutex());
  return debug_info().parameter_names(reinterpret_cast<uintptr_t>(kernel));
}

std::string element_of(const void* kernel, const std::string& name, size_t offset) {
  std::lock_guard lock(mutex());
  return debug_info().element(reinterpret_cast<uintptr_t>(kernel), name, offset);
}

}  // namespace emulator
