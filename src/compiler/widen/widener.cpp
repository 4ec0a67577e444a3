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

Widener::Widener(llvm::Function& kernel, const ShapeInfo& shapes, const PrivateLayouts& layouts,
                 const RowSharing& sharing, const ElementOrder& order, const WidenOptions& options, ChunkForm form)
    : kernel_(kernel),
      shapes_(shapes),
      layouts_(layouts),
      sharing_(sharing),
      order_(order),
      options_(options),
      form_(form),
      lanes_(options.lanes),
      layout_(kernel.getDataLayout()),
      builder_(kernel.getContext()),
      masks_(options.rows) {}

llvm::Function* Widener::run() {
    create_function();
    const llvm::ReversePostOrderTraversal<llvm::Function*> order(&kernel_);
    for (llvm::BasicBlock* block : order)
        first_blocks_[block] =
            llvm::BasicBlock::Create(kernel_.getContext(), block->getName(), chunk_);
    for (llvm::BasicBlock* block : order) {
        widen_block(*block);
        if (!reason_.empty()) break;
    }
    if (reason_.empty()) complete_phis();
    if (reason_.empty()) return chunk_;
    chunk_->eraseFromParent();
    return nullptr;
}

void Widener::create_function() {
    const Part part = options_.rows > 1 ? Part::rows : form_ == ChunkForm::full ? Part::full : Part::tail;
    chunk_ = llvm::Function::Create(kernel_.getFunctionType(), llvm::GlobalValue::ExternalLinkage,
                                    part_name(kernel_.getName(), part), kernel_.getParent());
    chunk_->copyAttributesFrom(&kernel_);
    values_.emplace(*chunk_, lanes_, shapes_, sharing_, options_.rows);
    for (auto [original, argument] : llvm::zip(kernel_.args(), chunk_->args())) {
        argument.setName(original.getName());
        values_->set_scalar(&original, &argument);
    }
}

void Widener::widen_block(llvm::BasicBlock& block) {
    builder_.SetInsertPoint(first_blocks_[&block]);
    if (block.isEntryBlock() && form_ == ChunkForm::tail) {
        llvm::Type* i32 = builder_.getInt32Ty();
        llvm::Value* lanes = builder_.CreateTrunc(create_chunk_lanes(builder_), i32);
        live_ = builder_.CreateICmpULT(values_->progression(i32, 1),
                                       builder_.CreateVectorSplat(lanes_, lanes), "live");
    }
    clear_masks();
    for (llvm::Instruction& instruction : block) {
        if (!reason_.empty()) return;
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
        values_->set_scalar(&phi, scalar);
        phis_.push_back({&phi, {scalar}, row_});
        return;
    }
    Parts parts;
    for (llvm::Type* leaf : leaf_types(phi.getType()))
        parts.push_back(builder_.CreatePHI(values_->lanes_of(leaf), count, phi.getName()));
    values_->set_parts(&phi, parts);
    phis_.push_back({&phi, parts, row_});
}

void Widener::complete_phis() {
    for (const auto& [phi, parts, row] : phis_) {
        values_->set_row(row);
        for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
            llvm::BasicBlock* from = last_blocks_.lookup(phi->getIncomingBlock(i));
            if (!from) continue;  // an unreachable block
            const llvm::Value* incoming = phi->getIncomingValue(i);
            if (shapes_.of(phi).is_scalar()) {
                cast<llvm::PHINode>(parts.front())->addIncoming(values_->scalar(incoming), from);
                continue;
            }
            builder_.SetInsertPoint(from->getTerminator());
            const Parts values = operand_parts(*phi, incoming);
            for (unsigned part = 0; part < parts.size(); ++part)
                cast<llvm::PHINode>(parts[part])->addIncoming(values[part], from);
        }
    }
}

void Widener::widen_terminator(llvm::Instruction& terminator) {
    for (const llvm::Use& operand : terminator.operands())
        if (!isa<llvm::BasicBlock>(operand) && !shapes_.of(operand).is_uniform())
            return reject("divergent branch");
    llvm::Instruction* copy = terminator.clone();
    copy->setDebugLoc({});
    for (llvm::Use& operand : copy->operands()) {
        if (auto* block = dyn_cast<llvm::BasicBlock>(operand))
            operand = first_blocks_[block];
        else
            operand = values_->scalar(operand);
    }
    builder_.Insert(copy);
}

