// Runs the stages of stages.def. Every compilation runs the stages in the same order; tests run single passes by name
// (`--passes=inline_all,verify`).
//
// Thread-safety: a module and its analyses belong to one thread.
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>

#include <cstdint>

#include "compiler/ir/passes/analysis_managers.h"
#include "compiler/library/inline_builtins.h"
#include "compiler/linearize/serialize_sparse/serialization_threshold.h"
#include "lanewise/compiler.h"

namespace lanewise::compiler {

enum class Stage : std::uint8_t {
#define STAGE(name, makes) name,
#define MODULE_PASS(stage, name, need, pass)
#define FUNCTION_PASS(stage, name, need, pass)
#include "compiler/pipeline/stages.def"
};

/// Whether a pass may be left out of a compilation.
enum class Need : std::uint8_t { optional, needed };

/// A pass of stages.def.
struct TablePass {
    llvm::StringRef stage;
    llvm::StringRef name;
    llvm::StringRef class_name;  // name of the C++ class, which several passes may share
    Need need = Need::needed;
};

/// Returns the passes of stages.def in their order. LLVM's passes have stage "llvm" and no class name.
llvm::ArrayRef<TablePass> table_passes();

/// Options of a compilation on which passes of stages.def depend.
struct StageOptions {
    bool large_launch = false;    // the code is for launches beyond small_id_bound or small_object_bound
    bool shared_objects = false;  // arguments may share objects (prepare/memory/assume_no_alias.h)
    const ExpectedLaunches* launches = nullptr;
    unsigned copied_elements = 16;  // maximum number of elements in a copy that open_copies expands
    unsigned register_bits = 512;
    unsigned lanes = 16;
    KeptCalls kept_calls = KeptCalls::where_too_large;
    LargeBuiltins large_builtins = LargeBuiltins::inlined;
    Lanes parting_lanes{16, 512, {}};  // number of lanes for serialize_sparse, which serializes nothing for one lane
};

void run_stage(Stage stage, llvm::Module& module, AnalysisManagers& analyses, const StageOptions& options = {});

/// Runs a stage for one function. The stage must have only passes over functions.
void run_stage(Stage stage, llvm::Function& function, AnalysisManagers& analyses, const StageOptions& options = {});

/// Tells `callbacks` (AnalysisManagers) the names that stages.def gives to the passes.
void name_passes(llvm::PassInstrumentationCallbacks& callbacks);

/// Registers the passes of stages.def with `builder` for textual pipelines, with default options.
void register_passes(llvm::PassBuilder& builder);

}  // namespace lanewise::compiler
