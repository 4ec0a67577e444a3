// Shows where the CPU time of compilations goes: an observer that sums the time by pass and by stage.
//
// Thread-safety: an observer belongs to one compilation.
#pragma once

#include <llvm/ADT/StringMap.h>
#include <llvm/Support/raw_ostream.h>

#include <string>
#include <vector>

#include "compiler/ir/passes/pass_observer.h"

namespace lanewise::compiler {

/// Sums the calling thread's CPU time by pass and by stage. The time of a pass does not include the time of other
/// passes that this pass runs. The time between the passes of a stage is added to the stage.
class PassTimer final : public PassObserver {
public:
    void begin_stage(llvm::StringRef stage, const llvm::Module&) override { begin(stage); }
    void end_stage(llvm::StringRef, const llvm::Module&) override { end(); }
    void begin_pass(llvm::StringRef pass, const PassUnit&) override { begin(pass); }
    void end_pass(llvm::StringRef, const PassUnit&) override { end(); }

    /// Prints a line for each pass and stage: milliseconds (without other passes that the pass runs), share, number of
    /// runs, and name. The line with the longest time comes first.
    void print_passes(llvm::raw_ostream& out) const { print(sums_, out); }
    /// Prints a line of the same form for each stage; the milliseconds include the passes of the stage.
    void print_stages(llvm::raw_ostream& out) const { print(stages_, out); }

private:
    struct Sum {
        double ms = 0;
        unsigned runs = 0;
    };
    using Sums = llvm::StringMap<Sum>;

    void begin(llvm::StringRef name);
    void end();
    void add_time();
    static void print(const Sums& sums, llvm::raw_ostream& out);

    double last_ms_ = 0;
    std::vector<std::string> running_;
    Sums sums_;
    Sums stages_;
};

}  // namespace lanewise::compiler
