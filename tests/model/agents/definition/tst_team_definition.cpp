#include "model/agents/definition/team_definition.h"
#include "model/agents/run/teams.h"
#include "model/conversation/json/event_json.h"
#include "model/conversation/outsiders.h"
#include "tests/support/test.h"

#include <QFloat16>
#include <QTest>
#include <nlohmann/json.hpp>

namespace tst_team_definition {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::team;
using nlohmann::json;

namespace {

json smallTeam()
{
    return json::parse(R"({
        "format": "quarterdeck-team", "version": 1, "name": "Pair", "description": "Two", "filters": ["priority"],
        "address_note": "json_line", "public": false, "parameters": {"who": "all of us"},
        "model": {"connection": "local", "model": "big"}, "models": {"summarise": {"model": "small"}},
        "roles": [
            {"name": "Mia", "profile": "Lead", "goal": "Serve {{who}} and {{nobody}}", "leader": true,
             "model": {"connection": "cloud", "model": "huge"}, "models": {"think": {"model": "quick"}}},
            {"name": "Tom", "constraints": "Be short", "watch": ["Boss"], "addresses": ["tom@team"],
             "tools": {"ask_human": "deny", "write_file": "ask", "read_file": "allow"},
             "remote": true}],
        "budget": 1.5, "rounds": 7, "context": {"max_tokens": 5000, "max_messages": 50, "when_full": "summarise"}, "max_calls": 4,
        "holds": [{}, {"name": "deploy", "on": false, "from": ["Mia"], "to": ["Tom", "you"], "cause": "QuickThink",
            "tool": "run", "text": "deploy"}, {"pattern": "\\brm -rf"}],
        "retries": 0})");
}

QString path(const Result<TeamDefinition>& read)
{
    return read ? QStringLiteral("read") : QString::fromStdString(read.error().detail);
}

} // namespace

class TestTeamDefinition final : public QObject
{
    Q_OBJECT
private slots:
    void isWrittenAsItWasRead();
    void saysWhereItIsWrong_data();
    void saysWhereItIsWrong();
    void refusesWhatIsNoJsonOrTooLong();
    void findsTheModelOfEachAction();
    void becomesASessionAndItsMembers();
    void withoutALeaderTheFirstTakesTheTask();
    void isFoundAgainInTheLog();
    void whoIsLeftToProgramsStandsInTheLog();
    void givesEachRoleItsTools();
    void ideasNameWhoGetsThem_data();
    void ideasNameWhoGetsThem();
    void templatesAreWhole_data();
    void templatesAreWhole();
};

void TestTeamDefinition::isWrittenAsItWasRead()
{
    const auto team = teamFromJson(smallTeam());
    QVERIFY2(team, qPrintable(path(team)));
    QCOMPARE(team->roles.size(), std::size_t(2));
    QCOMPARE(team->budget, std::optional(1.5));
    QCOMPARE(team->overflow, Overflow::Summarise);
    QCOMPARE(team->roles[1].tools.at("ask_human"), ToolPolicy::Deny);
    QCOMPARE(team->roles[1].tools.at("write_file"), ToolPolicy::Ask);
    QCOMPARE(jsonOf(*team).at("roles").at(1).at("tools").at("write_file").get<std::string>(), std::string("ask"));
    QCOMPARE(team->holds.size(), std::size_t(3));
    QVERIFY(team->holds[0].id == holdsEverything && team->holds[0].isOn);
    QVERIFY(!team->holds[1].isOn && team->holds[1].to.contains(address::person) && team->holds[1].text == "deploy");
    QVERIFY(team->holds[2].isPattern && !team->holds[2].id.isEmpty() && team->holds[2].id != holdsEverything);
    QVERIFY(!team->roles[0].isRemote && team->roles[1].isRemote);
    const auto again = teamFromJson(jsonOf(*team));
    QVERIFY2(again, qPrintable(path(again)));
    QVERIFY(*again == *team);
    TeamDefinition without = *team;
    without.budget.reset();
    QVERIFY(teamFromJson(jsonOf(without)).value() == without);
}

