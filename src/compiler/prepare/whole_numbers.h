// Which floating-point values of a function are known to be whole numbers of at most 15 bits and a sign, never -0.0:
// conversions of small integers, constants, and sums, products and the like of them that no rounding touches.
//
// Thread-safety: immutable once built.
#pragma once

#include <llvm/ADT/MapVector.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>
#include <optional>

namespace lanewise::compiler {

class WholeNumbers {
public:
    struct Range {
        std::int64_t low, high;
    };

    explicit WholeNumbers(llvm::Function& function);

    /// Conversions from integers whose values are in range, and the operations on them, in an order in which operands
    /// come first.
    const llvm::MapVector<llvm::Instruction*, Range>& instructions() const { return ranges_; }
    bool contains(const llvm::Value* value) const;
    /// Of an instruction or constant; nothing if it may be out of range or no whole number.
    std::optional<Range> range(const llvm::Value* value) const;

private:
    std::optional<Range> range_of(const llvm::Instruction& instruction) const;
    std::optional<Range> range_of_call(const llvm::CallInst& call) const;

    llvm::MapVector<llvm::Instruction*, Range> ranges_;
};

/// Of 16 bits each, with the values of a floating-point constant of whole numbers.
llvm::Constant* small_integers_of(const llvm::Constant& whole);

}  // namespace lanewise::compiler
