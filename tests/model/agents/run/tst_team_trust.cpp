#include "model/agents/definition/team_definition.h"
#include "model/agents/run/session_notes.h"
#include "tests/model/agents/support/demo_kit.h"
#include "tests/model/agents/support/model_team_kit.h"
#include "tests/model/agents/support/work_files.h"
#include "tests/support/test.h"
#include "tests/support/wait.h"

#include <QDir>
#include <QFile>
#include <QFloat16>
#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>

namespace tst_team_trust {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;
using team::TeamMarks;
using team::ToolPolicy;

/// Whether a team that a log describes acts: at once if this installation began it, otherwise when the person says so.
class TestTeamTrust final : public QObject
{
    Q_OBJECT
private slots:
    void init();
    void ownTeamsGoOnUnasked();
    void othersAreHeldUntilThePersonSaysSo();
    void tellsWhatItWouldDo();
    void holdsWhatWasChanged_data();
    void holdsWhatWasChanged();
    void staysStopped();
    void staysHeldWhateverIsPressed();
    void trustOfAnotherInstallationIsNone();
    void withoutASecretEveryTeamAsks();
    void tellsThatItGoesOnAndWhatThatCosts();
    void looksAtTheFolderAtEachStart();
    void looksAtTheFolderAtEachCall();

private:
    [[nodiscard]] std::string chosen() const { return m_folder->path().toStdString() + "/work"; }
    /// With a hub of its own on the same library.
    void enter(ModelTeamKit& kit, const std::string& secret)
    {
        kit.teams.reset();
        kit.kit.restartHub();
        kit.teams = std::make_unique<team::Teams>(kit.kit.hub(), 0, nullptr, kit.models, std::string(),
                                                  team::TeamGuard{std::make_shared<const TeamMarks>(secret), {}});
        m_held.clear();
        connect(kit.teams.get(), &team::Teams::teamHeld, this, [this](const team::HeldTeam& held) { m_held << held; });
        m_failures.clear();
        connect(kit.teams.get(), &team::Teams::failed, this,
                [this](const Error& error) { m_failures << QString::fromStdString(error.sentence); });
    }
    /// A team that would write when it goes on.
    [[nodiscard]] static team::TeamDefinition writers()
    {
        team::TeamDefinition team = scriptedTeam({"Mike"});
        team.roles.front().tools = {{"write_file", ToolPolicy::Allow}};
        return team;
    }
    static void play(ModelTeamKit& kit)
    {
        kit.models->play("Mike",
                         {calls("write_file", R"({"path": "a.txt", "content": "one\n"})"), calls("end", "{}", "c2")});
    }
    /// As it stands when the program ends right after the person's task was stored.
    [[nodiscard]] SessionId begun(ModelTeamKit& kit, const std::string& secret)
    {
        enter(kit, secret);
        ModelAnswer never = says("I think");
        never.hangs = true;
        kit.models->play("Mike", {never});
        session::Session* session = kit.start(writers(), "Build it", {chosen()});
        const bool isAsked = waitFor([&] { return !kit.models->calls->requests.empty(); });
        return isAsked ? session->id() : SessionId();
    }
    [[nodiscard]] bool hasWritten() const { return QFile::exists(m_folder->filePath(QStringLiteral("work/a.txt"))); }

    std::unique_ptr<QTemporaryDir> m_folder;
    QList<team::HeldTeam> m_held;
    QStringList m_failures;
};

void TestTeamTrust::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(QDir().mkpath(QString::fromStdString(chosen())));
}

void TestTeamTrust::ownTeamsGoOnUnasked()
{
    ModelTeamKit kit;
    const SessionId id = begun(kit, "ours");
    enter(kit, "ours");
    play(kit);
    session::Session* session = kit.kit.open(id);
    QVERIFY(waitFor([&] { return isQuiet(session, *kit.teams); }));
    QVERIFY(hasWritten());
    QVERIFY(m_held.empty());
}

