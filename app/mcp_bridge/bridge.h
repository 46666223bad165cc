#pragma once

#include "app/mcp_bridge/server_link.h"

#include <QByteArray>
#include <QObject>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

namespace quarterdeck::app {

class BridgedCall;

/// MCP between a client's standard streams, a message a line, and the running Quarterdeck's address. Where that one
/// goes and comes back, the client sees nothing of it: what waits for an answer goes on to wait. Thread: one with an
/// event loop.
class Bridge final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Bridge)
public:
    /// `write` takes what the client is told, without the line's end.
    Bridge(ServerLink& link, std::function<void(const std::string&)> write);
    ~Bridge() override;

    void take(const QByteArray& line);
    /// The client says no more. What it asked the person stays asked.
    void takeEnd();

    // For its calls.
    [[nodiscard]] ServerLink& link() { return m_link; }
    [[nodiscard]] QNetworkRequest request() const;
    void tell(const std::string& message) { m_write(message); }
    /// The session is known nowhere any more: a new one is made as the first one was, and then it goes on.
    void initializeAgain(std::function<void()> then);
    void takeWelcome(const QByteArray& session, const nlohmann::json& result);
    void finished(BridgedCall* call);
    /// Ends where the client says no more and all that it asked stays asked without this program. Nobody waits for a
    /// Quarterdeck that is away only to be told what is not wanted any more.
    void endWhenDone();

signals:
    /// Nothing is left to be done.
    void ended();

private:
    void takeMessage(nlohmann::json message);
    void begin(nlohmann::json message);
    void postInitialize();

    ServerLink& m_link;
    std::function<void(const std::string&)> m_write;
    nlohmann::json m_initialize; ///< as the client sent it
    QByteArray m_session;
    QByteArray m_version;
    std::vector<nlohmann::json> m_early; ///< came before there was a session
    std::vector<std::function<void()>> m_initializing;
    std::set<BridgedCall*> m_calls;
    bool m_hasEnded = false;
};

} // namespace quarterdeck::app
