// show_kernel: prints the IR of one kernel of an OpenCL C file after any pass, for people who work on the passes.
//
//   show_kernel file.cl kernel [--print-after=stage|pass|all] [--stop-after=stage|pass] [--without=pass,...]
//               [--passes=selection] [--lanes=n] [--along=0|1|2|linear] [--together] [--features=limit]
//               [--chunks=full|partial] [--options=build options] [--image=file]
//
// `--print-after` prints the IR after a stage or pass of src/compiler/pipeline/stages.def, or after all passes; it
// notes passes that change nothing. `--stop-after` prints the IR after a stage or pass and ends the tool. `--without`
// leaves out optional passes. `--passes` selects passes as the variable LANEWISE_PASSES does. `--image` writes the
// machine code, for `objdump -D -b binary -m i386:x86-64`. With `--lanes=0` (the default) the planner chooses the
// number of lanes. `--features` limits the CPU features as the variable LANEWISE_CPU_FEATURES does.
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/PrintPasses.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/Format.h>
#include <llvm/Support/raw_ostream.h>

#include <ctime>
#include <fstream>
#include <iterator>
#include <optional>
#include <span>

#include "compiler/compiler_impl.h"
#include "compiler/link/bitcode.h"
#include "compiler/link/link.h"
#include "compiler/pipeline/pass_printer.h"
#include "compiler/pipeline/pass_selection.h"
#include "compiler/pipeline/pipeline.h"
#include "compiler/target/target_machine.h"
#include "device/machine/cpu/cpu_features.h"
#include "spirv/reader.h"
#include "stop_after.h"

namespace {

using namespace lanewise;

llvm::cl::opt<std::string> file(llvm::cl::Positional, llvm::cl::Required);
llvm::cl::opt<std::string> kernel_name(llvm::cl::Positional, llvm::cl::Required);
llvm::cl::opt<unsigned> lanes("lanes", llvm::cl::desc("forced number of lanes"));
using compiler::Chunks;
llvm::cl::opt<Chunks> chunks("chunks", llvm::cl::init(Chunks::all), llvm::cl::desc("chunks to run; all"),
                             llvm::cl::values(clEnumValN(Chunks::full, "full", "full ones"),
                                              clEnumValN(Chunks::partial, "partial", "others")));
using compiler::Along;
llvm::cl::opt<Along> along("along", llvm::cl::desc("where lanes lie"),
                           llvm::cl::values(clEnumValN(Along::dimension_0, "0", "along dimension 0"),
                                            clEnumValN(Along::dimension_1, "1", "along dimension 1"),
                                            clEnumValN(Along::dimension_2, "2", "along dimension 2"),
                                            clEnumValN(Along::linear_id, "linear", "along the linear id")));
llvm::cl::opt<bool> together("together", llvm::cl::desc("two rows where possible"));
llvm::cl::opt<std::string> features("features", llvm::cl::desc("limit of the CPU's features"));
llvm::cl::opt<std::string> image("image", llvm::cl::desc("file for the machine code"));
llvm::cl::opt<std::string> without("without", llvm::cl::desc("optional passes to leave out"));
llvm::cl::opt<std::string> selection("passes", llvm::cl::desc("selection of optional passes"));
llvm::cl::opt<std::string> build_options("options", llvm::cl::desc("build options"));

// Compiles the kernel, and notifies `observer` of each pass.
void compile(const compiler::Ir& ir, const compiler::CodeOptions& options, compiler::PassObserver& observer) {
    llvm::LLVMContext context;
    std::string log;
    llvm::TargetMachine& machine = compiler::target_machine(options.target);
    const auto module = compiler::extract_kernel(compiler::read_bitcode_lazily(ir, context, log), kernel_name,
                                                 machine.createDataLayout(), machine.getTargetTriple(), log);
    std::optional<compiler::PassSelection> passes;
    if (!options.passes.empty()) passes = compiler::PassSelection::parse(options.passes, log);
    if (passes && !passes->is_for(kernel_name)) passes.reset();
    KernelCode code;
    if (!module ||
        !compiler::compile_module(*module, machine, options, code, log, &observer, passes ? &*passes : nullptr))
        llvm::errs() << log;
}

// Prints the IR after `pass`. Returns false if the kernel's compilation has no such stage or pass.
bool print_after(const compiler::Ir& ir, const compiler::CodeOptions& options, const std::string& pass) {
    compiler::PassPrinter printer(llvm::outs(), pass);
    compile(ir, options, printer);
    return printer.printed();
}

// Limits `target` to the features that `--features` allows. Returns false if the value of `--features` is unknown.
bool lower(Target& target) {
    const auto lowered = device::lower_target(target, features);
    if (lowered) target = *lowered;
    if (!lowered) llvm::errs() << "--features=" << features << " is unknown. Pass " << device::known_limits << ".\n";
    return lowered.has_value();
}

int tell_that_nothing_ran(const std::string& pass) {
    llvm::errs() << "No stage or pass '" << pass
                 << "' ran for this kernel. src/compiler/pipeline/stages.def lists the names.\n";
    return 1;
}

}  // namespace

int main(int argc, char** argv) {
    llvm::cl::ParseCommandLineOptions(argc, argv, "shows what becomes of a kernel\n");
    const std::string stop_after = test::take_stop_after();
    std::ifstream input(file);
    if (!input) {
        llvm::errs() << "The file '" << file << "' cannot be read. Pass a file of OpenCL C or SPIR-V.\n";
        return 1;
    }
    const std::string source{std::istreambuf_iterator<char>(input), {}};
    const auto bytes = std::as_bytes(std::span(source));
    const auto program = spirv::has_module_form(bytes)
                             ? compiler::compiler_instance().build(compiler::SpirvProgram{bytes, {}}, build_options)
                             : compiler::compiler_instance().build(source, build_options);
    llvm::errs() << program.log;
    if (program.status != compiler::Status::success) return 1;
    compiler::CodeOptions options{
        .target = device::host_target(), .vector_width = lanes, .chunks = chunks, .along = along};
    if (together) options.together = lanewise::compiler::Together::where_possible;
    if (!features.empty() && !lower(options.target)) return 1;
    options.passes = without.empty() ? selection : test::selection_without(without);
    if (const std::string fault = compiler::compiler_instance().check_passes(options.passes);
        !fault.empty() && !options.passes.empty()) {
        llvm::errs() << options.passes << " is refused, for " << fault << '\n';
        return 1;
    }
    for (const std::string& pass : llvm::printAfterPasses())
        if (!print_after(program.ir, options, pass)) return tell_that_nothing_ran(pass);
    if (!stop_after.empty()) {
        test::StopAfter stops(stop_after);
        compile(program.ir, options, stops);
        return tell_that_nothing_ran(stop_after);
    }
    const std::clock_t start = std::clock();
    const auto result = compiler::compiler_instance().compile_kernel(program.ir, kernel_name, options);
    const double time = static_cast<double>(std::clock() - start) * 1000 / CLOCKS_PER_SEC;
    llvm::errs() << result.log;
    if (result.status != compiler::Status::success) return 1;
    llvm::errs() << result.code.summary << ", " << llvm::format("%.1f", time) << " ms of CPU, "
                 << result.code.text_bytes << " bytes\n";
    if (!image.empty())
        std::ofstream(image, std::ios::binary)
            .write(reinterpret_cast<const char*>(result.code.image.data()),
                   static_cast<std::streamsize>(result.code.text_bytes));
    return 0;
}
