#include "export_support.h"
#include "model/formats/export/session_writer.h"
#include "tests/support/test.h"
#include "tests/support/test_library.h"
#include "transfer_support.h"

#include <QDateTime>
#include <QDir>
#include <QTest>
#include <nlohmann/json.hpp>

namespace tst_export {

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
    void anthropic_mergesAndSplits();
    void anthropic_isAsTheApiTakesIt();
    void answer_isWhole_data();
    void answer_isWhole();
    void losses_areCounted_data();
    void losses_areCounted();
    void ownHome_isTakenOut();
    void unknownFormat_isNamed();
    void manyPages_areAllWritten();
    void grownMessages_areWhole();

private:
    QString path(const char* name) const { return m_folder->filePath(QLatin1String(name)); }

    QObject m_completions;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::shared_ptr<Library> m_library;
};

void TestExport::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_library = makeTestLibrary(&m_completions);
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

void TestExport::anthropic_mergesAndSplits()
{
    const SessionId id = importedSession(m_library, dataPath(QStringLiteral("openai/odd_chat.json")));
    const auto report = exportTo(m_library, id, path("a.json"), "anthropic");
    QVERIFY(!report.error);
    const auto body = nlohmann::json::parse(readFile(path("a.json")).toStdString());
    QVERIFY(body.at("max_tokens") == 4096);
    QVERIFY(body.at("system") == "Be brief.");
    std::string shape;
    for (const auto& message : body.at("messages")) {
        shape += message.at("role").get<std::string>() + ":";
        for (const auto& block : message.at("content")) {
            shape += " " + block.at("type").get<std::string>();
        }
        shape += "; ";
    }
    // An unsigned thought and the empty text are left out; results of parallel calls are in one message, and a call
    // that nothing answers is text.
    QCOMPARE(shape,
             std::string("user: image text image text text; assistant: text tool_use tool_use; "
                         "user: tool_result tool_result; assistant: tool_use; user: tool_result; "
                         "assistant: text text; user: text; assistant: text; "));
    const auto& calls = body["messages"][1]["content"];
    QCOMPARE(calls[1].dump(), std::string(R"({"id":"1","input":{"a":1},"name":"f","type":"tool_use"})"));
    QCOMPARE(calls[2]["input"].dump(), std::string(R"({"raw_input":"not json"})"));
    QVERIFY(body["messages"][0]["content"][0]["source"]["media_type"] == "image/png");
}

void TestExport::anthropic_isAsTheApiTakesIt()
{
    for (const char* source : {"tau_bench/gpt-4o-airline-first12.json", "who_and_when/hand_030.json",
                               "agentscope/saved/session_1.0.21.json", "metagpt/team.json"}) {
        const SessionId id = importedSession(m_library, dataPath(QLatin1String(source)));
        QVERIFY(!exportTo(m_library, id, path("a.json"), "anthropic").error);
        const auto body = nlohmann::json::parse(readFile(path("a.json")).toStdString());
        std::string before = "assistant"; // none begins with it
        for (const auto& message : body.at("messages")) {
            QVERIFY(message.at("role") == "user" || message.at("role") == "assistant");
            QVERIFY2(message.at("role") != before, source);
            QVERIFY(!message.at("content").empty());
            before = message.at("role");
        }
    }
}

void TestExport::answer_isWhole_data()
{
    QTest::addColumn<QString>("format");
    QTest::addColumn<QByteArray>("picture");
    const QByteArray bytes = QByteArray("12345").toBase64();
    QTest::newRow("openai") << QStringLiteral("openai") << bytes;
    QTest::newRow("anthropic") << QStringLiteral("anthropic") << bytes;
    QTest::newRow("agentscope") << QStringLiteral("agentscope") << bytes;
    QTest::newRow("metagpt") << QStringLiteral("metagpt") << QByteArray("[drawn.png]");
    QTest::newRow("markdown") << QStringLiteral("markdown") << QByteArray("![drawn.png](");
    QTest::newRow("html") << QStringLiteral("html") << QByteArray("[drawn.png]"); // the bytes are no picture
}

/// An option, with words, a form and a picture beside it; and everything that was asked.
void TestExport::answer_isWhole()
{
    QFETCH(QString, format);
    QFETCH(QByteArray, picture);
    const auto stored = answerOf<session::AttachmentInfo>(
        [&](auto done) { m_library->putAttachment("12345", "image/png", 1, 1, std::move(done)); });
    std::vector<Event> events = teamAtWork(stored->hash);
    std::erase_if(events, [](const Event& event) { return std::holds_alternative<MessagePublished>(event.body); });
    std::erase_if(events, [](const Event& event) { return std::holds_alternative<Annotated>(event.body); });
    for (std::size_t i = 0; i < events.size(); ++i) {
        events[i].seq = {static_cast<std::int64_t>(i) + 1};
        if (auto* asked = std::get_if<QuestionAsked>(&events[i].body); asked != nullptr) {
            asked->question.reason = "The tests pass";
            asked->question.options.front().description = "to all customers";
            asked->question.schema = JsonValue(
                nlohmann::json{{"properties", {{"when", {{"type", "string"}, {"description", "as a date"}}}}}});
            asked->question.deadline = Timestamp{nine};
        }
        if (auto* ended = std::get_if<QuestionEnded>(&events[i].body); ended != nullptr) {
            ended->end.option = "no";
            ended->end.form = JsonValue(nlohmann::json{{"when", "tomorrow"}});
            ended->end.content = {TextBlock{"the budget is wrong"},
                                  MediaBlock{MediaKind::Image, {stored->hash, {}, "image/png", "drawn.png", 5, 1, 1}}};
        }
    }
    const SessionId id = store(m_library, events);
    QVERIFY(!exportTo(m_library, id, path("answered"), format.toStdString()).error);
    const QByteArray written = readFile(path("answered"));
    QVERIFY2(written.contains(picture), written);
    for (const char* said : {"no: the budget is wrong", "tomorrow", "The tests pass", "to all customers", "as a date",
                             "The answer was due by 2026-03-01 09:00:00"})
        QVERIFY2(written.contains(said), written);
}

