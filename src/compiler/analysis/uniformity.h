// Finds the values and branches of a scalar kernel that are uniform: the same for all work-items of a chunk. A chunk is
// W work-items with consecutive ids along dimension 0. Uses LLVM's UniformityAnalysis with a TargetTransformInfo of
// this project, which describes a GPU, whatever the target is.
//
// "Uniform" means equal for all work-items that execute the definition of the value in the same iteration of all
// enclosing loops. A value that is computed in a loop is divergent after the loop if work-items leave the loop at
// different times.
//
// A phi at the exits of a loop is divergent if work-items leave the loop by different edges. LLVM's analysis misses
// such phis if their values do not come from the loop. This code therefore finds such phis, and then repeats LLVM's
// analysis.
//
// The result is valid only for the control flow that the function has when the object is made.
#pragma once

#include <llvm/Analysis/UniformityAnalysis.h>
#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

class Uniformity {
public:
    /// The set of work-items that are compared. Work-items of a group may differ in their ids in every dimension. Loads
    /// from one address between two meetings give the same value to all work-items of a group: a work-item that wrote
    /// to the address would race with the others.
    enum class Among : std::uint8_t { chunk, group };

    explicit Uniformity(llvm::Function& function, Among among = Among::chunk);

    /// False if all work-items of the chunk (or group) take the same direction at the end of `block`.
    bool branch_is_divergent(const llvm::BasicBlock& block);

    /// True if `value` is divergent at its definition.
    bool is_divergent(const llvm::Value& value) const;

private:
    // The pipeline's analysis manager cannot be used: its target is a CPU, for which all branches are uniform.
    llvm::FunctionAnalysisManager analyses_;
    llvm::UniformityInfo* info_;
};

}  // namespace lanewise::compiler
