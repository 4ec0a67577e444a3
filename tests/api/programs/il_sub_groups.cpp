// Tests kernels in SPIR-V that require a size or a number of sub-groups.
#include <CL/cl_ext.h>

#include "il_fixture.h"

namespace lanewise::test {
namespace {

class IlSubGroups : public IlTest {
protected:
    size_t ask(const KernelHandle& kernel, cl_kernel_sub_group_info name) {
        size_t answer = ~size_t{0};
        EXPECT_EQ(clGetKernelSubGroupInfo(kernel.get(), device, name, 0, nullptr, sizeof answer, &answer, nullptr),
                  CL_SUCCESS);
        return answer;
    }
    cl_int launch(const KernelHandle& kernel, size_t global, const size_t* local) {
        const Mem out = buffer(4);
        cl_mem handle = out.get();
        EXPECT_EQ(clSetKernelArg(kernel.get(), 0, sizeof handle, &handle), CL_SUCCESS);
        const cl_int status =
            clEnqueueNDRangeKernel(queue, kernel.get(), 1, nullptr, &global, local, 0, nullptr, nullptr);
        EXPECT_EQ(clFinish(queue), CL_SUCCESS);
        return status;
    }
};

// Kernel `k` requires a sub-group size that no device has. Kernel `other` requires a size that all devices have.
const IlText two_sizes{.annotations =
                           "OpEntryPoint Kernel %other \"other\"\n"
                           "OpExecutionMode %k SubgroupSize 64\nOpExecutionMode %other SubgroupSize 8\n",
                       .functions =
                           "%other = OpFunction %void None %kernel_type\n"
                           "%other_out = OpFunctionParameter %global_uint\n"
                           "%other_block = OpLabel\nOpReturn\nOpFunctionEnd\n"};

TEST_F(IlSubGroups, AProgramWithAnImpossibleSizeBuildsWithoutThatKernel) {
    const ProgramHandle program = from_il(two_sizes);
    ASSERT_EQ(build(program), CL_SUCCESS);
    cl_int status = CL_SUCCESS;
    EXPECT_EQ(clCreateKernel(program.get(), "k", &status), nullptr);
    EXPECT_EQ(status, CL_INVALID_KERNEL_DEFINITION);
    const KernelHandle other(clCreateKernel(program.get(), "other", &status));
    EXPECT_EQ(status, CL_SUCCESS);
    EXPECT_EQ(ask(other, CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL), 8u);
    cl_kernel kernels[2] = {};
    cl_uint count = 0;
    EXPECT_EQ(clCreateKernelsInProgram(program.get(), 2, kernels, &count), CL_SUCCESS);
    EXPECT_EQ(count, 1u);
    const KernelHandle only(kernels[0]);
}

TEST_F(IlSubGroups, ARequiredNumberIsToldAndChecked) {
    const ProgramHandle program =
        from_il({.annotations = "OpExecutionMode %k SubgroupSize 8\nOpExecutionMode %k SubgroupsPerWorkgroup 3\n"});
    ASSERT_EQ(build(program), CL_SUCCESS);
    cl_int status = CL_SUCCESS;
    const KernelHandle kernel(clCreateKernel(program.get(), "k", &status));
    ASSERT_EQ(status, CL_SUCCESS);
    EXPECT_EQ(ask(kernel, CL_KERNEL_COMPILE_NUM_SUB_GROUPS), 3u);
    const size_t right = 24, smaller = 20, wrong = 16;
    EXPECT_EQ(launch(kernel, 48, &right), CL_SUCCESS);
    EXPECT_EQ(launch(kernel, 40, &smaller), CL_SUCCESS);
    EXPECT_EQ(launch(kernel, 48, &wrong), CL_INVALID_WORK_GROUP_SIZE);
    EXPECT_EQ(launch(kernel, 48, nullptr), CL_SUCCESS);
}

}  // namespace
}  // namespace lanewise::test
