#pragma once

#include <QTimer>
#include <functional>

namespace quarterdeck::app {

/// Handles Ctrl+C and SIGTERM while it lives: the first calls `onInterrupt` on this thread, the second ends the program
/// as usual.
class InterruptHandler final
{
public:
    explicit InterruptHandler(std::function<void()> onInterrupt);
    ~InterruptHandler();
    Q_DISABLE_COPY_MOVE(InterruptHandler)

private:
    QTimer m_poll;
};

} // namespace quarterdeck::app
