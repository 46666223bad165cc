#include "model/gateway/mcp/reply.h"

#include "model/gateway/mcp/json_rpc.h"
#include "model/session/post.h"

#include <utility>

namespace quarterdeck::gateway::mcp {

using nlohmann::json;

namespace {

/// When a client that lost its stream reconnects. The official libraries do so twice and then give up, so a restart may
/// take twice this long. A client that waits for a person does not mind a few seconds.
const std::string retryLine = "retry: 8000\n";

std::string eventOf(const std::string& text, const std::string& id)
{
    return (id.empty() ? std::string() : "id: " + id + "\n" + retryLine) + "event: message\ndata: " + text + "\n\n";
}

} // namespace

Reply::Reply(QObject& context, std::shared_ptr<HttpExchange> exchange, Form form)
    : m_context(context)
    , m_exchange(std::move(exchange))
    , m_form(std::move(form))
{
    m_isStream = m_form.takesStream && !m_form.takesJson;
    if (m_isStream)
        m_exchange->begin({200, {}, "text/event-stream", m_form.fields});
}

void Reply::respond(const json& message, const std::string& eventId, std::function<void()> whenTaken)
{
    if (m_isStream) {
        send(eventOf(textOf(message), eventId), std::move(whenTaken));
    } else {
        m_ready.push_back(textOf(message));
        if (whenTaken)
            m_whenTaken.push_back(std::move(whenTaken));
    }
    settle();
}

void Reply::drop() { settle(); }

void Reply::hold(std::function<void()> whenGone)
{
    if (!m_isStream && m_form.takesStream) {
        m_isStream = true;
        m_exchange->begin({200, {}, "text/event-stream", m_form.fields});
        for (const std::string& text : std::exchange(m_ready, {}))
            send(eventOf(text, {}));
    }
    m_whenGone.push_back(std::move(whenGone));
    if (m_whenGone.size() > 1)
        return;
    m_exchange->whenGone([context = &m_context, weak = weak_from_this()] {
        session::post(context, [weak] {
            if (const auto self = weak.lock())
                for (const auto& call : std::exchange(self->m_whenGone, {}))
                    call();
        });
    });
}

void Reply::sendMessage(const json& message, const std::string& eventId)
{
    if (m_isStream)
        send(eventOf(textOf(message), eventId));
}

void Reply::sendFirstEvent(const std::string& eventId)
{
    if (m_isStream)
        send("id: " + eventId + "\n" + retryLine + "data: \n\n");
}

void Reply::sendKeepAlive()
{
    if (m_isStream)
        send(": the person thinks\n\n");
}

void Reply::send(std::string piece, std::function<void()> whenTaken)
{
    std::function<void()> told;
    if (whenTaken)
        told = [context = &m_context, whenTaken = std::move(whenTaken)] { session::post(context, whenTaken); };
    m_exchange->write(std::move(piece), std::move(told));
}

/// One response fewer to wait for.
void Reply::settle()
{
    if (m_form.responses == 0 || --m_form.responses > 0)
        return;
    if (m_isStream)
        return m_exchange->end();
    answerAtOnce();
}

void Reply::answerAtOnce()
{
    HttpResponse answer{200, {}, "application/json", m_form.fields};
    for (const std::string& text : m_ready)
        answer.body += (answer.body.empty() ? "" : ", ") + text;
    if (m_ready.empty())
        answer.status = 202;
    else if (m_form.isBatch)
        answer.body = "[" + answer.body + "]";
    m_exchange->answer(std::move(answer), [context = &m_context, taken = std::exchange(m_whenTaken, {})] {
        for (const auto& call : taken)
            session::post(context, call);
    });
}

} // namespace quarterdeck::gateway::mcp
