#pragma once

#include "http/http_message.h"

#include <QObject>
#include <cstddef>
#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

namespace quarterdeck::gateway::mcp {

/// The way back to one request of HTTP: as many responses as it has requests, as JSON when all of them are there at
/// once, as a stream of events when somebody is kept waiting and can read one. Thread: one, that of `context`.
class Reply final : public std::enable_shared_from_this<Reply>
{
public:
    struct Form
    {
        std::size_t responses = 1; ///< that are awaited
        bool takesJson = true;
        bool takesStream = false;
        bool isBatch = false;
        std::vector<std::pair<std::string, std::string>> fields = {}; ///< of the head
    };
    /// `context` must outlive the server of the exchange.
    Reply(QObject& context, std::shared_ptr<HttpExchange> exchange, Form form);

    /// `whenTaken` tells that the client has it, as far as that is known: it may be empty.
    void respond(const nlohmann::json& message, const std::string& eventId = {}, std::function<void()> whenTaken = {});
    /// A request gets no response.
    void drop();
    /// Somebody is kept waiting: a stream begins where the client takes one. `whenGone` is called when it goes before
    /// all has been said.
    void hold(std::function<void()> whenGone);
    /// In a stream; passed over outside.
    void tell(const nlohmann::json& message, const std::string& eventId);
    /// An event without a message, from which a client that loses the stream can go on.
    void prime(const std::string& eventId);
    /// Lets nobody between the two take the stream for dead.
    void beat();

private:
    void settle();
    void answerAtOnce();
    void send(std::string piece, std::function<void()> whenTaken = {});

    QObject& m_context;
    std::shared_ptr<HttpExchange> m_exchange;
    Form m_form;
    std::vector<std::string> m_ready; ///< responses that wait for the others
    std::vector<std::function<void()>> m_whenTaken;
    std::vector<std::function<void()>> m_whenGone; ///< of each request that waits
    bool m_isStream = false;
};

} // namespace quarterdeck::gateway::mcp
