#include "app/cli/interrupt_handler.h"

#include <csignal>

namespace quarterdeck::app {

namespace {

volatile std::sig_atomic_t isInterrupted = 0;

void remember(int signal)
{
    isInterrupted = 1;
    std::signal(signal, SIG_DFL);
}

} // namespace

InterruptHandler::InterruptHandler(std::function<void()> onInterrupt)
{
    isInterrupted = 0;
    std::signal(SIGINT, &remember);
    std::signal(SIGTERM, &remember);
    // A signal handler may do next to nothing, so a timer checks its flag.
    QObject::connect(&m_poll, &QTimer::timeout, &m_poll, [this, onInterrupt = std::move(onInterrupt)] {
        if (isInterrupted) {
            m_poll.stop();
            onInterrupt();
        }
    });
    m_poll.start(50);
}

InterruptHandler::~InterruptHandler()
{
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
}

} // namespace quarterdeck::app
