// Options of chunk functions.
#pragma once

#include "compiler/target/vector_isa.h"

namespace lanewise::compiler {

struct WidenOptions {
    unsigned lanes = 16;  // number of lanes: a power of two from 2 to 64
    unsigned rows = 1;    // number of rows in a chunk, along dimension 1
    VectorIsa isa;
};

}  // namespace lanewise::compiler