void TestTeamDefinition::saysWhereItIsWrong_data()
{
    QTest::addColumn<QString>("at");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("detail");
    const auto row = [](const char* name, const char* at, const char* value, const char* detail) {
        QTest::newRow(name) << QString::fromUtf8(at) << QString::fromUtf8(value) << QString::fromUtf8(detail);
    };
    row("another format", "/format", "\"yaml\"", "$.format: not \"quarterdeck-team\"");
    row("another version", "/version", "2", "$.version: not a whole number from 1 to 1");
    row("unknown member", "/colour", "1", "$.colour: not known here");
    row("unknown member of a role", "/roles/1/gaol", "\"x\"", "$.roles[1].gaol: not known here");
    row("goal is no text", "/roles/0/goal", "7", "$.roles[0].goal: not a text");
    row("no name", "/roles/1/name", "\"\"", "$.roles[1].name: empty");
    row("a word as a name", "/roles/1/name", "\"<all>\"", "$.roles[1].name: a word of the routing, not a name");
    row("name twice", "/roles/1/name", "\"Mia\"", "$.roles[1].name: a role of this name is in the team already");
    row("two leaders", "/roles/1/leader", "true", "$.roles[1].leader: the team has a leader already");
    row("watches itself", "/roles/1/watch", "[\"Tom\"]", "$.roles[1].watch: a role cannot watch itself");
    row("no roles", "/roles", "[]", "$.roles: empty");
    row("unknown condition", "/holds/1/form", "\"Mia\"", "$.holds[1].form: not known here");
    row("of a stranger", "/holds/1/from/0", "\"Max\"", "$.holds[1].from: no member called \"Max\"");
    row("for a stranger", "/holds/1/to/0", "\"Max\"", "$.holds[1].to: no member called \"Max\"");
    row("bad pattern", "/holds/2/pattern", "\"(a\"", "$.holds[2].pattern: no regular expression");
    row("text and pattern", "/holds/1/pattern", "\"a\"", "$.holds[1].pattern: not together with a text");
    row("roles are no list", "/roles", "{}", "$.roles: not a list");
    row("unknown filter", "/filters/0", "\"colour\"", "$.filters[0]: no filter of this name");
    row("unknown note", "/address_note", "\"xml\"", "$.address_note: none of \"mgx_text\", \"json_line\", \"none\"");
    row("unknown action", "/models/paint", "{}",
        "$.models.paint: no action; there are think, quick_think, summarise and tool:NAME");
    row("unknown tool", "/roles/1/tools/fly", "\"allow\"", "$.roles[1].tools.fly: no tool of this name");
    row("unknown policy", "/roles/1/tools/end", "\"maybe\"", "$.roles[1].tools.end: neither \"allow\" nor \"deny\"");
    row("asking about a word", "/roles/1/tools/end", "\"ask\"", "$.roles[1].tools.end: neither \"allow\" nor \"deny\"");
    row("unknown policy of a file's tool", "/roles/1/tools/write_file", "\"maybe\"",
        "$.roles[1].tools.write_file: none of \"allow\", \"ask\", \"deny\"");
    row("negative budget", "/budget", "-1", "$.budget: neither an amount in dollars nor null");
    row("half a round", "/rounds", "1.5", "$.rounds: not a whole number from 0 to 1000000");
    row("no rounds at all", "/max_calls", "0", "$.max_calls: not a whole number from 1 to 10000");
    row("a number beyond all", "/retries", "18446744073709551615", "$.retries: not a whole number from 0 to 10");
    row("no number of messages", "/context/max_messages", "-1",
        "$.context.max_messages: not a whole number from 0 to 1000000");
    row("a small window", "/context/max_tokens", "10",
        "$.context.max_tokens: not a whole number from 1000 to 10000000");
}

void TestTeamDefinition::saysWhereItIsWrong()
{
    QFETCH(QString, at);
    QFETCH(QString, value);
    QFETCH(QString, detail);
    json team = smallTeam();
    team[json::json_pointer(at.toStdString())] = json::parse(value.toStdString());
    const auto read = teamFromJson(team);
    QVERIFY(!read);
    QCOMPARE(read.error().code, ErrorCode::BadInput);
    QCOMPARE(QString::fromStdString(read.error().detail), detail);
    QVERIFY(QString::fromStdString(read.error().sentence).contains(detail));
}

void TestTeamDefinition::refusesWhatIsNoJsonOrTooLong()
{
    QVERIFY(!teamFromText("{"));
    QVERIFY(!teamFromText("[]"));
    json team = smallTeam();
    team["roles"][0]["goal"] = std::string(64 * 1024 + 1, 'x');
    QCOMPARE(path(teamFromJson(team)), QStringLiteral("$.roles[0].goal: longer than 65536 bytes"));
    QCOMPARE(path(teamFromText(std::string((1 << 20) + 1, ' '))), QStringLiteral("$: longer than 1 MB"));
    team = smallTeam();
    for (int i = 0; i < 1000; ++i)
        team["roles"].push_back({{"name", "R" + std::to_string(i)}});
    QCOMPARE(path(teamFromJson(team)), QStringLiteral("$.roles: more than 1000 entries"));
}

