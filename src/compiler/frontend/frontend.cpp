#include "compiler/frontend/frontend.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/DiagnosticOptions.h>
#include <clang/Basic/FileManager.h>
#include <clang/CodeGen/ModuleBuilder.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Frontend/FrontendOptions.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/VirtualFileSystem.h>
#include <llvm/Support/raw_ostream.h>

#include "compiler/frontend/cpp_consumer.h"
#include "compiler/frontend/embedded_headers.h"
#include "compiler/frontend/extension_declarations.h"
#include "compiler/frontend/extension_pragmas.h"
#include "compiler/frontend/frontend_attributes.h"
#include "compiler/frontend/half_uses.h"
#include "compiler/frontend/inline_functions.h"
#include "compiler/frontend/needed_functions.h"
#include "compiler/frontend/objects/block_values.h"
#include "compiler/frontend/objects/captured_samplers.h"
#include "compiler/frontend/objects/opaque_types.h"
#include "compiler/frontend/objects/pipe_packets.h"
#include "compiler/frontend/objects/queue_values.h"
#include "compiler/frontend/objects/sampler_values.h"
#include "compiler/frontend/recorded_calls.h"
#include "compiler/frontend/recorded_errors.h"
#include "compiler/frontend/regular_files.h"
#include "compiler/frontend/scope_tokens.h"
#include "compiler/frontend/version_hint.h"
#include "lanewise/features.h"

