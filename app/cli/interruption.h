#pragma once

#include <QTimer>
#include <functional>

namespace quarterdeck::app {

/// Handles Ctrl+C and SIGTERM while it lives: the first calls `onInterrupt` on this thread, the second ends the program
/// as usual.
class Interruption final
{
public:
    explicit Interruption(std::function<void()> onInterrupt);
    ~Interruption();
    Q_DISABLE_COPY_MOVE(Interruption)

private:
    QTimer m_poll;
};

} // namespace quarterdeck::app
