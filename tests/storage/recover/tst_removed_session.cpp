#include "storage/open_library.h"
#include "storage/recover/recover_library.h"
#include "tests/storage/support/await.h"
#include "tests/storage/support/damage.h"
#include "tests/storage/support/database.h"
#include "tests/storage/support/log_builder.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>
#include <algorithm>
#include <atomic>
#include <csignal>
#include <memory>

using namespace quarterdeck;
using namespace quarterdeck::session;
using storage::openLibrary;
using test::await;
using test::bytesOf;
using test::comesTrue;
using test::Database;
using test::LogBuilder;
using test::put;

namespace {

constexpr int messages = 4000;
const SessionId longOne("long");
const std::string hidden = " (SELECT id FROM sessions WHERE NOT is_complete)";
constexpr int patienceMs = 60'000;

std::shared_ptr<Library> open(const std::string& path, QObject& context)
{
    const auto library = openLibrary(path, &context);
    if (!library)
        qFatal("%s", library.error().detail.c_str());
    return *library;
}

void append(Library& library, LogBuilder& log)
{
    log.say("Mike", "meanwhile");
    if (!await<Nothing>([&](auto done) { library.append(log.summary(), log.takeRecords(), done); }))
        qFatal("an append was refused");
}

void remove(Library& library, const SessionId& session)
{
    if (!test::archiveAndRemove(library, session))
        qFatal("it was not removed");
}

std::int64_t numberOf(Database& database, const std::string& sql) { return std::stoll(database.ask(sql.c_str())); }

std::int64_t hiddenEvents(Database& database)
{
    return numberOf(database, "SELECT count(*) FROM events WHERE id >> 40 IN" + hidden);
}

/// Like a program that dies: it removes the session and ends in the middle. What is written meanwhile goes first, so
/// the middle lasts as long as something is.
int dieWhileRemoving(const std::string& path)
{
    QObject context;
    const std::shared_ptr<Library> library = open(path, context);
    LogBuilder beside("beside");
    beside.start();
    if (!await<Nothing>([&](auto done) { library->createSession(beside.summary(), beside.takeRecords(), done); }))
        return 4;
    remove(*library, longOne);
    Database database(path);
    const std::int64_t all = hiddenEvents(database);
    QElapsedTimer clock;
    clock.start();
    while (clock.elapsed() < patienceMs) {
        const std::int64_t left = hiddenEvents(database);
        if (left == 0)
            return 2;
        if (left < all)
            std::raise(SIGKILL);
        append(*library, beside);
    }
    return 3;
}

} // namespace

/// A removed session is gone at once; its rows are removed in slices, and nobody waits for them.
class RemovedSessionTest final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void appends_goOnMeanwhile();
    void removedId_canBeUsedAtOnce();
    void killedInTheMiddle_goesOnAtTheNextStart();
    void damagedSession_isGoneForThePerson();
    void damagedRow_isTriedOnce();

private:
    [[nodiscard]] std::vector<std::string> listed(Library& library);
    /// Until nothing of it is left in any table.
    void waitUntilGone() const;

    std::unique_ptr<QTemporaryDir> m_folder;
    std::string m_path;
    QObject m_context;
    LogBuilder m_live{"live"};
    std::int64_t m_length = 0; ///< of the long one
};

void RemovedSessionTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_path = m_folder->filePath(QStringLiteral("library.db")).toStdString();
    const std::shared_ptr<Library> library = open(m_path, m_context);
    LogBuilder log(longOne.str().c_str());
    log.start("A long session");
    for (int i = 0; i < messages; ++i)
        (void)log.say("Mike <longmark>", "lighthouse " + std::to_string(i));
    (void)log.ask("q");
    const auto picture = await<AttachmentInfo>(
        [&](auto done) { library->putAttachment(std::string(5000, 'p'), "image/png", 1, 1, done); });
    log.annotate(log.show(picture->hash));
    QVERIFY(await<Nothing>([&](auto done) { library->createSession(log.summary(), log.takeRecords(), done); }));
    QVERIFY(await<Nothing>([&](auto done) { library->saveSnapshot(log.id(), log.state(), done); }));
    m_length = log.state().lastSeq().value;
    m_live = LogBuilder("live");
    m_live.start();
    QVERIFY(await<Nothing>([&](auto done) { library->createSession(m_live.summary(), m_live.takeRecords(), done); }));
    Database database(m_path);
    QElapsedTimer clock;
    clock.start();
    while (numberOf(database, "SELECT coalesce(sum(seq), 0) FROM text_index_progress") < messages
           && clock.elapsed() < patienceMs)
        QThread::yieldCurrentThread();
}

std::vector<std::string> RemovedSessionTest::listed(Library& library)
{
    std::vector<std::string> ids;
    const auto sessions = await<std::vector<SessionSummary>>([&](auto done) { library.listSessions(done); });
    for (const SessionSummary& one : sessions.value())
        ids.push_back(one.id.str());
    return ids;
}

void RemovedSessionTest::waitUntilGone() const
{
    Database database(m_path);
    QElapsedTimer clock;
    clock.start();
    while (numberOf(database, "SELECT count(*) FROM sessions WHERE NOT is_complete") > 0) {
        if (clock.elapsed() > patienceMs)
            qFatal("the removed session stays");
        QThread::yieldCurrentThread();
    }
    const std::string live = " NOT IN (SELECT id FROM sessions)";
    for (const std::string& rows :
         {"events WHERE id >> 40" + live, "snapshots WHERE id >> 40" + live, "amendments WHERE session" + live,
          "marks WHERE session" + live, "attachment_references WHERE session" + live,
          "text_index_progress WHERE session" + live, "channels WHERE session" + live,
          std::string("channel_rows WHERE channel NOT IN (SELECT id FROM channels)"), std::string("attachments")})
        QCOMPARE(database.ask(("SELECT count(*) || ' " + rows.substr(0, rows.find(' ')) + "' FROM " + rows).c_str()),
                 "0 " + rows.substr(0, rows.find(' ')) + " ");
    QCOMPARE(database.ask("PRAGMA integrity_check"), std::string("ok "));
}

