#include "runtime/config.h"

#include <charconv>
#include <cstdlib>
#include <string_view>

namespace lanewise::runtime {

namespace {

std::string_view variable(const char* name) {
    const char* value = std::getenv(name);
    return value ? value : "";
}

unsigned number(std::string_view text) {
    unsigned value = 0;
    const auto end = text.data() + text.size();
    const auto result = std::from_chars(text.data(), end, value);
    return result.ec == std::errc{} && result.ptr == end ? value : 0;
}

Config read_environment() {
    Config config;
    config.log_errors = number(variable("LANEWISE_LOG")) != 0;
    config.max_compute_units = number(variable("LANEWISE_MAX_COMPUTE_UNITS"));
    config.vector_width = number(variable("LANEWISE_VECTOR_WIDTH"));
    config.compiler_library = variable("LANEWISE_COMPILER");
    return config;
}

}  // namespace

const Config& config() {
    static const Config config = read_environment();
    return config;
}

}  // namespace lanewise::runtime
