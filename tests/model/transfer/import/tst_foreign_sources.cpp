#include "tests/model/transfer/sqlite_support.h"
#include "tests/model/transfer/transfer_support.h"
#include "tests/support/test.h"
#include "tests/support/test_library.h"

#include <QDir>
#include <QFileInfo>
#include <QTest>
#include <nlohmann/json.hpp>

namespace tst_foreign_sources {

using namespace quarterdeck;
using namespace quarterdeck::test;
using nlohmann::json;

namespace {

/// The tables of AgentScope Studio, as its server's entities make them.
const char* const studioTables = R"(
CREATE TABLE run_table (id varchar PRIMARY KEY NOT NULL, project varchar NOT NULL, name varchar NOT NULL,
    timestamp varchar NOT NULL, run_dir varchar NOT NULL, pid integer NOT NULL, status varchar NOT NULL);
CREATE TABLE reply_table (replyId varchar PRIMARY KEY NOT NULL, replyRole varchar NOT NULL, replyName varchar NOT NULL,
    createdAt varchar NOT NULL, finishedAt varchar, run_id varchar NOT NULL);
CREATE TABLE message_table (id varchar PRIMARY KEY NOT NULL, msg json NOT NULL, speech json, run_id varchar NOT NULL,
    replyId varchar NOT NULL);
CREATE TABLE input_request_table (requestId varchar PRIMARY KEY NOT NULL, agentId varchar NOT NULL);
INSERT INTO run_table VALUES ('r1', 'demo', 'first run', '2026-03-01 10:00:00.000', '/runs/1', 7, 'done'),
    ('r2', 'demo', 'nobody spoke', '2026-03-01 11:00:00.000', '/runs/2', 8, 'done'),
    ('r3', 'demo', 'third run', '2026-03-01 12:00:00.000', '/runs/3', 9, 'running');
INSERT INTO reply_table VALUES ('a', 'user', 'User', '', NULL, 'r1'), ('b', 'assistant', 'Friday', '', NULL, 'r1');
INSERT INTO message_table VALUES
    ('m1', '{"name": "User", "role": "user", "content": "What time is it?", "metadata": null,
      "timestamp": "2026-03-01 10:00:01.000"}', NULL, 'r1', 'a'),
    ('m2', '{"name": "Friday", "role": "assistant", "content": [{"type": "tool_use", "id": "c", "name": "clock",
      "input": {}}], "metadata": null, "timestamp": "2026-03-01 10:00:02.000"}', NULL, 'r1', 'b'),
    ('m3', '{"name": "system", "role": "system", "content": [{"type": "tool_result", "id": "c", "name": "clock",
      "output": "ten"}], "metadata": null, "timestamp": "2026-03-01 10:00:03.000"}', NULL, 'r1', 'b'),
    ('m4', 'no JSON', NULL, 'r1', 'b'),
    ('m5', '{"name": "Friday", "role": "assistant", "content": "Ten.", "metadata": null,
      "timestamp": "2026-03-01 10:00:04.000"}', NULL, 'r1', 'b'),
    ('n1', '{"name": "User", "role": "user", "content": "Hello", "metadata": null,
      "timestamp": "2026-03-01 12:00:01.000"}', NULL, 'r3', 'none');
)";

/// Writes nonsense over the page that a table begins with.
void damageTable(const QString& path, const char* table)
{
    constexpr int pageSize = 4096;
    const int page = numberOfSql(path, "SELECT rootpage FROM sqlite_schema WHERE name = '" + QByteArray(table) + "'");
    QFile file(path);
    if (!file.open(QIODevice::ReadWrite) || !file.seek((page - 1) * pageSize)
        || file.write(QByteArray(pageSize, '\xff')) != pageSize)
        qFatal("cannot write");
}

QString makeDatabase(const QTemporaryDir& folder, const QByteArray& statements)
{
    const QString path = folder.filePath(QStringLiteral("database.sqlite"));
    runSql(path, statements);
    return path;
}

json message(const char* id, const char* from, const char* text)
{
    return {{"id", id},
            {"content", text},
            {"instruct_content", nullptr},
            {"role", "user"},
            {"cause_by", "metagpt.actions.add_requirement.UserRequirement"},
            {"sent_from", from},
            {"send_to", {"<all>"}}};
}

QStringList textsOf(Library& library, const session::SessionId& id)
{
    QStringList texts;
    for (const session::Event& event : eventsOf(library, id)) {
        const auto* published = std::get_if<conversation::MessagePublished>(&event.body);
        if (published != nullptr)
            texts << QString::fromStdString(conversation::textOf(published->message));
    }
    return texts;
}

} // namespace

