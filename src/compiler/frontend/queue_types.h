// Clang has opaque types for queue_t and clk_event_t, which no pass can compute with. From the front end on they are
// the words that they hold: i64.
//
//   %q = call target("spirv.Queue") @_Z17get_default_queuev()    ->    %q = call i64 @_Z17get_default_queuev()
#pragma once

namespace llvm {
class Module;
}

namespace lanewise::compiler {

void replace_queue_types(llvm::Module& module);

}  // namespace lanewise::compiler