void TestTeamDefinition::findsTheModelOfEachAction()
{
    const TeamDefinition team = teamFromJson(smallTeam()).value();
    QVERIFY(modelFor(team, RoleName("Mia"), model_action::think) == (ModelChoice{"cloud", "quick"}));
    QVERIFY(modelFor(team, RoleName("Mia"), model_action::summarise) == (ModelChoice{"cloud", "huge"}));
    QVERIFY(modelFor(team, RoleName("Tom"), model_action::think) == (ModelChoice{"local", "big"}));
    QVERIFY(modelFor(team, RoleName("Tom"), model_action::summarise) == (ModelChoice{"local", "small"}));
    // Kinds of thinking fall back to its model if they have none of their own.
    QVERIFY(modelFor(team, RoleName("Mia"), model_action::quickThink) == (ModelChoice{"cloud", "quick"}));
    QVERIFY(modelFor(team, RoleName("Mia"), "tool:write_file") == (ModelChoice{"cloud", "quick"}));
    json other = smallTeam();
    other["roles"][0]["models"]["quick_think"] = {{"model", "tiny"}};
    other["roles"][0]["models"]["tool:write_file"] = {{"connection", "local"}, {"model", "coder"}};
    const TeamDefinition more = teamFromJson(other).value();
    QVERIFY(modelFor(more, RoleName("Mia"), model_action::quickThink).model == "tiny");
    QVERIFY(modelFor(more, RoleName("Mia"), "tool:write_file") == (ModelChoice{"local", "coder"}));
    QVERIFY(modelFor(more, RoleName("Mia"), "tool:read_file") == (ModelChoice{"cloud", "quick"}));
    QVERIFY(teamFromJson(jsonOf(more)).value() == more);
    other["roles"][0]["models"]["tool:fly"] = {{"model", "tiny"}};
    QVERIFY(!teamFromJson(other));
}

void TestTeamDefinition::becomesASessionAndItsMembers()
{
    const TeamDefinition team = teamFromJson(smallTeam()).value();
    const SessionStarted started = sessionOf(team, "A title", "An idea");
    QCOMPARE(started.kind, SessionKind::Team);
    QCOMPARE(started.routing.leader, RoleName("Mia"));
    QCOMPARE(started.routing.leaderProfile, std::string("Lead"));
    QCOMPARE(started.routing.addressNote, AddressNote::JsonLine);
    QCOMPARE(started.rounds, 7);
    QVERIFY(!started.isPublic);
    const std::vector<Role> members = membersOf(team);
    QCOMPARE(members[0].kind, RoleKind::TeamLeader);
    QCOMPARE(members[0].goal, std::string("Serve all of us and {{nobody}}"));
    QVERIFY(members[1].watch.contains(ActionName("Boss")));
    QVERIFY(addressesOf(members[1]).contains(Address("Tom")));
    QVERIFY(addressesOf(members[1]).contains(Address("tom@team")));
    TeamDefinition flat = team;
    flat.roles[0].isLeader = false;
    QVERIFY(sessionOf(flat, {}, {}).routing.leader.isEmpty());
}

/// The person's task must reach somebody.
void TestTeamDefinition::withoutALeaderTheFirstTakesTheTask()
{
    const auto hear = [](const TeamDefinition& team) {
        QStringList names;
        for (const Role& role : membersOf(team))
            if (role.watch.contains(action::userRequirement))
                names << QString::fromStdString(role.name.str());
        return names.join(u' ');
    };
    TeamDefinition team = teamFromJson(smallTeam()).value();
    QCOMPARE(hear(team), QString());
    team.roles[0].isLeader = false;
    QCOMPARE(hear(team), QStringLiteral("Mia"));
    team.roles[1].watch.insert(action::userRequirement.str());
    QCOMPARE(hear(team), QStringLiteral("Tom"));
}

void TestTeamDefinition::isFoundAgainInTheLog()
{
    const TeamDefinition team = teamFromJson(smallTeam()).value();
    SessionStarted started = sessionOf(team, "A title", "An idea");
    const auto found = startedTeamOf(started);
    QVERIFY(found && *found);
    QVERIFY((*found)->team == team);
    QCOMPARE((*found)->idea, std::string("An idea"));
    QVERIFY((*found)->folder == ChosenFolder());
    for (const bool isArchived : {false, true}) {
        const ChosenFolder folder{"/home/me/work", isArchived};
        QVERIFY((*startedTeamOf(sessionOf(team, "A title", "An idea", folder)).value()).folder == folder);
    }
    QVERIFY((*startedTeamOf(sessionOf(team, "A title", "An idea", {{}, true})).value()).folder == ChosenFolder());
    started.kind = SessionKind::Imported;
    QVERIFY(!startedTeamOf(started).value());
    started.kind = SessionKind::Team;
    started.source = "program:somebody's";
    QVERIFY(!startedTeamOf(started).value());
    started.source.clear();
    started.details = JsonValue(json{{"team", {{"format", "?"}}}});
    QVERIFY(!startedTeamOf(started));
    started.details = {};
    QVERIFY(!startedTeamOf(started).value());
}

