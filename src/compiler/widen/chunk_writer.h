// Makes one chunk function of a linearized kernel, block by block and instruction by instruction. An instruction is
// widened once for each row, or once for all rows if the instruction has the same value in all rows
// (analysis/shapes/row_sharing.h). Each member class widens one kind of instruction; chunk_writer.cpp passes an
// instruction to one class after another. A new kind of instruction needs a new class.
//
// Thread-safety: one object per chunk function and thread.
#pragma once

#include "compiler/widen/calls/function_calls.h"
#include "compiler/widen/calls/image_calls.h"
#include "compiler/widen/calls/intrinsics.h"
#include "compiler/widen/calls/opaque_operations.h"
#include "compiler/widen/chunk/chunk.h"
#include "compiler/widen/control_flow.h"
#include "compiler/widen/elements/element_wise.h"
#include "compiler/widen/memory/atomics.h"
#include "compiler/widen/memory/load_store.h"
#include "compiler/widen/memory/private_arrays.h"

namespace lanewise::compiler {

class ChunkWriter {
public:
    ChunkWriter(llvm::Function& kernel, const KernelAnalyses& analyses, const WidenOptions& options, ChunkForm form)
        : chunk_(kernel, analyses, options, form) {}

    /// Returns the chunk function, or nullptr if an instruction could not be widened.
    llvm::Function* run();
    const std::string& reason() const { return chunk_.reason; }

private:
    void write_block(llvm::BasicBlock& original);
    void find_live_lanes();
    void write_in_rows(llvm::Instruction& original);
    void write(llvm::Instruction& original);
    void take_apart(const llvm::Instruction& original);
    void take_phis_apart();

    Chunk chunk_;
    llvm::SmallVector<std::pair<const llvm::Instruction*, unsigned>, 4> phis_to_take_apart_;  // each phi with its row
    ControlFlow flow_{chunk_};
    LoadStore load_store_{chunk_};
    PrivateArrays private_arrays_{chunk_};
    Atomics atomics_{chunk_};
    OpaqueOperations operations_{chunk_};
    Intrinsics intrinsics_{chunk_};
    ImageCalls image_calls_{chunk_};
    FunctionCalls function_calls_{chunk_};
    ElementWise element_wise_{chunk_};
};

}  // namespace lanewise::compiler
