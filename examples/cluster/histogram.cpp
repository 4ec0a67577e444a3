// A reduction over all ranks of an MPI program: every rank counts its numbers on its device, and MPI adds the counts of
// all ranks. MPI reads and writes the mapped memory of the buffer. Mapping copies nothing, since host memory is device
// memory. The example checks this: the mapped address must equal the address that was given with CL_MEM_USE_HOST_PTR.
//
// Usage: mpirun -n RANKS histogram
#include <mpi.h>

#include <cstdint>
#include <vector>

#include "session.h"

namespace {

using cluster::check;

constexpr std::size_t bins = 1 << 12, numbers = 1 << 22, page_bytes = 4096;

constexpr const char* source = R"(
uint number(uint i) {
    i = (i ^ (i >> 16)) * 0x45d9f3bu;
    i = (i ^ (i >> 16)) * 0x45d9f3bu;
    return i ^ (i >> 16);
}
kernel void count(global uint* counts, uint bins) {
    atomic_inc(&counts[number(get_global_id(0)) % bins]);
}
)";

/// Returns the number that the kernel computes for the index `i`.
std::uint32_t number(std::uint32_t i) {
    i = (i ^ (i >> 16)) * 0x45d9f3bU;
    i = (i ^ (i >> 16)) * 0x45d9f3bU;
    return i ^ (i >> 16);
}

std::vector<std::uint32_t> expected_counts() {
    std::vector<std::uint32_t> counts(bins);
    for (std::uint32_t i = 0; i < numbers; ++i) ++counts[number(i) % bins];
    return counts;
}

bool run(std::size_t rank, std::size_t ranks) {
    const cluster::Session session;
    cl_kernel kernel = session.make_kernel(source, "count");
    alignas(page_bytes) static std::uint32_t memory[bins];
    cl_int code = CL_SUCCESS;
    cl_mem counts = clCreateBuffer(session.context, CL_MEM_USE_HOST_PTR, sizeof memory, memory, &code);
    check(code, "clCreateBuffer");
    const auto bin_count = static_cast<cl_uint>(bins);
    check(clSetKernelArg(kernel, 0, sizeof counts, &counts), "clSetKernelArg");
    check(clSetKernelArg(kernel, 1, sizeof bin_count, &bin_count), "clSetKernelArg");
    const std::size_t begin = numbers * rank / ranks, items = numbers * (rank + 1) / ranks - begin;
    check(clEnqueueNDRangeKernel(session.queue, kernel, 1, &begin, &items, nullptr, 0, nullptr, nullptr),
          "clEnqueueNDRangeKernel");
    void* const mapped = clEnqueueMapBuffer(session.queue, counts, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0,
                                            sizeof memory, 0, nullptr, nullptr, &code);
    check(code, "clEnqueueMapBuffer");
    MPI_Allreduce(MPI_IN_PLACE, mapped, static_cast<int>(bins), MPI_UINT32_T, MPI_SUM, MPI_COMM_WORLD);
    check(clEnqueueUnmapMemObject(session.queue, counts, mapped, 0, nullptr, nullptr), "clEnqueueUnmapMemObject");
    // Reads the sums that MPI has written, by a command of the queue.
    std::vector<std::uint32_t> sums(bins);
    check(clEnqueueReadBuffer(session.queue, counts, CL_TRUE, 0, sizeof memory, sums.data(), 0, nullptr, nullptr),
          "clEnqueueReadBuffer");
    clReleaseMemObject(counts);
    clReleaseKernel(kernel);
    return mapped == memory && sums == expected_counts();
}

}  // namespace

int main(int count, char** arguments) {
    MPI_Init(&count, &arguments);
    int rank = 0, ranks = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const bool is_right = run(static_cast<std::size_t>(rank), static_cast<std::size_t>(ranks));
    if (!is_right) std::printf("The counts of rank %d are wrong.\n", rank);
    MPI_Finalize();
    return is_right ? 0 : 1;
}
