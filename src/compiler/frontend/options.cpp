#include "compiler/frontend/options.h"

#include <algorithm>
#include <array>
#include <functional>
#include <span>
#include <utility>

#include "lanewise/features.h"
#include "lanewise/memory_options.h"

namespace lanewise::compiler {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// A build option without an argument, and the clang -cc1 argument for it (empty: none).
struct Flag {
    std::string_view name;
    std::string_view front_end;
};

constexpr Flag flags[] = {
    {"-w", "-w"},
    {"-Werror", "-Werror"},
    {"-cl-single-precision-constant", "-cl-single-precision-constant"},
    // The front end's argument only permits optimizations that treat subnormal numbers as zeros. Kernels built with
    // this option also run in the processor's flush-to-zero modes, which turn subnormal numbers into zeros.
    {"-cl-denorms-are-zero", "-fdenormal-fp-math=preserve-sign,preserve-sign"},
    // Division and square root are always correctly rounded.
    {"-cl-fp32-correctly-rounded-divide-sqrt", ""},
    {"-cl-opt-disable", ""},      // handled in parse_word()
    {"-cl-strict-aliasing", ""},  // removes -relaxed-aliasing, see below
    {"-cl-uniform-work-group-size", "-cl-uniform-work-group-size"},
    {"-cl-no-subgroup-ifp", ""},
    {"-cl-mad-enable", "-cl-mad-enable"},
    {"-cl-no-signed-zeros", "-cl-no-signed-zeros"},
    {"-cl-unsafe-math-optimizations", "-cl-unsafe-math-optimizations"},
    {"-cl-finite-math-only", "-cl-finite-math-only"},
    {"-cl-fast-relaxed-math", "-cl-fast-relaxed-math"},
    {"-cl-kernel-arg-info", "-cl-kernel-arg-info"},
    {"-g", ""},
};

// Options of Intel's drivers. SYCL programs pass these options, which control only code for Intel's devices and so have
// no effect here. Options that begin with `ignored_prefix` have no argument; the option `ignored_with_argument` has one
// argument.
constexpr std::string_view ignored_prefix = "-ze-";
constexpr std::string_view ignored_with_argument = "-igc_opts";
// Demands that the program is interpreted as explicit vector code for GPUs.
constexpr std::string_view vector_code = "-vc-codegen";

// Section 5.8.7: options that the linker accepts if -enable-link-options was given.
constexpr std::array<std::string_view, 7> math_link_options = {
    "-cl-denorms-are-zero", "-cl-no-signed-zeros",   "-cl-unsafe-math-optimizations",
    "-cl-finite-math-only", "-cl-fast-relaxed-math", "-cl-no-subgroup-ifp",
    "-cl-mad-enable",
};

struct Standard {
    std::string_view name;
    LanguageVersion version;
};

constexpr Standard standards[] = {
    {"CL1.0", LanguageVersion::c1_0},
    {"CL1.1", LanguageVersion::c1_1},
    {"CL1.2", LanguageVersion::c1_2},
    {"CL2.0", LanguageVersion::c2_0},
    {"CL3.0", LanguageVersion::c3_0},
    {"CL3.1", LanguageVersion::c3_1},
    // cl_ext_cxx_for_opencl: CLC++ is the version that CL_DEVICE_CXX_FOR_OPENCL_NUMERIC_VERSION_EXT names.
    {"CLC++", LanguageVersion::cpp_1_0},
    {"CLC++1.0", LanguageVersion::cpp_1_0},
    {"CLC++2021", LanguageVersion::cpp_2021},
};

// Returns the names in a table as "a, b, c".
template <class Table, class Name>
std::string list(const Table& table, Name name) {
    std::string text;
    for (const auto& row : table) {
        if (!text.empty()) text += ", ";
        text += std::invoke(name, row);
    }
    return text;
}

bool parse_standard(std::string_view value, CompileOptions& result) {
    const auto* found = std::ranges::find(standards, value, &Standard::name);
    if (found == std::end(standards)) return false;
    result.version = found->version;
    return true;
}

// Parses "-D name", "-Dname=1", "-I dir" and "-Idir": consumes the next word if the argument is separate.
bool parse_joined(std::span<const std::string>& words, CompileOptions& result, std::string& error) {
    const std::string& word = words.front();
    const std::string option = word.substr(0, 2);
    if (option != "-D" && option != "-I") return false;
    std::string argument = word.substr(2);
    if (argument.empty()) {
        if (words.size() < 2) {
            error = "error: build option '" + option + "' has no argument; write " +
                    (option == "-D" ? "-D NAME or -D NAME=VALUE" : "-I FOLDER") + "\n";
            return true;
        }
        words = words.subspan(1);
        argument = words.front();
    }
    result.front_end_arguments.push_back(option);
    result.front_end_arguments.push_back(std::move(argument));
    return true;
}

void note_math_option(std::string_view word, MathOptions& math) {
    if (word == "-cl-denorms-are-zero") math.denorms_are_zero = true;
    if (word == "-cl-mad-enable") math.mad_enable = true;
    if (word == "-cl-no-signed-zeros") math.no_signed_zeros = true;
    if (word == "-cl-unsafe-math-optimizations") math.unsafe = true;
    if (word == "-cl-fast-relaxed-math") math.fast_relaxed = true;
}

// Consumes an option of the runtime or of Intel's drivers, and its argument. Returns false for other options.
bool skip_foreign(std::span<const std::string>& words, std::string& error) {
    const std::string& word = words.front();
    if (word == vector_code) {
        error = "error: build option '" + word +
                "' asks for explicit vector code (ESIMD) for GPUs, which this device does not run; compile the program "
                "for SPMD\n";
        return true;
    }
    if (word == zero_local_option || word == zero_private_option) return true;  // see link/zero_memory.h
    if (word.starts_with(ignored_prefix)) return true;
    if (word != ignored_with_argument) return false;
    if (words.size() < 2) {
        error = "error: build option '" + word + "' has no argument; write the options of the compiler in quotes\n";
        return true;
    }
    words = words.subspan(1);
    return true;
}

void parse_word(std::span<const std::string>& words, CompileOptions& result, std::string& error,
                bool& strict_aliasing) {
    const std::string& word = words.front();
    if (parse_joined(words, result, error) || skip_foreign(words, error)) return;
    constexpr std::string_view standard = "-cl-std=";
    if (word.starts_with(standard)) {
        if (!parse_standard(std::string_view(word).substr(standard.size()), result))
            error = "error: build option '" + word + "' names an unknown language; write -cl-std= and one of " +
                    list(standards, &Standard::name) + "\n";
        return;
    }
    const auto* flag = std::ranges::find(flags, word, &Flag::name);
    if (flag == std::end(flags)) {
        error = "error: unknown build option '" + word + "'; the options are -D, -I, -cl-std=, " +
                list(flags, &Flag::name) + "\n";
        return;
    }
    if (!flag->front_end.empty()) result.front_end_arguments.emplace_back(flag->front_end);
    note_math_option(word, result.math);
    if (word == "-cl-strict-aliasing") strict_aliasing = true;
    if (word == "-cl-opt-disable") result.optimize = false;
    if (word == "-g") result.debug = true;
    if (word == "-cl-uniform-work-group-size") result.uniform_groups = true;
}

}  // namespace

