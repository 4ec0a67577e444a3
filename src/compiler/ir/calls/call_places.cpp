#include "compiler/ir/calls/call_places.h"

#include <llvm/IR/Metadata.h>

namespace lanewise::compiler {
namespace {

constexpr llvm::StringLiteral kind = "call_places";

std::string text_of(const llvm::MDNode& node, unsigned operand) {
    const auto* text =
        operand < node.getNumOperands() ? llvm::dyn_cast_or_null<llvm::MDString>(node.getOperand(operand)) : nullptr;
    return text ? text->getString().str() : std::string();
}

}  // namespace

void set_call_places(llvm::Function& function, const FunctionPlaces& places) {
    llvm::LLVMContext& context = function.getContext();
    llvm::SmallVector<llvm::Metadata*, 8> texts{llvm::MDString::get(context, places.name),
                                                llvm::MDString::get(context, places.place)};
    for (const auto& [callee, place] : places.calls) {
        texts.push_back(llvm::MDString::get(context, callee));
        texts.push_back(llvm::MDString::get(context, place));
    }
    function.setMetadata(kind, llvm::MDNode::get(context, texts));
}

FunctionPlaces call_places_of(const llvm::Function& function) {
    FunctionPlaces places;
    const llvm::MDNode* node = function.getMetadata(kind);
    if (!node) {
        places.name = function.getName().str();
        return places;
    }
    places.name = text_of(*node, 0);
    places.place = text_of(*node, 1);
    for (unsigned operand = 2; operand < node->getNumOperands(); operand += 2)
        places.calls.push_back({text_of(*node, operand), text_of(*node, operand + 1)});
    return places;
}

void drop_call_places(llvm::Module& module) {
    for (llvm::Function& function : module) function.setMetadata(kind, nullptr);
}

}  // namespace lanewise::compiler
