#include "app/services/run_request.h"

#include "app/services/language.h"

#include <QCoreApplication>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace quarterdeck::app {

using conversation::EventSeq;
using conversation::JsonValue;
using conversation::SessionId;
using nlohmann::json;

namespace {

constexpr std::array ends{RunEnd::Done,   RunEnd::Failed,   RunEnd::Unanswered,
                          RunEnd::Paused, RunEnd::Finished, RunEnd::Stopped};

QString textOf(const json& value)
{
    return QString::fromStdString(value.dump(-1, ' ', false, json::error_handler_t::replace));
}

/// Reads members of an untrusted object. Throws what nlohmann_json throws; see `read`.
template <typename T>
void take(const json& object, const char* name, T& into)
{
    if (const auto found = object.find(name); found != object.end())
        found->get_to(into);
}

template <typename T>
void take(const json& object, const char* name, std::optional<T>& into)
{
    if (const auto found = object.find(name); found != object.end())
        into = found->template get<T>();
}

json jsonOf(const KeyedConnection& model)
{
    return {{"connection", team::jsonOf(model.connection).json()}, {"key", model.key}};
}

/// Throws like the others.
team::ModelConnection connectionIn(const json& object)
{
    auto connection = team::connectionOf(JsonValue(object));
    // If the key is in the keyring, the owner has its own copy.
    if (!connection || team::problemOf(*connection) || connection->keySource == team::KeySource::Keyring)
        throw std::invalid_argument("no connection");
    return std::move(*connection);
}

KeyedConnection keyedConnectionOf(const json& object)
{
    return {connectionIn(object.at("connection")), object.at("key").get<std::string>()};
}

template <typename Value, typename Read>
std::optional<Value> read(const QString& text, Read&& reading)
{
    try {
        const json object = json::parse(text.toStdString());
        return object.is_object() ? std::optional<Value>(reading(object)) : std::nullopt;
    } catch (const std::exception&) {
        return std::nullopt;
    }
}

RunRequest requestOf(const json& object)
{
    RunRequest request;
    if (const auto found = object.find("team"); found != object.end()) {
        auto team = team::teamFromJson(*found);
        if (!team)
            throw std::invalid_argument(team.error().sentence);
        request.team = std::move(*team);
    }
    std::string session;
    take(object, "session", session);
    request.session = SessionId(std::move(session));
    take(object, "title", request.title);
    take(object, "idea", request.idea);
    take(object, "to", request.to);
    take(object, "folder", request.folder.path);
    take(object, "auto_archive", request.folder.isAutoArchived);
    take(object, "budget", request.budget);
    take(object, "rounds", request.rounds);
    take(object, "answers", request.isAnswering);
    take(object, "trusted", request.isTrusted);
    for (const json& model : object.at("models"))
        request.models.push_back(keyedConnectionOf(model));
    std::optional<std::int64_t> since;
    take(object, "since", since);
    if (since)
        request.since = EventSeq{*since};
    take(object, "connection", request.model.connection);
    take(object, "model", request.model.model);
    if (const auto found = object.find("server"); found != object.end())
        request.server = connectionIn(*found);
    std::string recording;
    take(object, "recording", recording);
    request.recording = SessionId(std::move(recording));
    if (request.session.isEmpty())
        throw std::invalid_argument("no session");
    return request;
}

RunOutcome outcomeOf(const json& object)
{
    RunOutcome outcome;
    const auto word = object.at("end").get<std::string>();
    const auto end = std::ranges::find_if(ends, [&](RunEnd one) { return word == wordFor(one); });
    if (end == ends.end())
        throw std::invalid_argument("no end");
    outcome.end = *end;
    outcome.session = SessionId(object.at("session").get<std::string>());
    take(object, "reason", outcome.reason);
    take(object, "rounds", outcome.rounds);
    take(object, "messages", outcome.messages);
    take(object, "tokens", outcome.tokens);
    take(object, "cost", outcome.cost);
    take(object, "answer", outcome.answer);
    take(object, "cut", outcome.cut);
    if (object.contains("manifest"))
        outcome.manifest = JsonValue(object["manifest"]);
    return outcome;
}

} // namespace

const char* wordFor(RunEnd end)
{
    switch (end) {
    case RunEnd::Done:
        return "done";
    case RunEnd::Failed:
        return "failed";
    case RunEnd::Unanswered:
        return "unanswered";
    case RunEnd::Finished:
        return "finished";
    case RunEnd::Stopped:
        return "stopped";
    case RunEnd::Paused:
        break;
    }
    return "paused";
}

