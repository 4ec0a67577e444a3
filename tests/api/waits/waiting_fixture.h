// Fixture with functions that run a kernel on one buffer of words.
#pragma once

#include <CL/cl_ext.h>

#include <cstdint>
#include <string>
#include <vector>

#include "kernel_fixture.h"

class WaitingTest : public KernelTest {
protected:
    /// Runs `k(global uint* data)` on `data`, and returns the status of the launch.
    cl_int run(cl_kernel k, std::vector<cl_uint>& data, std::vector<size_t> global, std::vector<size_t> local) {
        cl_int code = CL_SUCCESS;
        const size_t bytes = data.size() * sizeof(cl_uint);
        cl_mem buffer = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, bytes, data.data(), &code);
        EXPECT_EQ(clSetKernelArg(k, 0, sizeof buffer, &buffer), CL_SUCCESS);
        cl_event event = nullptr;
        EXPECT_EQ(clEnqueueNDRangeKernel(queue, k, static_cast<cl_uint>(global.size()), nullptr, global.data(),
                                         local.data(), 0, nullptr, &event),
                  CL_SUCCESS);
        clFinish(queue);
        const cl_int status = status_of(event);
        clReleaseEvent(event);
        if (status == CL_COMPLETE) {
            EXPECT_EQ(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, bytes, data.data(), 0, nullptr, nullptr),
                      CL_SUCCESS);
        }
        clReleaseMemObject(buffer);
        return status;
    }

    std::vector<cl_uint> results(const std::string& source, size_t words, std::vector<size_t> global,
                                 std::vector<size_t> local) {
        std::vector<cl_uint> data(words);
        EXPECT_EQ(run(kernel(source.c_str()), data, std::move(global), std::move(local)), CL_COMPLETE);
        return data;
    }

    /// Returns the number of work-items in a sub-group of `k`.
    size_t sub_group_size(cl_kernel k) {
        const size_t local = 64;
        size_t size = 0;
        EXPECT_EQ(clGetKernelSubGroupInfo(k, device, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, sizeof local, &local,
                                          sizeof size, &size, nullptr),
                  CL_SUCCESS);
        return size;
    }
};
