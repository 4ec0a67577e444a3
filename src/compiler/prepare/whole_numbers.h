// Finds the floating-point values of a function that are whole numbers of at most 15 bits plus sign, and never -0.0.
// These values are conversions of small integers, constants, and exact results of operations (sum, product, select,
// fabs) on these values.
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

    /// Returns the conversions of small integers, and the operations on their results, each with its range. Operands
    /// precede their users.
    const llvm::MapVector<llvm::Instruction*, Range>& instructions() const { return ranges_; }
    bool contains(const llvm::Value* value) const;
    /// Returns the range of an instruction or constant; empty if its value may be out of range or not whole.
    std::optional<Range> range(const llvm::Value* value) const;

private:
    std::optional<Range> range_of(const llvm::Instruction& instruction) const;
    std::optional<Range> range_of_call(const llvm::CallInst& call) const;

    llvm::MapVector<llvm::Instruction*, Range> ranges_;
};

/// Converts a floating-point constant (scalar or vector) to a constant of 16-bit integers. All elements of the constant
/// must be whole numbers in range.
llvm::Constant* small_integers_of(const llvm::Constant& whole);

}  // namespace lanewise::compiler
