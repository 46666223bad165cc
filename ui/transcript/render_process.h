#pragma once

#include <cstdint>

namespace quarterdeck::ui::transcript {

/// Ends a page's process at once, when its script does not come back; QWebEnginePage::renderProcessTerminated follows.
/// Does nothing without a process (pid 0).
void endRenderProcess(std::int64_t pid);

} // namespace quarterdeck::ui::transcript
