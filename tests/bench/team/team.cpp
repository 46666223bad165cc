// What the engine costs beside the models. Per call: a person's word to an agent, from the intent to its stored answer,
// with a real library and a server that answers at once, less the time within the call of the model; beside it the same
// prompts sent by this program alone. At once: agents that all stream, beside the same streams read with nothing
// else. JSON lines; each figure beside its baseline of the same run.
// Usage: bench_team [--history N,N…] [--calls N] [--agents N] [--words N]

#include "measured_models.h"
#include "model/agents/provider/chat_providers.h"
#include "model/agents/run/team_runner.h"
#include "model/agents/run/teams.h"
#include "model/session/session_hub.h"
#include "server_thread.h"
#include "storage/open_library.h"
#include "tests/support/wait.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QTemporaryDir>
#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>

using namespace quarterdeck;
using bench::Clock;
using bench::MeasuredCall;
using conversation::RoleName;
using nlohmann::json;
using test::waitFor;

namespace {

constexpr int limitMs = 600'000;
constexpr const char* answer = "Done.";

double msBetween(Clock::time_point from, Clock::time_point to)
{
    return std::chrono::duration<double, std::milli>(to - from).count();
}

double median(std::vector<double> values)
{
    std::ranges::sort(values);
    return values.empty() ? 0.0 : values[values.size() / 2];
}

/// A library in a folder of its own, and teams in it whose models are at `address`.
struct Engine
{
    explicit Engine(const std::string& address)
    {
        team::ModelConnection connection = team::newConnection(team::Service::Other);
        connection.id = "here";
        connection.name = "here";
        connection.address = address;
        connection.limits.callsAtOnce = 1000;
        auto providers = std::make_shared<team::ChatProviders>(team::ProviderEnvironment());
        providers->setConnections({connection});
        direct = std::make_shared<team::ConnectionModels>(std::move(providers));
        models = std::make_shared<bench::MeasuredModels>(direct);
        auto opened = storage::openLibrary(folder.filePath(QStringLiteral("library.db")).toStdString(), &context);
        if (!opened)
            return;
        library = std::move(*opened);
        hub = std::make_unique<session::SessionHub>(library);
        hub->start();
        teams = std::make_unique<team::Teams>(*hub, 1.0, nullptr, models);
    }

    session::Session* start(const team::TeamDefinition& team)
    {
        session::Session* started = nullptr;
        teams->start(team, "Bench", {}, [&](const auto& session) { started = session ? *session : nullptr; });
        const bool isThere = waitFor([&] { return started != nullptr && teams->runner(started->id()) != nullptr; });
        return isThere ? started : nullptr;
    }

