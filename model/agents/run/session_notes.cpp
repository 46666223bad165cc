#include "model/agents/run/session_notes.h"

#include "model/agents/model_agent/memory.h"
#include "model/agents/run/artifacts.h"
#include "model/agents/team_text.h"
#include "model/conversation/run_cause.h"

#include <QCoreApplication>
#include <QMessageAuthenticationCode>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace quarterdeck::team {

namespace {

using conversation::Message;
using nlohmann::json;

// Named like its context, so that lupdate finds it whatever precedes.
struct NoteSentences
{
    Q_DECLARE_TR_FUNCTIONS(NoteSentences)
};

const conversation::ActionName goingOn{"quarterdeck.GoingOn"};
const conversation::ActionName choiceAction{"quarterdeck.ModelChosen"};
const conversation::ActionName limitsAction{"quarterdeck.LimitsChanged"};
const conversation::ActionName continuation{"quarterdeck.Continuation"};

bool isNote(const Message& message, const conversation::ActionName& action)
{
    return message.causeBy == action && message.sentFrom.str() == manifest::writer;
}

Message note(const conversation::ActionName& action, std::string text)
{
    Message message;
    message.role = "system";
    message.sentFrom = conversation::Address(manifest::writer);
    message.sendTo = {conversation::address::none};
    message.causeBy = action;
    message.content = conversation::textBlocks(std::move(text));
    return message;
}

json limitsJson(const TeamLimits& limits)
{
    return {{"budget", limits.budget ? json(*limits.budget) : json()}, {"rounds", limits.rounds}};
}

TeamLimits limitsIn(const json& told)
{
    TeamLimits limits;
    if (!told.is_object())
        return limits;
    if (const auto budget = told.find("budget"); budget != told.end() && budget->is_number())
        limits.budget = budget->get<double>();
    if (const auto rounds = told.find("rounds"); rounds != told.end() && rounds->is_number_integer())
        limits.rounds = static_cast<std::int32_t>(std::clamp<std::int64_t>(rounds->get<std::int64_t>(), 0, INT32_MAX));
    return limits;
}

} // namespace

TeamLimits limitsOf(const conversation::ConversationState& state) { return {state.budget(), state.roundLimit()}; }

Message resumeNote() { return note(goingOn, texts::teamGoesOn()); }

Message noteOf(const ChosenModel& chosen)
{
    Message message =
        note(choiceAction,
             chosen.connection.empty() ? texts::ownModelsAgain() : texts::speaksThrough(chosen.model, chosen.name));
    message.metadata = conversation::JsonValue(json{
        {step::key,
         {{"model_choice", {{"connection", chosen.connection}, {"name", chosen.name}, {"model", chosen.model}}}}}});
    return message;
}

Message noteOf(const LimitsChange& change)
{
    Message message = note(limitsAction, limitsChangeText(change));
    message.metadata = conversation::JsonValue(
        json{{step::key, {{"limits", {{"before", limitsJson(change.before)}, {"now", limitsJson(change.now)}}}}}});
    return message;
}

std::string limitsChangeText(const LimitsChange& change)
{
    QString text = NoteSentences::tr("You changed the limits.");
    const auto add = [&](const QString& what, const QString& before, const QString& now) {
        if (before != now)
            text = NoteSentences::tr("%1 %2").arg(text, what.arg(before, now));
    };
    const auto budget = [](const TeamLimits& limits) {
        return limits.budget ? QString::fromStdString(conversation::dollarsText(*limits.budget))
                             : NoteSentences::tr("no limit");
    };
    const auto rounds = [](const TeamLimits& limits) {
        return limits.rounds > 0 ? QString::number(limits.rounds) : NoteSentences::tr("no limit");
    };
    //: Both are amounts, or "no limit"
    add(NoteSentences::tr("Budget: %1 → %2."), budget(change.before), budget(change.now));
    //: Both are numbers, or "no limit"
    add(NoteSentences::tr("Rounds: %1 → %2."), rounds(change.before), rounds(change.now));
    return text.toStdString();
}

Message continuationNote(const std::string& title, bool areTimesKnown)
{
    return note(continuation, texts::continuesRecording(title, areTimesKnown));
}

bool isResumeNote(const Message& message) { return isNote(message, goingOn); }

std::optional<ChosenModel> chosenModelIn(const Message& message)
{
    const json* noted = isNote(message, choiceAction) ? stepNote(message) : nullptr;
    if (noted == nullptr || !noted->contains("model_choice") || !noted->at("model_choice").is_object())
        return std::nullopt;
    const json& told = noted->at("model_choice");
    return ChosenModel{textAt(told, "connection"), textAt(told, "name"), textAt(told, "model")};
}

std::optional<LimitsChange> limitsChangeIn(const Message& message)
{
    const json* noted = isNote(message, limitsAction) ? stepNote(message) : nullptr;
    if (noted == nullptr || !noted->contains("limits") || !noted->at("limits").is_object())
        return std::nullopt;
    const json& told = noted->at("limits");
    return LimitsChange{limitsIn(told.value("before", json())), limitsIn(told.value("now", json()))};
}

conversation::EventSeq newestChoice(const conversation::ConversationState& state)
{
    return state.newestNote(choiceAction);
}

bool isOfProgram(const Message& message)
{
    return isNote(message, manifest::action) || isNote(message, goingOn) || isNote(message, choiceAction)
        || isNote(message, limitsAction) || isNote(message, continuation) || isTrustNote(message);
}

namespace {

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