namespace lanewise::compiler {
namespace {

// The folder of the source file and of the user's headers in Clang's file system. An `#include "x"` searches this
// folder first, and then the process's working directory.
constexpr const char* header_folder = "/.lanewise/headers";
constexpr const char* system_folder = "/.lanewise/system";
constexpr const char* source_name = "program.cl";
// A line that precedes the source, and sets the file name in diagnostics and in __FILE__.
constexpr const char* source_prefix = "#line 1 \"program.cl\"\n";

const char* standard_argument(LanguageVersion version) {
    switch (version) {
        case LanguageVersion::c1_0: return "-cl-std=CL1.0";
        case LanguageVersion::c1_1: return "-cl-std=CL1.1";
        case LanguageVersion::c1_2: return "-cl-std=CL1.2";
        case LanguageVersion::c2_0: return "-cl-std=CL2.0";
        case LanguageVersion::c3_0:
        case LanguageVersion::c3_1: return "-cl-std=CL3.0";
        case LanguageVersion::cpp_1_0: return "-cl-std=CLC++1.0";
        case LanguageVersion::cpp_2021: return "-cl-std=CLC++2021";
    }
    return "";
}

std::string extension_argument(LanguageVersion version) {
    std::string argument = "-cl-ext=-all";
    for (const Feature& feature : features) {
        if (feature.in_all_versions) continue;  // the feature's macro is defined below
        // Language features are optional, and have macros, from OpenCL C 3.0 on. In OpenCL C 2.0 no feature is
        // optional, but Clang supports only the features that this option lists.
        if (feature.kind == FeatureKind::language_feature && version < LanguageVersion::c2_0) continue;
        argument.append(",+").append(feature.name);
    }
    // In OpenCL C 2.0 and C++ for OpenCL 1.0, Clang requires cl_khr_subgroups for sub-group functions of the language
    // (get_kernel_sub_group_count_for_ndrange). The device does not support the extension, so its macro is undefined
    // below.
    if (version == LanguageVersion::c2_0 || version == LanguageVersion::cpp_1_0) argument.append(",+cl_khr_subgroups");
    return argument;
}

std::vector<std::string> front_end_arguments(const CompileOptions& options) {
    std::vector<std::string> arguments = {
        "-triple", "spir64-unknown-unknown", "-x", is_cpp(options.version) ? "clcpp" : "cl",
        standard_argument(options.version), extension_argument(options.version), "-fdeclare-opencl-builtins",
        // The header is included by its path, since a name alone would find a file of the working directory first.
        "-include", base_header, options.optimize ? "-O1" : "-O0", "-funroll-loops", "-disable-llvm-passes",
        "-ffp-contract=on", "-fno-builtin", "-fmessage-length=0", "-nostdsysteminc", "-nobuiltininc", "-isystem",
        system_folder, "-I", header_folder, "-iquote", ".",
        // SPIR's macros are undefined: the target is this machine, and the SPIR triple only selects a calling
        // convention. For SPIR, Clang's base header would also define macros of extensions that -cl-ext leaves out.
        "-U__SPIR__", "-U__SPIR64__", "-U__SPIR", "-U__SPIR64", "-Ucl_khr_subgroups", "-D__OPENCL_VERSION__=310",
        // The macro CL_VERSION_3_1 is defined in all versions of OpenCL C, like CL_VERSION_3_0, which Clang defines. An
        // undefined macro would be 0 in a comparison with __OPENCL_C_VERSION__.
        "-DCL_VERSION_3_1=310",
        // No assembler is available for kernels. Brackets may be nested 100000 deep, for which the compiler's stack is
        // large enough (guard/compile_stack.h).
        "-fno-gnu-inline-asm", "-fbracket-depth", "100000",
        // The number of errors is limited, since each error may list all overloads of a function, which takes long.
        "-ferror-limit", "100",
        // Incompatible pointers are only a warning, as in other drivers: programs for older compilers (clFFT among
        // them) mix pointers to vectors of different widths.
        "-Wno-error=incompatible-pointer-types"};
    // Clang does not know OpenCL C 3.1. OpenCL C 3.1 has the syntax of OpenCL C 3.0, and its new functions belong to
    // extensions that all versions have here.
    if (options.version == LanguageVersion::c3_1)
        arguments.insert(arguments.end(), {"-U__OPENCL_C_VERSION__", "-D__OPENCL_C_VERSION__=310"});
    for (const Feature& feature : features)
        if (feature.in_all_versions) arguments.push_back("-D" + std::string(feature.name) + "=1");
    // Without this option, Clang would guard the initialization of static local variables by calls of a C++ library.
    // With the option, each guard is a byte.
    if (is_cpp(options.version)) arguments.emplace_back("-fno-threadsafe-statics");
    arguments.insert(arguments.end(), options.front_end_arguments.begin(), options.front_end_arguments.end());
    return arguments;
}

// Removes the byte order mark that editors put before UTF-8 text. Clang skips a byte order mark only at the start of a
// file, but `source_prefix` precedes the source in the file.
std::string_view without_byte_order_mark(std::string_view source) {
    constexpr std::string_view mark = "\xef\xbb\xbf";
    return source.starts_with(mark) ? source.substr(mark.size()) : source;
}

// Redefines the Clang builtin to which as_int(x) and similar functions expand. If x is the name of a built-in function,
// Clang treats the overload set as a value, and never returns. As an operand of a comma operator, an overload set is an
// error. A drawback is that as_int(x) cannot be used in initializers of constants, which must not have comma operators.
constexpr std::string_view checked_astype =
    "\n#define __builtin_astype(value, type) __builtin_astype(((void)0, (value)), type)\n";

// Defines CLK_NULL_RESERVE_ID as a call: Clang's own definition converts a pointer, which makes invalid IR.
constexpr std::string_view null_reserve_id =
    "#ifdef CLK_NULL_RESERVE_ID\n"
    "#undef CLK_NULL_RESERVE_ID\n"
    "#ifdef __cplusplus\n"
    "#pragma clang diagnostic push\n"
    "#pragma clang diagnostic ignored \"-Wreturn-type-c-linkage\"\n"
    "extern \"C\" reserve_id_t __lw_null_reserve_id(void);\n"
    "#pragma clang diagnostic pop\n"
    "#else\n"
    "reserve_id_t __lw_null_reserve_id(void);\n"
    "#endif\n"
    "#define CLK_NULL_RESERVE_ID __lw_null_reserve_id()\n"
    "#endif\n";

// Declares cl_intel_split_work_group_barrier, which Clang does not know.
constexpr std::string_view split_barrier =
    "void __attribute__((overloadable)) intel_work_group_barrier_arrive(cl_mem_fence_flags);\n"
    "void __attribute__((overloadable, convergent)) intel_work_group_barrier_wait(cl_mem_fence_flags);\n"
    "#if defined(__OPENCL_CPP_VERSION__) || __OPENCL_C_VERSION__ >= CL_VERSION_2_0\n"
    "void __attribute__((overloadable)) intel_work_group_barrier_arrive(cl_mem_fence_flags, memory_scope);\n"
    "void __attribute__((overloadable, convergent)) intel_work_group_barrier_wait(cl_mem_fence_flags, memory_scope);\n"
    "#endif\n";

// Enables the type half for all programs, since many programs use half without the pragma (half_uses.h).
constexpr std::string_view enabled_half = "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n";

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> make_file_system(std::string_view source,
                                                                 std::span<const Header> headers,
                                                                 std::string_view more_builtins) {
    auto memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
    std::string base(opencl_base_header());
    for (const std::string_view addition :
         {checked_astype, null_reserve_id, split_barrier, enabled_half, queue_value_declarations(), more_builtins})
        base.append(addition);
    memory->addFile(base_header, 0, llvm::MemoryBuffer::getMemBufferCopy(base));
    const std::string folder = header_folder;
    memory->addFile(folder + "/" + source_name, 0,
                    llvm::MemoryBuffer::getMemBufferCopy(source_prefix + std::string(without_byte_order_mark(source))));
    for (const Header& header : headers)
        memory->addFile(folder + "/" + std::string(header.name), 0,
                        llvm::MemoryBuffer::getMemBufferCopy(header.source));
    auto overlay = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(regular_files());
    overlay->pushOverlay(memory);
    return overlay;
}

// Generates IR only. Clang's own code generation actions would link Clang's back end into this library.
class EmitModule final : public clang::ASTFrontendAction {
public:
    /// `halves` receives all declarations; null if the source cannot use half.
    EmitModule(llvm::LLVMContext& context, bool is_whole_program, HalfUses* halves)
        : context_(context), halves_(halves), is_whole_program_(is_whole_program) {}

