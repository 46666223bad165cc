#include "model/conversation/channel.h"
#include "model/conversation/message_extension.h"
#include "model/session/search.h"
#include "model/session/session.h"
#include "storage/backup/backups.h"
#include "storage/open_library.h"
#include "storage/recover/recover_library.h"
#include "tests/storage/support/await.h"
#include "tests/storage/support/database.h"
#include "tests/storage/support/disk.h"
#include "tests/storage/support/faults.h"
#include "tests/storage/support/log_builder.h"
#include "tests/storage/support/promise.h"
#include "tests/support/test.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <atomic>
#include <csignal>
#include <set>
#include <sys/wait.h>
#include <unistd.h>

namespace tst_grown_messages {

using namespace quarterdeck;
using namespace quarterdeck::session;
using conversation::Message;
using conversation::MessageExtended;
using conversation::MessagePublished;
using conversation::SessionKind;
using storage::openLibrary;
using test::await;
using test::comesTrue;
using test::Database;
using test::LogBuilder;

namespace {

constexpr int steps = 500;
const SessionId theSession("streams");

/// A message that its program sends again with each word.
struct Stream
{
    EventSeq target;
    Message message;
    int words = 0;
};

std::string wordOf(const Stream& stream)
{
    return "w" + std::to_string(stream.target.value * 100'000 + stream.words) + ' ';
}

Stream begin(LogBuilder& log)
{
    Stream stream;
    const std::string first = "begun ";
    stream.target = log.say("Alice", first);
    stream.message = std::get<MessagePublished>(log.events().back().body).message;
    return stream;
}

void grow(LogBuilder& log, Stream& stream)
{
    Message longer = stream.message;
    std::get<conversation::TextBlock>(longer.content.front()).text += wordOf(stream);
    ++stream.words;
    log.add(conversation::extensionOf(stream.message, longer, stream.target), 40);
    stream.message = longer;
}

std::string textOf(const Row& row) { return conversation::textOf(std::get<MessagePublished>(row.event.body).message); }

std::vector<Row> rowsOf(Library& library, std::optional<EventSeq> asOf = {})
{
    RowsRequest request{theSession, conversation::channel::everything, {0}, 200, asOf};
    const auto rows = await<Rows>([&](auto done) { library.readRows(request, done); });
    if (!rows)
        qFatal("%s", rows.error().detail.c_str());
    return rows->rows;
}

std::vector<Event> eventsOf(Library& library)
{
    const auto events =
        await<std::vector<Event>>([&](auto done) { library.readEvents(theSession, {0}, 1'000'000, done); });
    if (!events)
        qFatal("%s", events.error().detail.c_str());
    return *events;
}

std::size_t hitsOf(Library& library, const std::string& word)
{
    const SearchRequest request{searchTerms(word), {}, 200};
    const auto hits = await<SearchHits>([&](auto done) { library.search(request, done); });
    return hits ? hits->hits.size() : 9999;
}

std::int64_t numberOf(const std::string& path, const char* sql) { return std::stoll(Database(path).ask(sql)); }

/// Also while its disk fails.
bool isMerged(const std::string& path)
{
    return Database(path, Database::Way::PastTheTestsDisk)
               .ask("SELECT count(*) FROM (SELECT 1 FROM amendments GROUP BY target_seq HAVING count(*) > 20)")
        == "0 ";
}

bool isIndexed(Library& library)
{
    const auto health = await<LibraryHealth>([&](auto done) { library.checkHealth(done); });
    return health && health->indexLag == 0;
}

std::int64_t usedBytes(const std::string& path)
{
    return numberOf(path,
                    "SELECT (SELECT page_count FROM pragma_page_count())"
                    " - (SELECT freelist_count FROM pragma_freelist_count())")
        * 4096;
}

bool isSound(Library& library)
{
    const auto check = await<SessionCheck>([&](auto done) { library.verifySession(theSession, done); });
    for (const std::string& fault : check ? check->faults : std::vector<std::string>())
        qWarning("%s", fault.c_str());
    return check && check->isSound();
}

} // namespace

/// Messages that came as many small growths, and what becomes of those when they rest. Unmerged, five hundred growths
/// of one word each take many times the space of their text, and every window reads all of them.
class GrownMessagesTest final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { close(); }
    void aStreamTakesThreeTimesItsTextAtMost();
    void nothingElseChanges();
    void aMessageThatNeverRests_isMergedMeanwhile();
    void goesOnAfterwards();
    void aRecording_staysAsItCame();
    void aCopyOfTheLog_isTheSame();
    void backupAndRecovery_findAllOfIt();
    void killedMerge_losesNothing();
    void everyFault_losesNothing_data();
    void everyFault_losesNothing();

private:
    void open(const std::string& name = "library.db");
    void create(LogBuilder& log, SessionKind kind = SessionKind::Team);
    void append(LogBuilder& log);
    /// A recording's messages stay as they came, however long that takes; from now on they rest.
    void makeLive()
    {
        close();
        Database(m_path).execute("UPDATE sessions SET kind = 'team'");
    }
    /// Before the messages rest.
    void close() { m_library.reset(); }

