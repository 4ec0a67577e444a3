// Draws the Mandelbrot set by the method of Mariani and Silver. If all pixels on the border of a square have the same
// escape time, the pixels inside get this escape time, too. If the escape times differ, the square is divided into four
// quarters, and a child kernel draws each quarter.
#include <cstdio>

#include "examples.h"

namespace {

constexpr int size = 1024, most = 512;

// Calls fma() explicitly, so that host and device round alike.
const char* const source = R"CLC(
int escape_time(int x, int y, int size, int most)
{
    const float cx = fma((float)x, 3.0f / size, -2.25f), cy = fma((float)y, 3.0f / size, -1.5f);
    float a = 0.0f, b = 0.0f;
    int n = 0;
    while (n < most && fma(a, a, b * b) <= 4.0f) {
        const float next = fma(a, a, -(b * b)) + cx;
        b = fma(2.0f * a, b, cy);
        a = next;
        ++n;
    }
    return n;
}

void draw(global int* times, int left, int top, int width, int size, int most)
{
    // Many work-items compute the border. Work-item 0 enqueues a child that waits until all of them have ended. The
    // child then decides how to compute the inner part.
    enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(4 * width), ^{
        const int side = get_global_id(0) / width, i = get_global_id(0) % width;
        const int x = left + (side == 0 || side == 1 ? i : side == 2 ? 0 : width - 1);
        const int y = top + (side == 2 || side == 3 ? i : side == 0 ? 0 : width - 1);
        times[y * size + x] = escape_time(x, y, size, most);
        if (get_global_id(0) != 0) return;
        enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{
            const int time = times[top * size + left];
            bool same = true;
            for (int j = 0; j < width; ++j)
                same = same && times[top * size + left + j] == time && times[(top + j) * size + left] == time &&
                       times[(top + width - 1) * size + left + j] == time &&
                       times[(top + j) * size + left + width - 1] == time;
            const size_t corner[2] = {left, top}, extent[2] = {width, width}, group[2] = {width, 1};
            if (same) {
                enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_2D(corner, extent, group),
                               ^{ times[get_global_id(1) * size + get_global_id(0)] = time; });
            } else if (width > 16) {
                const int half_width = width / 2;
                for (int part = 0; part < 4; ++part)
                    draw(times, left + part % 2 * half_width, top + part / 2 * half_width, half_width, size, most);
            } else {
                enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_2D(corner, extent, group), ^{
                    const int x = get_global_id(0), y = get_global_id(1);
                    times[y * size + x] = escape_time(x, y, size, most);
                });
            }
        });
    });
}

kernel void start(global int* times, int size, int most) { draw(times, 0, 0, size, size, most); }
)CLC";

const char* const plain_source = R"CLC(
int escape_time(int x, int y, int size, int most)
{
    const float cx = fma((float)x, 3.0f / size, -2.25f), cy = fma((float)y, 3.0f / size, -1.5f);
    float a = 0.0f, b = 0.0f;
    int n = 0;
    while (n < most && fma(a, a, b * b) <= 4.0f) {
        const float next = fma(a, a, -(b * b)) + cx;
        b = fma(2.0f * a, b, cy);
        a = next;
        ++n;
    }
    return n;
}

kernel void start(global int* times, int size, int most)
{
    const size_t extent[2] = {size, size};
    enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_2D(extent), ^{
        const int x = get_global_id(0), y = get_global_id(1);
        times[y * size + x] = escape_time(x, y, size, most);
    });
}
)CLC";

}  // namespace

bool mariani_silver(Session& session) {
    const std::vector<int> none(static_cast<std::size_t>(size) * size, -1);
    const Array<int> clever(session.context(), none), plain(session.context(), none);
    const double seconds = session.run(source, clever, size, most);
    const double plain_seconds = session.run(plain_source, plain, size, most);
    // Some pixels may differ from the pixels of the plain computation. The method misses filaments of the set that
    // enter a square between two pixels of the square's border.
    const auto a = clever.read(session.queue()), b = plain.read(session.queue());
    std::size_t different = 0;
    for (std::size_t i = 0; i < a.size(); ++i) different += a[i] != b[i] ? 1 : 0;
    const bool right = different * 1000 < a.size();
    std::printf("Mariani-Silver: %dx%d pixels in %.1f ms (all of them: %.1f ms), %zu differ, %s\n", size, size,
                seconds * 1e3, plain_seconds * 1e3, different, right ? "right" : "WRONG");
    return right;
}
