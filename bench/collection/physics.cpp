// Kernels on particles, fields and rays.
#include "data.h"
#include "families.h"

namespace bench {

namespace {

constexpr const char* n_body = R"(
kernel void run(global const float4* bodies, global float4* forces, int n) {
    int i = get_global_id(0);
    float4 own = bodies[i];
    float3 sum = 0;
    for (int k = 0; k < n; ++k) {
        float3 d = bodies[k].xyz - own.xyz;
        float r = rsqrt(dot(d, d) + .01f);
        sum += d * (bodies[k].w * r * r * r);
    }
    forces[i] = (float4)(sum, 0);
})";

constexpr const char* lennard_jones = R"(
kernel void run(global const float4* atoms, global const int* neighbours, global float4* forces, int most, float cut,
                int count) {
    int i = get_global_id(0);
    float4 own = atoms[i];
    float fx = 0, fy = 0, fz = 0;
    for (int k = 0; k < most; ++k) {
        float4 other = atoms[neighbours[k * count + i]];
        float dx = own.x - other.x, dy = own.y - other.y, dz = own.z - other.z, r2 = dx * dx + dy * dy + dz * dz;
        if (r2 < cut) {
            float i2 = 1 / r2, i6 = i2 * i2 * i2, f = i2 * i6 * (1.5f * i6 - 2);
            fx += dx * f; fy += dy * f; fz += dz * f;
        }
    }
    forces[i] = (float4)(fx, fy, fz, 0);
})";

constexpr const char* mri_q = R"(
kernel void run(global const float4* k, global const float* x, global const float* y, global const float* z,
                global float* qr, global float* qi, int n) {
    int i = get_global_id(0);
    float r = 0, m = 0;
    for (int j = 0; j < n; ++j) {
        float a = 2 * M_PI_F * (k[j].x * x[i] + k[j].y * y[i] + k[j].z * z[i]);
        r += k[j].w * cos(a);
        m += k[j].w * sin(a);
    }
    qr[i] = r;
    qi[i] = m;
})";

constexpr const char* density_grid = R"(
kernel void run(global const float4* particles, global const int* starts, global float* densities, int side, float h2) {
    int i = get_global_id(0);
    float4 own = particles[i];
    int cx = (int)own.x, cy = (int)own.y;
    float sum = 0;
    for (int j = max(cy - 1, 0); j <= min(cy + 1, side - 1); ++j)
        for (int c = max(cx - 1, 0); c <= min(cx + 1, side - 1); ++c)
            for (int k = starts[j * side + c]; k < starts[j * side + c + 1]; ++k) {
                float dx = own.x - particles[k].x, dy = own.y - particles[k].y, r2 = dx * dx + dy * dy;
                if (r2 < h2) sum += (h2 - r2) * (h2 - r2) * (h2 - r2);
            }
    densities[i] = sum;
})";

constexpr const char* particle_push = R"(
kernel void run(global float* x, global float* y, global float* vx, global float* vy, global const float2* field, int side,
                float dt) {
    int i = get_global_id(0);
    int cx = (int)x[i], cy = (int)y[i];
    float fx = x[i] - cx, fy = y[i] - cy;
    float2 e = (field[cy * side + cx] * (1 - fx) + field[cy * side + cx + 1] * fx) * (1 - fy)
             + (field[(cy + 1) * side + cx] * (1 - fx) + field[(cy + 1) * side + cx + 1] * fx) * fy;
    vx[i] += e.x * dt;
    vy[i] += e.y * dt;
    x[i] = fmod(x[i] + vx[i] * dt + side - 2, (float)(side - 2));
    y[i] = fmod(y[i] + vy[i] * dt + side - 2, (float)(side - 2));
})";

constexpr const char* lattice_boltzmann = R"(
kernel void run(global const float* from, global float* to, int w, int h, float omega) {
    int x = get_global_id(0), y = get_global_id(1), n = w * h;
    const int dx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, dy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
    const float weights[9] = {4 / 9.f, 1 / 9.f, 1 / 9.f, 1 / 9.f, 1 / 9.f, 1 / 36.f, 1 / 36.f, 1 / 36.f, 1 / 36.f};
    float f[9], rho = 0, ux = 0, uy = 0;
    for (int k = 0; k < 9; ++k) {
        int sx = (x - dx[k] + w) % w, sy = (y - dy[k] + h) % h;
        f[k] = from[k * n + sy * w + sx];
        rho += f[k]; ux += f[k] * dx[k]; uy += f[k] * dy[k];
    }
    ux /= rho; uy /= rho;
    float u2 = 1.5f * (ux * ux + uy * uy);
    for (int k = 0; k < 9; ++k) {
        float c = 3 * (dx[k] * ux + dy[k] * uy);
        to[k * n + y * w + x] = f[k] + omega * (weights[k] * rho * (1 + c + .5f * c * c - u2) - f[k]);
    }
})";