/// Sources other than JSON files: the database of AgentScope Studio, and the folder of MetaGPT 0.5.
class TestForeignSources final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void studio_runsAreSessions();
    void studio_databaseIsNotTouched();
    void studio_openLogIsRead();
    void studio_halfWrittenIsUndone();
    void studio_tellsWhatStaysOut();
    void studio_problemIsToldByItsRow();
    void studio_messagesWithoutARunAreTold();
    void studio_damagedTableStaysOut();
    void studio_namesAndCountsAreBounded();
    void studio_damageIsNoReasonToTryAgain();
    void studio_withoutRoomForACopyIsSaid();
    void studio_isUpdated();
    void cursorsRows_areUntrusted();
    void otherDatabases_areRefused_data();
    void otherDatabases_areRefused();
    void teamFolder_isASession_data();
    void teamFolder_isASession();
    void brokenTeamFolder_isSaid();
    void otherFolder_isRefused();

private:
    [[nodiscard]] transfer::FileReport take(const QString& path,
                                            transfer::DuplicatePolicy ifKnown = transfer::DuplicatePolicy::Update)
    {
        transfer::ImportRequest request;
        request.files = {{path.toStdString(), {}}};
        request.ifKnown = ifKnown;
        return import(m_library, request).files.at(0);
    }
    void put(const QString& path, const json& value) const
    {
        QVERIFY(QDir(m_folder->path()).mkpath(QFileInfo(path).path()));
        writeFile(*m_folder, path, QByteArray::fromStdString(value.dump()));
    }
    void makeTeam() const;

    QObject m_completions;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::shared_ptr<Library> m_library;
};

void TestForeignSources::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_library = makeTestLibrary(&m_completions);
}

void TestForeignSources::studio_runsAreSessions()
{
    const auto report = take(makeDatabase(*m_folder, studioTables));
    QVERIFY2(!report.error, report.error ? report.error->sentence.c_str() : "");
    QCOMPARE(report.kind, std::string("agentscope_studio"));
    QCOMPARE(report.sessions.size(), std::size_t{2});
    QCOMPARE(report.problemCount, 1);
    const auto id = report.sessions.front().id;
    QCOMPARE(report.sessions.front().title, std::string("What time is it?"));
    QCOMPARE(textsOf(*m_library, id), (QStringList{"What time is it?", "", "", "Ten."}));
    const auto events = eventsOf(*m_library, id);
    const auto& start = std::get<conversation::SessionStarted>(events.front().body);
    QCOMPARE(start.details.json().at("fields").at("project").get<std::string>(), std::string("demo"));
    QCOMPARE(start.details.json().at("fields").at("pid").get<int>(), 7);
    const auto& last = std::get<conversation::MessagePublished>(events.back().body).message;
    QCOMPARE(last.id.str(), std::string("m5"));
    QCOMPARE(last.metadata.json().at("source").at("marks").at(0).at("replyName").get<std::string>(),
             std::string("Friday"));
    QCOMPARE(textsOf(*m_library, report.sessions.back().id), QStringList{"Hello"});
}

void TestForeignSources::studio_databaseIsNotTouched()
{
    const QString path = makeDatabase(*m_folder, studioTables);
    const QByteArray before = readFile(path);
    QVERIFY(!take(path).error);
    QCOMPARE(readFile(path), before);
    QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files), QStringList{"database.sqlite"});
}

void TestForeignSources::studio_openLogIsRead()
{
    const QString path = makeDatabase(*m_folder, QByteArray("PRAGMA journal_mode = WAL;") + studioTables);
    SqlConnection running = openSql(path);
    const char* more = R"(INSERT INTO message_table VALUES ('m6', '{"name": "User", "role": "user", "content": "Thanks",
        "metadata": null, "timestamp": "2026-03-01 10:00:05.000"}', NULL, 'r1', 'a'))";
    QVERIFY(runSql(running, more));
    const auto report = take(path);
    QVERIFY2(!report.error, report.error ? report.error->sentence.c_str() : "");
    QCOMPARE(textsOf(*m_library, report.sessions.front().id).last(), QStringLiteral("Thanks"));
}