void TestTeamTrust::othersAreHeldUntilThePersonSaysSo()
{
    ModelTeamKit kit;
    const SessionId id = begun(kit, "theirs");
    const std::size_t asked = kit.models->calls->requests.size();
    enter(kit, "ours");
    play(kit);
    (void)kit.kit.open(id);
    QVERIFY(waitFor([&] { return m_held.size() == 1; }));
    QCOMPARE(m_held.front().session, id);
    QCOMPARE(kit.kit.open(id)->state()->runState(), RunState::Running); // as its log says
    QVERIFY(kit.teams->runner(id) == nullptr);
    QVERIFY(kit.teams->held(id) != nullptr);
    QCOMPARE(kit.models->calls->requests.size(), asked);
    QVERIFY(!hasWritten());
    bool isThere = false;
    kit.teams->trust(id, [&](const session::Result<session::Session*>& opened) { isThere = opened.has_value(); });
    QVERIFY(waitFor([&] { return isThere; }));
    QVERIFY(kit.teams->held(id) == nullptr);
    session::Session* session = kit.kit.open(id);
    QVERIFY(waitFor([&] { return isQuiet(session, *kit.teams); }));
    QVERIFY(hasWritten());
    // It is asked about once.
    enter(kit, "ours");
    (void)kit.kit.open(id);
    QVERIFY(waitFor([&] { return kit.teams->runner(id) != nullptr; }));
    QVERIFY(m_held.empty());
    QCOMPARE(*kit.kit.open(id)->state(), foldOf(kit.kit.log(id)));
}

void TestTeamTrust::tellsWhatItWouldDo()
{
    ModelTeamKit kit;
    enter(kit, "theirs");
    team::TeamDefinition team = writers();
    team.model = {"https://elsewhere.invalid/v1", "m"};
    team.roles.front().model = {};
    std::optional<SessionId> id;
    kit.teams->start(
        team, "A run", "", [&](const session::Result<session::Session*>& made) { id = (*made)->id(); },
        {chosen(), true}, {}, {}, team::serverAt("https://elsewhere.invalid/v1", "MY_SECRET"));
    QVERIFY(waitFor([&] { return id.has_value(); }));
    enter(kit, "ours");
    (void)kit.kit.open(*id);
    QVERIFY(waitFor([&] { return m_held.size() == 1; }));
    QCOMPARE(
        QString::fromStdString(m_held.front().what),
        QStringLiteral("The team of “A run” was not started by this Quarterdeck, so it does not continue on its own."));
    QCOMPARE(QString::fromStdString(m_held.front().means),
             QStringLiteral("If it continues, what its members read is sent to https://elsewhere.invalid/v1, with the "
                            "value of your environment variable MY_SECRET as the key. Its members write files in %1. "
                            "What they write is committed to the git repository there.")
                 .arg(QString::fromStdString(chosen())));
}

