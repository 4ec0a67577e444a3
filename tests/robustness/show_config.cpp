// Prints the settings that the driver reads from its environment.
//
// `show_config [FOLDER]` prints whether the process has more rights than the user who started it. The program then
// changes the working folder to FOLDER, and prints every setting that names a file.
//
// `show_config choices` prints every other setting.
#include <sys/auxv.h>

#include <cstdio>
#include <filesystem>
#include <string_view>

#include "runtime/object/config.h"

// LeakSanitizer cannot examine a process that has more rights than the user who started it.
extern "C" const char* __asan_default_options() { return "detect_leaks=0"; }  // NOLINT(bugprone-reserved-identifier)

int main(int count, char** arguments) {
    const auto& config = lanewise::runtime::config();
    if (count > 1 && std::string_view(arguments[1]) == "choices") {
        std::printf("log %d units %u width %u faults %d perf %d cache %d MiB %llu features '%s' passes '%s'\n",
                    config.log_errors, config.max_compute_units, config.vector_width, static_cast<int>(config.faults),
                    config.perf_map, !config.cache_directory.empty(),
                    static_cast<unsigned long long>(config.cache_bytes >> 20), config.cpu_features.c_str(),
                    config.passes.c_str());
        return 0;
    }
    if (count > 1) std::filesystem::current_path(arguments[1]);
    std::printf("%lu %s;%s;%s;%d\n", getauxval(AT_SECURE), config.cache_directory.c_str(),
                config.compiler_library.c_str(), config.dump_folder.c_str(), config.perf_map);
}
