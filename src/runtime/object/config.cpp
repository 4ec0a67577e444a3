#include "runtime/object/config.h"

#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>

namespace lanewise::runtime {

namespace {

/// Who starts a setuid program must not choose what it loads, writes or removes: there nothing is set.
std::string_view variable(const char* name) {
    const char* value = ::secure_getenv(name);
    return value ? value : "";
}

unsigned number(std::string_view text) {
    unsigned value = 0;
    const auto end = text.data() + text.size();
    const auto result = std::from_chars(text.data(), end, value);
    return result.ec == std::errc{} && result.ptr == end ? value : 0;
}

device::FaultHandling fault_handling(std::string_view text) {
    if (text == "0") return device::FaultHandling::never;
    return text == "1" ? device::FaultHandling::always : device::FaultHandling::where_free;
}

/// As it is meant now: the process may go to another folder. Empty where there is no such path.
std::string absolute(std::string_view path) {
    std::error_code error;
    const auto found = std::filesystem::absolute(path, error);
    return error ? std::string() : found.string();
}

/// The folder of cached builds; empty: none is to be kept.
std::string cache_directory() {
    if (variable("LANEWISE_CACHE") == "0") return {};
    if (const auto given = variable("LANEWISE_CACHE_DIR"); !given.empty()) return absolute(given);
    // The XDG base directory specification: a relative path is to be ignored.
    if (const auto xdg = variable("XDG_CACHE_HOME"); xdg.starts_with('/')) {
        return std::string(xdg) + "/lanewise";
    }
    const auto home = variable("HOME");
    return home.empty() ? std::string() : absolute(std::string(home) + "/.cache/lanewise");
}

Config read_environment() {
    Config config;
    config.log_errors = number(variable("LANEWISE_LOG")) != 0;
    config.max_compute_units = number(variable("LANEWISE_MAX_COMPUTE_UNITS"));
    config.vector_width = number(variable("LANEWISE_VECTOR_WIDTH"));
    // A name without a slash is looked for as the loader does.
    const auto compiler = variable("LANEWISE_COMPILER");
    config.compiler_library = compiler.find('/') != compiler.npos ? absolute(compiler) : std::string(compiler);
    config.cpu_features = variable("LANEWISE_CPU_FEATURES");
    config.faults = fault_handling(variable("LANEWISE_FAULTS"));
    if (const auto dump = variable("LANEWISE_DUMP"); !dump.empty()) config.dump_folder = absolute(dump);
    config.perf_map = number(variable("LANEWISE_PERF")) != 0;
    config.cache_directory = cache_directory();
    const unsigned mebibytes = number(variable("LANEWISE_CACHE_MB"));
    config.cache_bytes = std::uint64_t{mebibytes != 0 ? mebibytes : 1024} << 20;
    return config;
}

}  // namespace

const Config& config() {
    static const Config config = read_environment();
    return config;
}

}  // namespace lanewise::runtime
