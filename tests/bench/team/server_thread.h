#pragma once

#include <QObject>
#include <QThread>
#include <atomic>
#include <string>

namespace model_server {
class ModelServer;
}

namespace quarterdeck::bench {

/// A scripted model server on a thread of its own, so that its work is not counted as the engine's. Thread: the one
/// that made it.
class ServerThread final
{
public:
    /// `script`: JSON as tests/model_server/README.md has it. Without a connection possible, `address` is empty.
    explicit ServerThread(std::string script);
    ~ServerThread();
    Q_DISABLE_COPY_MOVE(ServerThread)

    [[nodiscard]] const std::string& address() const { return m_address; }
    void hold();
    void release();
    /// Requests that came since `hold`.
    [[nodiscard]] int held() const { return m_held; }

private:
    QThread m_thread;
    model_server::ModelServer* m_server = nullptr; ///< lives on the thread
    std::string m_address;
    std::atomic<int> m_held = 0;
};

} // namespace quarterdeck::bench
