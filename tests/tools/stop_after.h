// Ends a tool after a pass, and prints the module at this point.
//
// Thread-safety: an observer belongs to one compilation.
#pragma once

#include <string>

#include "compiler/ir/passes/pass_observer.h"

namespace lanewise::test {

/// Prints the module after the first execution of a pass or stage, and ends the process. A pass that runs on functions
/// has then run only on the module's first function.
class StopAfter final : public compiler::PassObserver {
public:
    explicit StopAfter(std::string selected) : selected_(std::move(selected)) {}

    void end_stage(llvm::StringRef stage, const llvm::Module& module) override;
    void begin_pass(llvm::StringRef pass, const compiler::PassUnit& unit) override;
    void end_pass(llvm::StringRef pass, const compiler::PassUnit& unit) override;

private:
    std::string selected_;
    const llvm::Module* module_ = nullptr;  // stored before each pass, because the pass may delete its function
};

/// Returns the value of the option --stop-after and clears it. LLVM's code generator registers this option for its own
/// passes and must not see the value.
std::string take_stop_after();

/// Converts a comma-separated list of passes to a selection that leaves out these passes, in the form of
/// LANEWISE_PASSES.
std::string selection_without(const std::string& passes);

}  // namespace lanewise::test
