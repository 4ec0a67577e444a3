// Kernels with local memory, barriers, or local ids.
#include "shape.h"
#include "sources.h"

namespace bench {

namespace {

#define LOCAL_IDS                                           \
    IDS "  int u = get_local_id(X), v = get_local_id(Y);\n" \
        "  int lw = get_local_size(X), lh = get_local_size(Y);\n"

// A stencil that copies a line of the input, with a border, to local memory.
constexpr const char* line_stencil =
    KERNEL "  local float line[1026];\n" LOCAL_IDS
           "  line[u + 1] = a[y * w + x];\n"
           "  if (u == 0) line[0] = a[y * w + max(x - 1, 0)];\n"
           "  if (u == lw - 1) line[lw + 1] = a[y * w + min(x + 1, w - 1)];\n"
           "  barrier(CLK_LOCAL_MEM_FENCE);\n"
           "  b[y * w + x] = .25f * line[u] + .5f * line[u + 1] + .25f * line[u + 2]; }";
constexpr const char* tile_stencil =
    KERNEL "  local float tile[18][18];\n" LOCAL_IDS
           "  tile[v + 1][u + 1] = a[y * w + x];\n"
           "  if (u == 0) tile[v + 1][0] = a[y * w + max(x - 1, 0)];\n"
           "  if (u == 15) tile[v + 1][17] = a[y * w + min(x + 1, w - 1)];\n"
           "  if (v == 0) tile[0][u + 1] = a[max(y - 1, 0) * w + x];\n"
           "  if (v == 15) tile[17][u + 1] = a[min(y + 1, h - 1) * w + x];\n"
           "  barrier(CLK_LOCAL_MEM_FENCE);\n"
           "  b[y * w + x] = .2f * (tile[v + 1][u + 1] + tile[v][u + 1] + tile[v + 2][u + 1] + tile[v + 1][u]\n"
           "                        + tile[v + 1][u + 2]); }";
constexpr const char* swap = KERNEL "  local float tile[1024];\n" LOCAL_IDS
                                    "  tile[v * lw + u] = a[y * w + x];\n"
                                    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                                    "  b[y * w + x] = tile[(lh - 1 - v) * lw + lw - 1 - u]; }";
constexpr const char* rounds = KERNEL "  local float tile[1024];\n" LOCAL_IDS
                                      "  int i = v * lw + u, n = lw * lh;\n"
                                      "  float s = a[y * w + x];\n"
                                      "  for (int r = 1; r < n; r += r) {\n"
                                      "    tile[i] = s; barrier(CLK_LOCAL_MEM_FENCE);\n"
                                      "    s += tile[i ^ r]; barrier(CLK_LOCAL_MEM_FENCE); }\n"
                                      "  b[y * w + x] = s; }";
constexpr const char* tiled_matmul = KERNEL "  local float p[16][16], q[16][16];\n" LOCAL_IDS
                                            "  float sum = 0;\n"
                                            "  for (int k = 0; k < w; k += 16) {\n"
                                            "    p[v][u] = a[y * w + k + u]; q[v][u] = a[(k + v) * w + x];\n"
                                            "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                                            "    for (int i = 0; i < 16; ++i) sum += p[v][i] * q[i][u];\n"
                                            "    barrier(CLK_LOCAL_MEM_FENCE); }\n"
                                            "  b[y * w + x] = sum; }";
constexpr const char* tiled_transpose =
    KERNEL "  local float tile[16][17];\n" LOCAL_IDS
           "  tile[v][u] = a[y * w + x];\n"
           "  barrier(CLK_LOCAL_MEM_FENCE);\n"
           "  b[((int)get_group_id(X) * 16 + v) * h + (int)get_group_id(Y) * 16 + u] = tile[u][v]; }";
constexpr const char* local_ids = KERNEL LOCAL_IDS "  b[y * w + x] = a[y * w + x] + u * lh + v; }";
constexpr const char* local_ids_3d = KERNEL IDS
    "  int z = get_global_id(Z);\n"
    "  int i = (z * h + y) * w + x;\n"
    "  b[i] = a[i] + get_local_id(X) + get_local_id(Y) * 3 + get_local_id(Z) * 5; }";
constexpr const char* barrier_3d =
    KERNEL "  local float tile[256];\n" IDS
           "  int z = get_global_id(Z);\n"
           "  int u = get_local_id(X), v = get_local_id(Y), t = get_local_id(Z);\n"
           "  int lw = get_local_size(X), lh = get_local_size(Y), ld = get_local_size(Z);\n"
           "  tile[(t * lh + v) * lw + u] = a[(z * h + y) * w + x];\n"
           "  barrier(CLK_LOCAL_MEM_FENCE);\n"
           "  b[(z * h + y) * w + x] = tile[((ld - 1 - t) * lh + lh - 1 - v) * lw + lw - 1 - u]; }";
constexpr const char* group_of_one = KERNEL
    "  local float line[256];\n"
    "  int y = get_group_id(Y), x = get_global_id(X), u = get_local_id(X);\n"
    "  line[u] = a[y * w + x];\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  b[y * w + x] = line[255 - u]; }";

constexpr Shape all[] = {
    {"line stencil, 256x1", line_stencil, {1024, 1024, 1}, {256, 1, 1}, orders_of_two, 2, 0},
    {"line stencil, 64x1", line_stencil, {1024, 1024, 1}, {64, 1, 1}, orders_of_two, 2, 0},
    {"tile stencil, 16x16", tile_stencil, {1024, 1024, 1}, {16, 16, 1}, orders_of_two, 2, 0},
    {"swap, 16x1", swap, {256, 256, 1}, {16, 1, 1}, orders_of_two, 2, 0},
    {"swap, 64x1", swap, {256, 256, 1}, {64, 1, 1}, orders_of_two, 2, 0},
    {"swap, 256x1", swap, {256, 256, 1}, {256, 1, 1}, orders_of_two, 2, 0},
    {"swap, 128x2", swap, {256, 256, 1}, {128, 2, 1}, orders_of_two, 2, 0},
    {"swap, 32x8", swap, {256, 256, 1}, {32, 8, 1}, orders_of_two, 2, 0},
    {"swap, 16x16", swap, {256, 256, 1}, {16, 16, 1}, orders_of_two, 2, 0},
    {"swap, 8x32", swap, {256, 256, 1}, {8, 32, 1}, orders_of_two, 2, 0},
    {"swap, 2x128", swap, {256, 256, 1}, {2, 128, 1}, orders_of_two, 2, 0},
    {"swap, 1x256", swap, {256, 256, 1}, {1, 256, 1}, orders_of_two, 2, 0},
    {"swap, 1x64", swap, {256, 256, 1}, {1, 64, 1}, orders_of_two, 2, 0},
    {"swap, 1x16", swap, {256, 256, 1}, {1, 16, 1}, orders_of_two, 2, 0},
    {"swap, 4x4", swap, {256, 256, 1}, {4, 4, 1}, orders_of_two, 2, 0},
    {"swap, 24x5", swap, {240, 250, 1}, {24, 5, 1}, orders_of_two, 2, 0},
    {"rounds, 16x16", rounds, {512, 512, 1}, {16, 16, 1}, orders_of_two, 2, 0},
    {"rounds, 128x2", rounds, {512, 512, 1}, {128, 2, 1}, orders_of_two, 2, 0},
    {"rounds, 2x128", rounds, {512, 512, 1}, {2, 128, 1}, orders_of_two, 2, 0},
    {"tiled matmul, 16x16", tiled_matmul, {256, 256, 1}, {16, 16, 1}, orders_of_two, 2, 0},
    {"tiled transpose, 16x16", tiled_transpose, {1024, 1024, 1}, {16, 16, 1}, orders_of_two, 2, 0},
    {"local ids, 256x1", local_ids, {1024, 1024, 1}, {256, 1, 1}, orders_of_two, 2, 0},
    {"local ids, 16x16", local_ids, {1024, 1024, 1}, {16, 16, 1}, orders_of_two, 2, 0},
    {"local ids", local_ids, {1024, 1024, 1}, {}, orders_of_two, 2, 0},
    {"local ids 3-D, 5x1x1", local_ids_3d, {160, 96, 64}, {5, 1, 1}, orders_of_three, 3, 0},
    {"local ids 3-D, 6x2x2", local_ids_3d, {192, 96, 64}, {6, 2, 2}, orders_of_three, 3, 0},
    {"local ids 3-D", local_ids_3d, {192, 96, 64}, {}, orders_of_three, 3, 0},
    {"barrier 3-D, 5x1x1", barrier_3d, {160, 96, 64}, {5, 1, 1}, orders_of_three, 3, 0},
    {"barrier 3-D, 6x2x2", barrier_3d, {192, 96, 64}, {6, 2, 2}, orders_of_three, 3, 0},
    {"barrier 3-D, 32x4x2", barrier_3d, {128, 96, 64}, {32, 4, 2}, orders_of_three, 3, 0},
    {"group of one row, 256x1", group_of_one, {1024, 1024, 1}, {256, 1, 1}, orders_of_two, 2, 0},
};

}  // namespace

std::span<const Shape> shapes_with_groups() { return all; }

}  // namespace bench
