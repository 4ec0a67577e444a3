// Who watches a compilation: is told of each stage and each pass before and after it, with the IR. Tools and debug
// builds do; without an observer nothing of this costs anything.
//
// Thread-safety: an observer belongs to one compilation.
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/IR/PassInstrumentation.h>

namespace lanewise::compiler {

/// What a pass runs over: a module or, if set, one function of it.
struct PassUnit {
    const llvm::Module* module = nullptr;
    const llvm::Function* function = nullptr;
};

class PassObserver {
public:
    virtual ~PassObserver() = default;

    /// A stage of the table, or a step between them ("widen", "emit").
    virtual void begin_stage(llvm::StringRef, const llvm::Module&) {}
    virtual void end_stage(llvm::StringRef, const llvm::Module&) {}

    /// Passes that others run are told inside of them. `unit` is empty when the pass has deleted what it ran over.
    virtual void begin_pass(llvm::StringRef, const PassUnit&) {}
    virtual void end_pass(llvm::StringRef, const PassUnit&) {}
};

/// Has `callbacks` tell `observer`, who must outlive them. Pass managers and adaptors are not told.
void observe(llvm::PassInstrumentationCallbacks& callbacks, PassObserver& observer);

/// Tells `observer`, unless it is null, of a stage from here to the end of the scope.
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
