#include "compiler/ir/passes/analysis_managers.h"

#include <llvm/IR/Verifier.h>
#include <llvm/Support/ErrorHandling.h>

#include <string>

#include "compiler/ir/space_aliasing.h"

namespace lanewise::compiler {
namespace {

#ifdef NDEBUG
constexpr bool checks_passes = false;
#else
constexpr bool checks_passes = true;
#endif

// Verifies the IR after each pass, to report which pass made invalid IR.
class Checker final : public PassObserver {
public:
    void end_pass(llvm::StringRef pass, const PassUnit& unit) override {
        std::string text;
        llvm::raw_string_ostream stream(text);
        const bool broken = unit.function ? llvm::verifyFunction(*unit.function, &stream)
                                          : unit.module && llvm::verifyModule(*unit.module, &stream);
        if (broken) llvm::report_fatal_error(llvm::Twine("invalid IR after ") + pass + ": " + text);
    }
};

}  // namespace

AnalysisManagers::AnalysisManagers(llvm::TargetMachine* target, PassObserver* observer,
                                   void (*name_passes)(llvm::PassInstrumentationCallbacks&), PassFilter* filter)
    : observer_(observer),
      builder_(target, llvm::PipelineTuningOptions(), std::nullopt,
               observer || filter || checks_passes ? &callbacks_ : nullptr) {
    static Checker checker;
    if (name_passes && (observer || filter || checks_passes)) name_passes(callbacks_);
    if (filter) obey(callbacks_, *filter);
    if (observer) observe(callbacks_, *observer);
    if (checks_passes) observe(callbacks_, checker);
    builder_.registerModuleAnalyses(modules_);
    builder_.registerCGSCCAnalyses(call_graphs_);
    functions_.registerPass([] { return SpaceAliasing(); });
    functions_.registerPass([this] {
        llvm::AAManager aliases = builder_.buildDefaultAAPipeline();
        aliases.registerFunctionAnalysis<SpaceAliasing>();
        return aliases;
    });
    builder_.registerFunctionAnalyses(functions_);
    builder_.registerLoopAnalyses(loops_);
    builder_.crossRegisterProxies(loops_, functions_, call_graphs_, modules_);
}

}  // namespace lanewise::compiler
