// The native functions of Host.java, which call OpenCL on threads of the JVM.
#include <CL/cl.h>
#include <jni.h>
#include <sys/mman.h>

#include <string>
#include <vector>

namespace {

constexpr const char* source = R"(
kernel void add(global int* p) { p[get_global_id(0)] += SALT; }
kernel void store(global int* p) { p[get_global_id(0)] = 1; }
)";

/// OpenCL objects of one thread.
struct Objects {
    Objects() {
        cl_platform_id platform = nullptr;
        clGetPlatformIDs(1, &platform, nullptr);
        clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr);
        context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
        queue = clCreateCommandQueueWithProperties(context, device, nullptr, nullptr);
    }
    ~Objects() {
        if (program) clReleaseProgram(program);
        clReleaseCommandQueue(queue);
        clReleaseContext(context);
    }

    bool build(int number) {
        if (program) clReleaseProgram(program);
        salt = number;
        const char* text = source;
        program = clCreateProgramWithSource(context, 1, &text, nullptr, nullptr);
        const std::string options = "-DSALT=" + std::to_string(number);
        return clBuildProgram(program, 0, nullptr, options.c_str(), nullptr, nullptr) == CL_SUCCESS;
    }

    cl_int run(const char* name, void* data, size_t items) {
        cl_kernel kernel = clCreateKernel(program, name, nullptr);
        clSetKernelArgSVMPointer(kernel, 0, data);
        cl_event event = nullptr;
        clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr, &event);
        clWaitForEvents(1, &event);
        cl_int status = 1;
        clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
        clReleaseEvent(event);
        clReleaseKernel(kernel);
        return status;
    }

    bool computes() {
        std::vector<int> values(50'000, 7);
        if (run("add", values.data(), values.size()) != CL_COMPLETE) return false;
        for (const int value : values) {
            if (value != 7 + salt) return false;
        }
        return true;
    }

    cl_device_id device = nullptr;
    cl_context context = nullptr;
    cl_command_queue queue = nullptr;
    cl_program program = nullptr;
    int salt = 0;
};

Objects& objects() {
    static thread_local Objects own;
    return own;
}

}  // namespace

extern "C" {

JNIEXPORT jboolean JNICALL Java_Host_build(JNIEnv*, jclass, jint salt) {
    return objects().build(salt) && objects().computes();
}

JNIEXPORT jboolean JNICALL Java_Host_computes(JNIEnv*, jclass) { return objects().computes(); }

JNIEXPORT jboolean JNICALL Java_Host_fault(JNIEnv*, jclass) {
    static void* const bad = mmap(nullptr, 1 << 22, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return objects().run("store", bad, 64) == CL_OUT_OF_RESOURCES &&
           objects().run("store", bad, 1'000'000) == CL_OUT_OF_RESOURCES;
}

}  // extern "C"
