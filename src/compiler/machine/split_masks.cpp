#include "compiler/machine/split_masks.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <vector>

#include "compiler/ir/preserved.h"
#include "compiler/limits/budget.h"
#include "compiler/machine/mask_pieces.h"
#include "compiler/target/target_features.h"

namespace lanewise::compiler {
namespace {

using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

constexpr unsigned register_bits = 512;

using Pieces = llvm::SmallVector<llvm::Value*, 4>;

unsigned element_bits(const llvm::Value* value) {
    return value->getType()->isPtrOrPtrVectorTy() ? 64 : value->getType()->getScalarSizeInBits();
}

// Whether `mask` is made of masks of the same lanes alone.
bool combines_masks(const llvm::Instruction& mask) {
    if (const auto* choice = dyn_cast<llvm::SelectInst>(&mask)) return is_mask(*choice->getCondition());
    return isa<llvm::PHINode, llvm::FreezeInst>(mask) ||
           (isa<llvm::BinaryOperator>(mask) && cast<llvm::BinaryOperator>(mask).isBitwiseLogicOp());
}

// Whether `mask` is an integer with a bit for each lane (widen/elements/ramp_masks.h).
bool is_integer_as_mask(const llvm::Instruction& mask) {
    return isa<llvm::BitCastInst>(mask) && mask.getOperand(0)->getType()->isIntegerTy();
}

/// Masks that are made of each other, of comparisons and of integers.
struct Web {
    llvm::SmallSetVector<llvm::Instruction*, 16> masks;
    unsigned bits = 0;  // of an element of the compared and selected values
    bool sound = true;
    bool carried = false;  // by a loop, perhaps

    void add(llvm::Value* value);
    void agree_on(unsigned element) {
        if (bits == 0) bits = element;
        sound &= bits == element;
    }
    unsigned piece_lanes() const { return register_bits / bits; }
    bool pays() const {
        return sound && carried && (bits == 32 || bits == 64) && lanes_of(*masks.front()) > piece_lanes();
    }
};

void Web::add(llvm::Value* value) {
    llvm::SmallVector<llvm::Value*, 16> pending{value};
    while (!pending.empty() && sound) {
        llvm::Value* next = pending.pop_back_val();
        if (llvm::getSplatValue(next) || isa<llvm::Constant>(next)) continue;
        auto* mask = dyn_cast<llvm::Instruction>(next);
        sound = mask && masks.size() < budget::masks_of_web &&
                (isa<llvm::CmpInst>(mask) || is_integer_as_mask(*mask) || combines_masks(*mask));
        if (!sound || !masks.insert(mask)) continue;
        carried |= isa<llvm::PHINode>(mask);
        if (isa<llvm::CmpInst>(mask))
            agree_on(element_bits(mask->getOperand(0)));
        else if (combines_masks(*mask))
            pending.append(mask->op_begin(), mask->op_end());
        for (llvm::User* user : mask->users()) {
            if (is_mask(*user) && combines_masks(*cast<llvm::Instruction>(user))) pending.push_back(user);
            if (isa<llvm::SelectInst, llvm::CastInst>(user) && user->getType()->isVectorTy() && !is_mask(*user))
                agree_on(element_bits(user));
        }
    }
}

class Splitter {
public:
    explicit Splitter(const Web& web)
        : web_(web), lanes_(web.piece_lanes()), count_(lanes_of(*web.masks.front()) / lanes_) {}

    void run();

private:
    Pieces pieces_of(llvm::IRBuilder<>& at, llvm::Value* mask);
    Pieces bits_of(llvm::IRBuilder<>& at, llvm::Value* number) const;
    const Pieces& split(llvm::Instruction& mask);
    void split_users(llvm::Instruction& mask);
    llvm::Value* split_choice(llvm::SelectInst& choice, const Pieces& pieces) const;
    void count_lanes(llvm::CastInst& number, const Pieces& pieces) const;
    llvm::Value* split_cast(llvm::CastInst& number, const Pieces& pieces) const;
    void fill(llvm::PHINode& phi);

