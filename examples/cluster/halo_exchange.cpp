// A stencil on a grid that is divided among the ranks of an MPI program. Each rank has some rows of the grid, and
// halos: copies of one row of each neighbouring rank. Kernels and MPI use the same memory, fine-grained shared virtual
// memory, so that no row is copied between a device and the host.
//
// In each step, a rank first computes the rows that its neighbours need, and sends them. The rank computes its other
// rows before it waits for the neighbours' rows.
//
// Usage: mpirun -n RANKS halo_exchange [ROWS COLUMNS STEPS [--time]]. Without --time, every rank compares its rows with
// a serial computation of the whole grid. The exit code is 2 if the arguments are wrong.
#include <mpi.h>

#include <charconv>
#include <cstring>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "session.h"

namespace {

using cluster::check;

constexpr const char* source = R"(
#pragma OPENCL FP_CONTRACT OFF
kernel void relax(global const float* in, global float* out, uint columns) {
    size_t at = get_global_id(1) * columns + get_global_id(0);
    out[at] = 0.25f * ((in[at - 1] + in[at + 1]) + (in[at - columns] + in[at + columns]));
}
)";

struct Size {
    std::size_t rows = 258, columns = 384, steps = 60;
};

/// Returns the initial value of a grid point. The outermost rows and columns keep their values.
float first_value(std::size_t row, std::size_t column) { return static_cast<float>((row * 37 + column * 101) % 257); }

/// The rows of one rank. Rows 0 and count + 1 of the rank's memory are halos, or the fixed first or last row of the
/// grid.
struct Part {
    std::size_t begin = 0;  // index of the rank's first row in the grid; at least 1
    std::size_t count = 0;
    int above = MPI_PROC_NULL, below = MPI_PROC_NULL;  // ranks of the neighbours
};

Part part_of(int rank, int ranks, const Size& size) {
    const auto number = static_cast<std::size_t>(rank), all = static_cast<std::size_t>(ranks);
    const std::size_t inner = size.rows - 2;
    Part part;
    part.begin = 1 + inner * number / all;
    part.count = 1 + inner * (number + 1) / all - part.begin;
    if (rank > 0) part.above = rank - 1;
    if (rank + 1 < ranks) part.below = rank + 1;
    return part;
}

class Stencil {
public:
    Stencil(const Size& size, const Part& part) : size_(size), part_(part) {
        kernel_ = session_.make_kernel(source, "relax");
        for (float*& grid : grids_) {
            const cl_svm_mem_flags flags = CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER;
            grid = static_cast<float*>(
                clSVMAlloc(session_.context, flags, (part.count + 2) * size.columns * sizeof(float), 0));
            check(grid ? CL_SUCCESS : CL_OUT_OF_RESOURCES, "clSVMAlloc");
            for (std::size_t row = 0; row < part.count + 2; ++row) {
                for (std::size_t column = 0; column < size.columns; ++column)
                    grid[row * size.columns + column] = first_value(part.begin - 1 + row, column);
            }
        }
    }
    ~Stencil() {
        for (float* grid : grids_) clSVMFree(session_.context, grid);
        clReleaseKernel(kernel_);
    }
    Stencil(const Stencil&) = delete;
    Stencil& operator=(const Stencil&) = delete;

    void step() {
        compute_rows(1, 1);
        if (part_.count > 1) compute_rows(part_.count, 1);
        check(clFinish(session_.queue), "clFinish");
        MPI_Request requests[4];
        exchange(requests);
        if (part_.count > 2) compute_rows(2, part_.count - 2);
        check(clFinish(session_.queue), "clFinish");
        MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
        std::swap(grids_[0], grids_[1]);
    }

    const float* row(std::size_t number) const { return grids_[0] + number * size_.columns; }
    cl_uint compute_units() const { return session_.compute_units(); }

private:
    float* new_row(std::size_t number) const { return grids_[1] + number * size_.columns; }

    /// Starts to compute some of the rank's rows.
    void compute_rows(std::size_t first, std::size_t count) {
        const auto columns = static_cast<cl_uint>(size_.columns);
        check(clSetKernelArgSVMPointer(kernel_, 0, grids_[0]), "clSetKernelArgSVMPointer");
        check(clSetKernelArgSVMPointer(kernel_, 1, grids_[1]), "clSetKernelArgSVMPointer");
        check(clSetKernelArg(kernel_, 2, sizeof columns, &columns), "clSetKernelArg");
        const std::size_t offset[] = {1, first}, items[] = {size_.columns - 2, count};
        check(clEnqueueNDRangeKernel(session_.queue, kernel_, 2, offset, items, nullptr, 0, nullptr, nullptr),
              "clEnqueueNDRangeKernel");
    }

