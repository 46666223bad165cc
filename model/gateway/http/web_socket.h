#pragma once

#include <functional>
#include <string>

namespace quarterdeck::gateway {

/// A WebSocket's way out: messages of text. From any thread, and also when the other side, or the server, is gone.
class WebSocket
{
public:
    virtual ~WebSocket() = default;
    virtual void send(std::string text) = 0;
    /// What was sent before still goes out.
    virtual void close() = 0;
};

/// And its way in. Called on the server's thread.
struct WebSocketListener
{
    std::function<void(std::string)> received; ///< messages of text
    std::function<void()> closed; ///< once, whoever closed it; the last call. Not called when the server ends
};

} // namespace quarterdeck::gateway
