#pragma once

#include "app/mcp_bridge/server_link.h"
#include "model/formats/requests/event_stream.h"

#include <QByteArray>
#include <QObject>
#include <QTimer>
#include <nlohmann/json.hpp>

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace quarterdeck::app {

/// Splits a stream into lines. However long a line is, each byte is looked at once. A value.
class Lines
{
public:
    /// `take(const QByteArray& line)` is called for each complete line, trimmed, except for blank ones.
    template <typename Take>
    void add(const QByteArray& piece, Take&& take)
    {
        qsizetype begin = 0;
        for (auto end = piece.indexOf('\n'); end >= 0; end = piece.indexOf('\n', begin)) {
            const QByteArray rest = piece.mid(begin, end - begin);
            const QByteArray line =
                m_begun.isEmpty() ? rest.trimmed() : std::exchange(m_begun, {}).append(rest).trimmed();
            begin = end + 1;
            if (!line.isEmpty())
                take(line);
        }
        m_begun.append(piece.constData() + begin, piece.size() - begin);
    }
    /// Bytes of the line that is still incomplete.
    [[nodiscard]] qsizetype begun() const { return m_begun.size(); }

private:
    QByteArray m_begun;
};

class Bridge;

/// A client's message on its way to Quarterdeck, and the reply. Deletes itself when it is done. Thread: its bridge's.
class BridgedCall final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(BridgedCall)
public:
    /// The method by which a client cancels a call.
    static constexpr const char* cancelled = "notifications/cancelled";

    /// It is of the protocol's revision without sessions (2026-07-28).
    [[nodiscard]] static bool isStateless(const nlohmann::json& message);

    BridgedCall(Bridge& bridge, nlohmann::json message);
    ~BridgedCall() override;

    void send();
    /// The person has been asked: the answer can be found again without it.
    [[nodiscard]] bool isAsked() const { return !m_question.empty(); }
    [[nodiscard]] bool isCall(const nlohmann::json& id) const { return m_message.value("id", nlohmann::json()) == id; }
    [[nodiscard]] bool isCancellation() const { return method() == cancelled; }
    void claim(nlohmann::json& cancellation) const;
    /// The client no longer wants it.
    void cancel() { m_isCancelled = true; }

private:
    void post();
    void addFields(HttpCall::Request& request) const;
    void resume();
    void follow(HttpCall::Request request);
    void readStream();
    void takeEvent(const formats::StreamEvent& event);
    void takeEnd();
    void takeAnswer(int status);
    void takeRefusal(int status, const QByteArray& body);
    void again();
    void askForAnswer();
    void fail(const std::string& why);
    void end();
    [[nodiscard]] bool isRequest() const { return m_message.contains("id") && m_message.contains("method"); }
    [[nodiscard]] std::string method() const;

    Bridge& m_bridge;
    HttpCall* m_reply = nullptr;
    nlohmann::json m_message;
    bool m_isStateless = false;
    formats::EventStreamDecoder m_events;
    std::string m_lastEvent;    ///< id, to resume from
    std::string m_question;     ///< id, once asked
    int m_failures = 0;         ///< in a row
    bool m_hasOwnToken = false; ///< the client does not want progress reports
    bool m_isAnswered = false;
    bool m_isCancelled = false;
};

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
    void refuseEarly(const nlohmann::json& message);
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
