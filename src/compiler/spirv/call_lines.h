// The source locations of a function and its calls (state/source_lines.h), for build logs about recursion.
// Thread-safety: belongs to one translation.
#pragma once

#include "compiler/ir/calls/call_places.h"
#include "compiler/spirv/state/translation.h"

namespace lanewise::compiler::il {

class CallLines {
public:
    CallLines(const Translation& all, const spirv::Instruction& function);

    /// Notes the effect of the next instruction: a new location, the end of a block, or a call.
    void see(const spirv::Instruction& instruction);

    /// Adds the noted locations to the function as metadata, if there are any.
    void put_on(llvm::Function& function) const;

private:
    std::string name_of(spirv::Id function) const;

    const Translation& all_;
    const spirv::Instruction* line_ = nullptr;
    FunctionPlaces places_;
};

}  // namespace lanewise::compiler::il
