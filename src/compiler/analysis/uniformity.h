// Finds the values and branches of a scalar kernel that are uniform: the same for all work-items of a chunk. A chunk is
// W work-items with consecutive ids along dimension 0. Uses LLVM's UniformityAnalysis with our own TargetTransformInfo,
// which answers like a GPU's, whatever the target is.
//
// "Uniform" means: equal for all work-items that are at the value's place in the same iteration of every loop around
// it. A value that leaves a loop is divergent outside of it if work-items leave the loop at different times.
//
// The result is bound to the function's control flow at the time when the object was made.
#pragma once

#include <llvm/Analysis/UniformityAnalysis.h>
#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

class Uniformity {
public:
    /// The set of work-items that are compared. Those of a group differ in all ids. Their loads from one address
    /// between two meetings give the same value: a work-item that wrote it meanwhile would race with the others.
    enum class Among : std::uint8_t { chunk, group };

    explicit Uniformity(llvm::Function& function, Among among = Among::chunk);

    /// False if every work-item of the chunk (or group) goes the same way at the end of `block`.
    bool branch_is_divergent(const llvm::BasicBlock& block);

    /// Whether `value` is divergent at its definition.
    bool is_divergent(const llvm::Value& value) const;

private:
    // Not the pipeline's manager: its target is a CPU, for which all branches are uniform.
    llvm::FunctionAnalysisManager analyses_;
    llvm::UniformityInfo* info_;
};

}  // namespace lanewise::compiler
