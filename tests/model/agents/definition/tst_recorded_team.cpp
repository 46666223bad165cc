#include "model/agents/definition/recorded_team.h"
#include "tests/support/test.h"

#include <QFloat16>
#include <QTest>
#include <nlohmann/json.hpp>

namespace tst_recorded_team {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using nlohmann::json;
using team::RoleDefinition;
using team::TeamDefinition;

namespace {

/// A product manager, an architect who works from the requirements, and somebody who merely spoke.
struct Recording
{
    SessionStarted started;
    ConversationState state;

    explicit Recording(json fields = {}, const std::string& leader = {})
    {
        started.kind = SessionKind::Imported;
        started.title = "Snake";
        started.source = "team.json";
        started.routing.leader = RoleName(leader);
        started.details = JsonValue(
            json{{"format", "metagpt"}, {"times", "synthetic"}, {"left_out", {{"memories", 2}}}, {"fields", fields}});
        add(started);
    }
    void add(EventBody body) { state.apply({state.lastSeq().next(), {}, 0, std::move(body)}); }
    void hire(const std::string& name, const std::string& path, const std::string& goal = {},
              std::set<ActionName> watch = {}, AddressSet addresses = {})
    {
        Role role;
        role.name = RoleName(name);
        role.classPath = path;
        role.profile = path.empty() ? "" : "Profile of " + name;
        role.goal = goal;
        role.constraints = path.empty() ? "" : "Be short.";
        role.watch = std::move(watch);
        role.addresses = std::move(addresses);
        add(RoleHired{role});
    }
};

const char* const writes = "metagpt.actions.write_prd.WritePRD";
const char* const required = "metagpt.actions.add_requirement.UserRequirement";

json fieldsOfFile()
{
    return json::parse(R"({"env": {"desc": "They make games.", "roles": {"Alice": {
        "actions": [{"__module_class_name": "metagpt.actions.write_prd.WritePRD"}], "react_mode": "by_order"}}},
        "idea": "Write a snake", "investment": 10.0})");
}

Recording company(const json& fields = fieldsOfFile(), const std::string& leader = {})
{
    Recording recording(fields, leader);
    recording.hire("Alice", "metagpt.roles.product_manager.ProductManager", "Say what is wanted",
                   {ActionName(required)}, {Address("Alice"), Address("metagpt.roles.product_manager.ProductManager")});
    recording.hire("Bob", "metagpt.roles.architect.Architect", "Design it", {ActionName(writes)}, {Address("drawing")});
    recording.hire("Visitor", {});
    return recording;
}

TeamDefinition teamOf(const Recording& recording)
{
    auto team = team::recordedTeamOf(recording.started, recording.state);
    return team ? std::move(*team) : TeamDefinition();
}

} // namespace

/// What a recording tells of a team.
class TestRecordedTeam final : public QObject
{
    Q_OBJECT
private slots:
    void membersAreThoseThatTheFileDescribes();
    void whoWatchesAnActionWatchesItsMaker();
    void addressesAndClassAreKept();
    void leaderLeads();
    void budgetIsTheFilesOrMore_data();
    void budgetIsTheFilesOrMore();
    void publicFlagIsTheFiles_data();
    void publicFlagIsTheFiles();
    void recordingWithoutRolesIsRefused();
    void oddRolesAreMadeToFitOrRefused();
    void continuationPublishesNothing();
    void continuationKeepsWhatTheFileSaid();
};

void TestRecordedTeam::membersAreThoseThatTheFileDescribes()
{
    const Recording recording = company();
    QVERIFY(team::containsTeam(recording.state));
    const TeamDefinition team = teamOf(recording);
    QCOMPARE(team.name, std::string("Snake"));
    QCOMPARE(team.description, std::string("They make games."));
    QCOMPARE(team.roles.size(), std::size_t(2));
    QCOMPARE(team.roles[0].name, RoleName("Alice"));
    QCOMPARE(team.roles[0].profile, std::string("Profile of Alice"));
    QCOMPARE(team.roles[0].goal, std::string("Say what is wanted"));
    QCOMPARE(team.roles[0].constraints, std::string("Be short."));
    QVERIFY(!team.roles[0].isLeader && !team.roles[1].isLeader);
    QVERIFY(team.model == team::ModelChoice()); // the person chooses one
    QVERIFY(*team::teamFromJson(team::jsonOf(team)) == team);
}

void TestRecordedTeam::whoWatchesAnActionWatchesItsMaker()
{
    const TeamDefinition team = teamOf(company());
    QVERIFY((team.roles[0].watch == std::set<std::string>{required}));
    QVERIFY((team.roles[1].watch == std::set<std::string>{"Alice", writes}));
}

void TestRecordedTeam::addressesAndClassAreKept()
{
    const Recording recording = company();
    const std::vector<Role> members = team::membersOf(teamOf(recording));
    QVERIFY((addressesOf(members[0])
             == AddressSet{Address("Alice"), Address("metagpt.roles.product_manager.ProductManager")}));
    QVERIFY((addressesOf(members[1])
             == AddressSet{Address("Bob"), Address("drawing"), Address("metagpt.roles.architect.Architect")}));
}