/// What another program is in the middle of writing, in the older kind of log, is as it was before.
void TestForeignSources::studio_halfWrittenIsUndone()
{
    const QString path = makeDatabase(*m_folder, studioTables);
    const QStringList before = QDir(m_folder->path()).entryList(QDir::Files);
    SqlConnection running = openSql(path);
    const char* more = R"(PRAGMA cache_size = 2; BEGIN; UPDATE message_table SET msg = 'gone';
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
        INSERT INTO message_table SELECT 'x' || i, hex(randomblob(500)), NULL, 'r1', 'a' FROM n)";
    QVERIFY(runSql(running, more));
    QVERIFY(QFileInfo(path).size() > 100'000); // some of it is in the file
    const auto report = take(path);
    QVERIFY(runSql(running, "ROLLBACK"));
    running.reset();
    QVERIFY2(!report.error, report.error ? report.error->sentence.c_str() : "");
    QCOMPARE(report.sessions.size(), std::size_t{2});
    QCOMPARE(textsOf(*m_library, report.sessions.front().id), (QStringList{"What time is it?", "", "", "Ten."}));
    QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files), before);
}

void TestForeignSources::studio_tellsWhatStaysOut()
{
    const auto whole = take(makeDatabase(*m_folder, studioTables));
    QCOMPARE(whole.leftOut, std::string());
    const auto report = take(makeDatabase(*m_folder,
                                          "CREATE TABLE span_table (id varchar); INSERT INTO span_table VALUES ('s'), "
                                          "('t'); INSERT INTO input_request_table VALUES ('q', 'a')"));
    QCOMPARE(QString::fromStdString(report.leftOut),
             QString::fromUtf8("Only the conversations in “database.sqlite” were imported. Left out: "
                               "input_request_table (1), span_table (2)."));
}

/// A database has no lines.
void TestForeignSources::studio_problemIsToldByItsRow()
{
    const auto report = take(makeDatabase(*m_folder,
                                          QByteArray(studioTables)
                                              + "INSERT INTO message_table VALUES ('m6', '{\"name\": NaN}', NULL, "
                                                "'r1', 'b')"));
    QVERIFY(!report.error);
    QCOMPARE(report.problemCount, 2);
    QCOMPARE(report.problems.at(0).place, std::string("run 1, message 4, row “m4”"));
    QCOMPARE(report.problems.at(1).place, std::string("run 1, message 6, row “m6”"));
    QVERIFY(report.problems.at(0).sentence.find("line") == std::string::npos);
}

void TestForeignSources::studio_messagesWithoutARunAreTold()
{
    const auto report =
        take(makeDatabase(*m_folder,
                          QByteArray(studioTables)
                              + "INSERT INTO message_table SELECT 'x' || id, msg, NULL, 'gone', 'a' FROM message_table "
                                "WHERE id < 'm3'; INSERT INTO input_request_table VALUES ('q', 'a')"));
    QCOMPARE(report.sessions.size(), std::size_t{2});
    QCOMPARE(QString::fromStdString(report.leftOut),
             QStringLiteral("Only the conversations in “database.sqlite” were imported. Left out: input_request_table "
                            "(1). 2 message(s) in “database.sqlite” were left out because their run is missing."));
}

void TestForeignSources::studio_damagedTableStaysOut()
{
    const QString path = makeDatabase(*m_folder,
                                      studioTables
                                          + QByteArray("CREATE TABLE broken_table (id); INSERT INTO broken_table VALUES"
                                                       " (1); CREATE TABLE span_table (id); INSERT INTO span_table"
                                                       " VALUES (1)"));
    damageTable(path, "broken_table");
    const auto report = take(path);
    QVERIFY2(!report.error, report.error ? report.error->sentence.c_str() : "");
    QCOMPARE(report.sessions.size(), std::size_t{2});
    QVERIFY2(report.leftOut.ends_with("Left out: broken_table, span_table (1)."), report.leftOut.c_str());
}

void TestForeignSources::studio_namesAndCountsAreBounded()
{
    const QByteArray name(100, 'x');
    const auto report =
        take(makeDatabase(*m_folder,
                          studioTables + ("CREATE TABLE " + name + " (id); INSERT INTO " + name)
                              + " WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10001)"
                                " SELECT i FROM n"));
    QVERIFY(!report.error);
    const std::string end = "Left out: " + std::string(60, 'x') + "… (10000+).";
    QVERIFY2(report.leftOut.ends_with(end), report.leftOut.c_str());
}

void TestForeignSources::studio_damageIsNoReasonToTryAgain()
{
    const QString path = makeDatabase(*m_folder, studioTables);
    damageTable(path, "message_table");
    const auto report = take(path);
    QVERIFY(report.error);
    QVERIFY(report.error->code == conversation::ErrorCode::BadInput);
    QCOMPARE(QString::fromStdString(report.error->sentence),
             QStringLiteral("The database “database.sqlite” is damaged."));
}

