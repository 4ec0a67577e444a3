#include "compiler/machine/byte_permutes.h"

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicsX86.h>

#include <numeric>
#include <optional>

#include "compiler/ir/preserved.h"
#include "compiler/target/target_features.h"

namespace lanewise::compiler {
namespace {

using llvm::Value;
using Places = llvm::SmallVector<int, 64>;

constexpr unsigned register_bytes = 64, half_register_bytes = 32, lane_bytes = 16;

unsigned bytes_of(const llvm::Type& type) { return static_cast<unsigned>(type.getPrimitiveSizeInBits() / 8); }

// Whether code generation may see the shuffle as one of bytes: it folds casts of the operands and of the result into
// it.
bool moves_bytes(const llvm::ShuffleVectorInst& shuffle) {
    const auto is_bytes = [](const llvm::Type* type) { return type->getScalarSizeInBits() == 8; };
    if (is_bytes(shuffle.getType())) return true;
    const auto* cast = llvm::dyn_cast<llvm::BitCastInst>(shuffle.getOperand(0));
    return shuffle.getType()->getScalarSizeInBits() > 8 && cast && is_bytes(cast->getSrcTy());
}

// Whether the operand itself is a shuffle, with which code generation may join one of its result.
bool is_shuffle(const Value& operand) {
    const Value* value = &operand;
    while (const auto* cast = llvm::dyn_cast<llvm::BitCastInst>(value)) value = cast->getOperand(0);
    return llvm::isa<llvm::ShuffleVectorInst>(value);
}

// The bytes of a shuffle, numbered through both operands; -1 for those that may be anything. Each operand is as long as
// the next power of two, since code generation widens vectors so.
struct ByteShuffle {
    explicit ByteShuffle(llvm::ShuffleVectorInst& of)
        : shuffle(of), operand_bytes(bytes_of(*of.getOperand(0)->getType())) {
        llvm::narrowShuffleMaskElts(static_cast<int>(of.getType()->getScalarSizeInBits() / 8), of.getShuffleMask(),
                                    places);
    }

    llvm::ShuffleVectorInst& shuffle;
    const unsigned operand_bytes;
    llvm::SmallVector<int, 128> places;

    unsigned registers() const { return static_cast<unsigned>(llvm::divideCeil(places.size(), register_bytes)); }

    llvm::ArrayRef<int> part(unsigned number) const {
        const llvm::ArrayRef<int> all = places;
        return all.drop_front(number * register_bytes).take_front(register_bytes);
    }

    // The operand's register that a place lies in: 0 for the first operand's first.
    unsigned source_of(int place) const {
        const unsigned operand = static_cast<unsigned>(place) / operand_bytes;
        const unsigned sources = static_cast<unsigned>(llvm::divideCeil(operand_bytes, register_bytes));
        return operand * sources + static_cast<unsigned>(place) % operand_bytes / register_bytes;
    }

    unsigned first_of(unsigned source) const {
        const unsigned sources = static_cast<unsigned>(llvm::divideCeil(operand_bytes, register_bytes));
        return source / sources * operand_bytes + source % sources * register_bytes;
    }
};

// A register's bytes that come from one register of an operand, and move between its 128-bit parts.
struct Permute {
    unsigned source;
    Places from;  // places in the source
};

bool is_identity(llvm::ArrayRef<int> places) {
    for (unsigned i = 0; i < places.size(); ++i)
        if (places[i] >= 0 && static_cast<unsigned>(places[i]) != i) return false;
    return true;
}

bool is_splat(llvm::ArrayRef<int> places) {
    const auto* first = llvm::find_if(places, [](int place) { return place >= 0; });
    return llvm::all_of(places, [&](int place) { return place < 0 || place == *first; });
}

// Null where code generation finds instructions.
std::optional<Permute> permute_of(const ByteShuffle& bytes, unsigned number) {
    Permute result;
    std::optional<unsigned> source;
    bool crosses = false;
    const llvm::ArrayRef<int> part = bytes.part(number);
    for (unsigned i = 0; i < part.size(); ++i) {
        if (part[i] < 0) {
            result.from.push_back(llvm::PoisonMaskElem);
            continue;
        }
        const unsigned from = bytes.source_of(part[i]);
        if (source && *source != from) return std::nullopt;
        source = from;
        const unsigned place = static_cast<unsigned>(part[i]) - bytes.first_of(from);
        crosses |= place / lane_bytes != i / lane_bytes;
        result.from.push_back(static_cast<int>(place));
    }
    if (!source || is_splat(part) || is_identity(result.from)) return std::nullopt;
    const Value& operand = *bytes.shuffle.getOperand(bytes.first_of(*source) / bytes.operand_bytes);
    if (!crosses && !is_shuffle(operand)) return std::nullopt;
    result.source = *source;
    result.from.resize(register_bytes, llvm::PoisonMaskElem);
    return result;
}

class Rewriting {
public:
    explicit Rewriting(const ByteShuffle& bytes)
        : bytes_(bytes), builder_(&bytes.shuffle), has_vbmi_(has_feature(*bytes.shuffle.getFunction(), "avx512vbmi")) {}

