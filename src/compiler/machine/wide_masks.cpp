#include "compiler/machine/wide_masks.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>

#include <array>
#include <vector>

#include "compiler/ir/preserved.h"
#include "compiler/machine/mask_pieces.h"
#include "compiler/target/target_features.h"

namespace lanewise::compiler {
namespace {

using llvm::cast;
using llvm::dyn_cast;
using llvm::Instruction;
using llvm::isa;
using llvm::Value;

using Pieces = llvm::SmallVector<Value*, 8>;

bool is_comparison(const Instruction& mask) { return isa<llvm::CmpInst, llvm::TruncInst>(mask); }

// Whether `mask` is made of masks of the same lanes alone.
bool combines_masks(const Instruction& mask) {
    return isa<llvm::PHINode, llvm::FreezeInst, llvm::SelectInst>(mask) ||
           (isa<llvm::BinaryOperator>(mask) && mask.isBitwiseLogicOp());
}

bool is_member(const Value& value) {
    const auto* mask = dyn_cast<Instruction>(&value);
    return mask && is_mask(value) && (is_comparison(*mask) || combines_masks(*mask));
}

/// Masks that are made of each other.
class Web {
public:
    Web(Instruction& first, const llvm::LoopInfo& loops, unsigned register_bits);

    const llvm::SmallSetVector<Instruction*, 16>& masks() const { return masks_; }
    unsigned bits() const { return bits_; }
    unsigned lanes() const { return lanes_; }  // of a piece
    bool pays() const;

private:
    void vote(const Instruction& mask, const llvm::LoopInfo& loops);

    llvm::SmallSetVector<Instruction*, 16> masks_;
    std::array<unsigned, 4> votes_ = {};  // for 8, 16, 32 and 64 bits
    unsigned bits_ = 8, lanes_ = 0;
};

Web::Web(Instruction& first, const llvm::LoopInfo& loops, unsigned register_bits) {
    llvm::SmallVector<Instruction*, 16> pending{&first};
    while (!pending.empty()) {
        Instruction* mask = pending.pop_back_val();
        if (!masks_.insert(mask)) continue;
        vote(*mask, loops);
        if (combines_masks(*mask))
            for (Value* operand : mask->operands())
                if (is_member(*operand)) pending.push_back(cast<Instruction>(operand));
        for (llvm::User* user : mask->users())
            if (is_member(*user) && combines_masks(*cast<Instruction>(user)))
                pending.push_back(cast<Instruction>(user));
    }
    const unsigned whole = lanes_of(first);
    const auto most = std::max_element(votes_.begin(), votes_.end());
    bits_ <<= most - votes_.begin();
    while (whole * bits_ < 128) bits_ *= 2;
    lanes_ = std::min(whole, register_bits / bits_);
}

// Counts the sizes of compared and selected values, weighted by loop depth. Masks of addresses are for gathers lane by
// lane, and come from values that are no wider than a word.
void Web::vote(const Instruction& mask, const llvm::LoopInfo& loops) {
    const auto add = [&](const Instruction& at, const llvm::Type& type) {
        const unsigned bits = type.isPtrOrPtrVectorTy() ? 32 : type.getScalarSizeInBits();
        if (!type.isVectorTy() || bits < 8 || bits > 64 || !llvm::isPowerOf2_32(bits)) return;
        votes_[llvm::Log2_32(bits) - 3] += 1U << (3 * std::min(loops.getLoopDepth(at.getParent()), 4U));
    };
    if (is_comparison(mask)) add(mask, *mask.getOperand(0)->getType());
    for (const llvm::User* user : mask.users()) {
        const auto& at = *cast<Instruction>(user);
        if (isa<llvm::SelectInst, llvm::SExtInst, llvm::ZExtInst>(at)) add(at, *at.getType());
        if (isa<llvm::CallInst>(at)) add(at, at.getType()->isVoidTy() ? *at.getOperand(0)->getType() : *at.getType());
    }
}

// Whether any mask needs this: code generation itself keeps a comparison that only its own block uses as its users need
// it.
bool Web::pays() const {
    if (lanes_of(*masks_.front()) % lanes_ != 0) return false;
    return llvm::any_of(masks_, [](const Instruction* mask) {
        return !is_comparison(*mask) || mask->isUsedOutsideOfBlock(mask->getParent());
    });
}

class Widener {
public:
    explicit Widener(const Web& web)
        : web_(web), lanes_(web.lanes()), count_(lanes_of(*web.masks().front()) / lanes_) {}