void TestForeignSources::studio_withoutRoomForACopyIsSaid()
{
    const QString path = makeDatabase(*m_folder, studioTables);
    writeFile(*m_folder, QStringLiteral("file"), "");
    const QByteArray before = qgetenv("TMPDIR");
    qputenv("TMPDIR", m_folder->filePath(QStringLiteral("file")).toUtf8()); // no folder, so none is made in it
    const auto report = take(path);
    if (before.isEmpty())
        qunsetenv("TMPDIR");
    else
        qputenv("TMPDIR", before);
    QVERIFY(report.error);
    QVERIFY2(report.error->sentence.find("must be read from a copy, but no temporary folder could be created")
                 != std::string::npos,
             report.error->sentence.c_str());
}

void TestForeignSources::studio_isUpdated()
{
    const QString path = makeDatabase(*m_folder, studioTables);
    const auto id = take(path).sessions.front().id;
    makeDatabase(*m_folder, R"(INSERT INTO message_table VALUES ('m6', '{"name": "User", "role": "user",
        "content": "Thanks", "metadata": null, "timestamp": "2026-03-01 10:00:05.000"}', NULL, 'r1', 'a'))");
    const auto grown = take(path);
    QCOMPARE(grown.known.size(), std::size_t{2});
    QVERIFY(grown.known.front().isUpdated && grown.known.front().id == id);
    QVERIFY(grown.known.back().what == transfer::DuplicateSession::What::Same);
    QCOMPARE(textsOf(*m_library, id).last(), QStringLiteral("Thanks"));
}

