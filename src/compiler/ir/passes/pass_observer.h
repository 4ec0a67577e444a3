// Interface of an observer of a compilation, which receives the IR before and after each stage and each pass. Tools and
// debug builds use observers. A compilation without an observer takes no additional time.
//
// Thread-safety: an observer belongs to one compilation.
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/IR/PassInstrumentation.h>

namespace lanewise::compiler {

/// The IR that a pass runs on: a whole module, or only `function` if `function` is not null.
struct PassUnit {
    const llvm::Module* module = nullptr;
    const llvm::Function* function = nullptr;
};

class PassObserver {
public:
    virtual ~PassObserver() = default;

    /// Called before a stage of the stage table, or a step between stages ("widen", "emit").
    virtual void begin_stage(llvm::StringRef, const llvm::Module&) {}
    virtual void end_stage(llvm::StringRef, const llvm::Module&) {}

    /// Called before and after a pass. Passes that run within another pass are reported between the two calls for the
    /// outer pass. end_pass() receives an empty unit if the pass deleted its function.
    virtual void begin_pass(llvm::StringRef, const PassUnit&) {}
    virtual void end_pass(llvm::StringRef, const PassUnit&) {}
};

/// Decides which optional passes run.
class PassFilter {
public:
    virtual ~PassFilter() = default;

    /// Called once before each execution of an optional pass, including LLVM's optional passes. Returns false if the
    /// pass must be left out. Passes for which `isRequired()` returns true are not optional.
    virtual bool runs(llvm::StringRef pass) = 0;
};

/// Makes `callbacks` call `filter`, which must outlive `callbacks`.
void obey(llvm::PassInstrumentationCallbacks& callbacks, PassFilter& filter);

/// Makes `callbacks` notify `observer`, which must outlive `callbacks`. Pass managers and adaptors are not reported.
void observe(llvm::PassInstrumentationCallbacks& callbacks, PassObserver& observer);

/// Notifies `observer`, unless it is null, of the start and the end of a stage. The stage lasts as long as this object
/// lives.
class ObservedStage {
public:
    ObservedStage(PassObserver* observer, llvm::StringRef name, const llvm::Module& module)
        : observer_(observer), name_(name), module_(module) {
        if (observer_) observer_->begin_stage(name_, module_);
    }
    ~ObservedStage() {
        if (observer_) observer_->end_stage(name_, module_);
    }
    ObservedStage(const ObservedStage&) = delete;
    ObservedStage& operator=(const ObservedStage&) = delete;

private:
    PassObserver* observer_;
    llvm::StringRef name_;
    const llvm::Module& module_;
};

}  // namespace lanewise::compiler
