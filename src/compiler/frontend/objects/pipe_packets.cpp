#include "compiler/frontend/objects/pipe_packets.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Type.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Metadata.h>

namespace lanewise::compiler {

void PipePackets::take_from(clang::DeclGroupRef group) {
    for (clang::Decl* declaration : group) {
        const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
        if (!function || !function->getIdentifier() || !function->hasAttr<clang::DeviceKernelAttr>()) continue;
        const auto is_pipe = [](const clang::ParmVarDecl* argument) { return argument->getType()->isPipeType(); };
        if (llvm::none_of(function->parameters(), is_pipe)) continue;
        auto& sizes = sizes_[function->getName()];
        sizes.clear();
        for (const clang::ParmVarDecl* argument : function->parameters()) {
            const auto* pipe = argument->getType()->getAs<clang::PipeType>();
            const clang::ASTContext& context = function->getASTContext();
            sizes.push_back(
                pipe ? static_cast<std::uint32_t>(context.getTypeSizeInChars(pipe->getElementType()).getQuantity())
                     : 0);
        }
    }
}

void PipePackets::put_on(llvm::Module& module) const {
    llvm::Type* number = llvm::Type::getInt32Ty(module.getContext());
    for (const auto& [name, sizes] : sizes_) {
        llvm::Function* kernel = module.getFunction(name);
        if (!kernel) continue;
        llvm::SmallVector<llvm::Metadata*, 4> operands;
        for (const std::uint32_t size : sizes)
            operands.push_back(llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(number, size)));
        kernel->setMetadata("pipe_packet_size", llvm::MDNode::get(module.getContext(), operands));
    }
}

}  // namespace lanewise::compiler
