// Represents an integer as a sum of products of the values from which the integer is computed. The sum is exact, not
// modulo 2^width of the integer's type:
//
//   (id + 1) * n  =  id * n + n,  where neither the sum nor the product wraps
//
// Common terms of two sums cancel in their difference. LLVM's ScalarEvolution cannot compute the difference of (id + 1)
// * n and id * n, because the sums of ScalarEvolution wrap around and are in factored form.
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
    /// Returns the sum of products that equals the signed integer `value`; empty if the sum would be too large or the
    /// expression is too deep.
    static std::optional<ExactSum> of(llvm::Value& value, llvm::ScalarEvolution& evolution);
    /// Returns `a - b`; empty if the difference may not fit into 64 bits.
    static std::optional<ExactSum> difference(const ExactSum& a, const ExactSum& b);

    /// Whether all factors of the sum's products satisfy `predicate`.
    bool is_of(llvm::function_ref<bool(const llvm::Value&)> predicate) const;
    /// Emits the computation of the sum in 64 bits.
    llvm::Value* expand(llvm::IRBuilder<>& builder) const;

private:
    struct Product {
        std::array<llvm::Value*, 2> factors{};  // unused factors are null
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
