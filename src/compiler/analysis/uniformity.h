// Which values and branches of a scalar kernel are the same for all work-items of a chunk: W work-items
// with consecutive ids along dimension 0. LLVM's UniformityAnalysis does the work; what it takes for a
// GPU's answer here comes from a TargetTransformInfo of our own, whatever the target is.
//
// "Uniform" means: equal for all work-items that are at the value's place in the same iteration of
// every loop around it. A value that leaves a loop which work-items leave at different times is
// divergent outside of it.
//
// The result is bound to the function's control flow as it was when the object was made.
#pragma once

#include <llvm/Analysis/UniformityAnalysis.h>
#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

class Uniformity {
public:
    /// Whose work-items are compared. A group's differ in all ids; what they read from one address between two
    /// meetings is the same, for who wrote it meanwhile would race with them.
    enum class Among : std::uint8_t { chunk, group };

    explicit Uniformity(llvm::Function& function, Among among = Among::chunk);

    /// False when every work-item of the chunk (or group) goes the same way at the end of `block`.
    bool branch_is_divergent(const llvm::BasicBlock& block);

    /// `value` at its definition.
    bool is_divergent(const llvm::Value& value) const;

private:
    // Not the pipeline's manager: there the target is a CPU, to which all branches are uniform.
    llvm::FunctionAnalysisManager analyses_;
    llvm::UniformityInfo* info_;
};

}  // namespace lanewise::compiler
