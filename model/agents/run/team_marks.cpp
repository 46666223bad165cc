#include "model/agents/run/team_marks.h"

#include "model/agents/model_agent/memory.h"
#include "model/agents/run/artifacts.h"
#include "model/agents/step_note.h"
#include "model/agents/team_text.h"

#include <QMessageAuthenticationCode>
#include <algorithm>
#include <nlohmann/json.hpp>

namespace quarterdeck::team {

namespace {

using nlohmann::json;

constexpr const char* markKey = "mark";
constexpr const char* trustKey = "trust";
const conversation::ActionName trustAction{"quarterdeck.TeamTrusted"};

/// Takes the same time wherever the two differ.
bool isSame(std::string_view one, std::string_view other)
{
    unsigned difference = one.size() == other.size() ? 0 : 1;
    for (std::size_t i = 0; i < std::min(one.size(), other.size()); ++i)
        difference |= static_cast<unsigned char>(one[i]) ^ static_cast<unsigned>(static_cast<unsigned char>(other[i]));
    return difference == 0;
}

} // namespace

std::string TeamMarks::markOf(const conversation::SessionStarted& started, const conversation::SessionId& session) const
{
    if (m_secret.empty())
        return {};
    json details = started.details.json();
    if (details.is_object())
        details.erase(markKey);
    // Keys of objects are in order, so the same content is the same text.
    const json content{{"purpose", "quarterdeck.team"},
                       {"session", session.str()},
                       {"budget", started.budget ? json(*started.budget) : json()},
                       {"rounds", started.rounds},
                       {"details", std::move(details)}};
    const std::string text = content.dump(-1, ' ', true, json::error_handler_t::replace);
    const auto bytes = [](const std::string& one) {
        return QByteArray(one.data(), static_cast<qsizetype>(one.size()));
    };
    return QMessageAuthenticationCode::hash(bytes(text), bytes(m_secret), QCryptographicHash::Sha256)
        .toHex()
        .toStdString();
}

void TeamMarks::mark(conversation::SessionStarted& started, const conversation::SessionId& session) const
{
    json details = started.details.json();
    if (m_secret.empty() || !details.is_object())
        return;
    details[markKey] = markOf(started, session);
    started.details = conversation::JsonValue(std::move(details));
}

bool TeamMarks::hasMark(const conversation::SessionStarted& started, const conversation::SessionId& session) const
{
    const json& details = started.details.json();
    return !m_secret.empty() && details.is_object() && isSame(textAt(details, markKey), markOf(started, session));
}

conversation::Message TeamMarks::noteOf(const conversation::SessionStarted& started,
                                        const conversation::SessionId& session) const
{
    conversation::Message message;
    message.role = "system";
    message.sentFrom = conversation::Address(manifest::writer);
    message.sendTo = {conversation::address::none};
    message.causeBy = trustAction;
    message.content = conversation::textBlocks(texts::teamIsTrusted());
    message.metadata = conversation::JsonValue(json{{step::key, {{trustKey, markOf(started, session)}}}});
    return message;
}

bool TeamMarks::isTrusted(const conversation::Message& note, const conversation::SessionStarted& started,
                          const conversation::SessionId& session) const
{
    if (m_secret.empty() || !isTrustNote(note))
        return false;
    const json* noted = stepNote(note);
    return noted != nullptr && isSame(textAt(*noted, trustKey), markOf(started, session));
}

bool isTrustNote(const conversation::Message& message)
{
    return message.causeBy == trustAction && message.sentFrom.str() == manifest::writer;
}

conversation::EventSeq newestTrust(const conversation::ConversationState& state)
{
    return state.newestNote(trustAction);
}

} // namespace quarterdeck::team
