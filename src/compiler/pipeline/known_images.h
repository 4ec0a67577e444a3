// Specializes calls of texel functions (src/builtins/texel) for known images and samplers (CodeOptions::known). In a
// specialized version, branches on the format, filter and addressing mode are folded, and the remaining code is small
// enough to be inlined.
//
//   call <64 x float> @__lw_image_read_row_float_v16(ptr %image, i64 18, i32 %x, i32 %y, i32 0)
//   ; %image is an argument of the kernel, and an image of RGBA8
//   %whole = icmp ule i32 %x, %last  ; and so on
//   %texels = load <16 x i32>, ptr %first, align 1
//
// Thread-safety: a module belongs to one thread.
#pragma once

#include <llvm/IR/Module.h>

#include <string>

#include "compiler/ir/passes/analysis_managers.h"
#include "lanewise/compiler.h"

namespace lanewise::compiler {

/// Replaces known sampler arguments of the kernel by constants. Must run before all passes.
void replace_known_samplers(llvm::Function& kernel, const KnownArguments& known);

/// Redirects calls in chunk functions to specialized versions. Must run before late builtins are supplied. Returns
/// false, and adds a sentence to `log`, if a builtin is missing.
bool use_known_images(llvm::Module& module, AnalysisManagers& analyses, const CodeOptions& options, std::string& log);

}  // namespace lanewise::compiler
