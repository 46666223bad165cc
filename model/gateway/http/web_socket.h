#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>

namespace quarterdeck::gateway {

/// A WebSocket's way out: messages of text. From any thread, and also when the other side, or the server, is gone.
class WebSocket
{
public:
    virtual ~WebSocket() = default;
    /// `hold` lives until the system has taken the text, or nobody can take it any more. Who has much to send waits for
    /// that with the next, and is bound by nothing else; of texts without one so many may wait as
    /// `HttpLimits::queuedBytes` says, and more end the WebSocket.
    virtual void send(std::string text, std::shared_ptr<void> hold) = 0;
    void send(std::string text) { send(std::move(text), nullptr); }
    /// What was sent before still goes out, as long as the other side takes it.
    virtual void close() = 0;
};

/// And its way in. Called on the server's thread.
struct WebSocketListener
{
    std::function<void(std::string)> received; ///< messages of text
    std::function<void()> closed; ///< once, whoever closed it; the last call. Not called when the server ends
};

} // namespace quarterdeck::gateway
