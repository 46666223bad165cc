#include "transcript/render_process.h"

#if defined(__unix__) || defined(__APPLE__)
#include <csignal>
#endif

namespace quarterdeck::ui::transcript {

void endRenderProcess(std::int64_t pid)
{
    if (pid <= 1) // 0 and below mean whole groups of processes
        return;
#if defined(__unix__) || defined(__APPLE__)
    ::kill(static_cast<pid_t>(pid), SIGKILL);
#endif
}

} // namespace quarterdeck::ui::transcript
