#include "runtime/object/config.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "device/machine/cpu/cpu_features.h"
#include "runtime/object/log.h"

namespace lanewise::runtime {

namespace {

/// An environment variable, as a line of variables.def describes it.
struct Variable {
    const char* name;
    const char* values;  // the accepted values, as text for the log
};

namespace variables {
#define VARIABLE(name, environment_name, values, meaning, default_value) \
    constexpr Variable name{environment_name, values};
#include "runtime/object/variables.def"
}  // namespace variables

/// Returns the value of an environment variable; empty if it is not set. In a setuid program no variable is read: the
/// user who starts the program must not choose the files that the program loads, writes or removes.
std::string_view value_of(const char* name) {
    const char* value = ::secure_getenv(name);
    return value ? value : "";
}
std::string_view value_of(const Variable& variable) { return value_of(variable.name); }

/// Reads variables that allow only some values. An empty variable is treated as not set. A value that is not allowed is
/// refused, and the default stays.
class Choices {
public:
    explicit Choices(std::vector<std::string>& refusals) : refusals_(refusals) {}

    /// Sets `result` to the meaning that the table `known` has for the variable's value.
    template <class Meaning, std::size_t count>
    void read(const Variable& variable, const std::array<std::pair<std::string_view, Meaning>, count>& known,
              Meaning& result) {
        const std::string_view value = value_of(variable);
        if (value.empty()) return;
        const auto found = std::ranges::find(known, value, [](const auto& pair) { return pair.first; });
        if (found == known.end()) return refuse(variable, value);
        result = found->second;
    }

    void read_flag(const Variable& variable, bool& result) {
        read(variable, std::array{std::pair{std::string_view("0"), false}, std::pair{std::string_view("1"), true}},
             result);
    }

    /// Reads a decimal number of at least 1.
    void read_count(const Variable& variable, std::uint32_t& result) {
        const std::string_view value = value_of(variable);
        if (value.empty()) return;
        std::uint32_t number = 0;
        const char* const end = value.data() + value.size();
        const auto [stop, error] = std::from_chars(value.data(), end, number);
        if (error != std::errc{} || stop != end || number == 0) {
            return refuse(variable, value);
        }
        result = number;
    }

    void refuse(const Variable& variable, std::string_view value) {
        refusals_.push_back(std::string(variable.name) + "=" + printable(value) + " is refused, for it takes " +
                            variable.values + "; the default is used");
    }

private:
    std::vector<std::string>& refusals_;
};

/// Makes the path absolute at once, since the process may change its working directory later. Returns an empty path if
/// the working directory cannot be found.
std::string absolute(std::string_view path) {
    std::error_code error;
    const auto found = std::filesystem::absolute(path, error);
    return error ? std::string() : found.string();
}

/// Returns the folder of the cached builds; empty if no variable determines the path.
std::string cache_directory() {
    if (const auto given = value_of(variables::cache_dir); !given.empty()) return absolute(given);
    // The XDG base directory specification requires that a relative path is ignored.
    if (const auto xdg = value_of("XDG_CACHE_HOME"); xdg.starts_with('/')) {
        return std::string(xdg) + "/lanewise";
    }
    const auto home = value_of("HOME");
    return home.empty() ? std::string() : absolute(std::string(home) + "/.cache/lanewise");
}

void read_choices(Config& config) {
    using Faults = device::FaultHandling;
    using Width = std::pair<std::string_view, std::uint32_t>;
    using FaultsOf = std::pair<std::string_view, Faults>;
    Choices choices(config.refusals);
    choices.read_flag(variables::log, config.log_errors);
    choices.read_count(variables::max_compute_units, config.max_compute_units);
    choices.read(variables::vector_width,
                 std::array{Width{"1", 1}, Width{"8", 8}, Width{"16", 16}, Width{"32", 32}, Width{"64", 64}},
                 config.vector_width);
    choices.read(variables::faults, std::array{FaultsOf{"0", Faults::never}, FaultsOf{"1", Faults::always}},
                 config.faults);
    choices.read_flag(variables::perf, config.perf_map);
    std::uint32_t mebibytes = 1024;
    choices.read_count(variables::cache_mb, mebibytes);
    config.cache_bytes = std::uint64_t{mebibytes} << 20;
    bool keeps_builds = true;
    choices.read_flag(variables::cache, keeps_builds);
    if (keeps_builds) config.cache_directory = cache_directory();
    const auto features = value_of(variables::cpu_features);
    if (features.empty()) return;
    if (device::lower_target({}, features)) {
        config.cpu_features = features;
    } else {
        choices.refuse(variables::cpu_features, features);
    }
}

Config read_environment() {
    Config config;
    read_choices(config);
    // A name without a slash stays unchanged, because the dynamic loader searches its own list of folders for the name.
    const auto compiler = value_of(variables::compiler);
    config.compiler_library = compiler.find('/') != compiler.npos ? absolute(compiler) : std::string(compiler);
    config.passes = value_of(variables::passes);
    if (const auto dump = value_of(variables::dump); !dump.empty()) config.dump_folder = absolute(dump);
    return config;
}

void tell_refusals(const Config& config) {
    static std::atomic<bool> told = false;
    if (told.exchange(true)) return;
    for (const std::string& line : config.refusals) log_line("%s", line.c_str());
}

}  // namespace

const Config& config() {
    static const Config config = read_environment();
    if (!config.refusals.empty()) tell_refusals(config);
    return config;
}

}  // namespace lanewise::runtime
