// The environment: not read by setuid programs, paths in it fixed at the first use.
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <string>

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

// The environment is that of who starts the program, the rights are those of its owner.
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
