// Tests the environment variables that the driver reads. The driver ignores these variables in setuid programs.
// Relative paths in the variables refer to the working folder at the first use of OpenCL.
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <initializer_list>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace lanewise::test {
namespace {

namespace fs = std::filesystem;

std::string output_of(const std::string& command) {
    std::string text;
    std::FILE* const pipe = popen(command.c_str(), "r");
    char part[256];
    while (pipe && std::fgets(part, sizeof part, pipe)) text += part;
    if (pipe) pclose(pipe);
    return text;
}

TEST(Environment, PathsAreFixedAtTheFirstUse) {
    const std::string here = fs::current_path();
    EXPECT_EQ(
        output_of("LANEWISE_CACHE=1 LANEWISE_CACHE_DIR=. LANEWISE_COMPILER=./a.so LANEWISE_DUMP=d " SHOW_CONFIG " /"),
        "0 " + here + "/.;" + here + "/./a.so;" + here + "/d;0\n");
    EXPECT_EQ(output_of("env -u LANEWISE_CACHE_DIR -u XDG_CACHE_HOME HOME=home LANEWISE_COMPILER=a.so "
                        "LANEWISE_CACHE=1 " SHOW_CONFIG " /"),
              "0 " + here + "/home/.cache/lanewise;a.so;;0\n");
}

/// Names of all variables that the driver reads.
constexpr const char* variables[] = {
#define VARIABLE(name, environment_name, values, meaning, default_value) environment_name,
#include "runtime/object/variables.def"
};

/// Result of starting the driver with one variable set and all other LANEWISE_ variables unset: the driver's settings,
/// and its log.
struct Outcome {
    std::string settings;
    std::string log;
};

Outcome outcome_of(const std::string& name, const std::string& value, bool logs = true) {
    std::string unset = "env ";
    for (const char* variable : variables) unset += std::string("-u ") + variable + ' ';
    unset += "HOME=/h ";
    setenv("LANEWISE_TESTED_VALUE", value.c_str(), 1);
    std::istringstream lines(output_of(unset + (logs ? "LANEWISE_LOG=1 " : "") + name +
                                       "=\"$LANEWISE_TESTED_VALUE\" " SHOW_CONFIG " choices 2>&1"));
    Outcome outcome;
    for (std::string line; std::getline(lines, line);)
        (line.starts_with("lanewise: ") ? outcome.log : outcome.settings) += line + '\n';
    return outcome;
}

const std::string defaults = outcome_of("LANEWISE_UNUSED", "").settings;

/// Returns the default settings, with the text `from` replaced by `to`.
std::string with(const std::string& from, const std::string& to) {
    const auto at = defaults.find(from);
    EXPECT_NE(at, defaults.npos) << from;
    return std::string(defaults).replace(at, from.size(), to);
}

struct Taken {
    const char* name;
    const char* value;
    const char* from;  // the part of the default settings that the variable changes
    const char* to;
};

TEST(Environment, ValuesOfTheReadmeAreTaken) {
    for (const auto& [name, value, from, to] : {
             Taken{"LANEWISE_LOG", "0", "log 1", "log 0"},
             Taken{"LANEWISE_LOG", "1", "log 1", "log 1"},
             Taken{"LANEWISE_MAX_COMPUTE_UNITS", "1", "units 0", "units 1"},
             Taken{"LANEWISE_MAX_COMPUTE_UNITS", "64", "units 0", "units 64"},
             Taken{"LANEWISE_MAX_COMPUTE_UNITS", "4294967295", "units 0", "units 4294967295"},
             Taken{"LANEWISE_VECTOR_WIDTH", "1", "width 0", "width 1"},
             Taken{"LANEWISE_VECTOR_WIDTH", "8", "width 0", "width 8"},
             Taken{"LANEWISE_VECTOR_WIDTH", "16", "width 0", "width 16"},
             Taken{"LANEWISE_VECTOR_WIDTH", "32", "width 0", "width 32"},
             Taken{"LANEWISE_VECTOR_WIDTH", "64", "width 0", "width 64"},
             Taken{"LANEWISE_FAULTS", "0", "faults 0", "faults 1"},
             Taken{"LANEWISE_FAULTS", "1", "faults 0", "faults 2"},
             Taken{"LANEWISE_PERF", "0", "perf 0", "perf 0"},
             Taken{"LANEWISE_PERF", "1", "perf 0", "perf 1"},
             Taken{"LANEWISE_CACHE", "0", "cache 1", "cache 0"},
             Taken{"LANEWISE_CACHE", "1", "cache 1", "cache 1"},
             Taken{"LANEWISE_CACHE_MB", "1", "MiB 1024", "MiB 1"},
             Taken{"LANEWISE_CACHE_MB", "4294967295", "MiB 1024", "MiB 4294967295"},
             Taken{"LANEWISE_CPU_FEATURES", "avx2", "features ''", "features 'avx2'"},
             Taken{"LANEWISE_CPU_FEATURES", "sse2", "features ''", "features 'sse2'"},
             Taken{"LANEWISE_CPU_FEATURES", "-avx512f,-fma", "features ''", "features '-avx512f,-fma'"},
             Taken{"LANEWISE_PASSES", "17@k,-merges", "passes ''", "passes '17@k,-merges'"},
         }) {
        const Outcome outcome = outcome_of(name, value);
        EXPECT_EQ(outcome.settings, with(from, to)) << name << "=" << value;
        EXPECT_EQ(outcome.log, "") << name << "=" << value;
    }
}

TEST(Environment, OtherValuesAreRefusedInOneLine) {
    const std::vector<std::string> garbage = {"-1",
                                              "+1",
                                              " 1",
                                              "1 ",
                                              "1.0",
                                              "1e1",
                                              "0x8",
                                              "yes",
                                              "on",
                                              "all",
                                              "7",
                                              "1,2",
                                              "4294967296",
                                              "-8",
                                              "18446744073709551617",
                                              "99999999999999999999999999",
                                              "\x80\xff",
                                              "a\nb\tc",
                                              "%s%n",
                                              std::string(100'000, '9')};
    struct Variable {
        const char* name;
        std::vector<std::string> besides;  // refused values of the variable, in addition to `garbage`
        bool takes_numbers;
    };
    for (const auto& [name, besides, takes_numbers] : std::initializer_list<Variable>{
             {"LANEWISE_MAX_COMPUTE_UNITS", {"0", "00"}, true},
             {"LANEWISE_VECTOR_WIDTH", {"0", "2", "4", "08", "128", "65536"}, false},
             {"LANEWISE_FAULTS", {"2", "01"}, false},
             {"LANEWISE_PERF", {"2", "00"}, false},
             {"LANEWISE_CACHE", {"2", "off"}, false},
             {"LANEWISE_CACHE_MB", {"0", "1G", "1024 MiB"}, true},
             {"LANEWISE_CPU_FEATURES",
              {"AVX2", "avx3", "+avx2", "-avx9", "avx2,-fma", "-avx512f,fma", "-", ",-fma", "-fma,", "-fma,,-avx2"},
              false},
         }) {
        std::vector<std::string> values = garbage;
        values.insert(values.end(), besides.begin(), besides.end());
        for (const std::string& value : values) {
            if (takes_numbers && value == "7") continue;
            const Outcome outcome = outcome_of(name, value);
            EXPECT_EQ(outcome.settings, defaults) << name << "=" << value.substr(0, 100);
            EXPECT_TRUE(outcome.log.starts_with("lanewise: " + std::string(name) + "=")) << outcome.log;
            EXPECT_EQ(std::ranges::count(outcome.log, '\n'), 1) << outcome.log;
            EXPECT_LT(outcome.log.size(), 300u) << outcome.log;
        }
        EXPECT_EQ(outcome_of(name, "garbage", /*logs=*/false).log, "") << name;
    }
}

TEST(Environment, EmptyValuesAreAsNone) {
    for (const char* name : variables) {
        const Outcome outcome = outcome_of(name, "");
        EXPECT_EQ(outcome.settings, std::string_view(name) == "LANEWISE_LOG" ? with("log 1", "log 0") : defaults)
            << name;
        EXPECT_EQ(outcome.log, "") << name;
    }
}

// A wrong value of LANEWISE_LOG does not turn on the log, so that the error is not logged.
TEST(Environment, LogIsOffUnlessItIsAskedFor) {
    for (const char* value : {"2", "yes", "-1", "01"}) {
        const Outcome outcome = outcome_of("LANEWISE_LOG", value);
        EXPECT_EQ(outcome.settings, with("log 1", "log 0")) << value;
        EXPECT_EQ(outcome.log, "") << value;
    }
}

// A setuid program gets the environment of the user who starts it, but has the rights of the file's owner.
TEST(Environment, SetuidProgramsDoNotReadIt) {
    if (geteuid() != 0) GTEST_SKIP() << "only root can make a setuid program of another user";
    char folder[] = "/tmp/lanewise-setuid-XXXXXX";
    ASSERT_NE(mkdtemp(folder), nullptr);
    const std::string program = std::string(folder) + "/show_config";
    fs::copy_file(SHOW_CONFIG, program);
    constexpr uid_t nobody = 65534;
    ASSERT_EQ(chmod(folder, 0755), 0);
    ASSERT_EQ(chown(program.c_str(), nobody, nobody), 0);
    ASSERT_EQ(chmod(program.c_str(), 04755), 0);
    const std::string told = output_of(
        "LANEWISE_CACHE=1 HOME=/h XDG_CACHE_HOME=/x LANEWISE_CACHE_DIR=/c LANEWISE_COMPILER=/a.so "
        "LANEWISE_PERF=1 LANEWISE_DUMP=/d ASAN_OPTIONS=detect_leaks=0 " +
        program);
    fs::remove_all(folder);
    if (told.starts_with("0 ")) GTEST_SKIP() << "the system does not let programs be setuid";
    EXPECT_EQ(told, "1 ;;;0\n");
}

}  // namespace
}  // namespace lanewise::test
