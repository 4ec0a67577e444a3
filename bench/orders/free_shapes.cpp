// Kernels whose results do not depend on the division into work-groups.
#include "shape.h"
#include "sources.h"

namespace bench {

namespace {

constexpr const char* scale = KERNEL IDS "  b[y * w + x] = a[y * w + x] * 2 + 1; }";
constexpr const char* guarded = KERNEL IDS "  if (x < w && y < h) b[y * w + x] = a[y * w + x] * 2 + 1; }";
constexpr const char* scale_3d = KERNEL IDS
    "  int z = get_global_id(Z);\n"
    "  b[(z * h + y) * w + x] = a[(z * h + y) * w + x] * 2 + 1; }";
constexpr const char* transpose = KERNEL IDS "  b[x * h + y] = a[y * w + x]; }";
constexpr const char* jacobi = KERNEL IDS
    "  if (x > 0 && y > 0 && x < w - 1 && y < h - 1)\n"
    "    b[y * w + x] = .2f * (a[y * w + x] + a[y * w + x - 1] + a[y * w + x + 1] + a[(y - 1) * w + x]\n"
    "                          + a[(y + 1) * w + x]); }";
constexpr const char* matmul = KERNEL IDS
    "  float sum = 0;\n"
    "  for (int k = 0; k < w; ++k) sum += a[y * w + k] * a[k * w + x];\n"
    "  b[y * w + x] = sum; }";
constexpr const char* gaussian = KERNEL IDS
    "  int t = 3;\n"
    "  if (x >= w - t || y >= h - 1 - t) return;\n"
    "  b[w * (y + 1 + t) + x + t] = a[w * (y + 1 + t) + x + t] - a[w * (y + 1 + t) + t] * a[w * t + x + t]; }";
constexpr const char* convolution = KERNEL IDS
    "  float sum = 0;\n"
    "  for (int j = 0; j < 5; ++j)\n"
    "    for (int i = 0; i < 5; ++i) sum += a[min(y + j, h - 1) * w + min(x + i, w - 1)] * a[j * 5 + i];\n"
    "  b[y * w + x] = sum; }";
constexpr const char* bytes = KERNEL IDS
    "  global const uchar* from = (global const uchar*)a; global uchar* to = (global uchar*)b;\n"
    "  to[y * w + x] = 255 - from[y * w + x]; }";
constexpr const char* float4s = KERNEL IDS
    "  global const float4* from = (global const float4*)a; global float4* to = (global float4*)b;\n"
    "  to[y * w + x] = from[y * w + x].wzyx * 2; }";
constexpr const char* doubles = KERNEL IDS
    "  global const double* from = (global const double*)a; global double* to = (global double*)b;\n"
    "  to[y * w + x] = from[y * w + x] * 2 + 1; }";
constexpr const char* sines = KERNEL IDS "  b[y * w + x] = sin(a[y * w + x]) + cos((float)x); }";
constexpr const char* table = KERNEL IDS "  b[y * w + x] = a[((int)a[y * w + x] * 7) & 1023]; }";
constexpr const char* triangle = KERNEL IDS
    "  float sum = 0;\n"
    "  for (int k = 0; k <= y; ++k) sum += a[k * w + x];\n"
    "  b[y * w + x] = sum; }";
constexpr const char* mandelbrot = KERNEL IDS
    "  float cr = x * (3.f / w) - 2, ci = y * (2.f / h) - 1, r = 0, i = 0; int n = 0;\n"
    "  for (; n < 64 && r * r + i * i < 4; ++n) { float t = r * r - i * i + cr; i = 2 * r * i + ci; r = t; }\n"
    "  b[y * w + x] = n; }";
constexpr const char* sizes = KERNEL
    "  size_t x = get_global_id(X), y = get_global_id(Y);\n"
    "  b[y * get_global_size(X) + x] = a[y * get_global_size(X) + x] * 2 + 1; }";
constexpr const char* row_sums = KERNEL
    "  int y = get_global_id(Y);\n"
    "  float sum = 0;\n"
    "  for (int k = 0; k < 64; ++k) sum += a[k * h + y];\n"
    "  b[y] = sum; }";
constexpr const char* stencil_3d = KERNEL IDS
    "  int z = get_global_id(Z);\n"
    "  if (x < 1 || y < 1 || z < 1 || x >= w - 1 || y >= h - 1 || z >= d - 1) return;\n"
    "  int i = (z * h + y) * w + x;\n"
    "  b[i] = a[i] * .4f + (a[i - 1] + a[i + 1] + a[i - w] + a[i + w] + a[i - w * h] + a[i + w * h]) * .1f; }";

constexpr Shape all[] = {
    {"scale 1024x1024", scale, {1024, 1024, 1}, {}, orders_of_two, 2, 0},
    {"scale 1024x1024, 256x1", scale, {1024, 1024, 1}, {256, 1, 1}, orders_of_two, 2, 0},
    {"scale 1024x1024, 1x256", scale, {1024, 1024, 1}, {1, 256, 1}, orders_of_two, 2, 0},
    {"scale 1024x1024, 16x16", scale, {1024, 1024, 1}, {16, 16, 1}, orders_of_two, 2, 0},
    {"scale 1024x1024, 4x4", scale, {1024, 1024, 1}, {4, 4, 1}, orders_of_two, 2, 0},
    {"scale 1000x777", scale, {1000, 777, 1}, {}, orders_of_two, 2, 0},
    {"scale 4x262144", scale, {4, 262144, 1}, {}, orders_of_two, 2, 0},
    {"scale 262144x4", scale, {262144, 4, 1}, {}, orders_of_two, 2, 0},
    {"scale by sizes", sizes, {1024, 1024, 1}, {}, orders_of_two, 2, 0},
    {"guarded 1000x1000, 16x16", guarded, {1008, 1008, 1}, {16, 16, 1}, orders_of_two, 2, 0},
    {"scale 3-D", scale_3d, {128, 96, 80}, {}, orders_of_three, 3, 0},
    {"scale 3-D, 8x8x4", scale_3d, {128, 96, 80}, {8, 8, 4}, orders_of_three, 3, 0},
    {"scale 3-D 33x45x71", scale_3d, {33, 45, 71}, {}, orders_of_three, 3, 0},
    {"stencil 3-D", stencil_3d, {128, 96, 80}, {}, orders_of_three, 3, 0},
    {"transpose 1024", transpose, {1024, 1024, 1}, {}, orders_of_two, 2, 0},
    {"transpose 1024, 16x16", transpose, {1024, 1024, 1}, {16, 16, 1}, orders_of_two, 2, 0},
    {"transpose 1000x600", transpose, {1000, 600, 1}, {}, orders_of_two, 2, 0},
    {"jacobi 1024", jacobi, {1024, 1024, 1}, {}, orders_of_two, 2, 0},
    {"jacobi 1024, 16x16", jacobi, {1024, 1024, 1}, {16, 16, 1}, orders_of_two, 2, 0},
    {"jacobi 1024, 256x1", jacobi, {1024, 1024, 1}, {256, 1, 1}, orders_of_two, 2, 0},
    {"matmul 256", matmul, {256, 256, 1}, {}, orders_of_two, 2, 0},
    {"matmul 256, 16x16", matmul, {256, 256, 1}, {16, 16, 1}, orders_of_two, 2, 0},
    {"gaussian 1024", gaussian, {1024, 1024, 1}, {}, orders_of_two, 2, 0},
    {"gaussian 1024, 4x4", gaussian, {1024, 1024, 1}, {4, 4, 1}, orders_of_two, 2, 0},
    {"convolution 512", convolution, {512, 512, 1}, {}, orders_of_two, 2, 0},
    {"bytes 1024", bytes, {1024, 1024, 1}, {}, orders_of_two, 2, 0},
    {"float4 256", float4s, {256, 256, 1}, {}, orders_of_two, 2, 4 * 256 * 256},
    {"double 512", doubles, {512, 512, 1}, {}, orders_of_two, 2, 2 * 512 * 512},
    {"sin 512", sines, {512, 512, 1}, {}, orders_of_two, 2, 0},
    {"table 1024", table, {1024, 1024, 1}, {}, orders_of_two, 2, 0},
    {"triangle 256", triangle, {256, 256, 1}, {}, orders_of_two, 2, 0},
    {"mandelbrot 512", mandelbrot, {512, 512, 1}, {}, orders_of_two, 2, 0},
    {"dimension 1 alone", row_sums, {1, 65536, 1}, {}, orders_of_two, 2, 64 * 65536},
};

}  // namespace

std::span<const Shape> shapes_without_groups() { return all; }

}  // namespace bench
