#include "storage/log/event_document.h"
#include "storage/log/stored_record.h"
#include "storage/search/document.h"
#include "storage/sqlite_library.h"
#include "storage/write_thread.h"
#include "tests/storage/support/library_under_test.h"
#include "tests/support/test.h"

#include <QTest>
#include <future>
#include <nlohmann/json.hpp>

namespace tst_large_writes {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::session;
using namespace quarterdeck::test;
using storage::sqlite::SqliteLibrary;

namespace {

constexpr std::size_t large = 3U << 20U;

/// In characters of three bytes.
std::string longText(const std::string& beginning, std::size_t bytes = large)
{
    std::string text = beginning;
    while (text.size() < bytes)
        text += "船长说了今天的任务。";
    return text;
}

/// Large writes are not prepared before they are released.
class HeldPreparation
{
public:
    explicit HeldPreparation(Library& library)
    {
        const auto nothing = [](storage::sqlite::WriteTables&) { return Nothing{}; };
        const auto wait = [released = m_release.get_future().share()](storage::sqlite::WriteJob&) { released.wait(); };
        dynamic_cast<SqliteLibrary&>(library).preparation()->push({}, {0, nothing, [](const Result<Nothing>&) {}},
                                                                  wait);
    }
    ~HeldPreparation() { release(); }
    HeldPreparation(const HeldPreparation&) = delete;
    HeldPreparation& operator=(const HeldPreparation&) = delete;

