// pass_opt: runs passes over textual IR and prints the result, for the FileCheck tests in tests/passes.
//
// Usage: `pass_opt --passes=inline_all,verify file.ll` (or `-` for standard input). `pass_opt --passes='print<shape>'
// --disable-output file.ll` prints the results of an analysis (pipeline/print_analyses.h). `--without=wide_indices`
// leaves out optional passes that other passes would run, and `--stop-after=sroa` prints the module after a pass and
// ends the tool.
#include <llvm/IR/LLVMContext.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include <optional>

#include "compiler/ir/passes/analysis_managers.h"
#include "compiler/pipeline/pass_selection.h"
#include "compiler/pipeline/print_analyses.h"
#include "compiler/pipeline/stages.h"
#include "compiler/target/target_machine.h"
#include "helper_passes.h"
#include "stop_after.h"

namespace {

using lanewise::compiler::PassSelection;

llvm::cl::opt<std::string> input(llvm::cl::Positional, llvm::cl::init("-"));
llvm::cl::opt<std::string> passes("passes", llvm::cl::desc("comma-separated pipeline"));
llvm::cl::opt<bool> costs("costs", llvm::cl::desc("passes ask what the functions' target-features cost"));
llvm::cl::opt<std::string> without("without", llvm::cl::desc("optional passes to leave out"));
llvm::cl::opt<bool> silent("disable-output", llvm::cl::desc("print no module, only what passes print"));

}  // namespace

int main(int argc, char** argv) {
    llvm::cl::ParseCommandLineOptions(argc, argv, "runs Lanewise passes over IR\n");
    llvm::LLVMContext context;
    llvm::SMDiagnostic error;
    const std::unique_ptr<llvm::Module> module = llvm::parseIRFile(input, error, context);
    if (!module) {
        error.print(argv[0], llvm::errs());
        return 1;
    }
    const std::string stop_after = lanewise::test::take_stop_after();
    std::string fault;
    std::optional<PassSelection> selection;
    if (!without.empty()) selection = PassSelection::parse(lanewise::test::selection_without(without), fault);
    if (!fault.empty()) {
        llvm::errs() << "--without=" << without << " is refused, for " << fault << '\n';
        return 1;
    }
    lanewise::test::StopAfter stops(stop_after);
    lanewise::compiler::AnalysisManagers analyses(costs ? &lanewise::compiler::target_machine({}) : nullptr,
                                                  stop_after.empty() ? nullptr : &stops,
                                                  &lanewise::compiler::name_passes, selection ? &*selection : nullptr);
    lanewise::compiler::register_passes(analyses.builder());
    lanewise::compiler::register_printers(analyses.builder());
    lanewise::test::register_helper_passes(analyses.builder());
    llvm::ModulePassManager pipeline;
    if (llvm::Error failure = analyses.builder().parsePassPipeline(pipeline, passes)) {
        llvm::errs() << toString(std::move(failure)) << '\n';
        return 1;
    }
    pipeline.run(*module, analyses.modules());
    if (!stop_after.empty()) {
        llvm::errs() << "nothing named '" << stop_after << "' ran\n";
        return 1;
    }
    if (!silent) module->print(llvm::outs(), nullptr);
    return 0;
}