    test::Disk m_disk; ///< handed down to the process that is killed
    std::unique_ptr<QTemporaryDir> m_folder;
    QObject m_context;
    std::string m_path;
    std::shared_ptr<Library> m_library;

    /// Two at a time, as two members do.
    LogBuilder m_log{theSession.str().c_str()};
    std::vector<Stream> streams(int pairs, SessionKind kind = SessionKind::Team);
};

void GrownMessagesTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_log = LogBuilder(theSession.str().c_str());
    open();
}

void GrownMessagesTest::open(const std::string& name)
{
    close();
    m_path = m_folder->filePath(QString::fromStdString(name)).toStdString();
    const auto library = openLibrary(m_path, &m_context);
    if (!library)
        qFatal("%s", library.error().detail.c_str());
    m_library = *library;
}

void GrownMessagesTest::create(LogBuilder& log, SessionKind kind)
{
    SessionSummary summary = log.summary();
    summary.kind = kind;
    if (!await<Nothing>([&](auto done) { m_library->createSession(summary, log.takeRecords(), done); }))
        qFatal("no session");
}

void GrownMessagesTest::append(LogBuilder& log)
{
    if (!await<Nothing>([&](auto done) { m_library->append(log.summary(), log.takeRecords(), done); }))
        qFatal("not appended");
}

std::vector<Stream> GrownMessagesTest::streams(int pairs, SessionKind kind)
{
    std::vector<Stream> streams;
    m_log.start();
    create(m_log, kind);
    for (int pair = 0; pair < pairs; ++pair) {
        Stream one = begin(m_log);
        Stream other = begin(m_log);
        for (int step = 1; step < steps; ++step) {
            grow(m_log, one);
            grow(m_log, other);
        }
        append(m_log);
        streams.push_back(std::move(one));
        streams.push_back(std::move(other));
    }
    return streams;
}

void GrownMessagesTest::aStreamTakesThreeTimesItsTextAtMost()
{
    const std::int64_t before = usedBytes(m_path);
    std::size_t text = 0;
    for (const Stream& stream : streams(10))
        text += conversation::textOf(stream.message).size();
    QVERIFY(comesTrue([&] { return isMerged(m_path) && isIndexed(*m_library); }));
    close(); // moves the log into the file
    const double share = static_cast<double>(usedBytes(m_path) - before) / static_cast<double>(text);
    qInfo("%.2f bytes on disk per byte of the final texts", share);
    QVERIFY2(share <= 3.0, qPrintable(QString::number(share)));
}

void GrownMessagesTest::nothingElseChanges()
{
    const std::vector<Stream> said = streams(2, SessionKind::Imported);
    m_log.ask("q");
    m_log.annotate(said.front().target);
    append(m_log);
    QVERIFY(!isMerged(m_path));
    const std::vector<Row> rows = rowsOf(*m_library);
    QVERIFY(eventsOf(*m_library) == m_log.events());

    makeLive();
    open();
    QVERIFY(comesTrue([&] { return isMerged(m_path) && isIndexed(*m_library); }));
    QVERIFY(rowsOf(*m_library) == rows);
    QCOMPARE(textOf(rows.front()), conversation::textOf(said.front().message));
    const std::vector<Event> events = eventsOf(*m_library);
    QCOMPARE(events.size(), m_log.events().size());
    for (std::size_t i = 0; i < events.size(); ++i) {
        QCOMPARE(events[i].seq, m_log.events()[i].seq);
        QVERIFY(events[i] == m_log.events()[i] || std::holds_alternative<MessageExtended>(events[i].body));
    }
    const auto state = await<ConversationState>([&](auto done) { m_library->readState(theSession, {}, done); });
    QVERIFY(state && *state == m_log.state());
    QVERIFY(isSound(*m_library));
    // A replay sees it grow, each time longer.
    std::set<std::string> moments;
    for (std::int64_t seq = said.front().target.value; seq <= said.front().target.value + 2 * steps; ++seq) {
        const std::vector<Row> then = rowsOf(*m_library, EventSeq{seq});
        QVERIFY(textOf(rows.front()).starts_with(textOf(then.front())));
        moments.insert(textOf(then.front()));
    }
    QVERIFY2(moments.size() >= 5 && moments.size() <= 20, qPrintable(QString::number(moments.size())));
    // Each word once: the index has forgotten the pieces.
    for (const int word : {0, 1, 250, steps - 2}) {
        Stream at = said.back();
        at.words = word;
        QCOMPARE(hitsOf(*m_library, wordOf(at)), std::size_t(1));
    }
    // And so it is after a restart, when the index is rebuilt.
    close();
    Database(m_path).execute("DROP TABLE text_index_version");
    open();
    QVERIFY(comesTrue([&] { return isIndexed(*m_library); }));
    QVERIFY(rowsOf(*m_library) == rows);
    QCOMPARE(hitsOf(*m_library, "begun"), std::size_t(4));
}