    /// Starts to send the new first and last row, and to receive the new halos.
    void exchange(MPI_Request (&requests)[4]) const {
        const int columns = static_cast<int>(size_.columns);
        constexpr int up = 0, down = 1;
        MPI_Irecv(new_row(0), columns, MPI_FLOAT, part_.above, down, MPI_COMM_WORLD, &requests[0]);
        MPI_Irecv(new_row(part_.count + 1), columns, MPI_FLOAT, part_.below, up, MPI_COMM_WORLD, &requests[1]);
        MPI_Isend(new_row(1), columns, MPI_FLOAT, part_.above, up, MPI_COMM_WORLD, &requests[2]);
        MPI_Isend(new_row(part_.count), columns, MPI_FLOAT, part_.below, down, MPI_COMM_WORLD, &requests[3]);
    }

    cluster::Session session_;
    const Size size_;
    const Part part_;
    cl_kernel kernel_ = nullptr;
    float* grids_[2] = {};
};

/// Computes all steps of the whole grid on the host, and returns the final grid.
std::vector<float> expected_grid(const Size& size) {
    std::vector<float> grid(size.rows * size.columns), next;
    for (std::size_t i = 0; i < grid.size(); ++i) grid[i] = first_value(i / size.columns, i % size.columns);
    next = grid;
    for (std::size_t step = 0; step < size.steps; ++step) {
        for (std::size_t row = 1; row + 1 < size.rows; ++row) {
            for (std::size_t at = row * size.columns + 1; at + 1 < (row + 1) * size.columns; ++at)
                next[at] =
                    0.25F * ((grid[at - 1] + grid[at + 1]) + (grid[at - size.columns] + grid[at + size.columns]));
        }
        std::swap(grid, next);
    }
    return grid;
}

bool is_right(const Stencil& stencil, const Part& part, const Size& size) {
    const std::vector<float> expected = expected_grid(size);
    for (std::size_t row = 1; row <= part.count; ++row) {
        const float* const wanted = expected.data() + (part.begin - 1 + row) * size.columns;
        if (std::memcmp(stencil.row(row), wanted, size.columns * sizeof(float)) != 0) return false;
    }
    return true;
}

int run(int rank, int ranks, const Size& size, bool is_timed) {
    const Part part = part_of(rank, ranks, size);
    Stencil stencil(size, part);
    stencil.step();  // compiles the kernel
    MPI_Barrier(MPI_COMM_WORLD);
    const double begin = MPI_Wtime();
    for (std::size_t step = 1; step < size.steps; ++step) stencil.step();
    MPI_Barrier(MPI_COMM_WORLD);
    const double seconds = MPI_Wtime() - begin;
    const double updates = static_cast<double>((size.rows - 2) * (size.columns - 2) * (size.steps - 1));
    int right = is_timed || is_right(stencil, part, size) ? 1 : 0;
    MPI_Allreduce(MPI_IN_PLACE, &right, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    if (rank == 0) {
        std::printf("%d ranks with %u compute units each: %.1f million updates per second\n", ranks,
                    stencil.compute_units(), updates / seconds * 1e-6);
        if (!is_timed) std::printf("The result is %s.\n", right ? "right" : "wrong");
    }
    return right ? 0 : 1;
}

std::optional<std::size_t> number_in(std::string_view text) {
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(text.begin(), text.end(), number);
    if (error != std::errc() || end != text.end()) return std::nullopt;
    return number;
}

/// Returns the sizes in the program's arguments, or none. The result is none if the arguments are wrong, or if the grid
/// exceeds an address space or the counts of MPI.
std::optional<Size> size_of(int count, char** arguments) {
    if (count == 1) return Size{};
    if (count != 4 && (count != 5 || std::strcmp(arguments[4], "--time") != 0)) return std::nullopt;
    const auto rows = number_in(arguments[1]), columns = number_in(arguments[2]), steps = number_in(arguments[3]);
    if (!rows || !columns || !steps || *rows < 3 || *columns < 3 || *steps < 2) return std::nullopt;
    constexpr std::size_t most_bytes = std::numeric_limits<std::ptrdiff_t>::max();
    if (*columns > static_cast<std::size_t>(std::numeric_limits<int>::max())) return std::nullopt;
    if (*rows > most_bytes / sizeof(float) / *columns) return std::nullopt;
    return Size{*rows, *columns, *steps};
}

}  // namespace

int main(int count, char** arguments) {
    MPI_Init(&count, &arguments);
    int rank = 0, ranks = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const std::optional<Size> size = size_of(count, arguments);
    int result = 2;
    if (!size) {
        if (rank == 0)
            std::fprintf(stderr,
                         "Usage: halo_exchange [ROWS COLUMNS STEPS [--time]], at least 3 3 2 and at most %d columns\n",
                         std::numeric_limits<int>::max());
    } else if (size->rows - 2 < static_cast<std::size_t>(ranks)) {
        if (rank == 0)
            std::fprintf(stderr, "%zu rows have %zu inner rows, fewer than the %d ranks. Pass at least %d rows.\n",
                         size->rows, size->rows - 2, ranks, ranks + 2);
    } else {
        result = run(rank, ranks, *size, count == 5);
    }
    MPI_Finalize();
    return result;
}
