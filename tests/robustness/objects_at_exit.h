// For processes that end without releasing what they made, which LeakSanitizer would report.
#pragma once

namespace lanewise::test {

/// What is not released when this process ends is none of its faults.
void allow_objects_at_exit();

}  // namespace lanewise::test