void TestTeamDefinition::whoIsLeftToProgramsStandsInTheLog()
{
    TeamDefinition team = teamFromJson(smallTeam()).value();
    SessionStarted started = sessionOf(team, "A title", "An idea");
    QCOMPARE(remoteRoles(started), std::set<RoleName>{RoleName("Tom")});
    started.kind = SessionKind::Remote;
    QVERIFY(remoteRoles(started).empty());
    started.kind = SessionKind::Team;
    started.source = "api:somebody"; // whatever it says: no program may speak for another's
    QVERIFY(remoteRoles(started).empty());
    team.roles[1].isRemote = false;
    started = sessionOf(team, "A title", "An idea");
    QVERIFY(remoteRoles(started).empty());
    QVERIFY(!started.details.json().contains("remote_roles"));
    for (const char* odd : {R"({"remote_roles": "Tom"})", R"({"remote_roles": [1, null]})", "[]", "null"}) {
        started.details = JsonValue(json::parse(odd));
        QVERIFY2(remoteRoles(started).empty(), odd);
    }
}

void TestTeamDefinition::givesEachRoleItsTools()
{
    const TeamDefinition team = teamFromJson(smallTeam()).value();
    const auto names = [](const RoleDefinition& role) {
        QStringList list;
        for (const formats::Tool& one : toolsFor(role))
            list << QString::fromStdString(one.name);
        return list.join(u' ');
    };
    QCOMPARE(names(team.roles[0]),
             QStringLiteral("publish_team_message append_task reset_task replace_task finish_current_task ask_human "
                            "reply_to_human end"));
    QCOMPARE(names(team.roles[1]), QStringLiteral("reply_to_human end"));
}

void TestTeamDefinition::templatesAreWhole_data()
{
    QTest::addColumn<QString>("id");
    for (const std::string& id : teamTemplateIds())
        QTest::newRow(id.c_str()) << QString::fromStdString(id);
}

void TestTeamDefinition::templatesAreWhole()
{
    QFETCH(QString, id);
    const auto english = teamTemplate(id.toStdString(), "en");
    QVERIFY2(english, qPrintable(path(english)));
    const auto chinese = teamTemplate(id.toStdString(), "zh_CN");
    QVERIFY2(chinese, qPrintable(path(chinese)));
    QVERIFY(teamTemplate(id.toStdString(), "tlh").value() == *english);
    QVERIFY(!teamTemplate("nobody's", "en"));
    QCOMPARE(chinese->roles.size(), english->roles.size());
    QVERIFY(std::ranges::count(english->roles, true, &RoleDefinition::isLeader) == 1);
    for (std::size_t i = 0; i < english->roles.size(); ++i) {
        QCOMPARE(chinese->roles[i].name, english->roles[i].name);
        for (const auto text : {&RoleDefinition::profile, &RoleDefinition::goal, &RoleDefinition::constraints}) {
            QVERIFY(!(english->roles[i].*text).empty());
            QVERIFY(chinese->roles[i].*text != english->roles[i].*text);
        }
        QVERIFY(!QString::fromStdString(filledIn(*english, english->roles[i].goal)).contains(u"{{"));
    }
}

void TestTeamDefinition::ideasNameWhoGetsThem_data()
{
    QTest::addColumn<QString>("idea");
    QTest::addColumn<QString>("problem");
    QTest::newRow("nobody") << "Build it" << QString();
    QTest::newRow("nothing") << QString() << QString();
    QTest::newRow("a member") << "@alex Build it" << QString();
    QTest::newRow("all") << "@everyone Build it" << QString();
    QTest::newRow("somebody else") << "@Zoe Build it" << QStringLiteral("Nobody here is called “Zoe”.");
    QTest::newRow("one of two") << "@Alex @Zoe Build it" << QStringLiteral("Nobody here is called “Zoe”.");
    QTest::newRow("nothing to do") << "@Alex "
                                   << QStringLiteral("It names a member but no task: write the task after the name.");
}

void TestTeamDefinition::ideasNameWhoGetsThem()
{
    QFETCH(QString, idea);
    const auto problem = validateIdea(teamTemplate("software_company", "en").value(), idea.toStdString());
    QTEST(problem ? QString::fromStdString(problem->sentence) : QString(), "problem");
}

} // namespace tst_team_definition

QUARTERDECK_TEST(tst_team_definition, TestTeamDefinition)
#include "tst_team_definition.moc"
