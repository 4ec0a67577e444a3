// Ends a tool after a pass: prints the module as it is then.
//
// Thread-safety: an observer belongs to one compilation.
#pragma once

#include <string>

#include "compiler/ir/passes/pass_observer.h"

namespace lanewise::test {

/// Prints the module after the first execution of a pass or stage, and ends the process. After a pass over functions,
/// later functions of the module have not been through the pass.
class StopAfter final : public compiler::PassObserver {
public:
    explicit StopAfter(std::string selected) : selected_(std::move(selected)) {}

    void end_stage(llvm::StringRef stage, const llvm::Module& module) override;
    void begin_pass(llvm::StringRef pass, const compiler::PassUnit& unit) override;
    void end_pass(llvm::StringRef pass, const compiler::PassUnit& unit) override;

private:
    std::string selected_;
    const llvm::Module* module_ = nullptr;  // a pass that deletes its function has no unit at its end
};

/// Returns the value of the option --stop-after. LLVM's code generator registers this option for its own passes; it
/// does not see the value.
std::string take_stop_after();

/// Returns the selection that leaves out the passes of a comma-separated list, in the form of LANEWISE_PASSES.
std::string selection_without(const std::string& passes);

}  // namespace lanewise::test