    void run(llvm::ArrayRef<std::optional<Permute>> permutes) {
        for (unsigned operand = 0; operand < 2; ++operand) {
            Value* value = bytes_.shuffle.getOperand(operand);
            operands_[operand] = builder_.CreateBitCast(value, bytes_type(bytes_.operand_bytes));
        }
        Value* whole = nullptr;
        for (unsigned number = 0; number < permutes.size(); ++number) {
            Value* part = permutes[number] ? permuted(*permutes[number]) : shuffled(bytes_.part(number));
            whole = whole ? joined(whole, part) : part;
        }
        Places kept(bytes_.places.size());
        std::iota(kept.begin(), kept.end(), 0);
        if (kept.size() != bytes_of(*whole->getType())) whole = builder_.CreateShuffleVector(whole, kept);
        whole = builder_.CreateBitCast(whole, bytes_.shuffle.getType());
        whole->takeName(&bytes_.shuffle);
        bytes_.shuffle.replaceAllUsesWith(whole);
        bytes_.shuffle.eraseFromParent();
    }

private:
    llvm::FixedVectorType* bytes_type(unsigned count) {
        return llvm::FixedVectorType::get(builder_.getInt8Ty(), count);
    }

    Value* shuffled(llvm::ArrayRef<int> places) {
        Places whole(places);
        whole.resize(register_bytes, llvm::PoisonMaskElem);
        return builder_.CreateShuffleVector(operands_[0], operands_[1], whole);
    }

    // `part` behind `whole`, which has some registers.
    Value* joined(Value* whole, Value* part) {
        const unsigned count = bytes_of(*whole->getType());
        Places places(count);
        std::iota(places.begin(), places.end(), 0);
        Places widened(count, llvm::PoisonMaskElem);
        std::iota(widened.begin(), widened.begin() + register_bytes, 0);
        if (count > register_bytes) part = builder_.CreateShuffleVector(part, widened);
        for (unsigned i = 0; i < register_bytes; ++i) places.push_back(static_cast<int>(count + i));
        return builder_.CreateShuffleVector(whole, part, places);
    }

    Value* source(unsigned number) {
        const unsigned first = bytes_.first_of(number);
        Value* operand = operands_[first / bytes_.operand_bytes];
        const unsigned start = first % bytes_.operand_bytes;
        if (bytes_.operand_bytes == register_bytes) return operand;
        Places places(register_bytes, llvm::PoisonMaskElem);
        for (unsigned i = 0; i < register_bytes && start + i < bytes_.operand_bytes; ++i)
            places[i] = static_cast<int>(start + i);
        return builder_.CreateShuffleVector(operand, places);
    }

    Value* permuted(const Permute& permute) {
        Value* from = source(permute.source);
        Places pieces;
        for (const unsigned piece : {8, 4, 2})
            if (llvm::widenShuffleMaskElts(static_cast<int>(piece), permute.from, pieces))
                return instruction(piece, from, pieces);
        return has_vbmi_ ? instruction(1, from, permute.from) : by_pairs(from, permute.from);
    }