std::vector<std::string> split_options(std::string_view text) {
    std::vector<std::string> words;
    std::string word;
    bool in_word = false;
    char quote = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const bool escapes =
            c == '\\' && i + 1 < text.size() &&
            (text[i + 1] == '"' || text[i + 1] == '\'' || text[i + 1] == '\\' || (!quote && text[i + 1] == ' '));
        if (escapes) {
            word += text[++i];
            in_word = true;
        } else if (quote ? c == quote : (c == '"' || c == '\'')) {
            quote = quote ? 0 : c;
            in_word = true;
        } else if (!quote && is_blank(c)) {
            if (in_word) words.push_back(std::exchange(word, {}));
            in_word = false;
        } else {
            word += c;
            in_word = true;
        }
    }
    if (in_word) words.push_back(std::move(word));
    return words;
}

CompileOptions parse_compile_options(std::string_view text, std::string& error) {
    CompileOptions result;
    bool strict_aliasing = false;
    const std::vector<std::string> words = split_options(text);
    std::span<const std::string> rest = words;
    while (!rest.empty() && error.empty()) {
        parse_word(rest, result, error, strict_aliasing);
        rest = rest.subspan(1);
    }
    if (!strict_aliasing) result.front_end_arguments.emplace_back("-relaxed-aliasing");
    return result;
}

LinkOptions parse_link_options(std::string_view text, std::string& error) {
    LinkOptions result;
    bool enable_link_options = false;
    bool has_math_options = false;
    const std::vector<std::string> words = split_options(text);
    for (std::span<const std::string> rest = words; !rest.empty(); rest = rest.subspan(1)) {
        const std::string& word = rest.front();
        if (skip_foreign(rest, error)) {
            if (!error.empty()) return result;
        } else if (word == "-create-library") {
            result.create_library = true;
        } else if (word == "-enable-link-options") {
            enable_link_options = true;
        } else if (std::ranges::find(math_link_options, word) != math_link_options.end()) {
            has_math_options = true;
        } else {
            error = "error: unknown link option '" + word +
                    "'; the options are -create-library, -enable-link-options, " +
                    list(math_link_options, std::identity()) + "\n";
            return result;
        }
    }
    // "-enable-link-options: ... must be specified with the create-library option."
    if (enable_link_options && !result.create_library)
        error = "error: link option '-enable-link-options' is only for libraries; add '-create-library'\n";
    // Section 5.8.7.1: math options "... may only be specified when -create-library is accompanied by
    // -enable-link-options". Math options are also permitted when an executable is made.
    if (result.create_library && has_math_options && !enable_link_options)
        error = "error: a library takes math options only with '-enable-link-options'; add it\n";
    return result;
}

}  // namespace lanewise::compiler
