#include "model/conversation/json/event_json.h"
#include "tests/model/transfer/transfer_support.h"
#include "tests/support/test.h"
#include "tests/support/test_library.h"

#include <QDir>
#include <QTest>
#include <nlohmann/json.hpp>
#include <sys/stat.h>

namespace tst_links_within {

using namespace quarterdeck;
using namespace quarterdeck::test;
using nlohmann::json;

/// What an import reads beside the file or within the folder that the person named: never through a link, by which
/// whoever handed it on would choose which file of the person's comes in, and goes out with the next export.
class TestLinksWithin final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void teamFolder_followsNone_data();
    void teamFolder_followsNone();
    void teamFolder_mayBeNamedByALink();
    void attachment_isNoLink_data();
    void attachment_isNoLink();
    void subAgents_areNotBehindALink_data();
    void subAgents_areNotBehindALink();
    void foundFile_isNoLink();

private:
    [[nodiscard]] QString at(const QString& name) const { return m_folder->filePath(name); }
    void put(const QString& name, const QByteArray& bytes) const
    {
        QVERIFY(QDir(m_folder->path()).mkpath(QFileInfo(name).path()));
        writeFile(*m_folder, name, bytes);
    }
    void makeTeam() const;
    /// Puts a link to the same thing, elsewhere, in its place.
    void moveBehindLink(const QString& name) const
    {
        QVERIFY(QDir(m_folder->path()).mkpath(QStringLiteral("private")));
        const QString elsewhere = at(QStringLiteral("private/") + QFileInfo(name).fileName());
        QVERIFY(QFile::rename(at(name), elsewhere) && QFile::link(elsewhere, at(name)));
    }
    [[nodiscard]] transfer::FileReport take(const QString& name)
    {
        return import(m_library, QStringList{at(name)}).files.at(0);
    }
    /// Everything that came in.
    [[nodiscard]] QByteArray all() const
    {
        QByteArray text;
        for (const session::SessionSummary& one : sessionsOf(*m_library)) {
            for (const session::Event& event : eventsOf(*m_library, one.id))
                text += QByteArray::fromStdString(conversation::eventPayload(event.body));
        }
        return text;
    }

    QObject m_completions;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::shared_ptr<Library> m_library;
};

void TestLinksWithin::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_library = makeTestLibrary(&m_completions);
}

void TestLinksWithin::makeTeam() const
{
    put(QStringLiteral("team/team_info.json"), R"({"investment": 10.0, "idea": "secret idea"})");
    put(QStringLiteral("team/environment/roles.json"),
        R"([{"role_class": "Architect", "module_name": "metagpt.roles.architect", "role_name": "Bob"}])");
    put(QStringLiteral("team/environment/roles/Architect_Bob/role_info.json"),
        R"({"name": "Bob", "profile": "Architect", "goal": "secret goal"})");
    put(QStringLiteral("team/environment/roles/Architect_Bob/memory.json"),
        R"([{"id": "1", "content": "secret word", "role": "user", "cause_by": "a.B", "sent_from": "", "send_to": ["<all>"]}])");
}

void TestLinksWithin::teamFolder_followsNone_data()
{
    QTest::addColumn<QString>("link");
    QTest::newRow("the team's own file") << "team/team_info.json";
    QTest::newRow("the list of roles") << "team/environment/roles.json";
    QTest::newRow("a role's file") << "team/environment/roles/Architect_Bob/role_info.json";
    QTest::newRow("a role's memory") << "team/environment/roles/Architect_Bob/memory.json";
    QTest::newRow("the only role's folder") << "team/environment/roles/Architect_Bob";
    QTest::newRow("the folder of roles") << "team/environment/roles";
    QTest::newRow("the environment") << "team/environment";
}

void TestLinksWithin::teamFolder_followsNone()
{
    QFETCH(QString, link);
    makeTeam();
    moveBehindLink(link);
    const auto report = take(QStringLiteral("team"));
    QVERIFY(report.error);
    QCOMPARE(all(), QByteArray());
    const bool isFile = link.endsWith(QStringLiteral(".json"));
    QVERIFY2(!isFile || report.error->sentence.find("is a link, or is behind one") != std::string::npos,
             report.error->sentence.c_str());
}

void TestLinksWithin::teamFolder_mayBeNamedByALink()
{
    makeTeam();
    for (const char* named : {"team", "team/environment"}) {
        init();
        makeTeam();
        QVERIFY(QFile::link(at(QLatin1String(named)), at(QStringLiteral("chosen"))));
        const auto report = take(QStringLiteral("chosen"));
        QVERIFY2(!report.error, report.error ? report.error->sentence.c_str() : "");
        for (const char* word : {"secret idea", "secret goal", "secret word"})
            QVERIFY2(all().contains(word), all().constData());
    }
}

