// Tests the versions of OpenCL and OpenCL C that the platform and the device report.
#include <CL/cl_ext.h>

#include <cstdio>
#include <set>
#include <string>

#include "kernel_fixture.h"

namespace {

class OpenClVersions : public KernelTest {
protected:
    template <class Query, class Handle>
    static std::string text(Query query, Handle handle, cl_uint name) {
        char value[256] = {};
        EXPECT_EQ(query(handle, name, sizeof value, value, nullptr), CL_SUCCESS) << std::hex << name;
        return value;
    }
    template <class Query, class Handle>
    static cl_version number(Query query, Handle handle, cl_uint name) {
        cl_version value = 0;
        EXPECT_EQ(query(handle, name, sizeof value, &value, nullptr), CL_SUCCESS) << std::hex << name;
        return value;
    }
    std::vector<cl_name_version> list(cl_device_info name) {
        std::size_t bytes = 0;
        EXPECT_EQ(clGetDeviceInfo(device, name, 0, nullptr, &bytes), CL_SUCCESS);
        std::vector<cl_name_version> entries(bytes / sizeof(cl_name_version));
        EXPECT_EQ(clGetDeviceInfo(device, name, bytes, entries.data(), nullptr), CL_SUCCESS);
        return entries;
    }
};

// "This version string has the following format: OpenCL<space><major_version.minor_version><space>
// <platform-specific information>". "The major and minor version numbers returned must match those returned via
// CL_DEVICE_VERSION."
TEST_F(OpenClVersions, ArePointOneOfThree) {
    const std::string begin = "OpenCL 3.1 ";
    EXPECT_EQ(text(clGetPlatformInfo, platform, CL_PLATFORM_VERSION).substr(0, begin.size()), begin);
    EXPECT_EQ(text(clGetDeviceInfo, device, CL_DEVICE_VERSION).substr(0, begin.size()), begin);
    for (const cl_version version : {number(clGetPlatformInfo, platform, CL_PLATFORM_NUMERIC_VERSION),
                                     number(clGetPlatformInfo, platform, CL_PLATFORM_NUMERIC_VERSION_KHR),
                                     number(clGetDeviceInfo, device, CL_DEVICE_NUMERIC_VERSION),
                                     number(clGetDeviceInfo, device, CL_DEVICE_NUMERIC_VERSION_KHR)}) {
        EXPECT_EQ(CL_VERSION_MAJOR(version), 3u);
        EXPECT_EQ(CL_VERSION_MINOR(version), 1u);
    }
}

// "Support for at least OpenCL C 3.1, OpenCL C 3.0, OpenCL C 1.2, OpenCL C 1.1, and OpenCL C 1.0 is required for an
// OpenCL 3.1 device." "The version returned by CL_DEVICE_OPENCL_C_VERSION is required to be present in the list."
TEST_F(OpenClVersions, OfTheLanguageAllBuild) {
    std::set<std::string> found;
    for (const cl_name_version& entry : list(CL_DEVICE_OPENCL_C_ALL_VERSIONS)) {
        EXPECT_STREQ(entry.name, "OpenCL C");
        const unsigned major = CL_VERSION_MAJOR(entry.version), minor = CL_VERSION_MINOR(entry.version);
        const std::string version = std::to_string(major) + "." + std::to_string(minor);
        EXPECT_TRUE(found.insert(version).second) << version;
        const std::string source = "#if __OPENCL_C_VERSION__ != " + std::to_string(100 * major + 10 * minor) +
                                   "\n#error\n#endif\nkernel void k() {}";
        const char* lines = source.c_str();
        cl_program program = clCreateProgramWithSource(context, 1, &lines, nullptr, nullptr);
        // OpenCL C has this macro only since version 1.2, but Clang defines it for all versions.
        EXPECT_EQ(clBuildProgram(program, 0, nullptr, ("-cl-std=CL" + version).c_str(), nullptr, nullptr), CL_SUCCESS)
            << version;
        clReleaseProgram(program);
    }
    for (const char* required : {"1.0", "1.1", "1.2", "3.0", "3.1"}) EXPECT_TRUE(found.contains(required)) << required;
    unsigned major = 0, minor = 0;
    const std::string main = text(clGetDeviceInfo, device, CL_DEVICE_OPENCL_C_VERSION);
    ASSERT_EQ(std::sscanf(main.c_str(), "OpenCL C %u.%u ", &major, &minor), 2) << main;
    EXPECT_TRUE(found.contains(std::to_string(major) + "." + std::to_string(minor))) << main;
}

TEST_F(OpenClVersions, OfTheDeviceIsAMacro) {
    const cl_kernel made = kernel(
        "#if __OPENCL_VERSION__ != 310 || CL_VERSION_3_1 != 310\n#error\n#endif\n"
        "kernel void k() {}");
    EXPECT_NE(made, nullptr);
}

// "An OpenCL 3.1 device must support at least SPIR-V 1.0, SPIR-V 1.1, SPIR-V 1.2, SPIR-V 1.3, and SPIR-V 1.4." "Support
// for sub-groups is required for an OpenCL 2.1, OpenCL 2.2, or OpenCL 3.1 device."
TEST_F(OpenClVersions, HaveWhatTheyRequire) {
    char text_of_il[512] = {};
    EXPECT_EQ(clGetDeviceInfo(device, CL_DEVICE_IL_VERSION, sizeof text_of_il, text_of_il, nullptr), CL_SUCCESS);
    const std::string padded = " " + std::string(text_of_il) + " ";
    std::set<cl_version> numbers;
    for (const cl_name_version& entry : list(CL_DEVICE_ILS_WITH_VERSION)) {
        EXPECT_STREQ(entry.name, "SPIR-V");
        numbers.insert(entry.version);
    }
    for (unsigned minor = 0; minor <= 4; ++minor) {
        EXPECT_NE(padded.find(" SPIR-V_1." + std::to_string(minor) + " "), std::string::npos) << minor;
        EXPECT_TRUE(numbers.contains(CL_MAKE_VERSION(1, minor, 0))) << minor;
    }
    EXPECT_NE(number(clGetDeviceInfo, device, CL_DEVICE_MAX_NUM_SUB_GROUPS), 0u);
    cl_bitfield dots = 0;
    EXPECT_EQ(clGetDeviceInfo(device, CL_DEVICE_INTEGER_DOT_PRODUCT_CAPABILITIES_KHR, sizeof dots, &dots, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(dots & 1, 1u);  // CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_PACKED
}

}  // namespace
