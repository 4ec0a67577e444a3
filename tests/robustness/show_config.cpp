// Prints what the driver makes of its environment: whether the process is more than who started it, and every
// setting that names a file.
#include <sys/auxv.h>

#include <cstdio>
#include <filesystem>

#include "runtime/object/config.h"

// LeakSanitizer cannot look into a process that is more than who started it.
extern "C" const char* __asan_default_options() { return "detect_leaks=0"; }  // NOLINT(bugprone-reserved-identifier)

int main(int count, char** arguments) {
    const auto& config = lanewise::runtime::config();
    if (count > 1) std::filesystem::current_path(arguments[1]);
    std::printf("%lu %s;%s;%s;%d\n", getauxval(AT_SECURE), config.cache_directory.c_str(),
                config.compiler_library.c_str(), config.dump_folder.c_str(), config.perf_map);
}
