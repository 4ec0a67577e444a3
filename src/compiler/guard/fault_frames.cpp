#include "compiler/guard/fault_frames.h"

#include <link.h>
#include <unwind.h>

#include <cstdlib>

namespace lanewise::compiler {
namespace {

struct CodeRange {
    std::uintptr_t base = 0;   // load address of the library
    std::uintptr_t begin = 0;  // first address of the library's code
    std::uintptr_t end = 0;
    bool holds(std::uintptr_t address) const { return begin <= address && address < end; }
};

struct Libraries {
    CodeRange compiler;
    CodeRange libc;
};

// Finds the executable segment that holds range.begin.
int find_range(dl_phdr_info* info, std::size_t, void* argument) {
    auto& range = *static_cast<CodeRange*>(argument);
    for (int i = 0; i < info->dlpi_phnum; ++i) {
        const ElfW(Phdr) & segment = info->dlpi_phdr[i];
        if (segment.p_type != PT_LOAD || !(segment.p_flags & PF_X)) continue;
        const CodeRange found{info->dlpi_addr, info->dlpi_addr + segment.p_vaddr,
                              info->dlpi_addr + segment.p_vaddr + segment.p_memsz};
        if (!found.holds(range.begin)) continue;
        range = found;
        return 1;
    }
    return 0;
}

CodeRange range_of(std::uintptr_t address) {
    CodeRange range{0, address, address};
    ::dl_iterate_phdr(find_range, &range);
    return range;
}

const Libraries& libraries() {
    static const Libraries found{range_of(reinterpret_cast<std::uintptr_t>(&learn_libraries)),
                                 range_of(reinterpret_cast<std::uintptr_t>(&std::abort))};
    return found;
}

struct Walk {
    const CompileStack& stack;
    FaultFrames& frames;
    bool began = false;        // true if the walk has passed the frames of the signal handler
    bool after_abort = false;  // true if the previous frame belongs to abort()
};

_Unwind_Reason_Code visit_frame(_Unwind_Context* context, void* argument) {
    auto& walk = *static_cast<Walk*>(argument);
    int before_instruction = 0;
    const std::uintptr_t address = _Unwind_GetIPInfo(context, &before_instruction);
    const std::uintptr_t caller_stack = _Unwind_GetCFA(context);
    if (!walk.stack.holds(caller_stack)) return walk.began ? _URC_END_OF_STACK : _URC_NO_REASON;
    if (before_instruction && walk.began) {
        walk.frames.is_of_compiler = false;
        return _URC_END_OF_STACK;
    }
    walk.began = true;
    if (walk.after_abort && libraries().libc.holds(address)) walk.frames.is_abort_of_libc = true;
    const void* const function = _Unwind_FindEnclosingFunction(reinterpret_cast<void*>(address));
    walk.after_abort = function == reinterpret_cast<const void*>(&std::abort);
    if (!libraries().compiler.holds(address)) return _URC_NO_REASON;
    walk.frames.place = address - libraries().compiler.base;
    auto* const slot = reinterpret_cast<std::uintptr_t*>(caller_stack) - 1;
    if (!before_instruction && *slot == address) walk.frames.return_slot = slot;
    return _URC_END_OF_STACK;
}

}  // namespace

void learn_libraries() noexcept {
    static_cast<void>(libraries());
    // Call the unwinder here: its first call takes locks and allocates memory, which a signal handler must not do.
    _Unwind_Backtrace([](_Unwind_Context*, void*) { return _URC_END_OF_STACK; }, nullptr);
}

FaultFrames fault_frames(std::uintptr_t instruction, const CompileStack& stack) noexcept {
    FaultFrames frames;
    if (libraries().compiler.holds(instruction)) {
        frames.is_in_library = true;
        frames.place = instruction - libraries().compiler.base;
        return frames;
    }
    frames.place = instruction;
    Walk walk{stack, frames};
    _Unwind_Backtrace(visit_frame, &walk);
    return frames;
}

}  // namespace lanewise::compiler
