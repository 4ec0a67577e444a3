// Translates OpenCL's build options (OpenCL API 3.0, sections 5.8.6 and 5.8.7) from the application's string to options
// of the front end and of the linker.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lanewise::compiler {

/// The versions of OpenCL C, followed by the versions of C++ for OpenCL.
enum class LanguageVersion : std::uint8_t { c1_0, c1_1, c1_2, c2_0, c3_0, c3_1, cpp_1_0, cpp_2021 };

constexpr bool is_cpp(LanguageVersion version) { return version >= LanguageVersion::cpp_1_0; }

/// Options that allow the results of floating-point arithmetic to differ from the results without these options.
struct MathOptions {
    bool denorms_are_zero = false;
    bool mad_enable = false;
    bool no_signed_zeros = false;
    bool unsafe = false;        // -cl-unsafe-math-optimizations
    bool fast_relaxed = false;  // -cl-fast-relaxed-math
};

struct CompileOptions {
    std::vector<std::string> front_end_arguments;  // arguments of clang -cc1
    LanguageVersion version = LanguageVersion::c1_2;
    MathOptions math;
    bool optimize = true;
    bool debug = false;           // -g
    bool uniform_groups = false;  // -cl-uniform-work-group-size
};

struct LinkOptions {
    bool create_library = false;
};

/// Parses compile options. `error` stays empty on success; otherwise it is a sentence that names the invalid option.
CompileOptions parse_compile_options(std::string_view text, std::string& error);
LinkOptions parse_link_options(std::string_view text, std::string& error);

/// Splits `text` into words at white space. White space within double or single quotes is part of a word. A blank,
/// quote or backslash that follows a backslash is part of a word, too.
std::vector<std::string> split_options(std::string_view text);

}  // namespace lanewise::compiler
