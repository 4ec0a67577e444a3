#include "compiler/machine/faults/byte_permutes.h"

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicsX86.h>

#include <algorithm>
#include <optional>

#include "compiler/ir/passes/preserved.h"
#include "compiler/target/target_features.h"

namespace lanewise::compiler {
namespace {

using llvm::Value;
using Places = llvm::SmallVector<int, 64>;

constexpr unsigned register_bytes = 64, half_register_bytes = 32, lane_bytes = 16;

// Maximum number of chained shuffles that code generation is assumed to join into one.
constexpr unsigned most_joined = 4;

unsigned bytes_of(const llvm::Type& type) { return static_cast<unsigned>(type.getPrimitiveSizeInBits() / 8); }

Value& without_casts(Value& value) {
    Value* result = &value;
    while (auto* cast = llvm::dyn_cast<llvm::BitCastInst>(result)) result = cast->getOperand(0);
    return *result;
}

bool is_bytes(const Value& value) { return value.getType()->getScalarSizeInBits() == 8; }

bool has_whole_bytes(const llvm::ShuffleVectorInst& shuffle) {
    const unsigned bits = shuffle.getType()->getScalarSizeInBits();
    return bits != 0 && bits % 8 == 0;
}

// The byte from which a byte of a shuffle's result is copied; `value` is null if the byte of the result is undefined.
struct Origin {
    Value* value = nullptr;
    unsigned byte = 0;
};

using Origins = llvm::SmallVector<Origin, 128>;

// Returns the operand of `shuffle` from which byte `byte` of the result is copied, and the byte's position in this
// operand.
Origin origin_in(const llvm::ShuffleVectorInst& shuffle, unsigned byte) {
    const unsigned element_bytes = shuffle.getType()->getScalarSizeInBits() / 8;
    const int place = shuffle.getMaskValue(byte / element_bytes);
    if (place < 0) return {};
    const unsigned from = static_cast<unsigned>(place) * element_bytes + byte % element_bytes;
    const unsigned count = bytes_of(*shuffle.getOperand(0)->getType());
    Value* operand = shuffle.getOperand(from < count ? 0 : 1);
    return llvm::isa<llvm::UndefValue>(operand) ? Origin{} : Origin{operand, from % count};
}

Origins origins_of(const llvm::ShuffleVectorInst& shuffle) {
    Origins result;
    for (unsigned byte = 0; byte < bytes_of(*shuffle.getType()); ++byte) result.push_back(origin_in(shuffle, byte));
    return result;
}

// Replaces each origin that is a byte of another shuffle's result. The new origin is the byte in that shuffle's operand
// from which the old origin is copied. Returns false if no origin is a byte of a shuffle's result.
bool look_through(Origins& origins) {
    bool changed = false;
    for (Origin& origin : origins) {
        if (!origin.value) continue;
        const auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&without_casts(*origin.value));
        if (!shuffle || !has_whole_bytes(*shuffle)) continue;
        origin = origin_in(*shuffle, origin.byte);
        changed = true;
    }
    return changed;
}

// Permutation for one register of the result: all bytes come from one register of `value`, and some bytes move to
// another 128-bit part.
struct Permute {
    Value* value = nullptr;
    unsigned first = 0;  // position of the source register's first byte in `value`
    Places from;         // position of each byte relative to `first`
};

bool is_identity(llvm::ArrayRef<int> places) {
    for (unsigned i = 0; i < places.size(); ++i)
        if (places[i] >= 0 && static_cast<unsigned>(places[i]) != i) return false;
    return true;
}

// Whether a register is a splat of the first byte, for which code generation uses one instruction. Splats of other
// bytes can make code generation loop forever.
bool is_splat(llvm::ArrayRef<int> places) {
    return llvm::all_of(places, [](int place) { return place <= 0; });
}

bool stays_in_lanes(llvm::ArrayRef<int> places) {
    for (unsigned i = 0; i < places.size(); ++i)
        if (places[i] >= 0 && static_cast<unsigned>(places[i]) / lane_bytes != i / lane_bytes) return false;
    return true;
}

// Returns the permutation for one register of the result; empty if code generation handles this register correctly.
std::optional<Permute> permute_of(llvm::ArrayRef<Origin> part) {
    Permute result;
    result.from.assign(register_bytes, llvm::PoisonMaskElem);
    for (unsigned i = 0; i < part.size(); ++i) {
        if (!part[i].value) continue;
        const unsigned first = part[i].byte / register_bytes * register_bytes;
        if (result.value && (result.value != part[i].value || result.first != first)) return std::nullopt;
        result.value = part[i].value;
        result.first = first;
        result.from[i] = static_cast<int>(part[i].byte - first);
    }
    if (!result.value || is_splat(result.from) || is_identity(result.from) || stays_in_lanes(result.from))
        return std::nullopt;
    return result;
}

using Permutes = llvm::SmallVector<std::optional<Permute>, 4>;

// Finds the permutations of all registers of the result. Examines the shuffle by itself, and also the shuffle joined
// with the shuffles that make its operands. Code generation folds casts into shuffles, so the shuffle may become a
// shuffle of bytes if either its result or the permuted value has byte elements.
Permutes permutes_of(const llvm::ShuffleVectorInst& shuffle) {
    Origins origins = origins_of(shuffle);
    Permutes result(llvm::divideCeil(origins.size(), register_bytes));
    for (unsigned joined = 0; joined < most_joined; ++joined) {
        for (unsigned number = 0; number < result.size(); ++number) {
            if (result[number]) continue;
            auto permute =
                permute_of(llvm::ArrayRef(origins).drop_front(number * register_bytes).take_front(register_bytes));
            if (permute && (is_bytes(shuffle) || is_bytes(without_casts(*permute->value)))) result[number] = permute;
        }
        if (!look_through(origins)) break;
    }
    return result;
}

class Rewriting {
public:
    explicit Rewriting(llvm::ShuffleVectorInst& shuffle)
        : shuffle_(shuffle), builder_(&shuffle), has_vbmi_(has_feature(*shuffle.getFunction(), "avx512vbmi")) {}

