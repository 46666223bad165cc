#pragma once

#include "app/mcp_bridge/http_call.h"
#include "model/formats/requests/event_stream.h"

#include <QObject>
#include <QTimer>
#include <nlohmann/json.hpp>
#include <string>

namespace quarterdeck::app {

class Bridge;

/// A client's message on its way to Quarterdeck, and the reply. Deletes itself when it is done. Thread: its bridge's.
class BridgedCall final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(BridgedCall)
public:
    /// The method by which a client cancels a call.
    static constexpr const char* cancelled = "notifications/cancelled";

    BridgedCall(Bridge& bridge, nlohmann::json message);
    ~BridgedCall() override;

    void send();
    /// The person has been asked: the answer can be found again without it.
    [[nodiscard]] bool isAsked() const { return !m_question.empty(); }
    [[nodiscard]] bool isCall(const nlohmann::json& id) const { return m_message.value("id", nlohmann::json()) == id; }
    [[nodiscard]] bool isCancellation() const { return method() == cancelled; }
    /// The client no longer wants it.
    void cancel() { m_isCancelled = true; }

private:
    void post();
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
    formats::EventStreamDecoder m_events;
    std::string m_lastEvent;    ///< id, to resume from
    std::string m_question;     ///< id, once asked
    int m_failures = 0;         ///< in a row
    bool m_hasOwnToken = false; ///< the client does not want progress reports
    bool m_isAnswered = false;
    bool m_isCancelled = false;
};

} // namespace quarterdeck::app
