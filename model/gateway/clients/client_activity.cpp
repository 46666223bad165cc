#include "model/gateway/clients/client_activity.h"

#include "model/conversation/text.h"
#include "model/gateway/clients/client_roster.h"
#include "model/gateway/remote_session.h"
#include "model/session/post.h"
#include "model/session/session.h"

#include <utility>

namespace quarterdeck::gateway {

std::optional<ClientSource> clientSourceOf(std::string_view source)
{
    static constexpr std::pair<std::string_view, ClientKind> kinds[] = {
        {programSource, ClientKind::Api},   {"agentscope:", ClientKind::AgentScope},
        {"mcp:", ClientKind::Mcp},          {"metagpt:", ClientKind::MetaGpt},
        {"otlp:", ClientKind::Traces},      {"otlp-program:", ClientKind::Traces},
        {"otlp-trace:", ClientKind::Traces}};
    for (const auto& [prefix, kind] : kinds)
        if (source.starts_with(prefix))
            return ClientSource{kind, source.substr(prefix.size())};
    return std::nullopt;
}

namespace {

constexpr std::size_t mostErrors = 64;
constexpr std::size_t longestId = 200;
constexpr std::size_t longestSentence = 500;

} // namespace

void ClientActivity::tellError(const ClientIdentity& program, std::int32_t status, std::string_view sentence)
{
    ClientError error;
    error.status = status;
    error.sentence = conversation::utf8::shortened(sentence, longestSentence);
    error.time = session::decideContextNow().now;
    // An id this long belongs to nobody we know.
    const ClientIdentity name = program.id.size() > longestId ? ClientIdentity{program.kind, {}} : program;
    const std::scoped_lock lock(m_mutex);
    if (m_errors.size() >= mostErrors && !m_errors.contains(name))
        return;
    m_errors[name] = std::move(error);
    wake();
}

std::shared_ptr<void> ClientActivity::holdOpen(const ClientIdentity& program)
{
    count(program, 1);
    return {nullptr, [self = shared_from_this(), program](void*) { self->count(program, -1); }};
}

void ClientActivity::count(const ClientIdentity& program, int change)
{
    const std::scoped_lock lock(m_mutex);
    m_opened[program] += change;
    wake();
}

void ClientActivity::wake()
{
    if (m_roster == nullptr || std::exchange(m_isComing, true))
        return;
    session::post(m_roster, [self = shared_from_this()] { self->handOver(); });
}

void ClientActivity::handOver()
{
    std::map<ClientIdentity, int> opened;
    std::map<ClientIdentity, ClientError> errors;
    {
        const std::scoped_lock lock(m_mutex);
        m_isComing = false;
        opened.swap(m_opened);
        errors.swap(m_errors);
    }
    for (const auto& [program, change] : opened)
        m_roster->count(program, change);
    for (const auto& [program, error] : errors)
        m_roster->fail(program, error);
}

void ClientActivity::shut()
{
    const std::scoped_lock lock(m_mutex);
    m_roster = nullptr;
}

} // namespace quarterdeck::gateway
