// Stencil kernels. In some kernels, adjacent elements belong to work-items with adjacent ids in dimension 0. In other
// kernels, they belong to work-items with adjacent ids in another dimension.
#include "data.h"
#include "families.h"

namespace bench {

namespace {

constexpr const char* jacobi_x = R"(
kernel void run(global const float* a, global float* b, int w, int h) {
    int x = get_global_id(0), y = get_global_id(1);
    if (x > 0 && y > 0 && x < w - 1 && y < h - 1)
        b[y * w + x] = .2f * (a[y * w + x] + a[y * w + x - 1] + a[y * w + x + 1] + a[(y - 1) * w + x] + a[(y + 1) * w + x]);
})";

constexpr const char* jacobi_y = R"(
kernel void run(global const float* a, global float* b, int w, int h) {
    int y = get_global_id(0), x = get_global_id(1);
    if (x > 0 && y > 0 && x < w - 1 && y < h - 1)
        b[y * w + x] = .2f * (a[y * w + x] + a[y * w + x - 1] + a[y * w + x + 1] + a[(y - 1) * w + x] + a[(y + 1) * w + x]);
})";

constexpr const char* heat_3d = R"(
kernel void run(global const float* a, global float* b, int w, int h, int d) {
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    if (x < 1 || y < 1 || z < 1 || x >= w - 1 || y >= h - 1 || z >= d - 1) return;
    int i = (z * h + y) * w + x;
    b[i] = a[i] * .4f + (a[i - 1] + a[i + 1] + a[i - w] + a[i + w] + a[i - w * h] + a[i + w * h]) * .1f;
})";

constexpr const char* heat_3d_z_fastest = R"(
kernel void run(global const float* a, global float* b, int w, int h, int d) {
    int z = get_global_id(0), y = get_global_id(1), x = get_global_id(2);
    if (x < 1 || y < 1 || z < 1 || x >= w - 1 || y >= h - 1 || z >= d - 1) return;
    int i = (z * h + y) * w + x;
    b[i] = a[i] * .4f + (a[i - 1] + a[i + 1] + a[i - w] + a[i + w] + a[i - w * h] + a[i + w * h]) * .1f;
})";

constexpr const char* nine_point_double = R"(
kernel void run(global const double* a, global double* b, int w, double centre, double edge, double corner) {
    int x = get_global_id(0) + 1, y = get_global_id(1) + 1, i = y * w + x;
    b[i] = centre * a[i] + edge * (a[i - 1] + a[i + 1] + a[i - w] + a[i + w])
         + corner * (a[i - w - 1] + a[i - w + 1] + a[i + w - 1] + a[i + w + 1]);
})";

constexpr const char* stencil_of_groups = R"(
kernel void run(global const float* a, global float* b, int w, local float* tile) {
    int row = get_group_id(0) * get_local_size(0) + get_local_id(0) + 1;
    int column = get_group_id(1) * get_local_size(1) + get_local_id(1) + 1;
    int u = get_local_id(0) + 1, v = get_local_id(1) + 1, lw = get_local_size(1) + 2;
    tile[u * lw + v] = a[row * w + column];
    if (u == 1) tile[v] = a[(row - 1) * w + column];
    if (u == get_local_size(0)) tile[(u + 1) * lw + v] = a[(row + 1) * w + column];
    if (v == 1) tile[u * lw] = a[row * w + column - 1];
    if (v == get_local_size(1)) tile[u * lw + v + 1] = a[row * w + column + 1];
    barrier(CLK_LOCAL_MEM_FENCE);
    b[row * w + column] = .5f * tile[u * lw + v] + .125f * (tile[(u - 1) * lw + v] + tile[(u + 1) * lw + v]
                                                            + tile[u * lw + v - 1] + tile[u * lw + v + 1]);
})";