    const Web& web_;
    unsigned lanes_, count_;
    llvm::DenseMap<llvm::Instruction*, Pieces> pieces_;
};

Pieces Splitter::pieces_of(llvm::IRBuilder<>& at, llvm::Value* mask) {
    auto* instruction = dyn_cast<llvm::Instruction>(mask);
    if (instruction && web_.masks.contains(instruction)) return split(*instruction);
    Pieces pieces;
    for (unsigned piece = 0; piece < count_; ++piece) pieces.push_back(piece_of(at, mask, piece, lanes_));
    return pieces;
}

Pieces Splitter::bits_of(llvm::IRBuilder<>& at, llvm::Value* number) const {
    Pieces pieces;
    for (unsigned piece = 0; piece < count_; ++piece) {
        llvm::Value* bits = at.CreateTrunc(at.CreateLShr(number, piece * lanes_), at.getIntNTy(lanes_));
        pieces.push_back(at.CreateBitCast(bits, llvm::FixedVectorType::get(at.getInt1Ty(), lanes_)));
    }
    return pieces;
}

// Splits a mask. Phis get no incoming values yet, since these may be made of the phis.
const Pieces& Splitter::split(llvm::Instruction& mask) {
    if (const auto known = pieces_.find(&mask); known != pieces_.end()) return known->second;
    llvm::IRBuilder<> at(&mask);
    Pieces pieces;
    if (isa<llvm::PHINode>(mask)) {
        auto* type = llvm::FixedVectorType::get(at.getInt1Ty(), lanes_);
        for (unsigned piece = 0; piece < count_; ++piece)
            pieces.push_back(at.CreatePHI(type, mask.getNumOperands(), mask.getName()));
        return pieces_[&mask] = pieces;
    }
    if (is_integer_as_mask(mask)) return pieces_[&mask] = bits_of(at, mask.getOperand(0));
    llvm::SmallVector<Pieces, 3> operands;
    for (llvm::Value* operand : mask.operands()) operands.push_back(pieces_of(at, operand));
    for (unsigned piece = 0; piece < count_; ++piece) {
        llvm::Instruction* made = mask.clone();
        made->mutateType(llvm::FixedVectorType::get(at.getInt1Ty(), lanes_));
        for (unsigned operand = 0; operand < operands.size(); ++operand)
            made->setOperand(operand, operands[operand][piece]);
        pieces.push_back(at.Insert(made, mask.getName()));
    }
    return pieces_[&mask] = pieces;
}

llvm::Value* Splitter::split_choice(llvm::SelectInst& choice, const Pieces& pieces) const {
    llvm::IRBuilder<> at(&choice);
    Pieces results;
    for (unsigned piece = 0; piece < count_; ++piece)
        results.push_back(at.CreateSelect(pieces[piece], piece_of(at, choice.getTrueValue(), piece, lanes_),
                                          piece_of(at, choice.getFalseValue(), piece, lanes_)));
    return llvm::concatenateVectors(at, results);
}

// Makes sums with an extended mask selects: adding one under a mask is then one masked instruction.
void Splitter::count_lanes(llvm::CastInst& number, const Pieces& pieces) const {
    const bool is_signed = isa<llvm::SExtInst>(number);
    for (llvm::User* user : llvm::make_early_inc_range(number.users())) {
        auto* sum = dyn_cast<llvm::BinaryOperator>(user);
        if (!sum || sum->getOperand(0) == sum->getOperand(1)) continue;
        const bool adds = sum->getOpcode() == llvm::Instruction::Add;
        if (!adds && !(sum->getOpcode() == llvm::Instruction::Sub && sum->getOperand(1) == &number)) continue;
        llvm::Value* before = sum->getOperand(adds && sum->getOperand(0) == &number ? 1 : 0);
        llvm::IRBuilder<> at(sum);
        Pieces results;
        for (unsigned piece = 0; piece < count_; ++piece) {
            llvm::Value* old = piece_of(at, before, piece, lanes_);
            llvm::Constant* one = adds == is_signed ? llvm::Constant::getAllOnesValue(old->getType())
                                                    : llvm::ConstantInt::get(old->getType(), 1);
            results.push_back(at.CreateSelect(pieces[piece], at.CreateAdd(old, one), old));
        }
        llvm::Value* joined = llvm::concatenateVectors(at, results);
        joined->takeName(sum);
        sum->replaceAllUsesWith(joined);
        sum->eraseFromParent();
    }
}

llvm::Value* Splitter::split_cast(llvm::CastInst& number, const Pieces& pieces) const {
    if (number.use_empty()) return llvm::PoisonValue::get(number.getType());
    llvm::IRBuilder<> at(&number);
    auto* type = llvm::FixedVectorType::get(number.getType()->getScalarType(), lanes_);
    Pieces results;
    for (llvm::Value* piece : pieces) results.push_back(at.CreateCast(number.getOpcode(), piece, type));
    return llvm::concatenateVectors(at, results);
}

// Splits the users of a mask that are no masks themselves.
void Splitter::split_users(llvm::Instruction& mask) {
    const Pieces pieces = pieces_.lookup(&mask);
    llvm::SmallSetVector<llvm::User*, 8> users(mask.user_begin(), mask.user_end());
    for (llvm::User* user : users) {
        auto* instruction = cast<llvm::Instruction>(user);
        if (web_.masks.contains(instruction)) continue;
        llvm::Value* result = nullptr;
        if (auto* choice = dyn_cast<llvm::SelectInst>(instruction); choice && !is_mask(*choice))
            result = split_choice(*choice, pieces);
        else if (auto* bits = dyn_cast<llvm::BitCastInst>(instruction))
            result = ask_pieces(*bits, pieces, [](llvm::IRBuilder<>&, llvm::Value* mask) { return mask; })
                         ? llvm::PoisonValue::get(bits->getType())
                         : nullptr;
        else if (auto* number = dyn_cast<llvm::CastInst>(instruction)) {
            if (isa<llvm::SExtInst, llvm::ZExtInst>(number)) count_lanes(*number, pieces);
            result = split_cast(*number, pieces);
        }
        if (!result) continue;
        instruction->replaceAllUsesWith(result);
        instruction->eraseFromParent();
    }
    if (llvm::all_of(mask.users(),
                     [&](llvm::User* user) { return web_.masks.contains(cast<llvm::Instruction>(user)); }))
        return;
    llvm::BasicBlock* block = mask.getParent();
    llvm::IRBuilder<> behind(block,
                             isa<llvm::PHINode>(mask) ? block->getFirstInsertionPt() : std::next(mask.getIterator()));
    llvm::Value* whole = llvm::concatenateVectors(behind, pieces);
    mask.replaceUsesWithIf(
        whole, [&](llvm::Use& use) { return !web_.masks.contains(cast<llvm::Instruction>(use.getUser())); });
}

void Splitter::fill(llvm::PHINode& phi) {
    const Pieces pieces = pieces_.lookup(&phi);
    llvm::SmallDenseMap<llvm::BasicBlock*, Pieces, 4> incoming;  // a predecessor may have several edges
    for (llvm::BasicBlock* from : phi.blocks()) {
        llvm::IRBuilder<> at(from->getTerminator());
        Pieces& values = incoming[from];
        if (values.empty()) values = pieces_of(at, phi.getIncomingValueForBlock(from));
        for (unsigned piece = 0; piece < count_; ++piece)
            cast<llvm::PHINode>(pieces[piece])->addIncoming(values[piece], from);
    }
}

void Splitter::run() {
    for (llvm::Instruction* mask : web_.masks) split(*mask);
    for (llvm::Instruction* mask : web_.masks)
        if (auto* phi = dyn_cast<llvm::PHINode>(mask)) fill(*phi);
    for (llvm::Instruction* mask : web_.masks) split_users(*mask);
    for (llvm::Instruction* mask : web_.masks) mask->replaceAllUsesWith(llvm::PoisonValue::get(mask->getType()));
    for (llvm::Instruction* mask : web_.masks) mask->eraseFromParent();
}

}  // namespace

llvm::PreservedAnalyses SplitMasks::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    // Without AVX-512 masks have no registers of their own.
    if (!has_feature(function, "avx512vl")) return llvm::PreservedAnalyses::all();
    std::vector<Web> webs;
    llvm::SmallPtrSet<llvm::Instruction*, 32> seen;
    for (llvm::BasicBlock& block : function)
        for (llvm::PHINode& phi : block.phis()) {
            if (!is_mask(phi) || seen.contains(&phi)) continue;
            Web web;
            web.add(&phi);
            seen.insert(web.masks.begin(), web.masks.end());
            if (web.pays()) webs.push_back(std::move(web));
        }
    for (const Web& web : webs) Splitter(web).run();
    return preserves_flow(!webs.empty());
}

}  // namespace lanewise::compiler
