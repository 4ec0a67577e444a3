// Finds the floating-point values of a function that are whole numbers of at most 15 bits and a sign, never -0.0. They
// are conversions of small integers, constants, and sums, products and the like of them that are not rounded.
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

    /// Conversions from integers whose values are in range, and the operations on them; operands come before their
    /// users.
    const llvm::MapVector<llvm::Instruction*, Range>& instructions() const { return ranges_; }
    bool contains(const llvm::Value* value) const;
    /// Returns the range of an instruction or constant; nothing if it may be out of range or not whole.
    std::optional<Range> range(const llvm::Value* value) const;

private:
    std::optional<Range> range_of(const llvm::Instruction& instruction) const;
    std::optional<Range> range_of_call(const llvm::CallInst& call) const;

    llvm::MapVector<llvm::Instruction*, Range> ranges_;
};

/// Converts a floating-point constant of whole numbers to integers of 16 bits.
llvm::Constant* small_integers_of(const llvm::Constant& whole);

}  // namespace lanewise::compiler