constexpr const char* finite_difference = R"(
kernel void run(global const float* before, global const float* now, global float* after, global const float* speed,
                int w, int h) {
    int x = get_global_id(0) + 4, y = get_global_id(1) + 4, i = y * w + x;
    const float c[5] = {-2.847222f, 1.6f, -.2f, .025396825f, -.001785714f};
    float sum = 2 * c[0] * now[i];
    for (int k = 1; k <= 4; ++k) sum += c[k] * (now[i - k] + now[i + k] + now[i - k * w] + now[i + k * w]);
    after[i] = 2 * now[i] - before[i] + speed[i] * sum;
})";

constexpr const char* finite_difference_3d = R"(
kernel void run(global const float* a, global float* b, constant float* c, int w, int h, int d) {
    int x = get_global_id(0) + 4, y = get_global_id(1) + 4;
    int plane = w * h, i = y * w + x;
    float front[4], behind[4], now = a[i + 4 * plane];
    for (int k = 0; k < 4; ++k) { behind[k] = a[i + (3 - k) * plane]; front[k] = a[i + (5 + k) * plane]; }
    for (int z = 4; z < d - 4; ++z) {
        float sum = c[0] * now;
        for (int k = 1; k <= 4; ++k)
            sum += c[k] * (front[k - 1] + behind[k - 1] + a[i + z * plane - k] + a[i + z * plane + k]
                           + a[i + z * plane - k * w] + a[i + z * plane + k * w]);
        b[i + z * plane] = sum;
        for (int k = 3; k > 0; --k) behind[k] = behind[k - 1];
        behind[0] = now;
        now = front[0];
        for (int k = 0; k < 3; ++k) front[k] = front[k + 1];
        front[3] = a[i + min(z + 5, d - 1) * plane];
    }
})";

constexpr const char* life = R"(
kernel void run(global const uchar* a, global uchar* b, int w, int h) {
    int x = get_global_id(0), y = get_global_id(1), count = 0;
    for (int j = -1; j <= 1; ++j)
        for (int i = -1; i <= 1; ++i)
            if (i || j) count += a[((y + j + h) % h) * w + (x + i + w) % w];
    b[y * w + x] = count == 3 || (count == 2 && a[y * w + x]);
})";

constexpr const char* shallow_water = R"(
kernel void run(global const float* h, global const float* u, global const float* v, global float* hn, global float* un,
                global float* vn, int w, float dt) {
    int x = get_global_id(0) + 1, y = get_global_id(1) + 1, i = y * w + x;
    float hx = h[i + 1] - h[i - 1], hy = h[i + w] - h[i - w];
    float ux = u[i + 1] - u[i - 1], uy = u[i + w] - u[i - w], vx = v[i + 1] - v[i - 1], vy = v[i + w] - v[i - w];
    un[i] = u[i] - dt * (u[i] * ux + v[i] * uy + 9.81f * hx);
    vn[i] = v[i] - dt * (u[i] * vx + v[i] * vy + 9.81f * hy);
    hn[i] = h[i] - dt * (u[i] * hx + v[i] * hy + h[i] * (ux + vy));
})";

constexpr const char* lines_along_y = R"(
kernel void run(global float* a, int w, int h) {
    int y = get_global_id(0);
    for (int x = 1; x < w; ++x) a[y * w + x] += .5f * a[y * w + x - 1];
})";

constexpr const char* lines_along_x = R"(
kernel void run(global float* a, int w, int h) {
    int x = get_global_id(0);
    for (int y = 1; y < h; ++y) a[y * w + x] += .5f * a[(y - 1) * w + x];
})";

constexpr const char* tridiagonal = R"(
kernel void run(global const float* a, global const float* b, global const float* c, global const float* d,
                global float* x, global float* scratch, int n, int systems) {
    int s = get_global_id(0);
    float cp = c[s] / b[s], dp = d[s] / b[s];
    scratch[s] = cp;
    x[s] = dp;
    for (int i = 1; i < n; ++i) {
        int at = i * systems + s;
        float m = 1 / (b[at] - a[at] * cp);
        cp = c[at] * m;
        dp = (d[at] - a[at] * dp) * m;
        scratch[at] = cp;
        x[at] = dp;
    }
    for (int i = n - 2; i >= 0; --i) {
        dp = x[i * systems + s] - scratch[i * systems + s] * dp;
        x[i * systems + s] = dp;
    }
})";

