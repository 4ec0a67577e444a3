// Attributes of direct calls. Thread-safety: that of the IR's context.
#pragma once

#include <llvm/IR/Function.h>

namespace lanewise::compiler {

/// Returns the attributes for a direct call of a function. Attributes against inlining are left out. Passes may remove
/// them from functions (prepare/calls/inline_all.h), but LLVM would still obey those of the call.
inline llvm::AttributeList call_attributes(const llvm::Function& function) {
    llvm::AttributeList attributes = function.getAttributes();
    for (const auto kind : {llvm::Attribute::NoInline, llvm::Attribute::OptimizeNone})
        attributes = attributes.removeFnAttribute(function.getContext(), kind);
    return attributes;
}

}  // namespace lanewise::compiler
