// Finds the floating-point values of a function that are whole numbers of at most 15 bits and a sign, never -0.0. Such
// values are conversions of small integers, constants, and exact results of operations (sum, product, select, fabs) on
// such values.
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

    /// Returns conversions of integers in range, and operations on such conversions, with the range of each. Operands
    /// come before their users.
    const llvm::MapVector<llvm::Instruction*, Range>& instructions() const { return ranges_; }
    bool contains(const llvm::Value* value) const;
    /// Returns the range of an instruction or constant; empty if its value may be out of range or not whole.
    std::optional<Range> range(const llvm::Value* value) const;

private:
    std::optional<Range> range_of(const llvm::Instruction& instruction) const;
    std::optional<Range> range_of_call(const llvm::CallInst& call) const;

    llvm::MapVector<llvm::Instruction*, Range> ranges_;
};

/// Converts a floating-point constant, whose elements are whole numbers, to 16-bit integers.
llvm::Constant* small_integers_of(const llvm::Constant& whole);

}  // namespace lanewise::compiler
