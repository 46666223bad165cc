#include "model/conversation/channel.h"
#include "model/conversation/decide/decide.h"
#include "model/conversation/json/event_json.h"
#include "model/conversation/message.h"
#include "tests/model/conversation/random_conversation.h"
#include "tests/model/conversation/team_kit.h"
#include "tests/support/test.h"

#include <QFloat16>
#include <QTest>
#include <algorithm>
#include <array>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>

namespace tst_fold {

using namespace quarterdeck::conversation;

/// What must hold after anything that anybody may do: properties over seeded random conversations.
class TestFold final : public QObject
{
    Q_OBJECT
private slots:
    void foldOfTheLogEqualsTheLiveState_data() { seeds(); }
    void foldOfTheLogEqualsTheLiveState();
    void logSurvivesItsJson_data() { seeds(); }
    void logSurvivesItsJson();
    void snapshotAndRestEqualTheWhole_data() { seeds(); }
    void snapshotAndRestEqualTheWhole();
    void nothingPrivateLeaks_data() { seeds(); }
    void nothingPrivateLeaks();
    void booksBalance_data() { seeds(); }
    void booksBalance();
    void anyLogCanBeFolded_data() { seeds(); }
    void anyLogCanBeFolded();
    void refusalsChangeNothing_data() { seeds(); }
    void refusalsChangeNothing();
    void stateStaysSmall();
    void damagedStateIsAnError();
    void madeUpTimesAreKnownAsSuch_data();
    void madeUpTimesAreKnownAsSuch();
    void hiringCostsTheSameInALargeTeam();
    void copiesHireOnTheirOwn();
    void sumsStayWithinTheirNumbers();

private:
    struct Played
    {
        std::vector<Event> log;
        ConversationState state;
    };
    static void seeds();
    /// `onDecision` sees each decision with the state before it.
    template <typename OnDecision>
    static Played play(int seed, int intents, OnDecision onDecision);
    static Played play(int seed, int intents = 400);
    static Intent openingIntent(int step, int seed, RandomConversation& random);
    static ConversationState fold(const std::vector<Event>& log);
};

void TestFold::seeds()
{
    QTest::addColumn<int>("seed");
    for (int seed = 1; seed <= 40; ++seed) {
        QTest::addRow("seed %d", seed) << seed;
    }
}

/// A session with some of the team, so that much can happen; every fifth has no leader.
Intent TestFold::openingIntent(int step, int seed, RandomConversation& random)
{
    if (step == 0) {
        StartSession start;
        start.settings.routing = random.settings();
        start.settings.isPublic = random.chance(50);
        return start;
    }
    static const std::array names{"Mike", "Alice", "Bob", "李雷"};
    const bool hasLeader = seed % 5 != 0;
    Role role = makeRole(names[static_cast<std::size_t>(step - 1)], step == 1 ? "Team Leader" : "Engineer");
    role.kind = step == 1 && hasLeader ? RoleKind::TeamLeader : RoleKind::Member;
    if (step == 1 && !hasLeader) {
        role.name = RoleName("Follower");
    }
    return HireRole{role};
}

template <typename OnDecision>
TestFold::Played TestFold::play(int seed, int intents, OnDecision onDecision)
{
    RandomConversation random(static_cast<std::uint32_t>(seed));
    Played played;
    DecideContext context;
    int ids = 0;
    context.makeId = [&ids] { return "made" + std::to_string(++ids); };
    context.files = {{"a.png", std::string("\x89PNG\r\n\x1a\n")}, {"dir.png", std::nullopt}};
    for (int i = 0; i < intents; ++i) {
        context.now.msSinceEpoch += random.below(5000);
        const Intent intent = i < 5 ? openingIntent(i, seed, random) : random.intent(played.state);
        const Decision decision = decide(played.state, intent, context);
        onDecision(played.state, decision);
        for (const Event& event : decision.events) {
            played.state.apply(event);
            played.log.push_back(event);
        }
    }
    return played;
}

TestFold::Played TestFold::play(int seed, int intents)
{
    return play(seed, intents, [](const ConversationState&, const Decision&) {});
}

ConversationState TestFold::fold(const std::vector<Event>& log)
{
    ConversationState state;
    for (const Event& event : log) {
        state.apply(event);
    }
    return state;
}

void TestFold::foldOfTheLogEqualsTheLiveState()
{
    QFETCH(int, seed);
    const Played played = play(seed);
    QVERIFY(played.log.size() > 100);
    QCOMPARE(fold(played.log), played.state);
    QCOMPARE(fold(played.log), fold(played.log));
    std::int64_t seq = 0;
    for (const Event& event : played.log) {
        QCOMPARE(event.seq.value, ++seq);
    }
}

void TestFold::logSurvivesItsJson()
{
    QFETCH(int, seed);
    const Played played = play(seed, 200);
    std::vector<Event> read;
    for (const Event& event : played.log) {
        const Result<Event> again = eventFromJson(nlohmann::json::parse(toJson(event).dump()));
        QVERIFY2(again.has_value(), qPrintable(QString::fromStdString(again ? "" : again.error().detail)));
        QCOMPARE(*again, event);
        read.push_back(*again);
    }
    QCOMPARE(fold(read), played.state);
}

void TestFold::snapshotAndRestEqualTheWhole()
{
    QFETCH(int, seed);
    const Played played = play(seed);
    const auto half = static_cast<std::ptrdiff_t>(played.log.size() / 2);
    const ConversationState middle = fold({played.log.begin(), played.log.begin() + half});
    const Result<ConversationState> read = ConversationState::fromJson(nlohmann::json::parse(middle.toJson().dump()));
    QVERIFY(read);
    QCOMPARE(*read, middle);
    ConversationState state = *read;
    for (auto event = played.log.begin() + half; event != played.log.end(); ++event) {
        state.apply(*event);
    }
    QCOMPARE(state, played.state);
    for (const RoleState& role : state.roles()) {
        QVERIFY(state.role(role.role.name) == &role); // the index came back as well
    }
}

void TestFold::nothingPrivateLeaks()
{
    QFETCH(int, seed);
    int privateMessages = 0;
    play(seed, 400, [&](const ConversationState& before, const Decision& decision) {
        ConversationState state = before;
        for (const Event& event : decision.events) {
            const auto* published = std::get_if<MessagePublished>(&event.body);
            const std::vector<ChannelKey> channels = channelsOf(state, event.body);
            state.apply(event);
            if (!published || !published->route.isPrivate) {
                continue;
            }
            ++privateMessages;
            const Route& route = published->route;
            QVERIFY(std::find(channels.begin(), channels.end(), channel::publicOnly) == channels.end());
            const auto holds = [](const std::vector<RoleName>& names, const RoleName& name) {
                return std::find(names.begin(), names.end(), name) != names.end();
            };
            for (const Delivery& delivery : route.deliveries) {
                // MetaGPT's table calls it direct for any role with a matching address.
                const bool isMgx = before.routing().fidelity == Fidelity::Mgx;
                const bool isMeant =
                    holds(route.directChatRoles, delivery.role) || holds(route.busyRoles, delivery.role);
                const bool isItsOwn = delivery.reason == DeliveryReason::Self;
                QVERIFY(isMgx || isMeant || isItsOwn || !route.lateAnswerTo.isEmpty());
            }
        }
    });
    QVERIFY(privateMessages > 0);
}

void TestFold::booksBalance()
{
    QFETCH(int, seed);
    const ConversationState state = play(seed).state;
    for (const RoleState& role : state.roles()) {
        QCOMPARE(state.rowCount(channel::inboxOf(role.role.name)), role.delivered);
        QVERIFY(role.observed >= 0 && role.observed <= role.delivered);
    }
    QVERIFY(state.rowCount(channel::everything) >= state.messageCount());
    QVERIFY(state.rowCount(channel::publicOnly) <= state.rowCount(channel::everything));
    for (const OpenQuestion& open : state.openQuestions()) {
        QVERIFY(!state.endedQuestion(open.question.id));
    }
    for (const QuestionId& id : state.undeliveredAnswers()) {
        QVERIFY(!state.openQuestion(id));
    }
    for (const DirectChat& chat : state.directChats()) {
        QVERIFY(state.role(chat.role));
    }
}

void TestFold::anyLogCanBeFolded()
{
    QFETCH(int, seed);
    RandomConversation random(static_cast<std::uint32_t>(seed));
    ConversationState state;
    DecideContext context; // without a source of ids, as a preview has none
    for (std::int64_t seq = 1; seq <= 300; ++seq) {
        const Event next{{seq}, {seq * 10}, 0, random.body()};
        const std::vector<ChannelKey> channels = channelsOf(state, next.body);
        QCOMPARE(std::set<ChannelKey>(channels.begin(), channels.end()).size(), channels.size());
        state.apply(next);
        const Intent intent = random.intent(state);
        try {
            for (const Event& event : decide(state, intent, context).events) {
                QVERIFY(event.seq > state.lastSeq());
            }
        } catch (...) {
            QFAIL("decide threw");
        }
    }
    for (const RoleState& role : state.roles()) {
        QCOMPARE(state.rowCount(channel::inboxOf(role.role.name)), role.delivered);
    }
    const Result<ConversationState> read = ConversationState::fromJson(state.toJson());
    QVERIFY2(read.has_value(), qPrintable(QString::fromStdString(read ? "" : read.error().detail)));
    QCOMPARE(*read, state);
}

void TestFold::refusalsChangeNothing()
{
    QFETCH(int, seed);
    int refusals = 0;
    play(seed, 400, [&](const ConversationState& before, const Decision& decision) {
        if (!decision.error) {
            return;
        }
        ++refusals;
        QVERIFY(!decision.error->sentence.empty());
        const bool mayComeWithEvents =
            before.routing().fidelity == Fidelity::Mgx || decision.error->code == ErrorCode::Filtered;
        QVERIFY(mayComeWithEvents || decision.events.empty());
    });
    QVERIFY(refusals > 0);
}

void TestFold::stateStaysSmall()
{
    RandomConversation random(7);
    ConversationState state;
    std::int64_t seq = 0;
    const auto apply = [&](EventBody body) { state.apply({{++seq}, {seq}, 0, std::move(body)}); };
    apply(SessionStarted{});
    for (int i = 0; i < 50; ++i) {
        Role role = makeRole(("Member " + std::to_string(i)).c_str(), "Senior Engineer");
        role.goal = std::string(200, 'g');
        role.constraints = std::string(200, 'c');
        role.watch = {action::userRequirement, action::runCommand};
        apply(RoleHired{role});
    }
    int asked = 0;
    while (seq < 20'000) {
        const RoleName name = state.roles()[static_cast<std::size_t>(random.below(50))].role.name;
        MessagePublished published{random.message(), {}};
        published.message.content = textBlocks(std::string(2000, 'x'));
        published.route.isPrivate = random.chance(30);
        published.route.directChatRoles = {name};
        for (const RoleState& role : state.roles()) {
            published.route.deliveries.push_back({role.role.name, DeliveryReason::Everyone});
        }
        apply(DirectChatOpened{DirectChatId(std::to_string(seq)), name, true});
        apply(std::move(published));
        if (random.chance(70)) {
            apply(DirectChatEnded{{}, name, DirectChatEndReason::Reply});
        }
        Question question;
        question.id = QuestionId("0123456789abcdef0123456789" + std::to_string(++asked));
        question.asker = name;
        question.text = std::string(1000, 'q');
        apply(QuestionAsked{question});
        apply(QuestionEnded{question.id, {QuestionEndKind::TimedOut, {}, {}, {}, {}, {}}});
        apply(AnswerDelivered{question.id});
    }
    const std::size_t bytes = state.toJson().dump().size();
    QVERIFY2(bytes <= 64 * 1024, qPrintable(QString::number(bytes)));
}

void TestFold::damagedStateIsAnError()
{
    for (const char* text : {"null", "[]", "{}", R"({"last_seq": "one"})",
                             R"({"last_seq": 1, "roles": [{"role": {}}]})", R"({"last_seq": 18446744073709551615})"}) {
        const Result<ConversationState> read = ConversationState::fromJson(nlohmann::json::parse(text));
        QVERIFY2(!read, text);
        QCOMPARE(read.error().code, ErrorCode::Damaged);
        QVERIFY(!read.error().sentence.empty());
    }
}

void TestFold::madeUpTimesAreKnownAsSuch_data()
{
    QTest::addColumn<QByteArray>("details");
    QTest::addColumn<bool>("areKnown");
    QTest::newRow("none") << QByteArray("null") << true;
    QTest::newRow("other") << QByteArray(R"({"times": ["synthetic"]})") << true;
    QTest::newRow("no object") << QByteArray(R"("synthetic")") << true;
    QTest::newRow("synthetic") << QByteArray(R"({"times": "synthetic"})") << false;
}

void TestFold::madeUpTimesAreKnownAsSuch()
{
    QFETCH(QByteArray, details);
    SessionStarted started;
    started.details = JsonValue(nlohmann::json::parse(details.toStdString()));
    ConversationState state;
    state.apply({{1}, {1000}, 0, started});
    QTEST(state.areTimesKnown(), "areKnown");
    const auto read = ConversationState::fromJson(state.toJson());
    QVERIFY(read.has_value());
    QTEST(read->areTimesKnown(), "areKnown");
}

void TestFold::hiringCostsTheSameInALargeTeam()
{
    // If indexed anew with each member, a team of this size takes longer than the time limit of the tests.
    constexpr int members = 60'000;
    ConversationState state;
    state.apply({{1}, {}, 0, SessionStarted{}});
    for (int number = 0; number < members; ++number) {
        Role role;
        role.name = RoleName("role " + std::to_string(number));
        state.apply({state.lastSeq().next(), {}, 0, RoleHired{role}});
    }
    QCOMPARE(state.roles().size(), std::size_t{members});
    QVERIFY(state.role(RoleName("role 59999")) != nullptr);
}

void TestFold::copiesHireOnTheirOwn()
{
    const auto hire = [](ConversationState& state, const char* name) {
        Role role;
        role.name = RoleName(name);
        state.apply({state.lastSeq().next(), {}, 0, RoleHired{role}});
    };
    ConversationState state;
    state.apply({{1}, {}, 0, SessionStarted{}});
    hire(state, "Mike");
    ConversationState copy = state;
    hire(state, "Alice");
    hire(copy, "Bob");
    hire(state, "Eve");
    ConversationState assigned;
    assigned = state;
    hire(assigned, "Carol");
    const auto names = [](const ConversationState& one) {
        std::string found;
        for (const char* name : {"Mike", "Alice", "Bob", "Eve", "Carol"}) {
            const RoleState* role = one.role(RoleName(name));
            found += role == nullptr ? "" : role->role.name.str() + ' ';
        }
        return found;
    };
    QCOMPARE(names(state), std::string("Mike Alice Eve "));
    QCOMPARE(names(copy), std::string("Mike Bob "));
    QCOMPARE(names(assigned), std::string("Mike Alice Eve Carol "));
}

void TestFold::sumsStayWithinTheirNumbers()
{
    constexpr auto most = std::numeric_limits<std::int64_t>::max();
    ConversationState state;
    state.apply({{1}, {}, 0, SessionStarted{}});
    Role role;
    role.name = RoleName("Mike");
    state.apply({{2}, {}, 0, RoleHired{role}});
    for (int i = 0; i < 3; ++i) {
        state.apply({state.lastSeq().next(), {}, 0, UsageRecorded{role.name, Usage{"m", most, 5, 1e308, 0}}});
    }
    QCOMPARE(state.totalTokens(), most);
    QCOMPARE(state.roles().front().tokens, most);
    const auto again = ConversationState::fromJson(nlohmann::json::parse(state.toJson().dump()));
    QVERIFY2(again, again ? "" : again.error().detail.c_str());
    QVERIFY(*again == state);
    const DirectChat late{DirectChatId("d"), role.name, true, {most}, {most}, {}};
    QCOMPARE(state.timeOutOf(late)->msSinceEpoch, most);
    QCOMPARE(saturatingDifference(most, std::numeric_limits<std::int64_t>::min()), most);
    QCOMPARE(saturatingDifference(-5, 3), std::int64_t{-8});
}

} // namespace tst_fold

QUARTERDECK_TEST(tst_fold, TestFold)
#include "tst_fold.moc"