    std::unique_ptr<llvm::Module> take_module() {
        std::unique_ptr<llvm::Module> module(generator_ ? generator_->ReleaseModule() : nullptr);
        if (!module) return nullptr;
        limits_.put_on(*module);
        packets_.put_on(*module);
        replace_opaque_types(*module);
        replace_sampler_values(*module);
        return module;
    }

private:
    // Forwards declarations to the generator, which must outlive the front end's run.
    class Consumer final : public clang::ASTConsumer {
    public:
        Consumer(clang::CodeGenerator& generator, WorkGroupLimits& limits, PipePackets& packets, HalfUses* halves,
                 bool is_whole_program)
            : generator_(generator),
              limits_(limits),
              packets_(packets),
              halves_(halves),
              is_whole_program_(is_whole_program) {}
        void Initialize(clang::ASTContext& context) override { generator_.Initialize(context); }
        bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
            limits_.take_from(group);
            packets_.take_from(group);
            if (halves_) halves_->take_from(group);
            inline_functions_.take_from(group);
            queue_values_.repair(group);
            repair_block_values(group);
            make_captured_samplers_variable(group);
            return (is_whole_program_ && functions_.holds_back(group)) || generator_.HandleTopLevelDecl(group);
        }
        void HandleTagDeclDefinition(clang::TagDecl* decl) override { generator_.HandleTagDeclDefinition(decl); }
        void CompleteTentativeDefinition(clang::VarDecl* decl) override {
            generator_.CompleteTentativeDefinition(decl);
        }
        void HandleInterestingDecl(clang::DeclGroupRef group) override { generator_.HandleTopLevelDecl(group); }
        void HandleTranslationUnit(clang::ASTContext& context) override {
            inline_functions_.keep_definitions();
            for (const clang::DeclGroupRef group : functions_.take_needed()) generator_.HandleTopLevelDecl(group);
            generator_.HandleTranslationUnit(context);
            if (!generator_.GetModule()) return;
            inline_functions_.set_linkage(generator_);
            record_calls(generator_, is_whole_program_);
        }

    private:
        clang::CodeGenerator& generator_;
        WorkGroupLimits& limits_;
        PipePackets& packets_;
        HalfUses* const halves_;
        NeededFunctions functions_;
        InlineFunctions inline_functions_;
        QueueValues queue_values_;
        const bool is_whole_program_;
    };

    std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& instance, llvm::StringRef) override {
        if (!instance.getLangOpts().OpenCLCPlusPlus) refuse_leading_scopes(instance.getPreprocessor());
        accept_extension_pragmas(instance.getPreprocessor());
        if (halves_) halves_->watch(instance.getPreprocessor());
        generator_ = clang::CreateLLVMCodeGen(instance, source_name, context_);
        if (instance.getLangOpts().OpenCLCPlusPlus)
            return std::make_unique<CppConsumer>(*generator_, [this](clang::DeclGroupRef group) {
                limits_.take_from(group);
                packets_.take_from(group);
                if (halves_) halves_->take_from(group);
            });
        return std::make_unique<Consumer>(*generator_, limits_, packets_, halves_, is_whole_program_);
    }