void TestForeignSources::cursorsRows_areUntrusted()
{
    const QByteArray deep = QByteArray(5'000, '[') + QByteArray(5'000, ']');
    const auto report = take(makeDatabase(*m_folder,
                                          R"(CREATE TABLE cursorDiskKV (key TEXT, value BLOB);
        INSERT INTO cursorDiskKV VALUES ('composerData:a', '{"composerId": 5, "name": [], "fullConversationHeadersOnly":
            [{"bubbleId": "1"}, {"bubbleId": "1"}, 5, {"bubbleId": "2"}, {"bubbleId": "3"}, {"bubbleId": "gone"}]}'),
            ('composerData:a', '{"fullConversationHeadersOnly": [{"bubbleId": "1"}]}'), ('composerData:b', NULL),
            ('composerData:c', '{"conversation": [{"type": 1, "text": "Inside."}, 5]}'), (NULL, 'x'),
            ('bubbleId:a:1', '{"type": 1, "text": "Once."}'), ('bubbleId:a:2', 'no JSON'),
            ('bubbleId:a:3', '{"type": 2, "text": 5, "thinking": 5, "tokenCount": [], "toolFormerData": {"name": "f",
             "rawArgs": 5, "result": ")" + deep
                                              + R"(", "status": "completed"}, "images": 5}'),
            ('composerData:d', '{"conversation": )"
                                              + deep + "}')"));
    QVERIFY2(!report.error, report.error ? report.error->sentence.c_str() : "");
    QCOMPARE(report.sessions.size(), std::size_t{2});
    QCOMPARE(textsOf(*m_library, report.sessions.front().id).join(QLatin1Char('|')).left(6), QStringLiteral("Once.|"));
    QCOMPARE(textsOf(*m_library, report.sessions.back().id), QStringList{QStringLiteral("Inside.")});
}

void TestForeignSources::otherDatabases_areRefused_data()
{
    QTest::addColumn<QByteArray>("statements");
    QTest::addColumn<QString>("sentence");
    const QString foreign =
        QStringLiteral("“database.sqlite” is a database, but not one from AgentScope Studio, OpenCode or Cursor.");
    QTest::newRow("another") << QByteArray("CREATE TABLE notes (text)") << foreign;
    QTest::newRow("views of the names") << QByteArray(
        "CREATE TABLE t (id, msg, run_id); INSERT INTO t VALUES (1, 2, 3);"
        "CREATE VIEW run_table AS SELECT * FROM t;"
        "CREATE VIEW message_table AS SELECT * FROM t")
                                        << foreign;
    QTest::newRow("without messages") << QByteArray("CREATE TABLE run_table (id); CREATE TABLE message_table (id)")
                                      << foreign;
}

void TestForeignSources::otherDatabases_areRefused()
{
    QFETCH(QByteArray, statements);
    QFETCH(QString, sentence);
    const auto report = take(makeDatabase(*m_folder, statements));
    QVERIFY(report.error);
    QCOMPARE(QString::fromStdString(report.error->sentence), sentence);
    QFile damaged(m_folder->filePath(QStringLiteral("database.sqlite")));
    QVERIFY(damaged.open(QIODevice::ReadWrite) && damaged.resize(1000));
    damaged.close();
    const auto cut = take(damaged.fileName());
    QVERIFY(cut.error && !cut.error->sentence.empty());
    QVERIFY(sessionsOf(*m_library).empty());
}

void TestForeignSources::makeTeam() const
{
    const QString roles = QStringLiteral("team/environment/roles/");
    put(QStringLiteral("team/team_info.json"), {{"investment", 10.0}, {"idea", "Write a snake game"}});
    put(QStringLiteral("team/environment/roles.json"),
        {{{"role_class", "ProductManager"}, {"module_name", "metagpt.roles.product_manager"}, {"role_name", "Alice"}},
         {{"role_class", "Architect"}, {"module_name", "metagpt.roles.architect"}, {"role_name", "Bob"}}});
    put(QStringLiteral("team/environment/history.json"), {{"content", "\nHuman: Write a snake game"}});
    put(roles + QStringLiteral("Architect_Bob/role_info.json"),
        {{"name", "Bob"},
         {"profile", "Architect"},
         {"goal", "design"},
         {"role_class", "Architect"},
         {"module_name", "metagpt.roles.architect"}});
    put(roles + QStringLiteral("ProductManager_Alice/role_info.json"),
        {{"name", "Alice"},
         {"profile", "Product Manager"},
         {"role_class", "ProductManager"},
         {"module_name", "metagpt.roles.product_manager"}});
    const json idea = message("1", "", "Write a snake game");
    const json plan = message("2", "metagpt.roles.product_manager.ProductManager", "The plan");
    const json design = message("3", "metagpt.roles.architect.Architect", "The design");
    // Bob, who is read first, did not hear the idea.
    put(roles + QStringLiteral("Architect_Bob/memory.json"), {{"storage", {plan, design}}, {"index", json::object()}});
    put(roles + QStringLiteral("ProductManager_Alice/memory.json"), json::array({idea, plan})); // as 0.5 has it
}

void TestForeignSources::teamFolder_isASession_data()
{
    QTest::addColumn<QString>("folder");
    QTest::newRow("the team's") << "team";
    QTest::newRow("with a slash") << "team/";
    QTest::newRow("the environment's") << "team/environment";
}

void TestForeignSources::teamFolder_isASession()
{
    QFETCH(QString, folder);
    makeTeam();
    const auto report = take(m_folder->filePath(folder));
    QVERIFY2(!report.error, report.error ? report.error->sentence.c_str() : "");
    QCOMPARE(report.kind, std::string("metagpt"));
    QCOMPARE(report.sessions.size(), std::size_t{1});
    const auto id = report.sessions.front().id;
    QCOMPARE(report.sessions.front().title, std::string("Write a snake game"));
    QCOMPARE(textsOf(*m_library, id), (QStringList{"Write a snake game", "The plan", "The design"}));
    const auto state = answerOf<session::ConversationState>(
        [&](auto done) { m_library->readState(id, std::nullopt, std::move(done)); });
    const auto* alice = state->role(conversation::RoleName("Alice"));
    QVERIFY(alice);
    QCOMPARE(alice->role.profile, std::string("Product Manager"));
    QCOMPARE(alice->role.classPath, std::string("metagpt.roles.product_manager.ProductManager"));
    QVERIFY(state->role(conversation::RoleName("Bob")));
    QVERIFY(take(m_folder->filePath(folder)).known.at(0).what == transfer::DuplicateSession::What::Same);
}

void TestForeignSources::brokenTeamFolder_isSaid()
{
    makeTeam();
    writeFile(*m_folder, QStringLiteral("team/environment/roles/Architect_Bob/memory.json"), "[{");
    const auto report = take(m_folder->filePath(QStringLiteral("team")));
    QVERIFY(report.error);
    QVERIFY2(report.error->sentence.find("team/Architect_Bob/memory.json") != std::string::npos,
             report.error->sentence.c_str());
    QVERIFY(sessionsOf(*m_library).empty());
}

void TestForeignSources::otherFolder_isRefused()
{
    put(QStringLiteral("other/roles.json"), json::array());
    const auto report = take(m_folder->filePath(QStringLiteral("other")));
    QVERIFY(report.error);
    QVERIFY(report.error->sentence.find("There is no recorded session in the folder") != std::string::npos);
}

} // namespace tst_foreign_sources

QUARTERDECK_TEST(tst_foreign_sources, TestForeignSources)
#include "tst_foreign_sources.moc"
