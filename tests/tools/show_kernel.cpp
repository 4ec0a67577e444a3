// show_kernel: prints what becomes of one kernel of an OpenCL C file, for people who work on the passes.
//
//   show_kernel file.cl kernel [--stage=canonical|chunks|code] [--lanes=n] [--features=limit] [--chunks=full|partial]
//               [--image=file]
//
// prints the IR of a stage and, with `--image`, writes the machine code, for
// `objdump -D -b binary -m i386:x86-64`. Lanes 0 (the default) leaves the choice to the planner; the limit
// is one of LANEWISE_CPU_FEATURES. The stages follow src/compiler/pipeline/pipeline.cpp.
#include <llvm/IR/LLVMContext.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/Format.h>
#include <llvm/Support/raw_ostream.h>

#include <ctime>
#include <fstream>
#include <iterator>

#include "compiler/prepare/grouping.h"
#include "compiler/ir/analysis_managers.h"
#include "compiler/link/bitcode.h"
#include "compiler/compiler_impl.h"
#include "compiler/library/late_builtins.h"
#include "compiler/ir/facts.h"
#include "compiler/ir/parts.h"
#include "compiler/link/link.h"
#include "compiler/ir/operations.h"
#include "compiler/target/target_machine.h"
#include "compiler/pipeline/registry.h"
#include "compiler/pipeline/vectorize.h"
#include "device/machine/cpu_features.h"

namespace {

using namespace lanewise;

llvm::cl::opt<std::string> file(llvm::cl::Positional, llvm::cl::Required);
llvm::cl::opt<std::string> kernel_name(llvm::cl::Positional, llvm::cl::Required);
llvm::cl::opt<std::string> stage("stage", llvm::cl::desc("canonical, chunks or code"));
llvm::cl::opt<unsigned> lanes("lanes", llvm::cl::desc("forced number of lanes"));
using compiler::Chunks;
llvm::cl::opt<Chunks> chunks("chunks", llvm::cl::init(Chunks::all), llvm::cl::desc("chunks to run; all"),
                             llvm::cl::values(clEnumValN(Chunks::full, "full", "full ones"),
                                              clEnumValN(Chunks::partial, "partial", "others")));
llvm::cl::opt<std::string> features("features", llvm::cl::desc("limit of the CPU's features"));
llvm::cl::opt<std::string> image("image", llvm::cl::desc("file for the machine code"));
llvm::cl::opt<std::string> build_options("options", llvm::cl::desc("build options"));

void run(llvm::Module& module, compiler::AnalysisManagers& analyses, llvm::StringRef passes) {
    llvm::ModulePassManager pipeline;
    llvm::cantFail(analyses.builder().parsePassPipeline(pipeline, passes));
    pipeline.run(module, analyses.modules());
}

void print_stage(const compiler::Ir& ir, const compiler::CodeOptions& options) {
    llvm::LLVMContext context;
    std::string log;
    llvm::TargetMachine& machine = compiler::target_machine(options.target);
    const auto module =
        compiler::extract_kernel(compiler::read_bitcode_lazily(ir, context, log), kernel_name,
                                 machine.createDataLayout(), machine.getTargetTriple(), log);
    if (!module) return;
    compiler::AnalysisManagers analyses(&machine);
    compiler::register_passes(analyses.builder());
    compiler::link_builtins(*module, compiler::BuiltinStage::early, log);
    run(*module, analyses,
        "safe_division,inline_all,place_group_scratch,single_item_groups,infer_address_spaces,bound_ids,canonicalize,unroll_loops,small_integers");
    if (stage != "canonical") {
        llvm::Function& kernel = *compiler::find_kernel(*module);
        if (compiler::allows_any_grouping(kernel)) kernel.addFnAttr(compiler::fact::any_grouping);
        compiler::make_chunks(kernel, analyses, options, true);
        std::vector<compiler::LinkedFunction> called;
        compiler::supply_late_builtins(*module, analyses, options.target, called, log);
    }
    if (stage == "code") {
        for (llvm::Function& function : *module)
            if (function.getName().ends_with(".full") || function.getName().ends_with(".tail"))
                function.setLinkage(llvm::GlobalValue::InternalLinkage);
        run(*module, analyses,
            "stream_stores,spill_live_values,split_barriers,lower_ids,lower_local_memory,lower_program_variables,"
            "lower_address_space,lower_printf,kernel_entry,always-inline,globaldce,"
            "function(lower_atomics),outline_parted,function(cleanup)");
    }
    module->print(llvm::outs(), nullptr);
}

}  // namespace

int main(int argc, char** argv) {
    llvm::cl::ParseCommandLineOptions(argc, argv, "shows what becomes of a kernel\n");
    std::ifstream input(file);
    const std::string source{std::istreambuf_iterator<char>(input), {}};
    const auto program = compiler::compiler_instance().build(source, build_options);
    llvm::errs() << program.log;
    if (program.status != compiler::Status::success) return 1;
    compiler::CodeOptions options{device::host_target(), lanes, false, chunks};
    if (!features.empty()) options.target = device::lower_target(options.target, features).value();
    if (!stage.empty()) print_stage(program.ir, options);
    const std::clock_t start = std::clock();
    const auto result = compiler::compiler_instance().compile_kernel(program.ir, kernel_name, options);
    const double time = static_cast<double>(std::clock() - start) * 1000 / CLOCKS_PER_SEC;
    llvm::errs() << result.log << result.code.summary << ", "
                 << llvm::format("%.1f", time) << " ms of CPU, " << result.code.text_bytes
                 << " bytes\n";
    if (!image.empty())
        std::ofstream(image, std::ios::binary)
            .write(reinterpret_cast<const char*>(result.code.image.data()),
                   static_cast<std::streamsize>(result.code.text_bytes));
    return result.status == compiler::Status::success ? 0 : 1;
}
