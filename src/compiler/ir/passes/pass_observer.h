// Interface of an observer of a compilation: it is notified before and after each stage and each pass, with the IR.
// Tools and debug builds use it; without an observer it costs nothing.
//
// Thread-safety: an observer belongs to one compilation.
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/IR/PassInstrumentation.h>

namespace lanewise::compiler {

/// The unit that a pass runs over: a module or, if set, one function of it.
struct PassUnit {
    const llvm::Module* module = nullptr;
    const llvm::Function* function = nullptr;
};

class PassObserver {
public:
    virtual ~PassObserver() = default;

    /// Notifies of a stage of the table, or of a step between stages ("widen", "emit").
    virtual void begin_stage(llvm::StringRef, const llvm::Module&) {}
    virtual void end_stage(llvm::StringRef, const llvm::Module&) {}

    /// Notifies of a pass; passes that it runs itself are nested. `unit` is empty if the pass has deleted its function.
    virtual void begin_pass(llvm::StringRef, const PassUnit&) {}
    virtual void end_pass(llvm::StringRef, const PassUnit&) {}
};

/// Decides which optional passes run.
class PassFilter {
public:
    virtual ~PassFilter() = default;

    /// Is asked once before each execution of a pass that has no `isRequired()`, LLVM's included.
    virtual bool runs(llvm::StringRef pass) = 0;
};

/// Makes `callbacks` ask `filter`, which must outlive them.
void obey(llvm::PassInstrumentationCallbacks& callbacks, PassFilter& filter);

/// Makes `callbacks` notify `observer`, which must outlive them. Pass managers and adaptors are not reported.
void observe(llvm::PassInstrumentationCallbacks& callbacks, PassObserver& observer);

/// Notifies `observer`, unless it is null, of a stage that lasts from here to the end of the scope.
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
