#include "app/services/hold_command.h"

#include "model/conversation/json/event_json.h"
#include "model/gateway/http/request_rules.h"
#include "model/session/held_messages.h"

#include <QCoreApplication>
#include <QUrl>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <exception>
#include <utility>

namespace quarterdeck::app {

namespace {

using HoldKind = HoldCommand::Kind;
using conversation::Decision;
using nlohmann::json;
using session::Result;
using HoldDone = std::function<void(const Result<void>&)>;

constexpr std::array<std::pair<HoldKind, const char*>, 4> holdWords{
    {{HoldKind::Release, "release"}, {HoldKind::Drop, "drop"}, {HoldKind::Set, "set"}, {HoldKind::Off, "off"}}};

/// "", "v1", "sessions", SESSION, "holds"
constexpr qsizetype holdPathParts = 5;

struct PersonSentences
{
    Q_DECLARE_TR_FUNCTIONS(CommandLine)

public:
    static QString answerOfAgents()
    {
        return tr("Questions are answered by the person. This command was started by an agent, so its answer does not "
                  "count.");
    }
    static QString holdOfAgents()
    {
        return tr("Held messages are the person's to decide. This command was started by an agent, so it does not "
                  "count.");
    }
};

session::Session::IntentDone answering(HoldDone done)
{
    return [done = std::move(done)](const Decision& outcome) {
        done(outcome.error ? Result<void>(tl::unexpected(*outcome.error)) : Result<void>());
    };
}

void release(session::Session& session, const HoldCommand& command, HoldDone done)
{
    session::HeldChanges changes;
    changes.mayReachOthers = command.isAnyway;
    if (!command.recipient.empty())
        changes.sendTo = conversation::AddressSet{conversation::Address(command.recipient)};
    if (command.words.empty())
        return session::releaseHeld(session, command.message, std::move(changes), answering(std::move(done)));
    // What is no text stays, so it is read first.
    session.readEvent(
        command.message, [&session, command, changes, done = std::move(done)](Result<session::Event> event) {
            const auto* held = event ? std::get_if<conversation::MessagePublished>(&event->body) : nullptr;
            session::HeldChanges edited = changes;
            edited.content = session::withText(
                held != nullptr ? held->message.content : std::vector<conversation::ContentBlock>(), command.words);
            session::releaseHeld(session, command.message, std::move(edited), answering(done));
        });
}

void removeRules(session::Session& session, HoldDone done)
{
    std::vector<conversation::Intent> intents;
    for (const conversation::HoldRule& rule : session.state()->holdRules())
        intents.emplace_back(conversation::RemoveHoldRule{rule.id});
    session.submitAll(intents, answering(std::move(done)));
}

void carryOutIn(session::Session& session, const HoldCommand& command, HoldDone done)
{
    switch (command.kind) {
    case HoldKind::Release:
        return release(session, command, std::move(done));
    case HoldKind::Drop:
        return session::dropHeld(session, command.message, {command.words, !command.isSilent},
                                 answering(std::move(done)));
    case HoldKind::Set:
        return session.submit(conversation::SetHoldRule{command.rule}, answering(std::move(done)));
    case HoldKind::Off:
        return removeRules(session, std::move(done));
    }
}

} // namespace

std::string pathOf(const HoldCommand& command)
{
    return "/v1/sessions/" + QUrl::toPercentEncoding(QString::fromStdString(command.session.str())).toStdString()
        + "/holds";
}

std::string bodyOf(const HoldCommand& command)
{
    const auto word = std::ranges::find(holdWords, command.kind, [](const auto& one) { return one.first; });
    const json body{{"do", word->second},
                    {"message", command.message.value},
                    {"words", command.words},
                    {"recipient", command.recipient},
                    {"anyway", command.isAnyway},
                    {"silent", command.isSilent},
                    {"rule", json::parse(conversation::eventPayload(conversation::HoldRuleSet{command.rule, {}}))}};
    return body.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::optional<HoldCommand> holdCommandFrom(std::string_view path, const std::string& body)
{
    const QStringList parts = QString::fromStdString(std::string(path)).split(u'/');
    if (parts.size() != holdPathParts || parts.at(1) != QStringLiteral("v1")
        || parts.at(2) != QStringLiteral("sessions") || parts.at(4) != QStringLiteral("holds"))
        return std::nullopt;
    try {
        const json object = json::parse(body);
        const std::string what = object.at("do").get<std::string>();
        const auto word = std::ranges::find(holdWords, what, [](const auto& one) { return std::string(one.second); });
        const auto rule = conversation::eventFromPayload("hold_rule_set", 1, object.at("rule").dump());
        const auto* set = rule ? std::get_if<conversation::HoldRuleSet>(&*rule) : nullptr;
        if (word == holdWords.end() || set == nullptr)
            return std::nullopt;
        return HoldCommand{conversation::SessionId(QUrl::fromPercentEncoding(parts.at(3).toUtf8()).toStdString()),
                           word->first,
                           {object.value("message", std::int64_t{0})},
                           object.value("words", std::string()),
                           object.value("recipient", std::string()),
                           object.value("anyway", false),
                           object.value("silent", false),
                           set->rule};
    } catch (const std::exception&) {
        return std::nullopt;
    }
}

void carryOut(session::SessionHub& hub, const HoldCommand& command, HoldDone done)
{
    hub.open(command.session, [command, done = std::move(done)](const Result<session::Session*>& opened) {
        if (opened)
            carryOutIn(**opened, command, done);
        else
            done(tl::unexpected(opened.error()));
    });
}

std::optional<PersonCommand> personCommandFrom(std::string_view path, const std::string& body)
{
    if (auto reply = questionReplyFrom(path, body))
        return std::move(*reply);
    if (auto command = holdCommandFrom(path, body))
        return std::move(*command);
    return std::nullopt;
}

void servePerson(session::SessionHub& hub, const PersonCommand& command, std::int64_t process,
                 const AgentProcesses& agents, const std::shared_ptr<gateway::HttpExchange>& exchange)
{
    const bool isAnswer = std::holds_alternative<QuestionReply>(command);
    if (isOfAgents(process, agents))
        return exchange->answer(gateway::errorAnswer(
            403, (isAnswer ? PersonSentences::answerOfAgents() : PersonSentences::holdOfAgents()).toStdString()));
    const HoldDone done = [exchange](const Result<void>& how) {
        exchange->answer(how ? gateway::HttpResponse{200, "{}"} : gateway::errorAnswer(409, how.error().sentence));
    };
    if (const auto* reply = std::get_if<QuestionReply>(&command))
        giveReply(hub, *reply, commandLineVia(process), done);
    else
        carryOut(hub, std::get<HoldCommand>(command), done);
}

} // namespace quarterdeck::app
