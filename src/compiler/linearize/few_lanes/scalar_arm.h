// An arm as a function of its own, which one work-item runs.
//
//   then: %x = load float, ptr %p          define internal { float } @k.arm(ptr %p, float %a)
//         %y = fmul float %x, %a             %x = load float, ptr %p
//         br label %join                     %y = fmul float %x, %a
//   join: %z = phi [%y, %then], ...          ret { float } { %y }
//
// What the arm takes from in front of it are parameters, ids included: chunks alone know these. So is what a loop goes
// on with. Private arrays that it reads are handed over element by element.
//
// Thread-safety: as the module.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include "compiler/linearize/few_lanes/arm.h"

namespace lanewise::compiler {

class ScalarArm {
public:
    explicit ScalarArm(const Arm& arm) : arm_(arm), kernel_(*arm.start->getParent()) {}

    /// Whether it can be made: nothing in it is of several work-items, or is left for the kernel in memory of its own.
    bool is_possible();

    /// Makes the function.
    void make();

    using Results = llvm::SmallVector<llvm::Value*, 4>;

    /// Calls it at `builder`, in a block that lanes come to in place of `start`, of a loop behind its phis; returns
    /// what the phis of `join` then are, in their order.
    Results call(llvm::IRBuilder<>& builder);

private:
    struct Shared {
        llvm::AllocaInst* array;
        llvm::Type* element;
        unsigned count;
        llvm::Align align;  // of each element
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

    const Arm& arm_;
    llvm::Function& kernel_;
    llvm::Function* function_ = nullptr;
    llvm::SmallSetVector<llvm::Value*, 16> inputs_;
    llvm::SmallVector<llvm::AllocaInst*, 4> own_;
    llvm::SmallVector<Shared, 2> shared_;
    llvm::SmallSetVector<llvm::Instruction*, 8> addresses_;  // of arrays, made once more in the function
    llvm::SmallVector<llvm::PHINode*, 8> carried_;           // from one iteration of a loop to the next
    llvm::ValueToValueMapTy copies_;
};

}  // namespace lanewise::compiler
