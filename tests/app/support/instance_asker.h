#pragma once

#include "app/services/instance_protocol.h"
#include "app/services/instance_server.h"
#include "model/formats/requests/event_stream.h"
#include "model/gateway/http/http_call.h"
#include "tests/support/wait.h"

#include <deque>
#include <optional>

namespace quarterdeck::test {

/// Asks the process that has a library for something, as a later start does, and hears each of its messages.
class InstanceAsker
{
public:
    InstanceAsker(const QString& library, const app::InstanceRequest& request)
        : InstanceAsker(library, app::pathOf(request), QByteArray::fromStdString(app::bodyOf(request)))
    { }
    InstanceAsker(const QString& library, const QByteArray& path, const QByteArray& body)
        : m_call({app::instanceAddress(library), 0}, {"POST", path, {{"Content-Type", "application/json"}}, body},
                 nullptr)
    {
        QObject::connect(&m_call, &gateway::HttpCall::readyRead, &m_call, [this] { read(); });
        QObject::connect(&m_call, &gateway::HttpCall::finished, &m_call, [this] {
            read();
            m_isFinished = true;
        });
    }
    Q_DISABLE_COPY_MOVE(InstanceAsker)

    /// Empty if there is none any more, or nobody is there. A refusal is one, too.
    [[nodiscard]] std::optional<app::InstanceMessage> next()
    {
        constexpr int longMs = 60'000;
        if (!waitFor([this] { return !m_messages.empty() || m_isFinished; }, longMs))
            return std::nullopt;
        if (m_messages.empty())
            return m_call.status() >= 400 ? std::optional(app::InstanceMessage(app::RequestRejected{})) : std::nullopt;
        auto message = m_messages.front();
        m_messages.pop_front();
        return message;
    }
    [[nodiscard]] int status() const { return m_call.status(); }

private:
    void read()
    {
        const QByteArray bytes = m_call.readAll();
        for (const auto& event : m_events.feed({bytes.data(), static_cast<std::size_t>(bytes.size())}))
            if (auto message = app::instanceMessageFrom(event.name, event.data))
                m_messages.push_back(std::move(*message));
    }

    gateway::HttpCall m_call;
    formats::EventStreamDecoder m_events;
    std::deque<app::InstanceMessage> m_messages;
    bool m_isFinished = false;
};

} // namespace quarterdeck::test
