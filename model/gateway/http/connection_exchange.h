#pragma once

#include "model/gateway/http/http_connection.h"

namespace quarterdeck::gateway {

/// Must not keep the connection alive, since it may be used after the server's end.
class HttpConnection::Exchange final : public HttpExchange
{
public:
    Exchange(std::shared_ptr<ServerHandle> entrance, std::weak_ptr<HttpConnection> connection, std::uint64_t request)
        : m_entrance(std::move(entrance))
        , m_connection(std::move(connection))
        , m_request(request)
    { }

    void answer(HttpResponse given, std::function<void()> whenTaken) override
    {
        m_entrance->post([connection = m_connection, request = m_request, given = std::move(given),
                          whenTaken = std::move(whenTaken)]() mutable {
            if (const auto there = connection.lock())
                there->answer(request, given, std::move(whenTaken));
        });
    }
    void begin(HttpResponse head) override
    {
        m_entrance->post([connection = m_connection, request = m_request, head = std::move(head)] {
            if (const auto there = connection.lock())
                there->begin(request, head);
        });
    }
    void write(std::string piece, std::function<void()> whenTaken) override
    {
        m_entrance->post([connection = m_connection, request = m_request, piece = std::move(piece),
                          whenTaken = std::move(whenTaken)]() mutable {
            if (const auto there = connection.lock())
                there->append(request, piece, std::move(whenTaken));
        });
    }
    void end() override
    {
        m_entrance->post([connection = m_connection, request = m_request] {
            if (const auto there = connection.lock())
                there->endPieces(request);
        });
    }
    void whenGone(std::function<void()> call) override
    {
        m_entrance->post([connection = m_connection, request = m_request, call = std::move(call)] {
            if (const auto there = connection.lock())
                there->watch(request, call);
            else
                call();
        });
    }

private:
    std::shared_ptr<ServerHandle> m_entrance;
    std::weak_ptr<HttpConnection> m_connection;
    std::uint64_t m_request;
};

} // namespace quarterdeck::gateway