void TestLinksWithin::attachment_isNoLink_data()
{
    QTest::addColumn<QByteArray>("kind");
    for (const char* kind : {"file", "link", "link to the folder", "pipe"})
        QTest::newRow(kind) << QByteArray(kind);
}

/// A person's file, whose hash whoever knows its content can name.
void TestLinksWithin::attachment_isNoLink()
{
    QFETCH(QByteArray, kind);
    const auto other = makeTestLibrary(&m_completions);
    const auto picture = answerOf<session::AttachmentInfo>(
        [&](auto done) { other->putAttachment("12345", "image/png", 1, 2, std::move(done)); });
    conversation::Message message;
    message.content = {conversation::MediaBlock{conversation::MediaKind::Image, {picture->hash, {}, {}, {}, 0, 0, 0}}};
    const std::vector<session::Event> events = {{{1}, {1}, 0, conversation::SessionStarted{}},
                                                {{2}, {1}, 0, conversation::MessagePublished{message, {}}}};
    const auto exported = exportTo(other, store(other, events), at(QStringLiteral("out.jsonl")));
    QCOMPARE(exported.attachments, 1);
    const QString folder = QStringLiteral("out.jsonl.attachments");
    const QStringList names = QDir(at(folder)).entryList(QDir::Files);
    if (kind == "link to the folder")
        moveBehindLink(folder);
    for (const QString& name : kind.startsWith("link to") ? QStringList() : names) {
        const QString path = at(folder + u'/' + name);
        if (kind == "link")
            moveBehindLink(folder + u'/' + name);
        if (kind == "pipe")
            QVERIFY(QFile::remove(path) && mkfifo(path.toUtf8().constData(), 0600) == 0);
    }
    const auto report = take(QStringLiteral("out.jsonl"));
    const bool isWhole = !report.error && report.problemCount == 0;
    QCOMPARE(isWhole, kind == "file");
}

void TestLinksWithin::subAgents_areNotBehindALink_data()
{
    QTest::addColumn<QString>("link");
    QTest::addColumn<bool>("isRead");
    QTest::newRow("none") << QString() << true;
    QTest::newRow("the file") << "5e55/subagents/agent-b.jsonl" << false;
    QTest::newRow("its folder") << "5e55/subagents" << false;
    QTest::newRow("the folder around it") << "5e55" << false;
    QTest::newRow("the transcript, which is named") << "5e55.jsonl" << true;
}

void TestLinksWithin::subAgents_areNotBehindALink()
{
    QFETCH(QString, link);
    QFETCH(bool, isRead);
    const auto line = [](const char* agent, const char* text) {
        json record{{"type", "assistant"},
                    {"sessionId", "5e55"},
                    {"uuid", text},
                    {"timestamp", "2026-01-01T11:00:00Z"},
                    {"message", {{"role", "assistant"}, {"content", {{{"type", "text"}, {"text", text}}}}}}};
        if (*agent != '\0')
            record.update({{"agentId", agent}, {"isSidechain", true}});
        return QByteArray::fromStdString(record.dump() + "\n");
    };
    put(QStringLiteral("5e55.jsonl"), line("", "open word"));
    put(QStringLiteral("5e55/subagents/agent-b.jsonl"), line("b", "secret word"));
    if (!link.isEmpty())
        moveBehindLink(link);
    const auto report = take(QStringLiteral("5e55.jsonl"));
    QVERIFY2(!report.error, report.error ? report.error->sentence.c_str() : "");
    QVERIFY(all().contains("open word"));
    QCOMPARE(all().contains("secret word"), isRead);
}

/// It may have become one since the folder was looked at.
void TestLinksWithin::foundFile_isNoLink()
{
    put(QStringLiteral("watched/a.json"), R"([{"role": "user", "content": "secret word"}])");
    moveBehindLink(QStringLiteral("watched/a.json"));
    transfer::ImportRequest request;
    request.files = {{at(QStringLiteral("watched/a.json")).toStdString(), {}}};
    request.files.front().isFound = true;
    const auto report = import(m_library, request).files.at(0);
    QVERIFY(report.error && report.error->sentence.find("is a link") != std::string::npos);
    request.files.front().isFound = false; // the person named it
    QVERIFY(!import(m_library, request).files.at(0).error);
    QVERIFY(all().contains("secret word"));
}

} // namespace tst_links_within

QUARTERDECK_TEST(tst_links_within, TestLinksWithin)
#include "tst_links_within.moc"