    void release()
    {
        if (!std::exchange(m_isReleased, true))
            m_release.set_value();
    }

private:
    std::promise<void> m_release;
    bool m_isReleased = false;
};

/// Which writes were answered, in that order.
class Answers
{
public:
    [[nodiscard]] Done<Nothing> to(const QString& write)
    {
        return [this, write](const Result<Nothing>& answer) {
            m_given << (answer ? write
                               : write + QStringLiteral(": ") + QString::fromStdString(answer.error().sentence));
        };
    }
    [[nodiscard]] const QStringList& given() const { return m_given; }
    [[nodiscard]] bool areThere(qsizetype count) const
    {
        constexpr int patienceMs = 60'000;
        return QTest::qWaitFor([&] { return m_given.size() == count; }, patienceMs);
    }

private:
    QStringList m_given;
};

void append(LibraryUnderTest& library, LogBuilder& log, Done<Nothing> done)
{
    library->append(log.summary(), log.takeRecords(), std::move(done));
}

LogBuilder begun(LibraryUnderTest& library, const char* session)
{
    LogBuilder log(session);
    log.start();
    if (!library.create(log))
        qFatal("no session");
    return log;
}

std::vector<Event> eventsOf(LibraryUnderTest& library, const LogBuilder& log)
{
    return await<std::vector<Event>>([&](auto done) { library->readEvents(log.id(), {0}, 1000, std::move(done)); })
        .value_or(std::vector<Event>());
}

bool isIndexed(LibraryUnderTest& library)
{
    return comesTrue([&] {
        return await<LibraryHealth>([&](auto done) { library->checkHealth(std::move(done)); }).value().indexLag == 0;
    });
}

std::size_t hits(LibraryUnderTest& library, const char* typed)
{
    SearchRequest request;
    request.terms = searchTerms(typed);
    return await<SearchHits>([&](auto done) { library->search(request, std::move(done)); }).value().hits.size();
}

} // namespace

/// A large message delays only its own session.
class LargeWritesTest final : public QObject
{
    Q_OBJECT

private slots:
    static void otherSessions_passBy();
    static void ofOneSession_keepTheirOrder();
    static void closing_losesNothing();
    static void largeMessage_comesBackAndIsFound();
    static void knownDocument_isWhatIsRead();
    static void longDocument_isCutBetweenCharacters();
    static void textOfAnyKind_isCounted_data();
    static void textOfAnyKind_isCounted();
};

void LargeWritesTest::otherSessions_passBy()
{
    LibraryUnderTest library;
    LogBuilder one = begun(library, "one");
    LogBuilder other = begun(library, "other");
    HeldPreparation held(*library);
    Answers answers;
    one.say("Alice", longText("a"));
    append(library, one, answers.to(QStringLiteral("large")));
    other.say("Alice", "a short one");
    QUARTERDECK_VERIFY_RESULT(library.append(other));
    QCOMPARE(answers.given(), QStringList());
    held.release();
    QVERIFY(answers.areThere(1));
    QCOMPARE(answers.given(), QStringList{QStringLiteral("large")});
    QCOMPARE(eventsOf(library, one), one.events());
}

/// Otherwise the removal would be refused, as its session would not be archived.
void LargeWritesTest::ofOneSession_keepTheirOrder()
{
    LibraryUnderTest library;
    LogBuilder one = begun(library, "one");
    LogBuilder other = begun(library, "other");
    LogBuilder third = begun(library, "third");
    HeldPreparation held(*library);
    Answers answers;
    one.say("Alice", longText("a"));
    append(library, one, answers.to(QStringLiteral("large")));
    one.say("Alice", "a short one");
    append(library, one, answers.to(QStringLiteral("short")));
    library->saveSnapshot(one.id(), one.state(), answers.to(QStringLiteral("snapshot")));
    library->saveDraft(one.id(), "draft", answers.to(QStringLiteral("draft")));
    library->completeSessions({one.id(), other.id()}, answers.to(QStringLiteral("complete")));
    other.say("Alice", "what waits for both");
    append(library, other, answers.to(QStringLiteral("other")));
    SessionLabels labels;
    labels.archivedAt = Timestamp{1};
    library->setLabels(one.id(), labels, answers.to(QStringLiteral("labels")));
    library->removeSession(one.id(), answers.to(QStringLiteral("remove")));
    third.say("Alice", "what waits for nothing");
    QUARTERDECK_VERIFY_RESULT(library.append(third));
    QCOMPARE(answers.given(), QStringList());
    held.release();
    const QStringList inOrder =
        QStringLiteral("large short snapshot draft complete other labels remove").split(QLatin1Char(' '));
    QVERIFY(answers.areThere(inOrder.size()));
    QCOMPARE(answers.given(), inOrder);
    QCOMPARE(eventsOf(library, one), std::vector<Event>());
    // Nothing is held any more.
    other.say("Alice", "the last one");
    QUARTERDECK_VERIFY_RESULT(library.append(other));
    QCOMPARE(eventsOf(library, other), other.events());
}

void LargeWritesTest::closing_losesNothing()
{
    LibraryUnderTest library;
    LogBuilder log = begun(library, "s");
    HeldPreparation held(*library);
    Answers answers;
    log.say("Alice", longText("a"));
    append(library, log, answers.to(QStringLiteral("large")));
    log.say("Alice", "a short one");
    append(library, log, answers.to(QStringLiteral("short")));
    const auto releasing = std::async(std::launch::async, [&] { held.release(); });
    library.reopen();
    QVERIFY(answers.areThere(2));
    QCOMPARE(answers.given(), (QStringList{QStringLiteral("large"), QStringLiteral("short")}));
    QCOMPARE(eventsOf(library, log), log.events());
}

/// Before it is indexed and after; and it is taken out of the index again.
void LargeWritesTest::largeMessage_comesBackAndIsFound()
{
    LibraryUnderTest library;
    LogBuilder log = begun(library, "s");
    log.say("Alice", "before");
    log.say("Alice", longText("keelhaul "));
    log.say("Alice", "behind");
    QUARTERDECK_VERIFY_RESULT(library.append(log));
    QCOMPARE(hits(library, "keelhaul"), std::size_t{1});
    QVERIFY(isIndexed(library));
    for (const char* typed : {"keelhaul", "船长", "before", "behind"})
        QCOMPARE(hits(library, typed), std::size_t{1});
    library.reopen();
    QCOMPARE(eventsOf(library, log), log.events());
    const auto check = await<SessionCheck>([&](auto done) { library->verifySession(log.id(), std::move(done)); });
    QVERIFY(check && check->isSound());
    QCOMPARE(hits(library, "keelhaul"), std::size_t{1});
    QUARTERDECK_VERIFY_RESULT(archiveAndRemove(*library, log.id()));
    QCOMPARE(hits(library, "keelhaul"), std::size_t{0});
}

/// Otherwise the index would be told to forget words other than it has.
void LargeWritesTest::knownDocument_isWhatIsRead()
{
    LibraryUnderTest library;
    LogBuilder log = begun(library, "s");
    const EventSeq seq = log.say("Alice", longText("no UTF-8: \xff\xc3 "));
    const std::vector<LogRecord> records = log.takeRecords();
    const auto stored = storage::sqlite::storedRecords(records);
    QVERIFY(stored && stored->size() == 1 && stored->front().document);
    storage::search::Document known = *stored->front().document;
    storage::search::addPlace({channel::everything}, known);
    const auto written = await<Nothing>([&](auto done) { library->append(log.summary(), records, std::move(done)); });
    QUARTERDECK_VERIFY_RESULT(written);
    storage::sqlite::Connection reader(library.path(), storage::sqlite::Mode::Read);
    int read = 0;
    storage::sqlite::forEachDocument(reader, {1}, {seq.value - 1}, seq, {},
                                     [&](EventSeq, const storage::search::Document& document) {
                                         read += document == known ? 1 : 0;
                                         return true;
                                     });
    QCOMPARE(read, 1);
}

void LargeWritesTest::longDocument_isCutBetweenCharacters()
{
    for (const char* beginning : {"", "a", "ab"}) {
        MessagePublished said;
        said.message.content = textBlocks(longText(beginning));
        const storage::search::Document document = storage::search::documentOf(said, "Alice");
        const std::string& text = document[storage::search::Part::Text];
        QVERIFY(text.size() <= storage::search::longestSearchedText);
        QVERIFY(text.size() + 3 > storage::search::longestSearchedText);
        QVERIFY(QString::fromStdString(text).toStdString() == text);
    }
}

void LargeWritesTest::textOfAnyKind_isCounted_data()
{
    QTest::addColumn<EventBody>("body");
    const std::string text(1000, 'a');
    const JsonValue json(nlohmann::json{{"key", {text}}});
    const auto said = [](ContentBlock block) {
        MessagePublished message;
        message.message.content = {std::move(block)};
        return EventBody(std::move(message));
    };
    QTest::newRow("text") << said(TextBlock{text});
    QTest::newRow("thought") << said(ThinkingBlock{text, {}});
    QTest::newRow("tool's input") << said(ToolUseBlock{{}, {}, json, {}});
    QTest::newRow("tool's raw input") << said(ToolUseBlock{{}, {}, {}, text});
    QTest::newRow("tool's output") << said(ToolResultBlock{{}, {}, text, {}, false});
    QTest::newRow("tool's blocks") << said(ToolResultBlock{{}, {}, {}, json, false});
    QTest::newRow("unknown block") << said(UnknownBlock{json});
    MessagePublished published;
    published.message.metadata = json;
    QTest::newRow("metadata") << EventBody(published);
    MessageExtended grown;
    grown.content = textBlocks(text);
    QTest::newRow("growth") << EventBody(grown);
    QuestionAsked asked;
    asked.question.schema = json;
    QTest::newRow("form") << EventBody(asked);
    QuestionEnded ended;
    ended.end.form = json;
    QTest::newRow("answer") << EventBody(ended);
    SpansRecorded recorded;
    recorded.spans.resize(1);
    recorded.spans[0].attributes = json;
    QTest::newRow("spans") << EventBody(recorded);
    QTest::newRow("unknown event") << EventBody(UnknownEvent{"of tomorrow", 7, json});
}

void LargeWritesTest::textOfAnyKind_isCounted()
{
    QFETCH(EventBody, body);
    LogRecord record;
    record.event.body = body;
    QVERIFY(storage::hasMoreText({record}, 999));
    QVERIFY(!storage::hasMoreText({record}, 1999));
    QVERIFY(storage::hasMoreText({record, record}, 1999));
}

} // namespace tst_large_writes

QUARTERDECK_TEST(tst_large_writes, LargeWritesTest)
#include "tst_large_writes.moc"