void RemovedSessionTest::appends_goOnMeanwhile()
{
    const std::shared_ptr<Library> library = open(m_path, m_context);
    remove(*library, longOne);
    Database database(m_path);
    int between = 0; // appends that were answered while it was being taken out
    for (std::int64_t left = m_length; left > 0; left = hiddenEvents(database)) {
        append(*library, m_live);
        between += left < m_length ? 1 : 0;
    }
    QVERIFY2(between >= 3, std::to_string(between).c_str());
    QCOMPARE(listed(*library), std::vector<std::string>{"live"});
    waitUntilGone();
    const auto events = await<std::vector<conversation::Event>>(
        [&](auto done) { library->readEvents(m_live.id(), {0}, 1'000'000, done); });
    QVERIFY(events && *events == m_live.events());
    SearchRequest request;
    request.terms = searchTerms("lighthouse");
    const auto hits = await<SearchHits>([&](auto done) { library->search(request, done); });
    QVERIFY(hits && hits->hits.empty());
}

void RemovedSessionTest::removedId_canBeUsedAtOnce()
{
    const std::shared_ptr<Library> library = open(m_path, m_context);
    remove(*library, longOne);
    LogBuilder again(longOne.str().c_str());
    again.start("Another");
    again.say("Mike", "new");
    QVERIFY(await<Nothing>([&](auto done) { library->createSession(again.summary(), again.takeRecords(), done); }));
    waitUntilGone();
    const auto events =
        await<std::vector<conversation::Event>>([&](auto done) { library->readEvents(longOne, {0}, 1'000'000, done); });
    QVERIFY(events && *events == again.events());
}

void RemovedSessionTest::killedInTheMiddle_goesOnAtTheNextStart()
{
    QProcess victim;
    victim.start(QCoreApplication::applicationFilePath(),
                 {QStringLiteral("--die-while-removing"), QString::fromStdString(m_path)});
    QVERIFY(victim.waitForFinished(patienceMs));
    QVERIFY2(victim.exitStatus() == QProcess::CrashExit, qPrintable(QString::number(victim.exitCode())));
    {
        Database database(m_path);
        QVERIFY(hiddenEvents(database) > 0);
    }
    const std::shared_ptr<Library> library = open(m_path, m_context);
    QCOMPARE(listed(*library), (std::vector<std::string>{"beside", "live"}));
    append(*library, m_live);
    waitUntilGone();
}

/// What cannot be removed stays hidden, and a recovery leaves it behind.
void RemovedSessionTest::damagedSession_isGoneForThePerson()
{
    QByteArray file = bytesOf(QString::fromStdString(m_path));
    std::vector<qsizetype> pages = test::pagesOfType(file, 13);
    std::erase_if(
        pages, [&](qsizetype page) { return !file.mid(page * test::pageSize, test::pageSize).contains("<longmark>"); });
    QVERIFY(pages.size() > 10);
    file[pages[5] * test::pageSize] = '\x55';
    put(QString::fromStdString(m_path), file);
    {
        const std::shared_ptr<Library> library = open(m_path, m_context);
        remove(*library, longOne);
        QCOMPARE(listed(*library), std::vector<std::string>{"live"});
        for (int i = 0; i < 50; ++i)
            append(*library, m_live);
    }
    QCOMPARE(listed(*open(m_path, m_context)), std::vector<std::string>{"live"});
    const auto report = storage::recoverLibrary(m_path);
    QVERIFY(report);
    QCOMPARE(report->sessions.size(), std::size_t{1});
    QCOMPARE(report->wholeSessions(), 1);
}

/// Only its row is left of it, and that does not affect anything else.
void RemovedSessionTest::damagedRow_isTriedOnce()
{
    Database database(m_path);
    const qsizetype page = numberOf(database, "SELECT rootpage FROM sqlite_master WHERE name = 'drafts'") - 1;
    QByteArray file = bytesOf(QString::fromStdString(m_path));
    file[page * test::pageSize] = '\x55'; // which the row's end would change, too
    put(QString::fromStdString(m_path), file);
    static std::atomic<int> tries = 0;
    tries = 0;
    const auto before = qInstallMessageHandler([](QtMsgType, const QMessageLogContext&, const QString& text) {
        tries += text.contains(QStringLiteral("cannot be taken out")) ? 1 : 0;
    });
    {
        const std::shared_ptr<Library> library = open(m_path, m_context);
        remove(*library, longOne);
        QVERIFY(comesTrue([&] { return tries > 0; }));
        QCOMPARE(hiddenEvents(database), std::int64_t{0});
        for (int i = 0; i < 4; ++i) {
            append(*library, m_live);
            // It is indexed when nobody writes, after the removed ones.
            const std::string left = "SELECT count(*) FROM sessions JOIN text_index_progress ON id = session"
                                     " WHERE key = 'live' AND seq < last_seq";
            QVERIFY(comesTrue([&] { return numberOf(database, left) == 0; }));
        }
        QCOMPARE(listed(*library), std::vector<std::string>{"live"});
    }
    qInstallMessageHandler(before);
    QCOMPARE(tries, 1);
}

int main(int argc, char** argv)
{
    QCoreApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.size() == 3 && arguments.at(1) == QLatin1String("--die-while-removing"))
        return dieWhileRemoving(arguments.at(2).toStdString());
    RemovedSessionTest test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_removed_session.moc"
