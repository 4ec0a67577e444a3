// How a value of a linearized kernel differs between the W lanes of a chunk, along dimension 0.
//
//   uniform   one value for all lanes
//   strided   integers and pointers: value of lane l = value of lane 0 + l * stride (bytes for pointers),
//             modulo the type's width; so only lane 0 is computed
//   varying   anything
//
// A linearized function (docs/ir.md) has no control dependence left, so a value's shape follows from its
// operands' shapes alone. `no_signed_wrap` and `no_unsigned_wrap` say that the lanes' values, read as
// integers, form the progression too; extensions need that. Where it is not provable but likely, the
// result is `checked`: strided only if a test of lane 0 at run time says so (widen/memory falls back to
// gathers). Facts hold for lanes that are on; a dead lane's value may be poison.
//
// Thread-safety: one object per function and thread.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>

#include "compiler/analysis/private_layout.h"

namespace lanewise::compiler {

struct Shape {
    enum class Kind : std::uint8_t { uniform, strided, varying };

    Kind kind = Kind::uniform;
    bool no_signed_wrap = true;
    bool no_unsigned_wrap = true;
    bool checked = false;
    std::int64_t stride = 0;       // 0 when uniform; meaningless when varying
    std::uint64_t base_align = 1;  // power of two that divides lane 0's value; integers only

    static Shape uniform() { return {}; }
    static Shape varying() { return {Kind::varying, false, false, false, 0, 1}; }
    static Shape strided(std::int64_t stride, bool no_signed_wrap, bool no_unsigned_wrap);

    bool is_uniform() const { return kind == Kind::uniform; }
    bool is_strided() const { return kind == Kind::strided; }
    bool is_varying() const { return kind == Kind::varying; }
    /// Lane 0's value says all: uniform or strided.
    bool is_scalar() const { return kind != Kind::varying; }

    bool operator==(const Shape&) const = default;
};

/// Whether lanes of that shape have a line of the caches each.
bool is_far_apart(const Shape& shape);

/// Whether so many bits, one of which is a sign, hold the distance from lane 0 to the last lane of a progression.
bool reach_fits(const Shape& shape, unsigned lanes, unsigned bits);

/// The shape of a value that is one of the two, chosen alike for all lanes.
Shape merge(const Shape& a, const Shape& b);

class ShapeInfo {
public:
    /// `dimension` is another one than 0 for those who ask what if lanes lay along it.
    ShapeInfo(llvm::Function& function, unsigned lanes, const PrivateLayouts& layouts, unsigned dimension = 0);

    /// Shape of any value: an instruction, argument or constant.
    Shape of(const llvm::Value* value) const;
    /// Whether an extension is to be computed with the sign: `sext`, or `zext` of what is known not to be
    /// negative in lanes that are on (in a dead lane 0 it may be, and then the sign keeps the progression).
    bool extends_signed(const llvm::CastInst& conversion) const;

private:
    Shape transfer(const llvm::Instruction& instruction) const;
    Shape transfer_call(const llvm::CallInst& call) const;
    Shape transfer_binary(const llvm::BinaryOperator& operation) const;
    Shape transfer_sum(const llvm::BinaryOperator& operation) const;
    Shape transfer_scaled(const llvm::BinaryOperator& operation) const;
    Shape transfer_bits(const llvm::BinaryOperator& operation) const;
    Shape transfer_cast(const llvm::CastInst& cast) const;
    Shape transfer_address(const llvm::GetElementPtrInst& address) const;
    bool goes_on(const llvm::GetElementPtrInst& address, const llvm::Value& index) const;
    Shape transfer_phi(const llvm::PHINode& phi) const;
    Shape transfer_load(const llvm::LoadInst& load) const;
    Shape operands_uniform(const llvm::Instruction& instruction) const;
    bool undefined(const llvm::Value* value) const;

    const llvm::DataLayout& layout_;
    const PrivateLayouts& layouts_;
    unsigned lanes_;
    unsigned dimension_;
    llvm::DenseMap<const llvm::Instruction*, Shape> shapes_;
};

}  // namespace lanewise::compiler
