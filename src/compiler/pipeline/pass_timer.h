// Shows where the time of compilations goes: an observer that sums it by pass.
#pragma once

#include <llvm/ADT/StringMap.h>
#include <llvm/Support/raw_ostream.h>

#include <chrono>
#include <string>
#include <vector>

#include "compiler/ir/pass_observer.h"

namespace lanewise::compiler {

/// Sums the time of each pass, without that of passes which it runs, and of each step between stages.
class PassTimer final : public PassObserver {
public:
    void begin_stage(llvm::StringRef stage, const llvm::Module&) override { begin(stage); }
    void end_stage(llvm::StringRef, const llvm::Module&) override { end(); }
    void begin_pass(llvm::StringRef pass, const PassUnit&) override { begin(pass); }
    void end_pass(llvm::StringRef, const PassUnit&) override { end(); }

    /// A line each, the longest first: milliseconds, share, runs, name.
    void print(llvm::raw_ostream& out) const;

private:
    struct Sum {
        double ms = 0;
        unsigned runs = 0;
    };

    void begin(llvm::StringRef name);
    void end();
    void add_time();

    std::chrono::steady_clock::time_point last_;
    std::vector<std::string> running_;
    llvm::StringMap<Sum> sums_;
};

}  // namespace lanewise::compiler