void TestExport::losses_areCounted_data()
{
    QTest::addColumn<QString>("format");
    QTest::addColumn<QString>("losses");
    const auto row = [](const char* format, const char* losses) {
        QTest::newRow(format) << QString::fromLatin1(format) << QString::fromLatin1(losses);
    };
    row("jsonl", "");
    row("markdown", "");
    row("html", "media 1"); // the bytes are no picture
    row("openai",
        "times 5, recipients 3, privacy 1, questions 1, annotations 1, other_events 1, roles 1, media_names 1");
    row("anthropic",
        "times 5, recipients 3, privacy 1, questions 1, annotations 1, other_events 1, roles 1, media_names 1, merged "
        "1");
    row("agentscope", "recipients 3, privacy 1, questions 1, annotations 1, other_events 1, roles 1, media_names 1");
    row("metagpt", "times 5, privacy 1, tool_calls 2, media 1, questions 1, annotations 1, other_events 1");
}

void TestExport::losses_areCounted()
{
    QFETCH(QString, format);
    const auto picture = answerOf<session::AttachmentInfo>(
        [&](auto done) { m_library->putAttachment("12345", "image/png", 1, 1, std::move(done)); });
    const SessionId id = store(m_library, teamAtWork(picture->hash));
    const auto report = exportTo(m_library, id, path("x"), format.toStdString());
    QVERIFY(!report.error);
    QStringList losses;
    for (const formats::Loss& loss : report.losses) {
        losses << QStringLiteral("%1 %2").arg(QString::fromStdString(loss.kind)).arg(loss.count);
        QVERIFY(loss.sentence.starts_with(std::to_string(loss.count) + " "));
    }
    QTEST(losses.join(QStringLiteral(", ")), "losses");
}

/// Wherever it is, and by its name without links, too: programs tell that one.
void TestExport::ownHome_isTakenOut()
{
    const QTemporaryDir folder;
    const QString home = folder.filePath(QStringLiteral("people/ann"));
    const QString real = folder.filePath(QStringLiteral("disk/ann.lee"));
    QVERIFY(QDir().mkpath(real) && QDir().mkpath(QFileInfo(home).path()) && QFile::link(real, home));
    const QByteArray before = qgetenv("HOME");
    qputenv("HOME", home.toUtf8());
    const auto talk = writeFile(folder, QStringLiteral("talk.json"),
                                R"([{"role": "user", "content": "Look at )" + home.toUtf8() + "/a and "
                                    + QFileInfo(real).canonicalFilePath().toUtf8() + R"(/b."}])");
    const auto id = import(m_library, {talk}).files.at(0).sessions.at(0).id;
    for (const bool isRedacted : {true, false}) {
        const QString path = folder.filePath(QStringLiteral("out"));
        const auto report = exportTo(m_library, id, path, "openai", isRedacted);
        QVERIFY(!report.error);
        QCOMPARE(readFile(path).contains("Look at ~/a and ~/b."), isRedacted);
        QCOMPARE(report.redactions.empty(), !isRedacted);
    }
    qputenv("HOME", before);
}

void TestExport::unknownFormat_isNamed()
{
    const SessionId id = store(m_library, teamAtWork({}));
    const auto report = exportTo(m_library, id, path("x.doc"), "doc");
    QVERIFY(report.error && report.error->sentence == "“doc” is not an export format.");
    QVERIFY(!QFile::exists(path("x.doc")));
}

void TestExport::grownMessages_areWhole()
{
    std::vector<Event> events = teamAtWork({});
    MessageExtended growth;
    growth.target = {4};
    growth.keptBytes = 8; // "Running."
    growth.content = {TextBlock{" and done."}};
    const auto number = static_cast<std::int64_t>(events.size()) + 1;
    events.push_back({{number}, {nine + number * 1000}, 0, growth});
    const SessionId id = store(m_library, events);
    for (const formats::ExportFormat& format : formats::exportFormats()) {
        if (format.isPackage)
            continue; // pieces stay pieces in it: tst_package
        QVERIFY2(!exportTo(m_library, id, path("grown"), format.name).error, format.name.c_str());
        const QByteArray written = readFile(path("grown"));
        QVERIFY2(written.contains(format.needsRows ? "Running. and done." : " and done."), format.name.c_str());
    }
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
        if (format.isPackage)
            continue; // tst_package
        const auto report = exportTo(m_library, id, path("many"), format.name);
        QVERIFY2(!report.error, format.name.c_str());
        QCOMPARE(report.events, 1234);
        QCOMPARE(readFile(path("many")).count("Running."), 1234 - 9 + 1);
    }
}

} // namespace tst_export

QUARTERDECK_TEST(tst_export, TestExport)
#include "tst_export.moc"
