#include "compiler/widen/control_flow.h"

namespace lanewise::compiler {

using llvm::cast;
using llvm::dyn_cast;

void ControlFlow::add_block(const llvm::BasicBlock& original) {
    first_blocks_[&original] = chunk_.new_block(original.getName());
}

void ControlFlow::start_block(const llvm::BasicBlock& original) { builder_.SetInsertPoint(first_blocks_[&original]); }

void ControlFlow::end_block(const llvm::BasicBlock& original) { last_blocks_[&original] = builder_.GetInsertBlock(); }

bool ControlFlow::widen(llvm::Instruction& original) {
    auto* phi = dyn_cast<llvm::PHINode>(&original);
    if (!phi) return false;
    const unsigned count = phi->getNumIncomingValues(), row = chunk_.masks.row();
    if (shapes_.of(phi).is_scalar()) {
        llvm::PHINode* scalar = builder_.CreatePHI(phi->getType(), count, phi->getName());
        values_.set_scalar(phi, scalar);
        phis_.push_back({phi, {scalar}, row});
        return true;
    }
    Parts parts;
    for (llvm::Type* leaf : leaf_types(phi->getType()))
        parts.push_back(builder_.CreatePHI(values_.lanes_of(leaf), count, phi->getName()));
    values_.set_parts(phi, parts);
    phis_.push_back({phi, parts, row});
    return true;
}

void ControlFlow::complete(const WidePhi& phi) {
    for (unsigned i = 0; i < phi.original->getNumIncomingValues(); ++i) {
        llvm::BasicBlock* from = last_blocks_.lookup(phi.original->getIncomingBlock(i));
        if (!from) continue;  // the edge comes from an unreachable block
        const llvm::Value* incoming = phi.original->getIncomingValue(i);
        if (shapes_.of(phi.original).is_scalar()) {
            cast<llvm::PHINode>(phi.parts.front())->addIncoming(values_.scalar(incoming), from);
            continue;
        }
        builder_.SetInsertPoint(from->getTerminator());
        const Parts incoming_parts = chunk_.operand_parts(*phi.original, incoming);
        for (unsigned part = 0; part < phi.parts.size(); ++part)
            cast<llvm::PHINode>(phi.parts[part])->addIncoming(incoming_parts[part], from);
    }
}

void ControlFlow::complete_phis() {
    for (const WidePhi& phi : phis_) {
        values_.set_row(phi.row);
        complete(phi);
    }
}

void ControlFlow::widen_terminator(llvm::Instruction& terminator) {
    for (const llvm::Use& operand : terminator.operands())
        if (!llvm::isa<llvm::BasicBlock>(operand) && !shapes_.of(operand).is_uniform())
            return chunk_.reject("divergent branch");
    llvm::Instruction* copy = terminator.clone();
    copy->setDebugLoc({});
    for (llvm::Use& operand : copy->operands()) {
        if (auto* block = dyn_cast<llvm::BasicBlock>(operand))
            operand = first_blocks_[block];
        else
            operand = values_.scalar(operand);
    }
    builder_.Insert(copy);
}

}  // namespace lanewise::compiler
