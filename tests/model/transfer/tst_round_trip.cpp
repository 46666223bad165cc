#include "model/conversation/json/event_json.h"
#include "tests/support/test.h"
#include "tests/support/test_library.h"
#include "transfer_support.h"

#include <QDir>
#include <QTest>
#include <nlohmann/json.hpp>

namespace tst_round_trip {

using namespace quarterdeck;
using namespace quarterdeck::test;
using namespace quarterdeck::conversation;
using session::SessionId;

namespace {

/// One event of every kind, with text that JSON must escape.
std::vector<Event> oneOfEach(const AttachmentHash& picture)
{
    Message message;
    message.id = MessageId("m1");
    message.sentFrom = Address("Alice");
    message.content = {TextBlock{"line\nbreak \"quoted\" \xf0\x9f\x98\x80 \x01"},
                       ThinkingBlock{"hm", "signature"},
                       MediaBlock{MediaKind::Image, {picture, {}, "image/png", "a.png", 5, 1, 2}},
                       MediaBlock{MediaKind::Audio, {{}, "https://example.org/a.ogg", "audio/ogg", {}, 0, 0, 0}},
                       ToolUseBlock{"c", "f", JsonValue(nlohmann::json{{"a", 1.5}}), "{\"a\": 1.50}"},
                       ToolResultBlock{"c", "f", "out", JsonValue(nlohmann::json::array({1, "two"})), true},
                       UnknownBlock{JsonValue(nlohmann::json{{"type", "new"}})}};
    message.usage = Usage{"model", 1, 2, 0.25, 3};
    message.metadata = JsonValue(nlohmann::json{{"agent", "Alice"}});
    message.timestamp = {123};
    Question question;
    question.id = QuestionId("q");
    question.asker = RoleName("Alice");
    question.text = "which?";
    question.options = {{"one", "first"}, {"two", ""}};
    question.deadline = session::Timestamp{99};
    SessionStarted started;
    started.title = "Ein Titel";
    started.details = JsonValue(nlohmann::json{{"k", nullptr}});
    started.budget = 3.0;
    Role role;
    role.name = RoleName("Alice");
    role.watch = {ActionName("a")};
    HoldRule rule;
    rule.id = holdsEverything;
    rule.name = "deploy";
    rule.from = {RoleName("Alice")};
    rule.to = {address::person};
    rule.text = "\\bdeploy";
    rule.isPattern = true;
    Route held;
    held.hold = Hold{rule.id, rule.name, RoleName("Alice"), {{RoleName("Bob"), DeliveryReason::Named}}, true};
    Route released;
    released.release = Release{{23}, true, true, "person"};
    const std::vector<EventBody> bodies = {
        started,
        RoleHired{role},
        MessagePublished{message, {}},
        DirectChatOpened{DirectChatId("d"), RoleName("Alice"), true},
        DirectChatEnded{DirectChatId("d"), RoleName("Alice"), {}},
        PublicChatSet{false},
        QuestionAsked{question},
        QuestionDeadlineMoved{QuestionId("q"), {}, true, "person"},
        QuestionEnded{QuestionId("q"), {QuestionEndKind::Answered, "one", {}, {}, "person", {5}}},
        AnswerDelivered{QuestionId("q"), MessageId("echo")},
        MailObserved{RoleName("Alice"), 0, false},
        RoleActivityChanged{RoleName("Alice"), RoleActivity::Failed, "why", true, false},
        RunStateChanged{RunState::Finished, "done"},
        RoundStarted{1, 2},
        BudgetSet{{}},
        UsageRecorded{RoleName("Alice"), *message.usage},
        Annotated{{3}, AnnotationKind::Note, "text", "me"},
        MessagePinned{{3}, false, "person"},
        MessageExtended{{3}, 0, 2, {TextBlock{"and more"}}, false, {}},
        SpansRecorded{{{"0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331", "", "chat", "Alice", 5, 7}}},
        SessionRenamed{"Other"},
        HoldRuleSet{rule, "person"},
        MessagePublished{message, held},
        MessagePublished{message, released},
        HeldDropped{{23}, "no", true, "person"},
        HoldRuleRemoved{rule.id, rule.name, "person"},
        RoleModeSet{RoleName("Alice"), RoleMode::Muted, "person"},
        UnknownEvent{"from_the_future", 7, JsonValue(nlohmann::json{{"x", 1}})}};
    std::vector<Event> events;
    for (const EventBody& body : bodies) {
        const auto number = static_cast<std::int64_t>(events.size()) + 1;
        events.push_back({{number}, {1'700'000'000'000 + number}, number * 3, body});
    }
    return events;
}

} // namespace

class TestRoundTrip final : public QObject
{
    Q_OBJECT

private slots:
    void everyKindOfEvent();
    void recordedSessions();
    void deepValues();
    void renamedFile_findsItsAttachments();
    void renamedWithItsFolder_findsItsAttachments();
    void truncatedExport_isRefused();
    void changedAttachment_isReported();
    void exportOfNothing_leavesNoFile();
    void unwritableTarget_isNamed();

private:
    QObject m_completions;
    QTemporaryDir m_folder;
};

void TestRoundTrip::everyKindOfEvent()
{
    const auto library = makeTestLibrary(&m_completions);
    const auto picture = answerOf<session::AttachmentInfo>(
        [&](auto done) { library->putAttachment("12345", "image/png", 1, 2, std::move(done)); });
    const auto events = oneOfEach(picture->hash);
    QCOMPARE(events.size(), std::variant_size_v<EventBody> + 2); // held and released ones are messages, too
    const SessionId id = store(library, events);
    QVERIFY(!id.isEmpty());
    const QString path = m_folder.filePath(QStringLiteral("each.jsonl"));
    const auto exported = exportTo(library, id, path);
    QVERIFY2(!exported.error, exported.error ? exported.error->sentence.c_str() : "");
    QCOMPARE(exported.events, static_cast<std::int64_t>(events.size()));
    QCOMPARE(exported.attachments, 1);

    const auto other = makeTestLibrary(&m_completions);
    const auto report = import(other, {path});
    QVERIFY2(!report.files.front().error,
             report.files.front().error ? report.files.front().error->sentence.c_str() : "");
    QCOMPARE(report.files.front().kind, std::string("quarterdeck"));
    QCOMPARE(report.files.front().problemCount, 0);
    const SessionId copy = report.files.front().sessions.front().id;
    QVERIFY(copy != id);
    QVERIFY(eventsOf(*other, copy) == events);
    const auto bytes = answerOf<std::string>([&](auto done) { other->readAttachment(picture->hash, std::move(done)); });
    QCOMPARE(*bytes, std::string("12345"));
}

void TestRoundTrip::recordedSessions()
{
    const auto library = makeTestLibrary(&m_completions);
    const auto first = import(library,
                              {dataPath(QStringLiteral("who_and_when/hand_008.json")),
                               dataPath(QStringLiteral("tau_bench/gpt-4o-airline-first12.json"))});
    for (const transfer::FileReport& file : first.files) {
        for (const transfer::ImportedSession& one : file.sessions) {
            const QString path = m_folder.filePath(QString::fromStdString(one.id.str()));
            QVERIFY(!exportTo(library, one.id, path).error);
            const auto report = import(library, {path});
            QVERIFY(!report.files.front().error);
            QVERIFY(eventsOf(*library, report.files.front().sessions.front().id) == eventsOf(*library, one.id));
        }
    }
}

void TestRoundTrip::deepValues()
{
    const auto nested = [](int levels) {
        nlohmann::json value = nlohmann::json::array();
        for (int level = 1; level < levels; ++level)
            value = nlohmann::json::array({std::move(value)});
        return value;
    };
    const auto library = makeTestLibrary(&m_completions);
    // As deep as a foreign file may be, and as deep as a library may be.
    nlohmann::json call = {{"id", "c"}, {"function", {{"name", "f"}, {"arguments", nested(120).dump()}}}};
    nlohmann::json said = {{"role", "assistant"}, {"tool_calls", {call}}, {"extra", nested(120)}};
    const QString foreign = writeFile(m_folder, QStringLiteral("deep.jsonl"), QByteArray::fromStdString(said.dump()));
    const ImportReport first = import(library, {foreign});
    QVERIFY2(!first.files.front().error, first.files.front().error ? first.files.front().error->sentence.c_str() : "");
    const std::vector<Event> deepest = {{{1}, {1}, 0, SessionStarted{}},
                                        {{2}, {2}, 0, UnknownEvent{"deep", 7, JsonValue(nested(maxJsonDepth))}}};
    for (const SessionId& id : {first.files.front().sessions.front().id, store(library, deepest)}) {
        const QString path = m_folder.filePath(QStringLiteral("deep again.jsonl"));
        QVERIFY(!exportTo(library, id, path).error);
        const ImportReport again = import(library, {path});
        QVERIFY2(!again.files.front().error,
                 again.files.front().error ? again.files.front().error->sentence.c_str() : "");
        QVERIFY(eventsOf(*library, again.files.front().sessions.front().id) == eventsOf(*library, id));
    }
}

void TestRoundTrip::renamedFile_findsItsAttachments()
{
    const auto library = makeTestLibrary(&m_completions);
    const auto picture = answerOf<session::AttachmentInfo>(
        [&](auto done) { library->putAttachment("12345", "image/png", 1, 2, std::move(done)); });
    const SessionId id = store(library, oneOfEach(picture->hash));
    const QString path = m_folder.filePath(QStringLiteral("before.jsonl"));
    QVERIFY(!exportTo(library, id, path).error);
    const QString moved = m_folder.filePath(QStringLiteral("after.txt"));
    QVERIFY(QFile::rename(path, moved));
    QCOMPARE(import(makeTestLibrary(&m_completions), {moved}).files.front().problemCount, 0);
}

void TestRoundTrip::renamedWithItsFolder_findsItsAttachments()
{
    const auto library = makeTestLibrary(&m_completions);
    const auto picture = answerOf<session::AttachmentInfo>(
        [&](auto done) { library->putAttachment("12345", "image/png", 1, 2, std::move(done)); });
    const QString path = m_folder.filePath(QStringLiteral("first.jsonl"));
    QVERIFY(!exportTo(library, store(library, oneOfEach(picture->hash)), path).error);
    const QString moved = m_folder.filePath(QStringLiteral("second.jsonl"));
    for (const QString& suffix : {QString(), QStringLiteral(".attachments")})
        QVERIFY(QFile::rename(path + suffix, moved + suffix));
    const auto other = makeTestLibrary(&m_completions);
    QCOMPARE(import(other, {moved}).files.front().problemCount, 0);
    const auto bytes = answerOf<std::string>([&](auto done) { other->readAttachment(picture->hash, std::move(done)); });
    QCOMPARE(*bytes, std::string("12345"));
}

void TestRoundTrip::truncatedExport_isRefused()
{
    const auto library = makeTestLibrary(&m_completions);
    const SessionId id = store(library, oneOfEach({}));
    const QString path = m_folder.filePath(QStringLiteral("whole.jsonl"));
    QVERIFY(!exportTo(library, id, path).error);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray whole = file.readAll();
    for (qsizetype size = 60; size < whole.size() - 1; size += 97) {
        const auto report = import(library, {writeFile(m_folder, QStringLiteral("cut.jsonl"), whole.left(size))});
        QVERIFY(report.files.front().error);
        QVERIFY(report.files.front().error->sentence.find("cut.jsonl") != std::string::npos);
    }
    QCOMPARE(sessionsOf(*library).size(), std::size_t{1});
}

void TestRoundTrip::changedAttachment_isReported()
{
    const auto library = makeTestLibrary(&m_completions);
    const auto picture = answerOf<session::AttachmentInfo>(
        [&](auto done) { library->putAttachment("12345", "image/png", 1, 2, std::move(done)); });
    const SessionId id = store(library, oneOfEach(picture->hash));
    const QString path = m_folder.filePath(QStringLiteral("changed.jsonl"));
    QVERIFY(!exportTo(library, id, path).error);
    QFile attachment(path + QStringLiteral(".attachments/") + QString::fromStdString(picture->hash.str()));
    QVERIFY(attachment.open(QIODevice::Append));
    attachment.write("6");
    attachment.close();
    const auto report = import(makeTestLibrary(&m_completions), {path});
    QVERIFY(!report.files.front().error);
    QCOMPARE(report.files.front().problemCount, 1);
}

void TestRoundTrip::exportOfNothing_leavesNoFile()
{
    const auto library = makeTestLibrary(&m_completions);
    const QString path = m_folder.filePath(QStringLiteral("nothing.jsonl"));
    const auto report = exportTo(library, SessionId("none"), path);
    QVERIFY(report.error);
    QVERIFY(!QFile::exists(path));
}

void TestRoundTrip::unwritableTarget_isNamed()
{
    const auto library = makeTestLibrary(&m_completions);
    const SessionId id = store(library, oneOfEach({}));
    const QString path = m_folder.filePath(QStringLiteral("no/such/folder.jsonl"));
    const auto report = exportTo(library, id, path);
    QVERIFY(report.error);
    QVERIFY(report.error->sentence.find(path.toStdString()) != std::string::npos);
}

} // namespace tst_round_trip

QUARTERDECK_TEST(tst_round_trip, TestRoundTrip)
#include "tst_round_trip.moc"
