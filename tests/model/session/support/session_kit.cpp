#include "session_kit.h"

#include "model/session/session.h"
#include "tests/model/conversation/random_conversation.h"
#include "tests/model/conversation/team_kit.h"
#include "tests/storage/support/await.h"
#include "tests/support/wait.h"

#include <QtGlobal>

namespace quarterdeck::test {

using namespace conversation;
using session::Session;

std::vector<Role> usualTeam()
{
    Role leader = makeRole("Mike", "Team Leader");
    leader.kind = RoleKind::TeamLeader;
    return {leader, makeRole("Alice", "Product Manager"), makeRole("Bob", "Architect"), makeRole("Alex", "Engineer"),
            makeRole("David", "Data Analyst")};
}

ConversationState foldOf(const std::vector<Event>& log, EventSeq last)
{
    ConversationState state;
    for (const Event& event : log) {
        if (event.seq > last)
            break;
        state.apply(event);
    }
    return state;
}

namespace {

/// Decided, or just happened.
std::vector<EventBody> nextBodies(RandomConversation& random, const ConversationState& state,
                                  const DecideContext& context, bool isDecided)
{
    if (!isDecided)
        return {random.body()};
    std::vector<EventBody> bodies;
    for (const Event& event : decide(state, random.intent(state), context).events)
        bodies.push_back(event.body);
    return bodies;
}

} // namespace

std::vector<Event> randomLog(unsigned seed, std::size_t length, bool isDecided)
{
    RandomConversation random(seed);
    int ids = 0;
    DecideContext context;
    context.now = {1'700'000'000'000};
    context.makeId = [&ids] { return "id" + std::to_string(++ids); };
    ConversationState state;
    std::vector<Event> log;
    const auto add = [&](EventBody body) {
        log.push_back({state.lastSeq().next(), context.now, 0, std::move(body)});
        state.apply(log.back());
        context.now.msSinceEpoch += random.chance(5) ? -random.below(3000) : random.below(5000);
    };
    add(SessionStarted{});
    for (const Role& role : usualTeam())
        add(RoleHired{role});
    while (log.size() < length)
        for (EventBody& body : nextBodies(random, state, context, isDecided))
            add(std::move(body));
    log.resize(length);
    return log;
}

session::SessionId store(session::Library& library, const std::vector<Event>& log)
{
    const session::SessionId id(session::newId());
    ConversationState state;
    std::vector<session::LogRecord> records = session::makeLogRecords(state, log);
    if (!await<session::Nothing>(
            [&](auto done) { library.createSession(session::summaryOf(id, state), std::move(records), done); }))
        qFatal("the log cannot be stored");
    return id;
}

Intent said(const char* from, const std::string& text, const char* to)
{
    Message message = makeMessage("", text.c_str(), {to});
    message.role = "assistant";
    message.causeBy = action::quickThink;
    return RolePublish{RoleName(from), message};
}

AskUser question(const char* id, std::optional<Timestamp> deadline)
{
    Question asked;
    asked.id = QuestionId(id);
    asked.asker = RoleName("Bob");
    asked.text = "Should the board be 4×4 or 5×5?";
    asked.options = {{"4×4", "classic"}, {"5×5", ""}};
    asked.deadline = deadline;
    return {asked};
}

SessionKit::SessionKit() : library(std::make_shared<ScriptedLibrary>(&context)) { reopen(); }

void SessionKit::reopen()
{
    hub.reset();
    hub = std::make_unique<session::SessionHub>(library);
}

Session* SessionKit::create(const char* title)
{
    SessionStarted settings;
    settings.title = title;
    Session* made = nullptr;
    bool isDone = false;
    hub->create(settings, usualTeam(), [&](session::Result<Session*> created) {
        isDone = true;
        made = created ? *created : nullptr;
    });
    return waitFor([&] { return isDone; }) ? made : nullptr;
}

Session* SessionKit::open(const SessionId& id)
{
    Session* opened = nullptr;
    bool isDone = false;
    hub->open(id, [&](session::Result<Session*> answer) {
        isDone = true;
        opened = answer ? *answer : nullptr;
    });
    return waitFor([&] { return isDone; }) ? opened : nullptr;
}

conversation::Decision SessionKit::submit(Session* session, const Intent& intent)
{
    return submit(session, intent, session::decideContextNow().now);
}

conversation::Decision SessionKit::submit(Session* session, const Intent& intent, Timestamp now)
{
    DecideContext at = session::decideContextNow();
    at.now = now;
    std::optional<conversation::Decision> outcome;
    session->submit(intent, at, [&](conversation::Decision answer) { outcome = std::move(answer); });
    if (!waitFor([&] { return outcome.has_value(); }))
        qFatal("the session did not answer");
    return *outcome;
}

std::vector<Event> SessionKit::log(const SessionId& id) const
{
    const auto events = await<std::vector<Event>>([&](auto done) { library->readEvents(id, {}, 1'000'000, done); });
    return events ? *events : std::vector<Event>();
}

void SessionKit::settle() const
{
    if (!library->areWritesHeld())
        (void)await<session::Nothing>([&](auto done) { library->saveDraft(SessionId("nobody"), {}, done); });
    (void)await<std::vector<session::SessionSummary>>([&](auto done) { library->listSessions(done); });
}

void SessionKit::settleReads() const
{
    (void)await<std::vector<session::SessionSummary>>([&](auto done) { library->inner().listSessions(done); });
}

} // namespace quarterdeck::test