    QTemporaryDir folder;
    QObject context;
    std::shared_ptr<team::ModelSource> direct;
    std::shared_ptr<bench::MeasuredModels> models;
    std::shared_ptr<session::Library> library;
    std::unique_ptr<session::SessionHub> hub;
    std::unique_ptr<team::Teams> teams;
};

team::TeamDefinition teamOf(const std::vector<std::string>& names)
{
    team::TeamDefinition team;
    team.name = "Bench";
    team.model = {"here", "any"};
    team.budget.reset();
    team.rounds = 0;
    for (const std::string& name : names) {
        team::RoleDefinition role;
        role.name = RoleName(name);
        role.isLeader = team.roles.empty();
        if (role.isLeader)
            role.profile = "Team Leader";
        team.roles.push_back(std::move(role));
    }
    return team;
}

void tell(session::Session& session, const std::string& role, const std::string& text)
{
    conversation::Publish publish;
    publish.message.sendTo = {conversation::Address(role)};
    publish.message.content = conversation::textBlocks(text);
    session.submit(std::move(publish));
}

bool isQuiet(const Engine& engine, const session::Session& session)
{
    return !engine.teams->runner(session.id())->isActing()
        && std::ranges::none_of(session.state()->roles(),
                                [](const auto& role) { return role.hasNews || role.unread() > 0; });
}

/// The same requests, all at once, with nothing else; the time until all are answered.
std::optional<double> directly(Engine& engine, const std::vector<team::ChatRequest>& requests,
                               const std::function<void()>& whenAllAsk)
{
    const auto provider = engine.direct->providerOf({"here", "any"});
    if (!provider)
        return std::nullopt;
    std::size_t ended = 0;
    bool isGood = true;
    Clock::time_point done;
    const auto call = [&](team::ChatRequest request) -> QCoro::Task<void> {
        const auto reply =
            co_await (*provider)->chat(std::move(request), std::make_shared<team::CancelToken>(), {}, nullptr);
        isGood = isGood && reply.has_value();
        done = Clock::now();
        ++ended;
    };
    Clock::time_point begun = Clock::now();
    for (const team::ChatRequest& request : requests)
        call(request);
    if (whenAllAsk) {
        whenAllAsk();
        begun = Clock::now();
    }
    const bool isDone = waitFor([&] { return ended == requests.size(); }, limitMs);
    return isDone && isGood ? std::optional(msBetween(begun, done)) : std::nullopt;
}

/// One word of the person and its answer; less what went by within the model's call.
std::optional<double> engineTime(Engine& engine, session::Session& session, const std::string& text)
{
    const std::size_t before = engine.models->calls->size();
    const Clock::time_point begun = Clock::now();
    std::optional<Clock::time_point> stored;
    QObject listener;
    QObject::connect(&session, &session::Session::committed, &listener,
                     [&](const std::vector<conversation::Event>& events) {
                         for (const conversation::Event& event : events)
                             if (const auto* said = std::get_if<conversation::MessagePublished>(&event.body))
                                 if (conversation::textOf(said->message) == answer)
                                     stored = Clock::now();
                     });
    tell(session, "Ada", text);
    const bool isDone = waitFor([&] { return stored && isQuiet(engine, session); }, limitMs);
    if (!isDone || engine.models->calls->size() != before + 1)
        return std::nullopt;
    const MeasuredCall& call = engine.models->calls->back();
    return msBetween(begun, *stored) - msBetween(call.begun, call.ended);
}

bool measureOverhead(int history, int calls)
{
    const bench::ServerThread server(json{{"rules", json::array()}, {"otherwise", answer}}.dump());
    Engine engine(server.address());
    session::Session* session = engine.library ? engine.start(teamOf({"Ada"})) : nullptr;
    if (session == nullptr)
        return false;
    team::TeamRunner& runner = *engine.teams->runner(session->id());
    runner.pause();
    for (int i = 0; i < history; ++i)
        tell(*session, "Ada", "What was said before, as message number " + std::to_string(i) + " of the history.");
    const bool isStored = waitFor([&] { return session->state()->messageCount() >= history; }, limitMs);
    runner.resume();
    const bool isWarm =
        isStored && waitFor([&] { return !engine.models->calls->empty() && isQuiet(engine, *session); }, limitMs);
    std::vector<double> engineMs;
    std::vector<double> inCallMs;
    std::vector<double> directMs;
    for (int i = 0; isWarm && i < calls; ++i) {
        const auto time = engineTime(engine, *session, "Go on, for the " + std::to_string(i) + "th time.");
        const MeasuredCall call = time ? engine.models->calls->back() : MeasuredCall();
        const auto alone = time ? directly(engine, {call.request}, {}) : std::nullopt;
        if (!alone)
            return false;
        engineMs.push_back(*time);
        inCallMs.push_back(msBetween(call.begun, call.ended));
        directMs.push_back(*alone);
    }
    const json line{{"case", "overhead"},
                    {"history", history},
                    {"calls", calls},
                    {"engine_ms", median(engineMs)},
                    {"call_ms", median(inCallMs)},
                    {"baseline_call_ms", median(directMs)}};
    std::printf("%s\n", line.dump().c_str());
    std::fflush(stdout);
    return isWarm && !engineMs.empty();
}

std::string streamScript(const std::vector<std::string>& names, int words)
{
    json calls = json::array();
    for (std::size_t i = 1; i < names.size(); ++i)
        calls.push_back({{"name", "publish_team_message"}, {"arguments", {{"content", "Go"}, {"send_to", names[i]}}}});
    std::string text;
    for (int i = 0; i < words; ++i)
        text += "word" + std::to_string(i) + ' ';
    return json{{"chunking", "event"},
                {"rules",
                 {{{"once", true}, {"when", {{"system", "You are Lead"}}}, {"reply", {{"tool_calls", calls}}}},
                  {{"when", {{"system", "You are Lead"}}},
                   {"reply", {{"tool_calls", {{{"name", "end"}, {"arguments", json::object()}}}}}}}}},
                {"otherwise", text}}
        .dump();
}

bool measureStreams(int agents, int words)
{
    std::vector<std::string> names = {"Lead"};
    for (int i = 0; i < agents; ++i)
        names.push_back("R" + std::to_string(i));
    bench::ServerThread server(streamScript(names, words));
    Engine engine(server.address());
    session::Session* session = engine.library ? engine.start(teamOf(names)) : nullptr;
    if (session == nullptr)
        return false;
    // The leader hands out and ends its turn; who asks from then on is held until all do.
    constexpr std::size_t callsOfLead = 2;
    bool isHolding = false;
    QObject listener;
    QObject::connect(session, &session::Session::committed, &listener, [&] {
        if (!isHolding && engine.models->calls->size() >= callsOfLead) {
            isHolding = true;
            server.hold();
        }
    });
    tell(*session, "Lead", "Begin.");
    const bool isHeld = waitFor([&] { return isHolding && server.held() >= agents; }, limitMs);
    server.release(); // which makes all answers; as with the baseline, that is none of the time
    const Clock::time_point begun = Clock::now();
    const auto ofAgents = [&] {
        std::vector<MeasuredCall> calls;
        for (const MeasuredCall& call : *engine.models->calls)
            if (conversation::textOf(call.request.messages.front()).find("You are Lead") == std::string::npos)
                calls.push_back(call);
        return calls;
    };
    const bool isDone = isHeld
        && waitFor([&] { return static_cast<int>(engine.models->calls->size()) > agents && isQuiet(engine, *session); },
                   limitMs);
    const std::vector<MeasuredCall> calls = ofAgents();
    if (!isDone || static_cast<int>(calls.size()) < agents)
        return false;
    Clock::time_point last = begun;
    std::vector<team::ChatRequest> requests;
    for (int i = 0; i < agents; ++i) {
        last = std::max(last, calls[static_cast<std::size_t>(i)].ended);
        requests.push_back(calls[static_cast<std::size_t>(i)].request);
    }
    server.hold();
    const auto alone = directly(engine, requests, [&] {
        (void)waitFor([&] { return server.held() >= agents; }, limitMs);
        server.release();
    });
    if (!alone)
        return false;
    const double engineMs = msBetween(begun, last);
    const double all = static_cast<double>(agents) * words;
    const json line{{"case", "streams"},
                    {"agents", agents},
                    {"words", words},
                    {"words_per_s", all * 1000 / engineMs},
                    {"baseline_words_per_s", all * 1000 / *alone},
                    {"ratio", *alone / engineMs}};
    std::printf("%s\n", line.dump().c_str());
    return true;
}

} // namespace

int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    QCommandLineParser parser;
    const auto option = [&](const char* name, const char* value) {
        parser.addOption({QString::fromLatin1(name), {}, QStringLiteral("number"), QString::fromLatin1(value)});
    };
    option("history", "10,100,1000");
    option("calls", "30");
    option("agents", "50");
    option("words", "2000");
    parser.process(application);
    const int calls = parser.value(QStringLiteral("calls")).toInt();
    bool isGood = true;
    for (const QString& history : parser.value(QStringLiteral("history")).split(u','))
        isGood = measureOverhead(history.toInt(), calls) && isGood;
    isGood =
        measureStreams(parser.value(QStringLiteral("agents")).toInt(), parser.value(QStringLiteral("words")).toInt())
        && isGood;
    return isGood ? 0 : 1;
}
