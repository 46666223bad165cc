#include "storage/open_library.h"
#include "tests/storage/support/await.h"
#include "tests/storage/support/damage.h"
#include "tests/storage/support/database.h"
#include "tests/support/test.h"

#include <QElapsedTimer>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>
#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

namespace tst_damaged_page {

using namespace quarterdeck;
using namespace quarterdeck::session;
using conversation::ErrorCode;
using storage::openLibrary;
using test::await;
using test::bytesOf;
using test::Database;
using test::LogBuilder;
using test::put;

namespace {

constexpr int messages = 300;
constexpr std::size_t lastLeaf = SIZE_MAX;
const std::string word = "lighthouse";

std::string markOf(const std::string& name) { return "<" + name + "mark>"; }

/// A recording in which each speaker bears its mark, and each message the word.
LogBuilder recordingOf(const std::string& name)
{
    LogBuilder log(name.c_str());
    log.start("about " + name);
    for (int i = 0; i < messages; ++i)
        log.say("Mike " + markOf(name), word + ' ' + std::to_string(i));
    return log;
}

} // namespace

/// One page of the file is wrong: everything that is not on it is listed, read and found, without a recovery.
class DamagedPageTest final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void otherSessions_areAsTheyWere_data();
    void otherSessions_areAsTheyWere();
    void findInTheSession_passesOverIt_data();
    void findInTheSession_passesOverIt();
    void lostList_isMadeOfTheSessions();
    void appends_goOn();

private:
    /// Overwrites the kind of the `nth` leaf that contains all of these.
    void breakLeaf(const std::vector<QByteArray>& contents, std::size_t nth) const;
    [[nodiscard]] std::shared_ptr<Library> open();
    [[nodiscard]] std::vector<std::string> titles(Library& library) const;
    void waitForIndex() const;

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_path;
    QObject m_context;
    std::vector<LogBuilder> m_logs;
};

void DamagedPageTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_path = m_folder->filePath(QStringLiteral("library.db"));
    m_logs = {recordingOf("hurt"), recordingOf("one"), recordingOf("three")}; // it begins on a page of its own
    {
        const std::shared_ptr<Library> library = open();
        for (LogBuilder& log : m_logs) {
            SessionSummary summary = log.summary();
            summary.kind = conversation::SessionKind::Imported;
            QVERIFY(await<Nothing>([&](auto done) { library->createSession(summary, log.takeRecords(), done); }));
        }
    }
    Database(m_path.toStdString()).execute("DELETE FROM text_index_version"); // it is made anew
}

std::shared_ptr<Library> DamagedPageTest::open()
{
    const auto library = openLibrary(m_path.toStdString(), &m_context);
    if (!library)
        qFatal("%s", library.error().detail.c_str());
    return *library;
}

void DamagedPageTest::breakLeaf(const std::vector<QByteArray>& contents, std::size_t nth) const
{
    QByteArray file = bytesOf(m_path);
    std::vector<qsizetype> pages = test::pagesOfType(file, 13);
    std::erase_if(pages, [&](qsizetype page) {
        const QByteArray bytes = file.mid(page * test::pageSize, test::pageSize);
        return !std::ranges::all_of(contents, [&](const QByteArray& content) { return bytes.contains(content); });
    });
    if (pages.empty() || (nth != lastLeaf && pages.size() <= nth))
        qFatal("there is no such page");
    file[(nth == lastLeaf ? pages.back() : pages[nth]) * test::pageSize] = '\x55';
    put(m_path, file);
}

std::vector<std::string> DamagedPageTest::titles(Library& library) const
{
    const auto sessions = await<std::vector<SessionSummary>>([&](auto done) { library.listSessions(done); });
    std::vector<std::string> titles;
    for (const SessionSummary& one : sessions.value())
        titles.push_back(one.title);
    std::ranges::sort(titles);
    return titles;
}