void Widener::widen_instruction(llvm::Instruction& instruction) {
    if (auto* phi = dyn_cast<llvm::PHINode>(&instruction)) return widen_phi(*phi);
    if (auto* call = dyn_cast<llvm::CallInst>(&instruction)) return widen_call(*call);
    if (auto* load = dyn_cast<llvm::LoadInst>(&instruction)) return widen_load(*load);
    if (auto* store = dyn_cast<llvm::StoreInst>(&instruction)) return widen_store(*store);
    if (auto* array = dyn_cast<llvm::AllocaInst>(&instruction)) return widen_alloca(*array);
    if (auto* atomic = dyn_cast<llvm::AtomicRMWInst>(&instruction)) return widen_atomic(*atomic);
    if (isa<llvm::AtomicCmpXchgInst>(instruction)) return serialize(instruction);
    if (isa<llvm::FenceInst>(instruction)) {
        builder_.Insert(instruction.clone())->setDebugLoc({});
        return;
    }
    const Shape shape = shapes_.of(&instruction);
    if (shape.checked) return widen_checked(instruction);
    if (shape.is_scalar()) return widen_scalar(instruction);
    Parts parts = widen_elements(instruction);
    if (!parts.empty()) return values_->set_parts(&instruction, parts);
    reject_instruction(instruction);
}

// A block may start with the mask of its lanes: every effect in it is theirs only.
void Widener::enter_mask(llvm::CallInst& call) {
    const llvm::Value* mask = call.getArgOperand(0);
    // A lane that the mask does not decide for is off or dead, either way it must not reach a branch.
    masks_[row_] = with_live(builder_.CreateFreeze(values_->part(mask)));
    masked_ = true;
    guarded_ = guarded_by_any(*call.getParent(), mask);
    start_row(row_);
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

llvm::Value* Widener::with_live(llvm::Value* mask) {
    return live_ ? builder_.CreateAnd(mask, live_) : mask;
}

llvm::Value* Widener::ones() const {
    return llvm::Constant::getAllOnesValue(
        values_->lanes_of(llvm::Type::getInt1Ty(kernel_.getContext())));
}

llvm::Value* Widener::mask_or_ones() const { return mask_ ? mask_ : ones(); }

llvm::Value* Widener::mask_bits(llvm::Value* mask) {
    return builder_.CreateBitCast(mask ? mask : ones(), builder_.getIntNTy(lanes_));
}

llvm::Value* Widener::any_lane(llvm::Value* mask) {
    llvm::Value* bits = mask_bits(mask);
    return builder_.CreateICmpNE(bits, llvm::ConstantInt::get(bits->getType(), 0));
}

llvm::Value* Widener::all_lanes(llvm::Value* mask) {
    llvm::Value* bits = mask_bits(mask);
    return builder_.CreateICmpEQ(bits, llvm::Constant::getAllOnesValue(bits->getType()));
}

Parts Widener::either(llvm::Value* condition, Emit then, Emit otherwise, double likely) {
    llvm::LLVMContext& context = kernel_.getContext();
    auto* then_block = llvm::BasicBlock::Create(context, "", chunk_);
    auto* else_block = llvm::BasicBlock::Create(context, "", chunk_);
    auto* join = llvm::BasicBlock::Create(context, "", chunk_);
    llvm::BranchInst* branch = builder_.CreateCondBr(condition, then_block, else_block);
    if (likely != 0)
        branch->setMetadata(llvm::LLVMContext::MD_prof,
                            llvm::MDBuilder(context).createLikelyBranchWeights());
    builder_.SetInsertPoint(then_block);
    const Parts first = then();
    then_block = builder_.GetInsertBlock();
    builder_.CreateBr(join);
    builder_.SetInsertPoint(else_block);
    const Parts second = otherwise();
    else_block = builder_.GetInsertBlock();
    builder_.CreateBr(join);
    builder_.SetInsertPoint(join);
    Parts result;
    for (auto [a, b] : llvm::zip(first, second)) {
        llvm::PHINode* phi = builder_.CreatePHI(a->getType(), 2);
        phi->addIncoming(a, then_block);
        phi->addIncoming(b, else_block);
        result.push_back(phi);
    }
    return result;
}

Parts Widener::if_any_on(llvm::ArrayRef<llvm::Type*> types, Emit then) {
    if (some_lane_on_) return then();
    return either(any_lane(mask_), then, [&] {
        Parts zeros;
        for (llvm::Type* type : types) zeros.push_back(llvm::Constant::getNullValue(type));
        return zeros;
    });
}

void Widener::reject(const llvm::Twine& reason) {
    if (reason_.empty()) reason_ = reason.str();
}

void Widener::reject_instruction(const llvm::Instruction& instruction) {
    std::string text;
    llvm::raw_string_ostream(text) << instruction;
    reject("cannot widen" + llvm::StringRef(text).ltrim().take_front(100));
}

}  // namespace lanewise::compiler