void GrownMessagesTest::aMessageThatNeverRests_isMergedMeanwhile()
{
    m_log.start();
    create(m_log);
    Stream stream = begin(m_log);
    QVERIFY(comesTrue([&] {
        grow(m_log, stream);
        append(m_log);
        return stream.words > 300 && isMerged(m_path);
    }));
    QCOMPARE(textOf(rowsOf(*m_library).front()), conversation::textOf(stream.message));
    QVERIFY(isSound(*m_library));
}

void GrownMessagesTest::goesOnAfterwards()
{
    Stream stream = streams(1).front();
    QVERIFY(comesTrue([&] { return isMerged(m_path); }));
    for (int step = 0; step < steps; ++step)
        grow(m_log, stream);
    append(m_log);
    QCOMPARE(textOf(rowsOf(*m_library).front()), conversation::textOf(stream.message));
    QVERIFY(comesTrue([&] { return isMerged(m_path); }));
    QCOMPARE(textOf(rowsOf(*m_library).front()), conversation::textOf(stream.message));
    QVERIFY(isSound(*m_library));
}

void GrownMessagesTest::aRecording_staysAsItCame()
{
    m_log.start();
    create(m_log, SessionKind::Imported);
    Stream stream = begin(m_log);
    for (int step = 1; step < steps; ++step)
        grow(m_log, stream);
    append(m_log);
    QVERIFY(comesTrue([&] { return isIndexed(*m_library); })); // when it rests
    QVERIFY(eventsOf(*m_library) == m_log.events());
    open();
    m_log.say("Mike", "and after a start");
    append(m_log);
    QVERIFY(comesTrue([&] { return isIndexed(*m_library); }));
    QVERIFY(eventsOf(*m_library) == m_log.events());
}

/// As a package or an export brings it into another library.
void GrownMessagesTest::aCopyOfTheLog_isTheSame()
{
    streams(1);
    QVERIFY(comesTrue([&] { return isMerged(m_path); }));
    const std::vector<Event> events = eventsOf(*m_library);
    const std::vector<Row> rows = rowsOf(*m_library);
    const std::int64_t stored = numberOf(m_path, "SELECT count(*) FROM events");
    QVERIFY(stored < 60);
    open("copy.db");
    ConversationState state;
    const std::vector<LogRecord> records = makeLogRecords(state, events);
    const auto made =
        await<Nothing>([&](auto done) { m_library->createSession(summaryOf(theSession, state), records, done); });
    QVERIFY2(made, made ? "" : made.error().detail.c_str());
    QVERIFY(rowsOf(*m_library) == rows);
    QVERIFY(isSound(*m_library));
    QCOMPARE(eventsOf(*m_library).size(), events.size());
    QCOMPARE(numberOf(m_path, "SELECT count(*) FROM events"), stored);
}

void GrownMessagesTest::backupAndRecovery_findAllOfIt()
{
    streams(1);
    QVERIFY(comesTrue([&] { return isMerged(m_path); }));
    const std::vector<Row> rows = rowsOf(*m_library);
    const auto events = static_cast<std::int64_t>(m_log.events().size());
    const auto health = await<LibraryHealth>([&](auto done) { m_library->checkHealth(done); });
    QVERIFY(health && health->integrity == "ok");
    QCOMPARE(health->events, events);
    const auto backup = storage::makeBackup(m_path, storage::BackupKind::ByHand);
    QVERIFY2(backup, backup ? "" : backup.error().detail.c_str());
    QCOMPARE(backup->events, events);
    close();
    const auto report = storage::recoverLibrary(m_path);
    QVERIFY2(report, report ? "" : report.error().detail.c_str());
    QCOMPARE(report->lostEvents(), std::int64_t(0));
    QVERIFY(report->isWhole());
    QCOMPARE(report->sessions.front().events, events);
    open();
    QVERIFY(rowsOf(*m_library) == rows);
    QCOMPARE(eventsOf(*m_library).size(), m_log.events().size());
    QVERIFY(isSound(*m_library));
}

