#include "device/machine/machine_identity.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

namespace lanewise::device {
namespace {

namespace fs = std::filesystem;

class MachineIdentity : public testing::Test {
protected:
    void SetUp() override {
        std::string name = (fs::temp_directory_path() / "machine-XXXXXX").string();
        ASSERT_NE(mkdtemp(name.data()), nullptr);
        root = name;
    }
    void TearDown() override { fs::remove_all(root); }

    void write(const char* file, const std::string& text) const {
        fs::create_directories((root / file).parent_path());
        std::ofstream(root / file) << text;
    }

    fs::path root;
};

TEST_F(MachineIdentity, IsTheIdOfTheSystem) {
    const std::string id = "0123456789abcdef0123456789abcdef", other = "fedcba9876543210fedcba9876543210";
    write("var/lib/dbus/machine-id", other);
    EXPECT_EQ(read_machine_identity(root), other);
    write("etc/machine-id", id + "\n");
    EXPECT_EQ(read_machine_identity(root), id);
}

TEST_F(MachineIdentity, IsTheNameOfTheBoardWithoutAnId) {
    EXPECT_EQ(read_machine_identity(root), "");
    write("sys/class/dmi/id/product_name", "one\n");
    const std::string one = read_machine_identity(root);
    EXPECT_NE(one, "");
    for (const char* no_id : {"uninitialized\n", "", "00000000000000000000000000000000\n", "0123456789abcdef\n"}) {
        write("etc/machine-id", no_id);
        EXPECT_EQ(read_machine_identity(root), one) << no_id;
    }
    write("sys/class/dmi/id/product_name", "two\n");
    EXPECT_NE(read_machine_identity(root), one);
}

}  // namespace
}  // namespace lanewise::device