    llvm::LLVMContext& context_;
    std::unique_ptr<clang::CodeGenerator> generator_;
    WorkGroupLimits limits_;
    PipePackets packets_;
    HalfUses* const halves_;
    const bool is_whole_program_;
};

// Input for one run of Clang.
struct Input {
    std::string_view source;
    const CompileOptions& options;
    std::span<const Header> headers;
    std::string_view more_builtins;
};

bool run_clang(const Input& input, LanguageVersion version, clang::DiagnosticConsumer& printer,
               clang::FrontendAction& action) {
    CompileOptions options = input.options;
    options.version = version;
    const std::vector<std::string> arguments = front_end_arguments(options);
    std::vector<const char*> pointers;
    for (const std::string& argument : arguments) pointers.push_back(argument.c_str());

    clang::DiagnosticOptions diagnostic_options;
    const auto file_system = make_file_system(input.source, input.headers, input.more_builtins);
    const auto argument_diagnostics = clang::CompilerInstance::createDiagnostics(*file_system, diagnostic_options,
                                                                                 &printer, /*ShouldOwnClient=*/false);
    auto invocation = std::make_shared<clang::CompilerInvocation>();
    if (!clang::CompilerInvocation::CreateFromArgs(*invocation, pointers, *argument_diagnostics)) return false;
    auto& inputs = invocation->getFrontendOpts().Inputs;
    inputs.assign({clang::FrontendInputFile(
        std::string(header_folder) + "/" + source_name,
        clang::InputKind(is_cpp(version) ? clang::Language::OpenCLCXX : clang::Language::OpenCL))});
    invocation->getFrontendOpts().DisableFree = false;

    clang::CompilerInstance instance(std::move(invocation));
    instance.setVirtualFileSystem(file_system);
    instance.createDiagnostics(&printer, /*ShouldOwnClient=*/false);
    instance.createFileManager();
    instance.setVerboseOutputStream(std::make_unique<llvm::raw_null_ostream>());
    return instance.ExecuteAction(action);
}

// Parses the source and generates IR. If the program is refused, but a later version of OpenCL C would accept it, adds
// a note to `log`. Sets `held_back` to a warning for the log of a failed build.
std::unique_ptr<llvm::Module> parse(const Input& input, bool is_whole_program, llvm::LLVMContext& context,
                                    std::string& log, std::string& held_back) {
    clang::DiagnosticOptions options;
    options.ShowPresumedLoc = 1;  // respects #line
    ErrorRecorder recorder(log, options);
    HalfUses halves;
    const bool has_halves = HalfUses::may_be_in(input.source, input.options.front_end_arguments, input.headers);
    EmitModule action(context, is_whole_program, has_halves ? &halves : nullptr);
    const LanguageVersion version = input.options.version;
    const bool is_accepted = run_clang(input, version, recorder, action);
    held_back = halves.warning();
    if (is_accepted) return action.take_module();
    add_version_hint(
        version, recorder.errors(),
        [&](LanguageVersion other, clang::DiagnosticConsumer& printer, clang::FrontendAction& trial) {
            run_clang(input, other, printer, trial);
        },
        log);
    return nullptr;
}

}  // namespace

std::unique_ptr<llvm::Module> parse_source(std::string_view source, const CompileOptions& options,
                                           bool is_whole_program, std::span<const Header> headers,
                                           llvm::LLVMContext& context, std::string& log, std::string& held_back) {
    register_attributes();
    const std::string named = named_declarations(source, options.front_end_arguments, headers);
    const std::size_t logged = log.size();
    auto module = parse({source, options, headers, named}, is_whole_program, context, log, held_back);
    if (module) return module;
    const std::string missing = missing_declarations(std::string_view(log).substr(logged));
    if (missing.empty() || named.find(missing) != std::string::npos) return nullptr;
    log.resize(logged);
    return parse({source, options, headers, named + missing}, is_whole_program, context, log, held_back);
}

}  // namespace lanewise::compiler