QString textOf(const RunRequest& request)
{
    json models = json::array();
    for (const KeyedConnection& model : request.models)
        models.push_back(jsonOf(model));
    json object{{"session", request.session.str()},
                {"title", request.title},
                {"idea", request.idea},
                {"to", request.to},
                {"folder", request.folder.path},
                {"auto_archive", request.folder.isAutoArchived},
                {"answers", request.isAnswering},
                {"connection", request.model.connection},
                {"model", request.model.model},
                {"models", std::move(models)}};
    if (!request.recording.isEmpty())
        object["recording"] = request.recording.str();
    if (request.team)
        object["team"] = team::jsonOf(*request.team);
    if (request.budget)
        object["budget"] = *request.budget;
    if (request.rounds)
        object["rounds"] = *request.rounds;
    if (request.since)
        object["since"] = request.since->value;
    if (request.isTrusted)
        object["trusted"] = true;
    if (request.server)
        object["server"] = team::jsonOf(*request.server).json();
    return textOf(object);
}

std::optional<RunRequest> runRequestFrom(const QString& text) { return read<RunRequest>(text, &requestOf); }

QString textOf(const RunOutcome& outcome)
{
    json object{{"end", wordFor(outcome.end)},      {"reason", outcome.reason},
                {"session", outcome.session.str()}, {"rounds", outcome.rounds},
                {"messages", outcome.messages},     {"tokens", outcome.tokens},
                {"answer", outcome.answer},         {"cut", outcome.cut}};
    if (outcome.cost)
        object["cost"] = *outcome.cost;
    if (!outcome.manifest.isNull())
        object["manifest"] = outcome.manifest.json();
    return textOf(object);
}

std::optional<RunOutcome> runOutcomeFrom(const QString& text) { return read<RunOutcome>(text, &outcomeOf); }

namespace {

/// Why the result could not be committed.
std::string problemIn(const conversation::JsonValue& manifest)
{
    const nlohmann::json& told = manifest.json();
    return told.is_object() && told.contains("problem") && told["problem"].is_string()
        ? told["problem"].get<std::string>()
        : std::string();
}

} // namespace

bool isUnpriced(const team::TeamDefinition& team, const team::ModelChoice& instead, const team::PriceTable& prices)
{
    return std::ranges::any_of(team.roles, [&](const team::RoleDefinition& role) {
        const std::string model =
            !instead.model.empty() ? instead.model : team::modelFor(team, role.name, team::model_action::think).model;
        const team::ModelPrice* price = prices.find(model);
        return !role.isRemote && !model.empty() && (price == nullptr || price->classes.empty());
    });
}

QString noPriceNotice()
{
    return cliText(QT_TRANSLATE_NOOP(
        "CommandLine",
        "No price is known for this model: tokens are counted, but a budget in dollars cannot be enforced."));
}

int reportRun(const RunOutcome& outcome, const std::string& notice, Console& console, bool isJson)
{
    if (isJson) {
        nlohmann::json told{{"session", outcome.session.str()}, {"end", wordFor(outcome.end)},
                            {"rounds", outcome.rounds},         {"messages", outcome.messages},
                            {"tokens", outcome.tokens},         {"answer", outcome.answer}};
        if (outcome.cost)
            told["cost"] = *outcome.cost;
        if (!outcome.manifest.isNull())
            told["manifest"] = outcome.manifest.json();
        if (!notice.empty())
            told["notice"] = notice;
        if (!outcome.cut.empty())
            told["cut"] = outcome.cut;
        console.print(told);
    } else {
        if (!outcome.answer.empty())
            console.print(harmless(outcome.answer));
        for (const std::string& who : outcome.cut)
            console.note(cliText(QT_TRANSLATE_NOOP("CommandLine",
                                                   "An answer from %1 is incomplete: it reached the maximum length."))
                             .arg(QString::fromStdString(who))
                             .toStdString());
        if (const std::string problem = problemIn(outcome.manifest); !problem.empty())
            console.print(harmlessLine(problem));
        console.print(
            cliText(QT_TRANSLATE_NOOP("CommandLine", "Session %1")).arg(QString::fromStdString(outcome.session.str())));
    }
    if (outcome.end == RunEnd::Done)
        return 0;
    // A question may quote something with several lines, such as the change to approve.
    return isJson ? console.fail(harmlessLine(outcome.reason)) : console.failInLines(harmless(outcome.reason));
}

} // namespace quarterdeck::app