    void make(Instruction& mask);
    void fill(llvm::PHINode& phi);
    void replace_users(Instruction& mask);

private:
    llvm::FixedVectorType* type(llvm::LLVMContext& context) const {
        return llvm::FixedVectorType::get(llvm::IntegerType::get(context, web_.bits()), lanes_);
    }
    Pieces pieces_of(llvm::IRBuilder<>& at, Value* mask) const;
    Value* compared(llvm::IRBuilder<>& at, const Instruction& mask, unsigned piece) const;
    Value* chosen(llvm::IRBuilder<>& at, llvm::SelectInst& choice, Value* which, Value* on, Value* off) const;
    Pieces combined(llvm::IRBuilder<>& at, Instruction& mask) const;
    bool replace_number(llvm::CastInst& number, const Pieces& pieces) const;
    bool replace_choice(llvm::SelectInst& choice, const Pieces& pieces) const;
    Value* mask_at(Instruction& mask, llvm::BasicBlock& block);

    const Web& web_;
    unsigned lanes_, count_;
    llvm::DenseMap<Value*, Pieces> pieces_;
    llvm::DenseMap<std::pair<Instruction*, llvm::BasicBlock*>, Value*> masks_;
};

// Returns the lanes whose sign is set.
Value* are_set(llvm::IRBuilder<>& at, Value* number) {
    return at.CreateICmpSLT(number, llvm::Constant::getNullValue(number->getType()));
}

Pieces Widener::pieces_of(llvm::IRBuilder<>& at, Value* mask) const {
    if (const auto known = pieces_.find(mask); known != pieces_.end()) return known->second;
    Pieces pieces;
    for (unsigned piece = 0; piece < count_; ++piece)
        pieces.push_back(at.CreateSExt(piece_of(at, mask, piece, lanes_), type(mask->getContext())));
    return pieces;
}

Value* Widener::compared(llvm::IRBuilder<>& at, const Instruction& mask, unsigned piece) const {
    Instruction* made = mask.clone();
    for (llvm::Use& operand : made->operands()) operand.set(piece_of(at, operand.get(), piece, lanes_));
    made->mutateType(llvm::FixedVectorType::get(at.getInt1Ty(), lanes_));
    return at.CreateSExt(at.Insert(made, mask.getName()), type(at.getContext()));
}

// Chooses between masks. Other than a select, logic lets poison of lanes that are not chosen into the result, so masks
// are frozen for it. Phis have no incoming values yet that could prove a mask sound.
Value* Widener::chosen(llvm::IRBuilder<>& at, llvm::SelectInst& choice, Value* which, Value* on, Value* off) const {
    namespace pattern = llvm::PatternMatch;
    if (!which) return at.CreateSelect(choice.getCondition(), on, off);
    const auto sound = [&](Value* mask) {
        return isa<llvm::Constant>(mask) && llvm::isGuaranteedNotToBePoison(mask) ? mask : at.CreateFreeze(mask);
    };
    if (pattern::match(off, pattern::m_Zero())) return at.CreateAnd(which, sound(on));
    if (pattern::match(on, pattern::m_AllOnes())) return at.CreateOr(which, sound(off));
    return at.CreateSelect(are_set(at, which), on, off);
}

// A frozen mask may be any number: its sign alone decides.
Pieces Widener::combined(llvm::IRBuilder<>& at, Instruction& mask) const {
    llvm::SmallVector<Pieces, 3> operands;
    for (Value* operand : mask.operands())
        operands.push_back(is_mask(*operand) ? pieces_of(at, operand) : Pieces(count_, nullptr));
    Pieces pieces;
    for (unsigned piece = 0; piece < count_; ++piece) {
        Value* first = operands[0][piece];
        if (auto* choice = dyn_cast<llvm::SelectInst>(&mask))
            pieces.push_back(chosen(at, *choice, first, operands[1][piece], operands[2][piece]));
        else if (isa<llvm::FreezeInst>(mask))
            pieces.push_back(at.CreateFreeze(first));
        else
            pieces.push_back(at.CreateBinOp(cast<llvm::BinaryOperator>(mask).getOpcode(), first, operands[1][piece]));
    }
    return pieces;
}

// Makes the pieces of a mask. Phis get no incoming values yet, since these may be made of the phis.
void Widener::make(Instruction& mask) {
    llvm::IRBuilder<> at(&mask);
    if (!isa<llvm::PHINode>(mask) && combines_masks(mask)) {
        pieces_[&mask] = combined(at, mask);
        return;
    }
    Pieces pieces;
    for (unsigned piece = 0; piece < count_; ++piece)
        pieces.push_back(isa<llvm::PHINode>(mask)
                             ? at.CreatePHI(type(mask.getContext()), mask.getNumOperands(), mask.getName())
                             : compared(at, mask, piece));
    pieces_[&mask] = std::move(pieces);
}

void Widener::fill(llvm::PHINode& phi) {
    llvm::SmallDenseMap<llvm::BasicBlock*, Pieces, 4> incoming;  // a predecessor may have several edges
    for (llvm::BasicBlock* from : phi.blocks()) {
        llvm::IRBuilder<> at(from->getTerminator());
        Pieces& values = incoming[from];
        if (values.empty()) values = pieces_of(at, phi.getIncomingValueForBlock(from));
        for (unsigned piece = 0; piece < count_; ++piece)
            cast<llvm::PHINode>(pieces_[&phi][piece])->addIncoming(values[piece], from);
    }
}

// Replaces an extended mask, which is 1 or -1 in lanes that are on. Adding 1 in some lanes becomes subtracting the
// mask.
bool Widener::replace_number(llvm::CastInst& number, const Pieces& pieces) const {
    if (!isa<llvm::SExtInst, llvm::ZExtInst>(number) || number.getType()->getScalarSizeInBits() < web_.bits())
        return false;
    llvm::IRBuilder<> at(&number);
    auto* wide = llvm::FixedVectorType::get(number.getType()->getScalarType(), lanes_);
    Pieces numbers;
    for (Value* piece : pieces) numbers.push_back(at.CreateSExt(piece, wide));
    Value* whole = llvm::concatenateVectors(at, numbers);
    if (isa<llvm::ZExtInst>(number)) {
        for (llvm::User* user : llvm::make_early_inc_range(number.users())) {
            auto* sum = dyn_cast<llvm::BinaryOperator>(user);
            if (!sum || sum->getOperand(0) == sum->getOperand(1)) continue;
            const bool adds = sum->getOpcode() == Instruction::Add;
            if (!adds && !(sum->getOpcode() == Instruction::Sub && sum->getOperand(1) == &number)) continue;
            Value* before = sum->getOperand(adds && sum->getOperand(0) == &number ? 1 : 0);
            llvm::IRBuilder<> there(sum);
            Value* step = adds ? there.CreateSub(before, whole) : there.CreateAdd(before, whole);
            step->takeName(sum);
            sum->replaceAllUsesWith(step);
            sum->eraseFromParent();
        }
        whole = at.CreateAnd(whole, 1);
    }
    number.replaceAllUsesWith(whole);
    return true;
}

// Replaces a select of a value or zero by logic. Code generation does not know this way if the mask comes from another
// block.
bool Widener::replace_choice(llvm::SelectInst& choice, const Pieces& pieces) const {
    namespace pattern = llvm::PatternMatch;
    llvm::Type* chosen = choice.getType();
    const bool else_zero = pattern::match(choice.getFalseValue(), pattern::m_PosZeroFP()) ||
                           pattern::match(choice.getFalseValue(), pattern::m_ZeroInt());
    if (!else_zero || chosen->isPtrOrPtrVectorTy() || chosen->getScalarSizeInBits() != web_.bits()) return false;
    llvm::IRBuilder<> at(&choice);
    Value* mask = llvm::concatenateVectors(at, pieces);
    Value* bits = at.CreateBitCast(at.CreateFreeze(choice.getTrueValue()), mask->getType());
    Value* result = at.CreateBitCast(at.CreateAnd(mask, bits), chosen);
    result->takeName(&choice);
    choice.replaceAllUsesWith(result);
    return true;
}

// Returns the mask in the form that intrinsics, selects and votes take, once for each block.
Value* Widener::mask_at(Instruction& mask, llvm::BasicBlock& block) {
    Value*& known = masks_[{&mask, &block}];
    if (known) return known;
    const bool here = mask.getParent() == &block && !isa<llvm::PHINode>(mask);
    llvm::IRBuilder<> at(&block, here ? mask.getIterator() : block.getFirstInsertionPt());
    return known = are_set(at, llvm::concatenateVectors(at, pieces_[&mask]));
}

void Widener::replace_users(Instruction& mask) {
    const Pieces pieces = pieces_.lookup(&mask);
    llvm::SmallSetVector<llvm::User*, 8> users(mask.user_begin(), mask.user_end());
    for (llvm::User* user : users) {
        auto* at = cast<Instruction>(user);
        if (web_.masks().contains(at)) continue;
        auto* bits = dyn_cast<llvm::BitCastInst>(at);
        auto* number = dyn_cast<llvm::CastInst>(at);
        auto* choice = dyn_cast<llvm::SelectInst>(at);
        if ((choice && replace_choice(*choice, pieces)) || (bits && ask_pieces(*bits, pieces, are_set)) ||
            (number && replace_number(*number, pieces)))
            at->eraseFromParent();
        else
            at->replaceUsesOfWith(&mask, mask_at(mask, *at->getParent()));
    }
}

void widen(const Web& web, llvm::ArrayRef<Instruction*> in_order) {
    Widener widener(web);
    for (Instruction* mask : in_order) widener.make(*mask);
    for (Instruction* mask : in_order)
        if (auto* phi = dyn_cast<llvm::PHINode>(mask)) widener.fill(*phi);
    for (Instruction* mask : in_order) widener.replace_users(*mask);
    for (Instruction* mask : in_order) mask->replaceAllUsesWith(llvm::PoisonValue::get(mask->getType()));
    for (Instruction* mask : in_order) mask->eraseFromParent();
}

}  // namespace

llvm::PreservedAnalyses WideMasks::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    if (has_feature(function, "avx512vl")) return llvm::PreservedAnalyses::all();
    const unsigned register_bits = has_feature(function, "avx2") ? 256 : 128;
    std::vector<Instruction*> masks;  // each after the masks that it is made of, but for phis
    for (llvm::BasicBlock* block : llvm::ReversePostOrderTraversal<llvm::Function*>(&function))
        for (Instruction& instruction : *block)
            if (is_member(instruction)) masks.push_back(&instruction);
    if (masks.empty()) return llvm::PreservedAnalyses::all();
    const auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
    std::vector<Web> webs;
    llvm::DenseMap<Instruction*, std::size_t> web_of;
    for (Instruction* mask : masks) {
        if (web_of.contains(mask)) continue;
        for (Instruction* member : webs.emplace_back(*mask, loops, register_bits).masks())
            web_of[member] = webs.size() - 1;
    }
    std::vector<std::vector<Instruction*>> in_order(webs.size());
    for (Instruction* mask : masks) in_order[web_of.at(mask)].push_back(mask);
    bool changed = false;
    for (std::size_t web = 0; web < webs.size(); ++web) {
        if (!webs[web].pays()) continue;
        widen(webs[web], in_order[web]);
        changed = true;
    }
    return preserves_flow(changed);
}

}  // namespace lanewise::compiler
