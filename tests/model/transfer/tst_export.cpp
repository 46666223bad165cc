#include "formats/session_writer.h"
#include "storage/open_library.h"
#include "transfer_support.h"

#include <QDateTime>
#include <QTest>
#include <nlohmann/json.hpp>

using namespace quarterdeck;
using namespace quarterdeck::test;
using namespace quarterdeck::conversation;
using session::SessionId;

namespace {

const std::int64_t nine = QDateTime({2026, 3, 1}, {9, 0}).toMSecsSinceEpoch();

/// A team at work: a plan, a tool, something private, a question with its answer, and a remark.
std::vector<Event> teamAtWork(const AttachmentHash& picture)
{
    SessionStarted started;
    started.title = "Ship *it*";
    Role alice;
    alice.name = RoleName("Alice");
    alice.profile = "Engineer";
    alice.addresses = {Address("Alice")};
    Message order;
    order.causeBy = action::userRequirement;
    order.content = {TextBlock{"Do it"}, MediaBlock{MediaKind::Image, {picture, {}, "image/png", "a.png", 5, 1, 1}}};
    Message work;
    work.sentFrom = Address("Alice");
    work.role = "assistant";
    work.content = {TextBlock{"Running."}, ToolUseBlock{"c", "ls", JsonValue(nlohmann::json{{"path", "."}}), {}},
                    ToolResultBlock{"c", "ls", "a\nb", {}, false}};
    Message secret;
    secret.sentFrom = Address("Alice");
    secret.sendTo = {address::person};
    secret.content = textBlocks("Between us.");
    Question question;
    question.id = QuestionId("q");
    question.asker = RoleName("Alice");
    question.text = "Deploy?";
    question.options = {{"yes", ""}, {"no", ""}};
    Route privately;
    privately.isPrivate = true;
    privately.directChatRoles = {RoleName("Alice")};
    std::vector<Event> events;
    for (EventBody body : std::vector<EventBody>{
             started, RoleHired{alice}, MessagePublished{order, {}}, MessagePublished{work, {}},
             MessagePublished{secret, privately}, QuestionAsked{question}, RoundStarted{1, 1},
             QuestionEnded{QuestionId("q"), {QuestionEndKind::Answered, "yes", {}, {}, "person", {5}}},
             Annotated{{4}, AnnotationKind::Note, "look here", "me"}}) {
        const auto number = static_cast<std::int64_t>(events.size()) + 1;
        events.push_back({{number}, {nine + number * 1000}, 0, std::move(body)});
    }
    return events;
}

} // namespace

/// Sessions in the formats of others.
class TestExport final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void markdown_readsAsTheTranscript();
    void markdown_hasEveryRecordedText();
    void unknownFormat_isNamed();
    void manyPages_areAllWritten();

private:
    QString path(const char* name) const { return m_folder->filePath(QLatin1String(name)); }

    QObject m_completions;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::shared_ptr<Library> m_library;
};

void TestExport::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_library = storage::makeMemoryLibrary(&m_completions);
}

void TestExport::markdown_readsAsTheTranscript()
{
    const auto picture = answerOf<session::AttachmentInfo>(
        [&](auto done) { m_library->putAttachment("12345", "image/png", 1, 1, std::move(done)); });
    const SessionId id = store(m_library, teamAtWork(picture->hash));
    const QString file = path("one.md");
    const auto report = exportTo(m_library, id, file, "markdown");
    QVERIFY2(!report.error, report.error ? report.error->sentence.c_str() : "");
    QVERIFY(report.losses.empty());
    const QString hash = QString::fromStdString(picture->hash.str());
    QCOMPARE(QString::fromUtf8(readFile(file)),
             QStringLiteral("# Ship \\*it\\*\n\n*2026-03-01 09:00 · 3 message(s)*\n\n- **Alice** – Engineer\n"
                            "\n---\n\n**You → everyone** · 2026-03-01 09:00:03\n\nDo it\n\n"
                            "![a.png](<one.md.attachments/%1>)\n"
                            "\n---\n\n**Alice → everyone** · 2026-03-01 09:00:04\n\nRunning.\n\nCalls ls\n\n"
                            "```json\n{\n  \"path\": \".\"\n}\n```\n\nResult of ls\n\n```\na\nb\n```\n\n"
                            "*Note by me: look here*\n"
                            "\n---\n\n**Alice → you** · private · 2026-03-01 09:00:05\n\nBetween us.\n"
                            "\n---\n\n**Alice → you** · 2026-03-01 09:00:06\n\nDeploy?\n\n- yes\n- no\n\n"
                            "**You → Alice**\n\nyes\n"
                            "\n---\n\n*Round 1*\n")
                 .arg(hash));
    QCOMPARE(readFile(file + QStringLiteral(".attachments/") + hash), QByteArray("12345"));
}

void TestExport::markdown_hasEveryRecordedText()
{
    const auto imported = import(m_library,
                                 {dataPath(QStringLiteral("who_and_when/hand_030.json")),
                                  dataPath(QStringLiteral("tau_bench/gpt-4o-airline-first12.json"))});
    int texts = 0;
    for (const session::SessionSummary& one : sessionsOf(*m_library)) {
        QVERIFY(!exportTo(m_library, one.id, path("x.md"), "markdown").error);
        const QString written = QString::fromUtf8(readFile(path("x.md")));
        QVERIFY(written.count(QStringLiteral("\n---\n\n**")) >= one.messageCount); // texts have such lines, too
        for (const Event& event : eventsOf(*m_library, one.id)) {
            const auto* published = std::get_if<MessagePublished>(&event.body);
            for (const TextBlock& block :
                 published ? blocksOf<TextBlock>(published->message) : std::vector<TextBlock>()) {
                QVERIFY2(written.contains(QString::fromStdString(block.text)), block.text.c_str());
                ++texts;
            }
        }
    }
    QVERIFY2(texts > 200, qPrintable(QString::number(texts)));
}

void TestExport::unknownFormat_isNamed()
{
    const SessionId id = store(m_library, teamAtWork({}));
    const auto report = exportTo(m_library, id, path("x.doc"), "doc");
    QVERIFY(report.error && report.error->sentence == "“doc” is no format to export to.");
    QVERIFY(!QFile::exists(path("x.doc")));
}

void TestExport::manyPages_areAllWritten()
{
    std::vector<Event> events = teamAtWork({});
    const Event one = events[3];
    while (events.size() < 1234) {
        events.push_back(one);
        events.back().seq.value = static_cast<std::int64_t>(events.size());
    }
    const SessionId id = store(m_library, events);
    for (const formats::ExportFormat& format : formats::exportFormats()) {
        const auto report = exportTo(m_library, id, path("many"), format.name);
        QVERIFY2(!report.error, format.name.c_str());
        QCOMPARE(report.events, 1234);
        QCOMPARE(readFile(path("many")).count("Running."), 1234 - 9 + 1);
    }
}

QTEST_GUILESS_MAIN(TestExport)
#include "tst_export.moc"
