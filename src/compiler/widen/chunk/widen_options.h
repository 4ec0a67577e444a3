// Options of chunk functions.
#pragma once

#include "compiler/target/vector_isa.h"

namespace lanewise::compiler {

struct WidenOptions {
    unsigned lanes = 16;  // power of two, 2 to 64
    unsigned rows = 1;    // rows of a chunk, along dimension 1
    VectorIsa isa;
};

}  // namespace lanewise::compiler