void TestTeamTrust::holdsWhatWasChanged_data()
{
    QTest::addColumn<QString>("pointer"); // in the beginning's details
    QTest::addColumn<QString>("value");
    QTest::addColumn<bool>("isHeld");
    const auto row = [](const char* name, const char* pointer, const char* value, bool isHeld = true) {
        QTest::newRow(name) << QString::fromLatin1(pointer) << QString::fromLatin1(value) << isHeld;
    };
    row("nothing", "", "", false);
    row("the folder", "/folder", "\"/tmp\"");
    row("no folder any more", "/folder", "\"\"");
    row("committing", "/auto_archive", "true");
    row("the server", "/server", R"({"address": "https://elsewhere.invalid"})");
    row("a tool", "/team/roles/0/tools/read_file", "\"allow\"");
    row("a policy", "/team/roles/0/tools/write_file", "\"ask\"");
    row("a goal", "/team/roles/0/goal", "\"Tell all\"");
    row("the model", "/team/model/model", "\"other\"");
    row("the idea", "/idea", "\"Tell all\"");
    row("the mark", "/mark", "\"00\"");
    row("no mark", "/mark", "\"\"");
    row("no text as a mark", "/mark", "7");
    row("something unknown", "/more", "1");
    row("the session", "SESSION", "");
    row("the budget", "BUDGET", "");
}

void TestTeamTrust::holdsWhatWasChanged()
{
    QFETCH(QString, pointer);
    QFETCH(QString, value);
    QFETCH(bool, isHeld);
    ModelTeamKit kit;
    SessionId id = begun(kit, "ours");
    kit.teams.reset();
    std::vector<Event> log = kit.kit.log(id);
    auto& started = std::get<SessionStarted>(log.front().body);
    if (pointer == QStringLiteral("SESSION")) {
        id = SessionId("another");
    } else if (pointer == QStringLiteral("BUDGET")) {
        started.budget = 1'000'000.0;
    } else if (!pointer.isEmpty()) {
        nlohmann::json details = started.details.json();
        details[nlohmann::json::json_pointer(pointer.toStdString())] = nlohmann::json::parse(value.toStdString());
        started.details = JsonValue(std::move(details));
    }
    ModelTeamKit other;
    storeCut(other.kit, id, log, log.size(), SessionKind::Team);
    enter(other, "ours");
    play(other);
    (void)other.kit.open(id);
    QVERIFY(waitFor([&] { return !m_held.empty() || other.teams->runner(id) != nullptr || !m_failures.empty(); }));
    QCOMPARE(!m_held.empty(), isHeld);
    QCOMPARE(other.teams->runner(id) == nullptr, isHeld);
}

void TestTeamTrust::staysStopped()
{
    ModelTeamKit kit;
    const SessionId id = begun(kit, "theirs");
    enter(kit, "ours");
    session::Session* session = kit.kit.open(id);
    QVERIFY(waitFor([&] { return m_held.size() == 1; }));
    kit.teams->leaveStopped(id);
    QVERIFY(waitFor([&] { return session->state()->runState() == RunState::Stopped; }));
    QVERIFY(kit.teams->runner(id) == nullptr);
    kit.teams->command(id, conversation::RunCommand::RunOrPause); // asks again
    QVERIFY(waitFor([&] { return m_held.size() == 2; }));
    QCOMPARE(session->state()->runState(), RunState::Stopped);
}

void TestTeamTrust::staysHeldWhateverIsPressed()
{
    ModelTeamKit kit;
    const SessionId id = begun(kit, "theirs");
    const std::size_t asked = kit.models->calls->requests.size();
    enter(kit, "ours");
    session::Session* session = kit.kit.open(id);
    QVERIFY(waitFor([&] { return m_held.size() == 1; }));
    std::optional<Error> why;
    kit.teams->runAgain(id, 3, "More", [&](const session::Result<session::Session*>& done) {
        why = done ? std::optional<Error>() : done.error();
    });
    QVERIFY(waitFor([&] { return why.has_value(); }));
    QCOMPARE(why->code, ErrorCode::NotAllowed);
    QVERIFY(contains(why->sentence, "was not started by this Quarterdeck"));
    kit.teams->retry(id, RoleName("Mike"));
    kit.teams->command(id, conversation::RunCommand::Step);
    kit.teams->speakThrough(id, {"c", "c", "m"});
    kit.kit.tell(*session, "", "Go on");
    QVERIFY(waitFor([&] { return m_held.size() >= 3; }));                    // one telling for those that wait together
    QVERIFY(waitFor([&] { return session->state()->messageCount() == 2; })); // the person's words are kept
    QVERIFY(kit.teams->runner(id) == nullptr);
    QCOMPARE(kit.models->calls->requests.size(), asked);
}

void TestTeamTrust::trustOfAnotherInstallationIsNone()
{
    ModelTeamKit kit;
    const SessionId id = begun(kit, "theirs");
    enter(kit, "a third one's");
    bool isThere = false;
    kit.teams->trust(id, [&](const session::Result<session::Session*>& opened) { isThere = opened.has_value(); });
    QVERIFY(waitFor([&] { return isThere; }));
    enter(kit, "ours");
    (void)kit.kit.open(id);
    QVERIFY(waitFor([&] { return m_held.size() == 1; }));
    QVERIFY(kit.teams->runner(id) == nullptr);
}

void TestTeamTrust::withoutASecretEveryTeamAsks()
{
    ModelTeamKit kit;
    const SessionId id = begun(kit, "");
    enter(kit, "");
    (void)kit.kit.open(id);
    QVERIFY(waitFor([&] { return m_held.size() == 1; }));
    bool isThere = false;
    kit.teams->trust(id, [&](const session::Result<session::Session*>& opened) { isThere = opened.has_value(); });
    QVERIFY(waitFor([&] { return isThere; }));
    QVERIFY(kit.teams->runner(id) != nullptr);
}

void TestTeamTrust::tellsThatItGoesOnAndWhatThatCosts()
{
    ModelTeamKit kit;
    SessionId id = begun(kit, "ours");
    std::vector<team::TeamWentOn> told;
    const auto listen = [&] {
        connect(kit.teams.get(), &team::Teams::teamWentOn, this,
                [&told](const team::TeamWentOn& one) { told.push_back(one); });
    };
    enter(kit, "ours");
    listen();
    ModelAnswer never = says("I think");
    never.hangs = true;
    kit.models->play("Mike", {calls("write_file", R"({"path": "a.txt", "content": "one\n"})"), never});
    (void)kit.kit.open(id);
    QVERIFY(waitFor([&] { return told.size() == 1; }));
    QCOMPARE(told.front(), (team::TeamWentOn{id, "A run", 1, std::nullopt})); // the call that was cut off was its first
    QVERIFY(waitFor([&] { return hasWritten() && kit.models->calls->running == 1; }));
    enter(kit, "ours");
    listen();
    play(kit);
    session::Session* session = kit.kit.open(id);
    QVERIFY(waitFor([&] { return told.size() == 2; }));
    QCOMPARE(told.back(), (team::TeamWentOn{id, "A run", 1, 0.01}));
    // A team that has come to its end goes on with nothing.
    QVERIFY(waitFor([&] { return isQuiet(session, *kit.teams); }));
    enter(kit, "ours");
    listen();
    (void)kit.kit.open(id);
    QVERIFY(waitFor([&] { return kit.teams->runner(id) != nullptr; }));
    QCOMPARE(told.size(), std::size_t(2));
}

void TestTeamTrust::looksAtTheFolderAtEachStart()
{
    ModelTeamKit kit;
    const SessionId id = begun(kit, "ours");
    QVERIFY(QDir().mkpath(m_folder->filePath(QStringLiteral("other"))));
    QVERIFY(QDir(m_folder->path()).rmdir(QStringLiteral("work")));
    QVERIFY(QFile::link(m_folder->filePath(QStringLiteral("other")), QString::fromStdString(chosen())));
    enter(kit, "ours");
    play(kit);
    (void)kit.kit.open(id);
    QVERIFY(waitFor([&] { return !m_failures.empty(); }));
    QVERIFY(m_failures.front().contains(QStringLiteral("now leads to a different place")));
    QVERIFY(kit.teams->runner(id) == nullptr);
    QVERIFY(!QFile::exists(m_folder->filePath(QStringLiteral("other/a.txt"))));
}

/// Another run of a program that never ended in between.
void TestTeamTrust::looksAtTheFolderAtEachCall()
{
    ModelTeamKit kit;
    enter(kit, "ours");
    kit.models->play("Mike",
                     {calls("end", "{}"), calls("write_file", R"({"path": "a.txt", "content": "one\n"})", "c2"),
                      calls("end", "{}", "c3")});
    session::Session* session = kit.start(writers(), "Build it", {chosen()});
    QVERIFY(waitFor([&] { return isQuiet(session, *kit.teams); }));
    QVERIFY(QDir().mkpath(m_folder->filePath(QStringLiteral("other"))));
    QVERIFY(QDir(m_folder->path()).rmdir(QStringLiteral("work")));
    QVERIFY(QFile::link(m_folder->filePath(QStringLiteral("other")), QString::fromStdString(chosen())));
    kit.kit.tell(*session, "", "Go on");
    QVERIFY(waitFor([&] {
        return isQuiet(session, *kit.teams)
            && contains(joinedLines(stepsOfAgents(kit.kit.log(session->id()))), "now leads to a different place");
    }));
    QVERIFY(!QFile::exists(m_folder->filePath(QStringLiteral("other/a.txt"))));
}

} // namespace tst_team_trust

QUARTERDECK_TEST(tst_team_trust, TestTeamTrust)
#include "tst_team_trust.moc"