void DamagedPageTest::waitForIndex() const
{
    QElapsedTimer clock;
    clock.start();
    Database database(m_path.toStdString());
    while (database.ask("SELECT sum(last_seq - coalesce(seq, 0)) FROM sessions"
                        " LEFT JOIN text_index_progress ON session = id")
           != "0 ") {
        if (clock.elapsed() > 60'000)
            qFatal("the index does not come to its end");
        QThread::yieldCurrentThread();
    }
}

void DamagedPageTest::otherSessions_areAsTheyWere_data()
{
    QTest::addColumn<QByteArray>("event");
    QTest::addColumn<int>("page");
    QTest::addColumn<bool>("isIndexed");
    for (const bool isIndexed : {false, true}) {
        const char* when = isIndexed ? "indexed before" : "indexed after";
        QTest::addRow("its beginning, %s", when) << QByteArray("session_started") << 0 << isIndexed;
        QTest::addRow("its middle, %s", when) << QByteArray("message_published") << 2 << isIndexed;
    }
}

void DamagedPageTest::otherSessions_areAsTheyWere()
{
    QFETCH(QByteArray, event);
    QFETCH(int, page);
    QFETCH(bool, isIndexed);
    if (isIndexed) {
        const std::shared_ptr<Library> library = open();
        waitForIndex();
    }
    breakLeaf({QByteArray::fromStdString(markOf("hurt")), event}, static_cast<std::size_t>(page));
    const std::shared_ptr<Library> library = open();
    QCOMPARE(titles(*library), (std::vector<std::string>{"about hurt", "about one", "about three"}));
    for (const LogBuilder& log : m_logs) {
        const auto events = await<std::vector<conversation::Event>>(
            [&](auto done) { library->readEvents(log.id(), {0}, 1'000'000, done); });
        if (log.id().str() == "hurt") {
            QVERIFY(!events);
            QCOMPARE(events.error().code, ErrorCode::Damaged);
            continue;
        }
        QVERIFY2(events, log.id().str().c_str());
        QVERIFY(*events == log.events());
        QVERIFY(await<SessionOpening>([&](auto done) { library->openSession(log.id(), done); }));
    }
    waitForIndex();
    std::map<std::string, int> found;
    SearchRequest request;
    request.terms = searchTerms("\"" + word + "\"");
    request.limit = 10;
    for (bool isLast = false; !isLast;) {
        const auto hits = await<SearchHits>([&](auto done) { library->search(request, done); });
        QVERIFY2(hits, hits ? "" : hits.error().detail.c_str());
        for (const SearchHit& hit : hits->hits)
            ++found[hit.place.session.str()];
        isLast = hits->isLast || hits->hits.empty();
        if (!isLast)
            request.after = hits->hits.back().place;
    }
    QCOMPARE(found["one"], messages);
    QCOMPARE(found["three"], messages);
    QVERIFY2(found["hurt"] > messages / 2 && found["hurt"] < messages, std::to_string(found["hurt"]).c_str());
}

void DamagedPageTest::findInTheSession_passesOverIt_data()
{
    QTest::addColumn<QByteArray>("typed");
    QTest::addColumn<std::size_t>("page");
    QTest::addColumn<bool>("isIndexed");
    constexpr std::size_t middle = 2;
    const QByteArray whole = QByteArray::fromStdString('"' + word + '"');
    for (const bool isIndexed : {false, true}) {
        const char* when = isIndexed ? "indexed before" : "not indexed";
        QTest::addRow("a word, %s", when) << whole << middle << isIndexed;
        QTest::addRow("a word, its end wrong, %s", when) << whole << lastLeaf << isIndexed;
        QTest::addRow("its beginning, %s", when) << QByteArray("lightho") << middle << isIndexed;
        QTest::addRow("since a day, %s", when) << whole + " after:2000" << middle << isIndexed;
    }
}

void DamagedPageTest::findInTheSession_passesOverIt()
{
    QFETCH(QByteArray, typed);
    QFETCH(std::size_t, page);
    QFETCH(bool, isIndexed);
    if (isIndexed) {
        const std::shared_ptr<Library> library = open();
        waitForIndex();
    }
    breakLeaf({QByteArray::fromStdString(markOf("hurt")), "message_published"}, page);
    const auto library = openLibrary(m_path.toStdString(), nullptr, storage::Access::ReadOnly); // who indexes nothing
    QVERIFY2(library, library ? "" : library.error().detail.c_str());
    const LogBuilder& log = m_logs.front();
    std::vector<Ordinal> readable;
    std::int64_t unreadable = 0;
    for (std::int64_t row = 0; row < messages; ++row) {
        const EventSeq before{log.state().lastSeq().value - messages + row};
        if (await<std::vector<Event>>([&](auto done) { (*library)->readEvents(log.id(), before, 1, done); }))
            readable.push_back({row});
        else
            ++unreadable;
    }
    QVERIFY(unreadable > 1 && unreadable < messages / 2);
    const QString told = QStringLiteral("^%1 events of session \\d+ cannot be read").arg(unreadable);
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(told));
    FindRequest request;
    request.session = log.id();
    request.channel = conversation::channel::everything;
    request.terms = searchTerms(typed.toStdString());
    const auto found = await<FindResult>([&](auto done) { (*library)->findRows(request, done); });
    QVERIFY2(found, found ? "" : found.error().detail.c_str());
    QVERIFY(found->isLast);
    QCOMPARE(found->rows, readable);
}

void DamagedPageTest::lostList_isMadeOfTheSessions()
{
    breakLeaf({"about one", "about hurt", "about three", "imported"}, 0);
    const std::shared_ptr<Library> library = open();
    QCOMPARE(titles(*library), (std::vector<std::string>{"about hurt", "about one", "about three"}));
}

void DamagedPageTest::appends_goOn()
{
    breakLeaf({QByteArray::fromStdString(markOf("hurt")), "message_published"}, 2);
    const std::shared_ptr<Library> library = open();
    LogBuilder& log = m_logs.back();
    log.say("Mike " + markOf("three"), "and it goes on");
    QVERIFY(await<Nothing>([&](auto done) { library->append(log.summary(), log.takeRecords(), done); }));
    waitForIndex();
    log.say("Mike " + markOf("three"), "and on");
    QVERIFY(await<Nothing>([&](auto done) { library->append(log.summary(), log.takeRecords(), done); }));
    const auto events = await<std::vector<conversation::Event>>(
        [&](auto done) { library->readEvents(log.id(), {0}, 1'000'000, done); });
    QVERIFY(events && *events == log.events());
}

} // namespace tst_damaged_page

QUARTERDECK_TEST(tst_damaged_page, DamagedPageTest)
#include "tst_damaged_page.moc"
