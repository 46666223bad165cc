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

/// MCP between a client's standard streams, one message per line, and the running Quarterdeck's address. If Quarterdeck
/// goes away and comes back, the client does not notice: pending calls go on waiting. Thread: one with an event loop.
class Bridge final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Bridge)
public:
    /// `write` gets what the client is told, without the line end.
    Bridge(ServerLink& link, std::function<void(const std::string&)> write);
    ~Bridge() override;

    void take(const QByteArray& line);
    /// The client has closed its end. What it asked the person stays asked.
    void takeEnd();

    // For its calls.
    [[nodiscard]] ServerLink& link() { return m_link; }
    /// To Quarterdeck's address of MCP, in this session.
    [[nodiscard]] HttpCall::Request request(const char* method) const;
    [[nodiscard]] HttpCall::Request post(QByteArray message) const;
    void tell(const std::string& message) { m_write(message); }
    /// No server knows the session any more: makes a new one like the first, then continues.
    void initializeAgain(std::function<void()> then);
    void takeWelcome(const QByteArray& session, const nlohmann::json& result);
    void finished(BridgedCall* call);
    /// Ends when the client has closed its end and everything it asked stays asked without this program. Nobody waits
    /// for an absent Quarterdeck just to tell it what is no longer wanted.
    void endWhenDone();

signals:
    /// Nothing is left to do.
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
