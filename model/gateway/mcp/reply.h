#pragma once

#include "model/gateway/http/http_message.h"

#include <QObject>
#include <cstddef>
#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

namespace quarterdeck::gateway::mcp {

/// The way back to one HTTP request: a response for each of its messages, as JSON if all are ready at once, as an event
/// stream if somebody has to wait and can read one. Thread: one, that of `context`.
class Reply final : public std::enable_shared_from_this<Reply>
{
public:
    struct Form
    {
        std::size_t responses = 1; ///< awaited
        bool takesJson = true;
        bool takesStream = false;
        bool isBatch = false;
        std::vector<std::pair<std::string, std::string>> fields = {}; ///< of the head
    };
    /// `context` must outlive the server of the exchange.
    Reply(QObject& context, std::shared_ptr<HttpExchange> exchange, Form form);

    /// `whenTaken` reports that the client has it, as far as can be known; may be empty.
    void respond(const nlohmann::json& message, const std::string& eventId = {}, std::function<void()> whenTaken = {});
    /// A request gets no response.
    void drop();
    /// Somebody has to wait: starts a stream if the client accepts one. `whenGone` is called if it leaves before
    /// everything was sent.
    void hold(std::function<void()> whenGone);
    /// In a stream; ignored otherwise.
    void sendMessage(const nlohmann::json& message, const std::string& eventId);
    /// An event without a message, from which a client that loses the stream can resume.
    void sendFirstEvent(const std::string& eventId);
    /// Keeps intermediaries from considering the stream dead.
    void sendKeepAlive();

private:
    void settle();
    void answerAtOnce();
    void send(std::string piece, std::function<void()> whenTaken = {});

    QObject& m_context;
    std::shared_ptr<HttpExchange> m_exchange;
    Form m_form;
    std::vector<std::string> m_ready; ///< responses waiting for the others
    std::vector<std::function<void()>> m_whenTaken;
    std::vector<std::function<void()>> m_whenGone; ///< for each waiting request
    bool m_isStream = false;
};

} // namespace quarterdeck::gateway::mcp
