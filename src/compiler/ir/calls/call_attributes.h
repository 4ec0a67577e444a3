// Attributes of direct calls. Thread-safety: an IR context belongs to one thread.
#pragma once

#include <llvm/IR/Function.h>

namespace lanewise::compiler {

/// Returns the attributes for a direct call of a function. Leaves out attributes against inlining: passes may later
/// remove these attributes from the function (prepare/calls/inline_all.h), but LLVM would still obey the attributes of
/// the call.
inline llvm::AttributeList call_attributes(const llvm::Function& function) {
    llvm::AttributeList attributes = function.getAttributes();
    for (const auto kind : {llvm::Attribute::NoInline, llvm::Attribute::OptimizeNone})
        attributes = attributes.removeFnAttribute(function.getContext(), kind);
    return attributes;
}

}  // namespace lanewise::compiler
