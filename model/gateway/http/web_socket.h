#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>

namespace quarterdeck::gateway {

/// A WebSocket's way out: text messages. From any thread, even if the other side, or the server, is gone.
class WebSocket
{
public:
    virtual ~WebSocket() = default;
    /// `hold` lives until the system has taken the text, or nobody can take it any more. With much to send, wait for
    /// that before the next text; there is no other limit. Texts without a hold may pile up to
    /// `HttpLimits::queuedBytes`; more than that ends the WebSocket.
    virtual void send(std::string text, std::shared_ptr<void> hold) = 0;
    void send(std::string text) { send(std::move(text), nullptr); }
    /// What was sent before still goes out, as long as the other side takes it.
    virtual void close() = 0;
};

/// Its way in. Called on the server's thread.
struct WebSocketListener
{
    std::function<void(std::string)> received; ///< messages of text
    std::function<void()> closed; ///< once, whoever closed it; the last call. Not called if the server ends
};

} // namespace quarterdeck::gateway
