// The format of a serialized program, in CL_PROGRAM_BINARIES and cache entries. The program consists of IR, kernel
// signatures, the machine code of compiled kernels and the target of the machine code.
//
//     "LANEWISE" | version | build id | digest of all the rest | record
//
// The digest reveals truncated, altered or foreign data. No shared state; thread-safe.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "lanewise/code_variant.h"
#include "lanewise/kernel_info.h"
#include "lanewise/program_variables.h"
#include "lanewise/target.h"
#include "runtime/storage/byte_stream.h"
#include "runtime/storage/digest.h"

namespace lanewise::runtime {

enum class ProgramType : std::uint8_t { object, library, executable };

/// The target and options for which machine code was compiled.
struct CodeOrigin {
    Target target;
    std::uint32_t vector_width = 0;  // as in compiler::CodeOptions
    std::string passes{};            // as in compiler::CodeOptions

    bool operator==(const CodeOrigin&) const = default;
};

/// Assumption of compiled code about the arguments of a launch: they share no objects, or may share objects
/// (KernelCode::written_apart).
enum class Objects : std::uint8_t { apart, shared };

struct ProgramImage {
    ProgramType type = ProgramType::executable;
    std::string options;  // build options, as CL_PROGRAM_BUILD_OPTIONS returns them
    std::string log;      // warnings of the front end
    Bytes ir;
    std::vector<KernelInfo> kernels;
    ProgramVariables variables;
    CodeOrigin origin;  // target and options of all machine code in `codes`
    // The key is the name of a kernel and the variant of its code. Code that was never needed may be missing.
    std::map<std::pair<std::string, CodeVariant>, KernelCode> codes;
};

/// Serializes a program. `build_id` identifies the compiler build (build_id.h).
Bytes write_program(const ProgramImage& program, const Digest& build_id);

/// Reads a program; returns nothing if the bytes do not come from write_program(). Drops machine code of another
/// compiler build, because its call interface may differ.
std::optional<ProgramImage> read_program(std::span<const std::uint8_t> bytes, const Digest& build_id);

/// Serializes the machine code of one kernel as a cache entry, with the same version, build id and digest as a program.
Bytes write_code(const KernelCode& code, const Digest& build_id);
std::optional<KernelCode> read_code(std::span<const std::uint8_t> bytes, const Digest& build_id);

}  // namespace lanewise::runtime
