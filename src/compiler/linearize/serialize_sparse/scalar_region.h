// Outlines a divergent region as a function that runs for one work-item at a time.
//
//   then: %x = load float, ptr %p          define internal { float } @k.region(ptr %p, float %a)
//         %y = fmul float %x, %a             %x = load float, ptr %p
//         br label %join                     %y = fmul float %x, %a
//   join: %z = phi [%y, %then], ...          ret { float } { %y }
//
// Values that the region uses but does not compute become parameters. If the region is the rest of a loop, the values
// of the loop's phis become parameters, too. Ids are also parameters, since only chunk functions can compute them.
// Private arrays that the region reads are passed element by element.
//
// Thread-safety: a module belongs to one thread.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include "compiler/linearize/serialize_sparse/sparse_region.h"

namespace lanewise::compiler {

class ScalarRegion {
public:
    explicit ScalarRegion(const SparseRegion& region) : region_(region), kernel_(*region.start->getParent()) {}

    /// Whether the region can become a function. The region must not have operations over several work-items, and must
    /// not write to private memory that the kernel reads.
    bool is_possible();

    /// Makes the function. Needs: is_possible().
    void make();

    using Results = llvm::SmallVector<llvm::Value*, 4>;

    /// Calls the function at `builder`. The builder must be in a new block that lanes enter instead of the region's
    /// first block `start`. If the region is the rest of a loop, the phis of `start` must dominate this new block.
    /// Returns the values for the phis of `join`, in their order.
    Results call(llvm::IRBuilder<>& builder);

private:
    struct Shared {
        llvm::AllocaInst* array;
        llvm::Type* element;
        unsigned count;
        llvm::Align align;  // alignment of each element
    };

    bool takes(llvm::Instruction& instruction);
    bool takes_operation(llvm::CallInst& call);
    bool hands_over(const llvm::Instruction& instruction) const;
    bool import_value(llvm::Value& value);
    bool import_address(llvm::Value& value);
    bool import_array(llvm::AllocaInst& array);
    bool is_own(const llvm::AllocaInst& array) const;
    bool share_array(llvm::AllocaInst& array);
    llvm::Function* new_function();
    void begin();
    void copy_blocks();
    void go_on();
    void end();
    llvm::SmallVector<llvm::Value*, 16> arguments(llvm::IRBuilder<>& builder);

    const SparseRegion& region_;
    llvm::Function& kernel_;
    llvm::Function* function_ = nullptr;
    llvm::SmallSetVector<llvm::Value*, 16> inputs_;
    llvm::SmallVector<llvm::AllocaInst*, 4> own_;
    llvm::SmallVector<Shared, 2> shared_;
    llvm::SmallSetVector<llvm::Instruction*, 8> addresses_;  // instructions to copy: they compute addresses in arrays
    llvm::SmallVector<llvm::PHINode*, 8> carried_;           // phis of the loop's header
    llvm::ValueToValueMapTy copies_;
};

}  // namespace lanewise::compiler