constexpr const char* march = R"(
float distance_to(float x, float y, float z) {
    float a = sqrt(x * x + y * y + z * z) - 1, qx = fabs(x - 1.2f) - .4f, qy = fabs(y) - .4f, qz = fabs(z) - .4f;
    float b = sqrt(fmax(qx, 0.f) * fmax(qx, 0.f) + fmax(qy, 0.f) * fmax(qy, 0.f) + fmax(qz, 0.f) * fmax(qz, 0.f))
            + fmin(fmax(qx, fmax(qy, qz)), 0.f);
    return fmin(fmin(a, b), y + 1);
}
kernel void run(global float* out, int w, int h) {
    int x = get_global_id(0), y = get_global_id(1);
    float dx = (x - w / 2) / (float)w, dy = (h / 2 - y) / (float)w, dz = 1, l = rsqrt(dx * dx + dy * dy + dz * dz), t = 0;
    dx *= l; dy *= l; dz *= l;
    int k = 0;
    for (; k < 64; ++k) {
        float d = distance_to(dx * t, dy * t, dz * t - 4);
        if (d < .001f || t > 20) break;
        t += d;
    }
    out[y * w + x] = t + k;
})";

constexpr const char* spheres_by_bounces = R"(
typedef struct { float x, y, z, r; } Sphere;
kernel void run(constant Sphere* spheres, int count, global float* out, int w, int h, int bounces) {
    int x = get_global_id(0), y = get_global_id(1);
    float ox = 0, oy = 0, oz = -4, dx = (x + .5f) / w - .5f, dy = (y + .5f) / h - .5f, dz = 1, light = 0, weight = 1;
    float l = rsqrt(dx * dx + dy * dy + dz * dz);
    dx *= l; dy *= l; dz *= l;
    for (int k = 0; k < bounces; ++k) {
        float nearest = 1e30f;
        int hit = -1;
        for (int i = 0; i < count; ++i) {
            float cx = spheres[i].x - ox, cy = spheres[i].y - oy, cz = spheres[i].z - oz, b = cx * dx + cy * dy + cz * dz;
            float disc = b * b - (cx * cx + cy * cy + cz * cz - spheres[i].r * spheres[i].r);
            if (disc > 0) {
                float t = b - sqrt(disc);
                if (t > 1e-3f && t < nearest) { nearest = t; hit = i; }
            }
        }
        if (hit < 0) { light += weight * (.5f + .5f * dy); break; }
        ox += dx * nearest; oy += dy * nearest; oz += dz * nearest;
        float s = 1 / spheres[hit].r, nx = (ox - spheres[hit].x) * s, ny = (oy - spheres[hit].y) * s,
              nz = (oz - spheres[hit].z) * s, d = 2 * (dx * nx + dy * ny + dz * nz);
        dx -= d * nx; dy -= d * ny; dz -= d * nz;
        weight *= .6f;
    }
    out[y * w + x] = light;
})";

constexpr const char* springs = R"(
kernel void run(global const float4* p, global const float4* v, global float4* next, int w, int h, float k, float rest) {
    int x = get_global_id(0), y = get_global_id(1), i = y * w + x;
    float3 force = (float3)(0, -9.81f, 0) - .1f * v[i].xyz;
    for (int j = -1; j <= 1; ++j)
        for (int c = -1; c <= 1; ++c) {
            if ((j == 0 && c == 0) || x + c < 0 || x + c >= w || y + j < 0 || y + j >= h) continue;
            float3 d = p[(y + j) * w + x + c].xyz - p[i].xyz;
            float far = length(d), want = rest * sqrt((float)(c * c + j * j));
            force += d * (k * (far - want) / far);
        }
    next[i] = (float4)(p[i].xyz + .01f * v[i].xyz + .0001f * force, 1);
})";

