#include "compiler/ir/analysis_managers.h"

namespace lanewise::compiler {

AnalysisManagers::AnalysisManagers(llvm::TargetMachine* target) : builder_(target) {
    builder_.registerModuleAnalyses(modules_);
    builder_.registerCGSCCAnalyses(call_graphs_);
    builder_.registerFunctionAnalyses(functions_);
    builder_.registerLoopAnalyses(loops_);
    builder_.crossRegisterProxies(loops_, functions_, call_graphs_, modules_);
}

}  // namespace lanewise::compiler
