#include "compiler/widen/widener.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "compiler/ir/operations.h"
#include "compiler/ir/parts.h"

namespace lanewise::compiler {

using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

Widener::Widener(llvm::Function& kernel, const KernelAnalyses& analyses, const WidenOptions& options, ChunkForm form)
    : chunk_(kernel, analyses, options, form) {}

llvm::Function* Widener::run() {
    const llvm::ReversePostOrderTraversal<llvm::Function*> order(&chunk_.kernel);
    for (llvm::BasicBlock* block : order)
        first_blocks_[block] =
            chunk_.new_block(block->getName());
    for (llvm::BasicBlock* block : order) {
        widen_block(*block);
        if (!chunk_.reason.empty()) break;
    }
    if (chunk_.reason.empty()) complete_phis();
    if (chunk_.reason.empty()) return &chunk_.function;
    chunk_.function.eraseFromParent();
    return nullptr;
}

void Widener::widen_block(llvm::BasicBlock& block) {
    builder_.SetInsertPoint(first_blocks_[&block]);
    if (block.isEntryBlock() && chunk_.form == ChunkForm::tail) {
        llvm::Type* i32 = builder_.getInt32Ty();
        llvm::Value* lanes = builder_.CreateTrunc(create_chunk_lanes(builder_), i32);
        masks_.set_live(builder_.CreateICmpULT(values_.progression(i32, 1),
                                               builder_.CreateVectorSplat(lanes_, lanes), "live"));
    }
    masks_.start_block();
    for (llvm::Instruction& instruction : block) {
        if (!chunk_.reason.empty()) return;
        if (instruction.isTerminator())
            widen_terminator(instruction);
        else
            widen_in_rows(instruction);
    }
    last_blocks_[&block] = builder_.GetInsertBlock();
}

void Widener::widen_phi(llvm::PHINode& phi) {
    const unsigned count = phi.getNumIncomingValues();
    if (shapes_.of(&phi).is_scalar()) {
        llvm::PHINode* scalar = builder_.CreatePHI(phi.getType(), count, phi.getName());
        values_.set_scalar(&phi, scalar);
        phis_.push_back({&phi, {scalar}, masks_.row()});
        return;
    }
    Parts parts;
    for (llvm::Type* leaf : leaf_types(phi.getType()))
        parts.push_back(builder_.CreatePHI(values_.lanes_of(leaf), count, phi.getName()));
    values_.set_parts(&phi, parts);
    phis_.push_back({&phi, parts, masks_.row()});
}

void Widener::complete_phis() {
    for (const auto& [phi, parts, row] : phis_) {
        values_.set_row(row);
        for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
            llvm::BasicBlock* from = last_blocks_.lookup(phi->getIncomingBlock(i));
            if (!from) continue;  // an unreachable block
            const llvm::Value* incoming = phi->getIncomingValue(i);
            if (shapes_.of(phi).is_scalar()) {
                cast<llvm::PHINode>(parts.front())->addIncoming(values_.scalar(incoming), from);
                continue;
            }
            builder_.SetInsertPoint(from->getTerminator());
            const Parts values = chunk_.operand_parts(*phi, incoming);
            for (unsigned part = 0; part < parts.size(); ++part)
                cast<llvm::PHINode>(parts[part])->addIncoming(values[part], from);
        }
    }
}

void Widener::widen_terminator(llvm::Instruction& terminator) {
    for (const llvm::Use& operand : terminator.operands())
        if (!isa<llvm::BasicBlock>(operand) && !shapes_.of(operand).is_uniform())
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

void Widener::widen_instruction(llvm::Instruction& instruction) {
    if (auto* phi = dyn_cast<llvm::PHINode>(&instruction)) return widen_phi(*phi);
    if (load_store_.widen(instruction) || private_arrays_.widen(instruction) || atomics_.widen(instruction)) return;
    if (auto* call = dyn_cast<llvm::CallInst>(&instruction)) return widen_call(*call);
    const Shape shape = shapes_.of(&instruction);
    if (shape.checked) return widen_checked(instruction);
    if (shape.is_scalar()) return widen_scalar(instruction);
    Parts parts = widen_elements(instruction);
    if (!parts.empty()) return values_.set_parts(&instruction, parts);
    chunk_.reject_instruction(instruction);
}

// A block may start with the mask of its lanes: every effect in it is theirs only.
void Widener::enter_mask(llvm::CallInst& call) {
    const llvm::Value* mask = call.getArgOperand(0);
    // A lane that the mask does not decide for is off or dead, either way it must not reach a branch.
    llvm::Value* lanes = builder_.CreateFreeze(values_.part(mask));
    masks_.enter(lanes, guarded_by_any(*call.getParent(), mask));
}

bool Widener::guarded_by_any(const llvm::BasicBlock& block, const llvm::Value* mask) const {
    const llvm::BasicBlock* before = block.getSinglePredecessor();
    const auto* branch = before ? dyn_cast<llvm::BranchInst>(before->getTerminator()) : nullptr;
    if (!branch || !branch->isConditional() || branch->getSuccessor(0) != &block ||
        branch->getSuccessor(1) == &block)
        return false;
    const llvm::CallInst* any = as_operation(branch->getCondition(), op::any);
    return any && any->getArgOperand(0) == mask;
}

}  // namespace lanewise::compiler