void TestRecordedTeam::leaderLeads()
{
    const Recording recording = company(fieldsOfFile(), "Bob");
    const TeamDefinition team = teamOf(recording);
    QVERIFY(!team.roles[0].isLeader && team.roles[1].isLeader);
    const SessionStarted session =
        team::continuationOf(recording.started, recording.state, SessionId("r"), team, "Snake again");
    QCOMPARE(session.routing.leader, RoleName("Bob"));
    QCOMPARE(session.routing.leaderProfile, std::string("Profile of Bob"));
}

void TestRecordedTeam::budgetIsTheFilesOrMore_data()
{
    QTest::addColumn<double>("spent");
    QTest::addColumn<double>("expected");
    QTest::addRow("some is left") << 2.5 << 10.0;
    QTest::addRow("all is spent") << 11.0 << 14.0;
}

void TestRecordedTeam::budgetIsTheFilesOrMore()
{
    QFETCH(const double, spent);
    Recording recording = company();
    recording.add(UsageRecorded{RoleName("Alice"), {"gpt", 10, 10, spent}});
    QTEST(teamOf(recording).budget.value_or(0), "expected");
}

void TestRecordedTeam::publicFlagIsTheFiles_data()
{
    QTest::addColumn<QByteArray>("environment");
    QTest::addColumn<bool>("expected");
    QTest::addRow("unsaid") << QByteArray("{}") << true;
    QTest::addRow("in a team") << QByteArray(R"({"env": {"is_public_chat": false}})") << false;
    QTest::addRow("an environment alone") << QByteArray(R"({"is_public_chat": false, "desc": ""})") << false;
}

void TestRecordedTeam::publicFlagIsTheFiles()
{
    QFETCH(const QByteArray, environment);
    QTEST(teamOf(company(json::parse(environment.toStdString()))).isPublic, "expected");
}

void TestRecordedTeam::recordingWithoutRolesIsRefused()
{
    Recording recording;
    recording.hire("Visitor", {});
    QVERIFY(!team::containsTeam(recording.state));
    const auto team = team::recordedTeamOf(recording.started, recording.state);
    QVERIFY(!team);
    QCOMPARE(team.error().code, ErrorCode::NotAllowed);
    QVERIFY(team.error().sentence.find("Snake") != std::string::npos);
}

void TestRecordedTeam::oddRolesAreMadeToFitOrRefused()
{
    Recording recording;
    const std::string endless(100'000, 'x');
    recording.hire("Long", endless, endless, {ActionName(endless), ActionName("Long")}, {Address(endless)});
    const TeamDefinition team = teamOf(recording);
    QCOMPARE(team.roles.size(), std::size_t(1));
    QVERIFY(team.roles[0].watch.empty() && team.roles[0].addresses.empty());
    QVERIFY(team.roles[0].goal.size() < endless.size());
    recording.hire("<all>", "x.Y");
    const auto refused = team::recordedTeamOf(recording.started, recording.state);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::BadInput);
}

void TestRecordedTeam::continuationPublishesNothing()
{
    const Recording recording = company();
    const SessionStarted session =
        team::continuationOf(recording.started, recording.state, SessionId("r"), teamOf(recording), "Snake again");
    QCOMPARE(session.kind, SessionKind::Team);
    QVERIFY(session.source.empty());
    const auto started = team::startedTeamOf(session);
    QVERIFY(started && *started);
    QVERIFY((*started)->idea.empty());
    QVERIFY((*started)->team == teamOf(recording));
    QCOMPARE(session.details.json().at("continues").at("session").get<std::string>(), std::string("r"));
    ConversationState state;
    state.apply({EventSeq{1}, {}, 0, session});
    QVERIFY(state.areTimesKnown()); // what is said from here on has a time
}

void TestRecordedTeam::continuationKeepsWhatTheFileSaid()
{
    const Recording recording = company();
    const json details =
        team::continuationOf(recording.started, recording.state, SessionId("r"), teamOf(recording), "Snake again")
            .details.json();
    QCOMPARE(details.at("format").get<std::string>(), std::string("metagpt"));
    QCOMPARE(details.at("left_out").at("memories").get<int>(), 2);
    const json& fields = details.at("fields");
    QCOMPARE(fields.at("idea").get<std::string>(), std::string("Write a snake"));
    const json& alice = fields.at("env").at("roles").at("Alice");
    QCOMPARE(alice.at("react_mode").get<std::string>(), std::string("by_order"));
    QCOMPARE(alice.at("__module_class_name").get<std::string>(),
             std::string("metagpt.roles.product_manager.ProductManager"));
}

} // namespace tst_recorded_team

QUARTERDECK_TEST(tst_recorded_team, TestRecordedTeam)
#include "tst_recorded_team.moc"