Arguments plane(std::size_t w, std::size_t h) {
    return {reals(w * h), result<float>(w * h), scalar(static_cast<int>(w)), scalar(static_cast<int>(h))};
}

Arguments space() { return {reals(128 * 64 * 48), result<float>(128 * 64 * 48), scalar(128), scalar(64), scalar(48)}; }

Family nearest_neighbours() {
    return {
        {"jacobi", jacobi_x, {512, 512}, {}, [] { return plane(512, 512); }},
        {"jacobi_16x16", jacobi_x, {512, 512}, {16, 16}, [] { return plane(512, 512); }},
        {"jacobi_rows_first", jacobi_y, {512, 512}, {}, [] { return plane(512, 512); }},
        {"jacobi_rows_first_1x256", jacobi_y, {512, 512}, {1, 256}, [] { return plane(512, 512); }},
        {"heat_3d", heat_3d, {128, 64, 48}, {}, space},
        {"heat_3d_8x8x4", heat_3d, {128, 64, 48}, {8, 8, 4}, space},
        {"heat_3d_z_fastest", heat_3d_z_fastest, {48, 64, 128}, {}, space},
    };
}

Family stencils_of_many_points() {
    return {
        {"nine_point_double",
         nine_point_double,
         {256, 256},
         {64, 1},
         [] {
             return Arguments{doubles(258 * 258), result<double>(258 * 258), scalar(258), scalar(.5), scalar(.1),
                              scalar(.025)};
         }},
        {"stencil_of_groups",
         stencil_of_groups,
         {256, 256},
         {1, 256},
         [] { return Arguments{reals(258 * 258), result<float>(258 * 258), scalar(258), local_bytes(4 * 3 * 258)}; }},
        {"stencil_of_groups_8x32",
         stencil_of_groups,
         {256, 256},
         {8, 32},
         [] { return Arguments{reals(258 * 258), result<float>(258 * 258), scalar(258), local_bytes(4 * 10 * 34)}; }},
        {"finite_difference",
         finite_difference,
         {504, 248},
         {},
         [] {
             return Arguments{reals(512 * 256),       reals(512 * 256), result<float>(512 * 256),
                              reals(512 * 256, 0, 1), scalar(512),      scalar(256)};
         }},
        {"finite_difference_3d",
         finite_difference_3d,
         {120, 56},
         {8, 8},
         [] {
             return Arguments{
                 reals(128 * 64 * 40), result<float>(128 * 64 * 40), reals(5), scalar(128), scalar(64), scalar(40)};
         }},
    };
}

Family cells_and_lines() {
    return {
        {"life",
         life,
         {512, 256},
         {},
         [] { return Arguments{bytes(512 * 256, 2), result<std::uint8_t>(512 * 256), scalar(512), scalar(256)}; }},
        {"shallow_water",
         shallow_water,
         {384, 254},
         {},
         [] {
             return Arguments{
                 reals(386 * 256, 1, 2),   reals(386 * 256),         reals(386 * 256), result<float>(386 * 256),
                 result<float>(386 * 256), result<float>(386 * 256), scalar(386),      scalar(.01f)};
         }},
        {"lines_along_y",
         lines_along_y,
         {512},
         {64},
         [] { return Arguments{changed(reals(512 * 512)), scalar(512), scalar(512)}; }},
        {"lines_along_x",
         lines_along_x,
         {512},
         {64},
         [] { return Arguments{changed(reals(512 * 512)), scalar(512), scalar(512)}; }},
        {"tridiagonal",
         tridiagonal,
         {2048},
         {64},
         [] {
             return Arguments{reals(2048 * 32, 0, 1),
                              reals(2048 * 32, 3, 4),
                              reals(2048 * 32, 0, 1),
                              reals(2048 * 32),
                              result<float>(2048 * 32),
                              result<float>(2048 * 32),
                              scalar(32),
                              scalar(2048)};
         }},
    };
}

}  // namespace

Family stencil_kernels() { return joined({nearest_neighbours(), stencils_of_many_points(), cells_and_lines()}); }

}  // namespace bench