    void run(llvm::ArrayRef<std::optional<Permute>> permutes) {
        llvm::SmallVector<Value*, 4> parts;
        for (unsigned number = 0; number < permutes.size(); ++number)
            parts.push_back(permutes[number] ? permuted(*permutes[number]) : shuffled(number));
        Value* whole = llvm::concatenateVectors(builder_, parts);
        const unsigned count = bytes_of(*shuffle_.getType());
        if (count != bytes_of(*whole->getType()))
            whole = builder_.CreateShuffleVector(whole, llvm::createSequentialMask(0, count, 0));
        whole = builder_.CreateBitCast(whole, shuffle_.getType());
        whole->takeName(&shuffle_);
        shuffle_.replaceAllUsesWith(whole);
        shuffle_.eraseFromParent();
    }

private:
    llvm::FixedVectorType* bytes_type(unsigned count) {
        return llvm::FixedVectorType::get(builder_.getInt8Ty(), count);
    }
    Value* as_bytes(Value* value) { return builder_.CreateBitCast(value, bytes_type(bytes_of(*value->getType()))); }

    // Returns register `number` of the shuffle's result, computed by a separate shuffle.
    Value* shuffled(unsigned number) {
        Places places(shuffle_.getShuffleMask()), bytes;
        llvm::narrowShuffleMaskElts(static_cast<int>(shuffle_.getType()->getScalarSizeInBits() / 8), places, bytes);
        Places part(llvm::ArrayRef<int>(bytes).drop_front(number * register_bytes).take_front(register_bytes));
        part.resize(register_bytes, llvm::PoisonMaskElem);
        return builder_.CreateShuffleVector(as_bytes(shuffle_.getOperand(0)), as_bytes(shuffle_.getOperand(1)), part);
    }

    Value* source(const Permute& permute) {
        Value* value = as_bytes(permute.value);
        const unsigned count = bytes_of(*value->getType());
        if (count == register_bytes) return value;
        const unsigned taken = std::min(register_bytes, count - permute.first);
        return builder_.CreateShuffleVector(value,
                                            llvm::createSequentialMask(permute.first, taken, register_bytes - taken));
    }

    Value* permuted(const Permute& permute) {
        Value* from = source(permute);
        Places pieces;
        for (const unsigned piece : {8, 4, 2})
            if (llvm::widenShuffleMaskElts(static_cast<int>(piece), permute.from, pieces))
                return instruction(piece, from, pieces);
        return has_vbmi_ ? instruction(1, from, permute.from) : by_pairs(from, permute.from);
    }

    // Permutes pairs of bytes twice. In the first result, each pair contains the byte for the even position, and in the
    // second result, each pair contains the byte for the odd position. Then selects the bytes from both results.
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

    // Permutes the elements of `from`, each of `piece` bytes, by one instruction. `pieces` contains the index of the
    // source element of each result element.
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

    llvm::ShuffleVectorInst& shuffle_;
    llvm::IRBuilder<> builder_;
    const bool has_vbmi_;
};

bool rewrite(llvm::ShuffleVectorInst& shuffle) {
    const Permutes permutes = permutes_of(shuffle);
    if (llvm::none_of(permutes, [](const auto& permute) { return permute.has_value(); })) return false;
    Rewriting(shuffle).run(permutes);
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
        if (shuffle && has_whole_bytes(*shuffle) && bytes_of(*shuffle->getType()) > half_register_bytes)
            shuffles.push_back(shuffle);
    }
    bool changed = false;
    for (llvm::ShuffleVectorInst* shuffle : shuffles) changed |= rewrite(*shuffle);
    return preserves_flow(changed);
}

}  // namespace lanewise::compiler
