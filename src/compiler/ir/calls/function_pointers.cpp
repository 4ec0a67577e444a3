#include "compiler/ir/calls/function_pointers.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Metadata.h>

namespace lanewise::compiler {
namespace {

constexpr llvm::StringLiteral notes = "lanewise.function_pointers";
constexpr llvm::StringLiteral call_mark = "lanewise.call_of_pointer";

}  // namespace

void note_pointer_calls(llvm::Module& module) { module.getOrInsertNamedMetadata(notes); }

void note_function_pointer(llvm::Function& function) {
    llvm::NamedMDNode* list = function.getParent()->getOrInsertNamedMetadata(notes);
    list->addOperand(llvm::MDNode::get(function.getContext(), llvm::ConstantAsMetadata::get(&function)));
}

void mark_call_of_pointer(llvm::CallInst& call) {
    call.setMetadata(call_mark, llvm::MDNode::get(call.getContext(), {}));
}

bool is_call_of_pointer(const llvm::CallInst& call) { return call.getMetadata(call_mark) != nullptr; }

std::optional<AddressedFunctions> take_function_pointers(llvm::Module& module) {
    llvm::NamedMDNode* list = module.getNamedMetadata(notes);
    if (!list) return std::nullopt;
    AddressedFunctions functions;
    for (const llvm::MDNode* note : list->operands())
        if (note->getNumOperands() == 1)
            if (auto* function = llvm::mdconst::dyn_extract_or_null<llvm::Function>(note->getOperand(0)))
                functions.insert(function);
    list->eraseFromParent();
    return functions;
}

}  // namespace lanewise::compiler
