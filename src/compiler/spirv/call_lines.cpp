#include "compiler/spirv/call_lines.h"

#include <llvm/ADT/STLExtras.h>

#include "compiler/spirv/linkage.h"
#include "compiler/spirv/state/source_lines.h"

namespace lanewise::compiler::il {

using spirv::Instruction;
using spirv::Op;

CallLines::CallLines(const Translation& all, const Instruction& function) : all_(all) {
    places_.name = name_of(function.result);
    // An OpLine before the function is the location of the function's definition.
    if (const Instruction* debug = all.annotations.debug_function(function.result))
        places_.place = location_of_function(all.annotations, *debug);
    if (places_.place.empty()) places_.place = location_of(all.annotations, function);
}

void CallLines::see(const Instruction& instruction) {
    switch (line_step(all_.annotations, instruction)) {
        case LineStep::begins: line_ = &instruction; return;
        case LineStep::ends: line_ = nullptr; return;
        default: break;
    }
    if (const spirv::Id debug = defined_debug_function(all_.annotations, instruction)) {
        const Instruction* definition = all_.source.definition(debug);
        if (definition) places_.place = location_of_function(all_.annotations, *definition);
        return;
    }
    if (instruction.op != Op::FunctionCall || !line_ || instruction.operands.empty()) return;
    const std::string place = location_of_line(all_.annotations, *line_);
    if (place.empty()) return;
    std::string callee = name_of(instruction.operands[0]);
    if (llvm::none_of(places_.calls, [&](const CallPlace& known) { return known.callee == callee; }))
        places_.calls.push_back({std::move(callee), place});
}

void CallLines::put_on(llvm::Function& function) const {
    if (!places_.calls.empty()) set_call_places(function, places_);
}

std::string CallLines::name_of(spirv::Id function) const {
    const std::string_view name = all_.annotations.name(function);
    if (!name.empty()) return std::string(name);
    const auto linkage = linkage_of(all_, function);
    return linkage ? std::string(linkage->name) : "%" + std::to_string(function);
}

}  // namespace lanewise::compiler::il