    // One result of pairs that hold the even bytes, one of pairs that hold the odd ones, and bytes of both.
    Value* by_pairs(Value* from, llvm::ArrayRef<int> places) {
        constexpr unsigned pairs = register_bytes / 2;
        Places even, odd, bytes(register_bytes, llvm::PoisonMaskElem);
        for (unsigned i = 0; i < pairs; ++i) {
            even.push_back(places[2 * i] < 0 ? places[2 * i] : places[2 * i] / 2);
            odd.push_back(places[2 * i + 1] < 0 ? places[2 * i + 1] : places[2 * i + 1] / 2);
        }
        bool is_one = true;
        for (unsigned i = 0; i < pairs; ++i) is_one &= even[i] < 0 || odd[i] < 0 || even[i] == odd[i];
        for (unsigned i = 0; is_one && i < pairs; ++i)
            if (even[i] < 0) even[i] = odd[i];
        for (unsigned i = 0; i < register_bytes; ++i)
            if (places[i] >= 0)
                bytes[i] = static_cast<int>(i / 2 * 2) + places[i] % 2 + (is_one || i % 2 == 0 ? 0 : register_bytes);
        Value* low = instruction(2, from, even);
        if (is_one) return builder_.CreateShuffleVector(low, bytes);
        return builder_.CreateShuffleVector(low, instruction(2, from, odd), bytes);
    }

    // A register of `from`'s pieces of so many bytes.
    Value* instruction(unsigned piece, Value* from, llvm::ArrayRef<int> pieces) {
        llvm::Type* element = builder_.getIntNTy(piece * 8);
        auto* type = llvm::FixedVectorType::get(element, register_bytes / piece);
        llvm::SmallVector<llvm::Constant*, 64> places;
        for (unsigned i = 0; i < pieces.size(); ++i)
            places.push_back(llvm::ConstantInt::get(element, pieces[i] < 0 ? i : static_cast<unsigned>(pieces[i])));
        const llvm::Intrinsic::ID id = piece == 8   ? llvm::Intrinsic::x86_avx512_permvar_di_512
                                       : piece == 4 ? llvm::Intrinsic::x86_avx512_permvar_si_512
                                       : piece == 2 ? llvm::Intrinsic::x86_avx512_permvar_hi_512
                                                    : llvm::Intrinsic::x86_avx512_permvar_qi_512;
        Value* result =
            builder_.CreateIntrinsic(id, {}, {builder_.CreateBitCast(from, type), llvm::ConstantVector::get(places)});
        return builder_.CreateBitCast(result, bytes_type(register_bytes));
    }

    const ByteShuffle& bytes_;
    llvm::IRBuilder<> builder_;
    const bool has_vbmi_;
    Value* operands_[2] = {};
};

bool rewrite(llvm::ShuffleVectorInst& shuffle) {
    const ByteShuffle bytes(shuffle);
    llvm::SmallVector<std::optional<Permute>, 4> permutes;
    for (unsigned number = 0; number < bytes.registers(); ++number) permutes.push_back(permute_of(bytes, number));
    if (llvm::none_of(permutes, [](const auto& permute) { return permute.has_value(); })) return false;
    Rewriting(bytes).run(permutes);
    return true;
}

}  // namespace

llvm::PreservedAnalyses BytePermutes::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    if (!has_feature(function, "avx512bw") ||
        function.getFnAttribute("prefer-vector-width").getValueAsString() != "512")
        return llvm::PreservedAnalyses::all();
    llvm::SmallVector<llvm::ShuffleVectorInst*, 16> shuffles;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
        auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&instruction);
        if (shuffle && moves_bytes(*shuffle) && bytes_of(*shuffle->getType()) > half_register_bytes)
            shuffles.push_back(shuffle);
    }
    bool changed = false;
    for (llvm::ShuffleVectorInst* shuffle : shuffles) changed |= rewrite(*shuffle);
    return preserves_flow(changed);
}

}  // namespace lanewise::compiler
