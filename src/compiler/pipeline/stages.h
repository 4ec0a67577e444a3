// Runs the stages of stages.def, in the order of every compilation. Tests call them by name
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

/// A row of the table.
struct TablePass {
    llvm::StringRef stage;
    llvm::StringRef name;
    llvm::StringRef class_name;  // the same for all rows with one pass
    Need need = Need::needed;
};

/// The rows of the table, in its order; LLVM's passes are of stage "llvm" and have no class name.
llvm::ArrayRef<TablePass> table_passes();

/// Options of a compilation that passes of the table read.
struct StageOptions {
    bool large_launch = false;    // for launches beyond small_id_bound or small_object_bound
    bool shared_objects = false;  // for launches whose arguments share objects (prepare/memory/assume_no_alias.h)
    const ExpectedLaunches* launches = nullptr;
    unsigned copied_elements = 16;  // most elements of a copy that open_copies opens
    unsigned register_bits = 512;
    unsigned lanes = 16;
    KeptCalls kept_calls = KeptCalls::where_too_large;
    LargeBuiltins large_builtins = LargeBuiltins::inlined;
    Lanes parting_lanes{16, 512};  // few of these may go on alone (linearize/serialize_sparse); 1: none do
};

void run_stage(Stage stage, llvm::Module& module, AnalysisManagers& analyses, const StageOptions& options = {});

/// The same for one function; the stage has passes over functions only.
void run_stage(Stage stage, llvm::Function& function, AnalysisManagers& analyses, const StageOptions& options = {});

/// Tells `callbacks` the names of stages.def for the passes (AnalysisManagers).
void name_passes(llvm::PassInstrumentationCallbacks& callbacks);

/// Makes `builder` understand the names of stages.def in textual pipelines, with the default options.
void register_passes(llvm::PassBuilder& builder);

}  // namespace lanewise::compiler
