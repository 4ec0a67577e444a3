#include "compiler/target/vector_isa.h"

#include "compiler/target/target_features.h"

namespace lanewise::compiler {

VectorIsa VectorIsa::of_features(llvm::StringRef features) {
    const auto has = [&](llvm::StringRef name) { return lists_feature(features, name); };
    VectorIsa isa;
    isa.avx512f = has("avx512f");
    isa.avx2 = has("avx2") || isa.avx512f;
    isa.avx512bw = has("avx512bw") && has("avx512vl");
    isa.avx512dq = has("avx512dq");
    isa.fast_gather = has("fast-gather");
    return isa;
}

}  // namespace lanewise::compiler