/// At each call that changes the disk (one in five without QUARTERDECK_FULL), in a process of its own.
void GrownMessagesTest::killedMerge_losesNothing()
{
    streams(1, SessionKind::Imported);
    const std::vector<Row> rows = rowsOf(*m_library);
    const QString original = QString::fromStdString(m_path);
    int kills = 0;
    bool isKilled = true;
    makeLive();
    for (int call = 1; isKilled; call += test::isFull() ? 1 : 5) {
        const std::string name = "killed " + std::to_string(call);
        QVERIFY(QFile::copy(original, m_folder->filePath(QString::fromStdString(name))));
        const std::string path = m_folder->filePath(QString::fromStdString(name)).toStdString();
        const pid_t process = ::fork();
        if (process == 0) {
            std::atomic<int> count = 0;
            QObject context;
            const auto library = openLibrary(path, &context);
            m_disk.setRule([&count, call](const test::DiskCall& made) -> test::DiskFate {
                using Kind = test::DiskCall::Kind;
                const bool isChange = made.kind != Kind::Read && made.kind != Kind::Map && made.kind != Kind::Open;
                if (isChange && ++count == call)
                    ::kill(::getpid(), SIGKILL);
                return {};
            });
            const bool isOver = comesTrue([&] { return isMerged(path); });
            m_disk.setRule({});
            ::_exit(isOver ? 0 : 1);
        }
        int status = 0;
        QCOMPARE(::waitpid(process, &status, 0), process);
        isKilled = WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
        kills += isKilled ? 1 : 0;
        open(name);
        QVERIFY(rowsOf(*m_library) == rows);
        QVERIFY(isSound(*m_library));
        QVERIFY(comesTrue([&] { return isMerged(m_path); }));
        QVERIFY(rowsOf(*m_library) == rows);
        QVERIFY(isSound(*m_library));
        QCOMPARE(Database(m_path).ask("PRAGMA integrity_check"), std::string("ok "));
        close();
    }
    QVERIFY2(kills >= 3, qPrintable(QString::number(kills)));
    test::countPromise(1, QStringLiteral("%1 mergers of growths were killed: none lost anything").arg(kills));
}

void GrownMessagesTest::everyFault_losesNothing_data()
{
    QTest::addColumn<int>("fault");
    for (std::size_t fault = 0; fault < test::faults().size(); ++fault)
        QTest::newRow(test::faults()[fault].name) << static_cast<int>(fault);
}

/// Of the disk, while they are merged: they stay, and are merged when it is well again.
void GrownMessagesTest::everyFault_losesNothing()
{
    QFETCH(int, fault);
    const auto index = static_cast<std::size_t>(fault);
    streams(1, SessionKind::Imported);
    const std::vector<Row> rows = rowsOf(*m_library);
    const QString original = QString::fromStdString(m_path);
    makeLive();
    int met = 0;
    bool hasCome = true;
    for (int n = 1; hasCome; n = test::callAfter(n, index)) {
        const std::string name = "faulty " + std::to_string(n);
        QVERIFY(QFile::copy(original, m_folder->filePath(QString::fromStdString(name))));
        open(name);
        {
            const test::Injection injection(m_disk, test::faults()[index], n);
            QVERIFY(comesTrue([&] { return injection.hasCome() || isMerged(m_path); }));
            hasCome = injection.hasCome();
        }
        met += hasCome ? 1 : 0;
        QVERIFY(rowsOf(*m_library) == rows);
        open(name);
        QVERIFY(comesTrue([&] { return isMerged(m_path); }));
        QVERIFY(rowsOf(*m_library) == rows);
        QVERIFY(isSound(*m_library));
        QCOMPARE(Database(m_path).ask("PRAGMA integrity_check"), std::string("ok "));
        close();
        QVERIFY(QFile::remove(QString::fromStdString(m_path)));
    }
    test::countPromise(5, QStringLiteral("%1 faults of the disk met a merger of growths: nothing was lost").arg(met));
}

} // namespace tst_grown_messages

QUARTERDECK_TEST(tst_grown_messages, GrownMessagesTest)
#include "tst_grown_messages.moc"
