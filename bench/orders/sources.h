// Source text shared by the kernels of bench_orders.
#pragma once

#define KERNEL "kernel void run(global const float* a, global float* b, int w, int h, int d) {\n"
#define IDS "  int x = get_global_id(X), y = get_global_id(Y);\n"
