// An integer as a sum of products of values that it is computed from, exact and not modulo the type's width:
//
//   (id + 1) * n  =  id * n + n,  where neither the sum nor the product wraps
//
// What two such sums have in common their difference has no more. LLVM's ScalarEvolution, whose sums are modulo the
// width, and factored, does not tell by how much (id + 1) * n is greater than id * n.
//
// Thread-safety: one object per function and thread.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/IRBuilder.h>

#include <array>
#include <cstdint>
#include <optional>

namespace lanewise::compiler {

class ExactSum {
public:
    /// Of an integer with a sign; none of what is too large or too deep.
    static std::optional<ExactSum> of(llvm::Value& value, llvm::ScalarEvolution& evolution);
    /// `a - b`; none of what may not fit in 64 bits.
    static std::optional<ExactSum> difference(const ExactSum& a, const ExactSum& b);

    /// Whether all factors of its products are such.
    bool is_of(llvm::function_ref<bool(const llvm::Value&)> predicate) const;
    /// How it is computed, in 64 bits.
    llvm::Value* expand(llvm::IRBuilder<>& builder) const;

private:
    struct Product {
        std::array<llvm::Value*, 2> factors{};  // null: none
        std::int64_t count = 0;

        bool has_same_factors(const Product& other) const;
    };

    static std::optional<ExactSum> of(llvm::Value& value, llvm::ScalarEvolution& evolution, unsigned depth);
    static std::optional<ExactSum> of_operation(llvm::Instruction& operation, llvm::ScalarEvolution& evolution,
                                                unsigned depth);
    static std::optional<ExactSum> combine(const ExactSum& a, const ExactSum& b, std::int64_t sign);
    static std::optional<ExactSum> multiply(const ExactSum& a, const ExactSum& b);
    bool add(const Product& product);

    llvm::SmallVector<Product, 4> products_;
};

}  // namespace lanewise::compiler
