// Describes how a value of a linearized kernel differs between the W lanes of a chunk, along dimension 0.
//
//   `uniform`  One value for all lanes.
//   `strided`  Integers and pointers: the value of lane l is the value of lane 0 + l * stride (bytes for
//              pointers), modulo the type's width. Only lane 0 is computed.
//   `varying`  Anything.
//
// A linearized function (docs/ir.md) has no control dependence left, so a value's shape follows from the shapes of its
// operands. `no_signed_wrap` and `no_unsigned_wrap` say that the progression does not wrap around if its values are
// signed or unsigned integers; sign extensions need `no_signed_wrap`, and zero extensions need `no_unsigned_wrap`. A
// likely but unproved progression is `checked`: it is treated as strided only if a test of lane 0 at run time succeeds
// (widen/memory falls back to gathers). Shapes describe active lanes; an inactive lane's value may be poison.
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
    std::int64_t stride = 0;       // difference between adjacent lanes; 0 if uniform, undefined if varying
    std::uint64_t base_align = 1;  // power of two that divides lane 0's value; only for integers

    static Shape uniform() { return {}; }
    static Shape varying() { return {Kind::varying, false, false, false, 0, 1}; }
    static Shape strided(std::int64_t stride, bool no_signed_wrap, bool no_unsigned_wrap);

    bool is_uniform() const { return kind == Kind::uniform; }
    bool is_strided() const { return kind == Kind::strided; }
    bool is_varying() const { return kind == Kind::varying; }
    /// True for uniform and strided values: the value of lane 0 determines the values of all lanes.
    bool is_scalar() const { return kind != Kind::varying; }

    bool operator==(const Shape&) const = default;
};

/// True if lanes whose addresses have this shape access different cache lines. Varying addresses are assumed to lie in
/// different cache lines.
bool is_far_apart(const Shape& shape);

/// True if the distance from lane 0 to the last lane of a progression fits into a signed integer with `bits` bits.
bool reach_fits(const Shape& shape, unsigned lanes, unsigned bits);

/// Returns the shape of a value that has either shape `a` in all lanes or shape `b` in all lanes.
Shape merge(const Shape& a, const Shape& b);

class ShapeInfo {
public:
    /// Computes the shapes of all values for lanes along `dimension`.
    ShapeInfo(llvm::Function& function, unsigned lanes, const PrivateLayouts& layouts, unsigned dimension = 0);

    /// Returns the number of lanes for which the shapes were computed.
    unsigned lanes() const { return lanes_; }
    const PrivateLayouts& layouts() const { return layouts_; }

    /// Returns the shape of any value: an instruction, argument or constant.
    Shape of(const llvm::Value* value) const;
    /// True if widen must compute `conversion` as a sign extension. The conversion is a `sext`, or a `zext` of a value
    /// that is known not to be negative in active lanes. The value may be negative in an inactive lane 0, and only the
    /// sign extension then keeps the progression.
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