constexpr const char* maxwell_3d = R"(
kernel void run(global float* ex, global const float* hy, global const float* hz, global const float* c, int w, int h) {
    int x = get_global_id(0), y = get_global_id(1) + 1, z = get_global_id(2) + 1, i = (z * h + y) * w + x;
    ex[i] += c[i] * (hz[i] - hz[i - w] - hy[i] + hy[i - w * h]);
})";

constexpr const char* flux_of_edges = R"(
kernel void run(global const int2* edges, global const float4* cells, global const float2* normals, global float4* fluxes) {
    int i = get_global_id(0);
    float4 l = cells[edges[i].x], r = cells[edges[i].y];
    float2 n = normals[i];
    float ul = (l.y * n.x + l.z * n.y) / l.x, ur = (r.y * n.x + r.z * n.y) / r.x;
    float pl = .4f * (l.w - .5f * (l.y * l.y + l.z * l.z) / l.x), pr = .4f * (r.w - .5f * (r.y * r.y + r.z * r.z) / r.x);
    float s = fmax(fabs(ul) + sqrt(1.4f * fabs(pl) / l.x), fabs(ur) + sqrt(1.4f * fabs(pr) / r.x));
    float4 f = l * ul + r * ur;
    f.y += (pl + pr) * n.x; f.z += (pl + pr) * n.y; f.w += pl * ul + pr * ur;
    fluxes[i] = .5f * (f - s * (r - l));
})";

Family particles() {
    return {
        {"n_body", n_body, {1024}, {128}, [] { return Arguments{reals(4096), result<float>(4096), scalar(1024)}; }},
        {"lennard_jones",
         lennard_jones,
         {4096},
         {128},
         [] {
             return Arguments{reals(16384, 0, 4),   ints(4096 * 32, 0, 4096),
                              result<float>(16384), scalar(32),
                              scalar(3.f),          scalar(4096)};
         }},
        {"mri_q",
         mri_q,
         {2048},
         {256},
         [] {
             return Arguments{reals(4 * 128),      reals(2048),         reals(2048), reals(2048),
                              result<float>(2048), result<float>(2048), scalar(128)};
         }},
        {"density_grid",
         density_grid,
         {2048},
         {64},
         [] {
             return Arguments{reals(2048 * 4, 0, 16), each(257, [](std::size_t i) { return static_cast<int>(i * 8); }),
                              result<float>(2048), scalar(16), scalar(1.f)};
         }},
        {"particle_push",
         particle_push,
         {16384},
         {64},
         [] {
             return Arguments{changed(reals(16384, 1, 60)),
                              changed(reals(16384, 1, 60)),
                              changed(reals(16384)),
                              changed(reals(16384)),
                              reals(64 * 64 * 2),
                              scalar(64),
                              scalar(.1f)};
         }},
    };
}

Family fields_and_rays() {
    return {
        {"lattice_boltzmann",
         lattice_boltzmann,
         {128, 96},
         {},
         [] {
             return Arguments{reals(128 * 96 * 9, .1f, .2f), result<float>(128 * 96 * 9), scalar(128), scalar(96),
                              scalar(1.2f)};
         }},
        {"march", march, {160, 120}, {}, [] { return Arguments{result<float>(160 * 120), scalar(160), scalar(120)}; }},
        {"spheres_by_bounces",
         spheres_by_bounces,
         {128, 96},
         {16, 8},
         [] {
             return Arguments{reals(64, -.9f, .9f), scalar(16), result<float>(128 * 96),
                              scalar(128),          scalar(96), scalar(4)};
         }},
        {"springs",
         springs,
         {128, 96},
         {},
         [] {
             return Arguments{reals(128 * 96 * 4), reals(128 * 96 * 4), result<float>(128 * 96 * 4),
                              scalar(128),         scalar(96),          scalar(50.f),
                              scalar(.1f)};
         }},
        {"maxwell_3d",
         maxwell_3d,
         {64, 62, 30},
         {},
         [] {
             return Arguments{changed(reals(64 * 64 * 32)), reals(64 * 64 * 32), reals(64 * 64 * 32),
                              reals(64 * 64 * 32),          scalar(64),          scalar(64)};
         }},
        {"flux_of_edges",
         flux_of_edges,
         {16384},
         {64},
         [] { return Arguments{ints(32768, 0, 8192), reals(8192 * 4, 1, 2), reals(32768), result<float>(65536)}; }},
    };
}

}  // namespace

Family physics_kernels() { return joined({particles(), fields_and_rays()}); }

}  // namespace bench
