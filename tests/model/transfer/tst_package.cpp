#include "model/conversation/json/event_json.h"
#include "package_support.h"
#include "sqlite_support.h"
#include "tests/support/hot_journal.h"
#include "tests/support/test.h"
#include "tests/support/test_library.h"
#include "transfer_support.h"

#include <QCryptographicHash>
#include <QDir>
#include <QTest>
#include <QtEndian>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <sys/stat.h>
#include <vector>

namespace tst_package {

using namespace quarterdeck;
using namespace quarterdeck::test;
using namespace quarterdeck::conversation;
using session::SessionId;

namespace {

constexpr const char* everyKind = "recordings/every_kind.jsonl";

/// Of a log: what is said, in which order, with all times and ids.
QByteArray canonicalHash(Library& library, const SessionId& id)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    for (const Event& event : eventsOf(library, id))
        hash.addData(
            QByteArray::fromStdString(toJson(event).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)));
    return hash.result().toHex();
}

std::vector<Event> eventsIn(const QString& package)
{
    const auto library = storage::openLibrary(package.toStdString(), nullptr, storage::Access::ReadOnly);
    return library ? eventsOf(**library, sessionsOf(**library).at(0).id) : std::vector<Event>();
}

/// The file, and its packed content.
QByteArray textIn(const QString& package)
{
    QByteArray text = readFile(package);
    for (const Event& event : eventsIn(package))
        text += QByteArray::fromStdString(eventPayload(event.body));
    return text;
}

std::string sentenceOf(const transfer::FileReport& report)
{
    return report.error ? report.error->sentence : std::string();
}

} // namespace

/// One session in one file.
class TestPackage final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void recordedSessions_comeBackEqual_data();
    void recordedSessions_comeBackEqual();
    void attachments_comeAlong();
    void package_isOneFileThatIsSearched();
    void package_isForWhomTheUmaskSays();
    void secrets_areNotInTheFile();
    void manyEvents_comeBackEqual();
    void openPackage_isReadWithItsLog();
    void journalBesideIt_deletesNothing();
    void knownPackage_isFound();
    void failures_leaveNothing();
    void pipe_isNotReplaced_data();
    void pipe_isNotReplaced();
    void link_staysOne();
    void cancelled_leavesWhatWasThere();
    void preview_writesNothing();
    void truncated_isRefused();
    void flippedBytes_areRefusedOrReported();
    void foreignSchema_isRefused_data();
    void foreignSchema_isRefused();
    void severalSessions_areRefused();
    void changedAttachment_isReported();
    void moreThanItHolds_isRefused();
    void whatRepeatsItself_comesBack();
    void whatUnpacksToTooMuch_isRefused();

private:
    [[nodiscard]] QString path(const QString& name) const { return m_folder->filePath(name); }
    [[nodiscard]] transfer::FileReport take(const QString& path) { return import(m_other, {path}).files.at(0); }
    [[nodiscard]] SessionId imported(const QString& file)
    {
        return import(m_library, {dataPath(file)}).files.at(0).sessions.at(0).id;
    }
    [[nodiscard]] transfer::ExportReport pack(const SessionId& id, const QString& path, bool isRedacted = false)
    {
        return exportTo(m_library, id, path, "qdeck", isRedacted, packageFiles());
    }
    /// Of every kind of event, in the test's folder.
    [[nodiscard]] QString packed()
    {
        const QString file = path(QStringLiteral("one.qdeck"));
        const auto report = pack(imported(QLatin1String(everyKind)), file);
        if (report.error)
            qFatal("%s", report.error->sentence.c_str());
        return file;
    }

    QObject m_completions;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::shared_ptr<Library> m_library;
    std::shared_ptr<Library> m_other;
};

void TestPackage::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_library = makeTestLibrary(&m_completions);
    m_other = makeTestLibrary(&m_completions);
}

void TestPackage::recordedSessions_comeBackEqual_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("sessions");
    for (const QString& name : QDir(dataPath(QStringLiteral("who_and_when"))).entryList({QStringLiteral("*.json")}))
        QTest::newRow(qPrintable(name)) << QStringLiteral("who_and_when/") + name << 1;
    QTest::newRow("tau-bench") << QStringLiteral("tau_bench/gpt-4o-airline-first12.json") << 12;
    QTest::newRow("every kind") << QString::fromLatin1(everyKind) << 1;
}

void TestPackage::recordedSessions_comeBackEqual()
{
    QFETCH(const QString, file);
    QFETCH(const int, sessions);
    const auto report = import(m_library, {dataPath(file)}).files.at(0);
    QCOMPARE(static_cast<int>(report.sessions.size()), sessions);
    for (const transfer::ImportedSession& one : report.sessions) {
        const QString package = path(QStringLiteral("one.qdeck")); // takes the place of the last one
        const auto exported = pack(one.id, package);
        QVERIFY2(!exported.error, exported.error ? exported.error->sentence.c_str() : "");
        const transfer::FileReport back = take(package);
        QVERIFY2(!back.error, sentenceOf(back).c_str());
        QCOMPARE(back.kind, std::string("quarterdeck"));
        QCOMPARE(back.problemCount, 0);
        QCOMPARE(canonicalHash(*m_other, back.sessions.at(0).id), canonicalHash(*m_library, one.id));
    }
}

void TestPackage::attachments_comeAlong()
{
    const SessionId id = imported(QLatin1String(everyKind));
    const QString package = path(QStringLiteral("one.qdeck"));
    const auto exported = pack(id, package);
    const QStringList files =
        QDir(dataPath(QStringLiteral("recordings/every_kind.jsonl.attachments"))).entryList(QDir::Files);
    QCOMPARE(exported.attachments, files.size());
    QCOMPARE(exported.attachmentsLeftOut, 0);
    QCOMPARE(take(package).problemCount, 0);
    for (const QString& hash : files) {
        const auto bytes = answerOf<std::string>(
            [&](auto done) { m_other->readAttachment(AttachmentHash(hash.toStdString()), std::move(done)); });
        QVERIFY(bytes);
        QCOMPARE(QByteArray::fromStdString(*bytes),
                 readFile(dataPath(QStringLiteral("recordings/every_kind.jsonl.attachments/") + hash)));
    }
}

void TestPackage::package_isOneFileThatIsSearched()
{
    const QString package = packed();
    QCOMPARE(QDir(m_folder->path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot),
             QStringList{QStringLiteral("one.qdeck")});
    const auto library = storage::openLibrary(package.toStdString(), nullptr, storage::Access::ReadOnly);
    QVERIFY(library);
    QCOMPARE(sessionsOf(**library).size(), std::size_t{1});
    const auto health = answerOf<session::LibraryHealth>([&](auto done) { (*library)->checkHealth(std::move(done)); });
    QCOMPARE(health->integrity, std::string("ok"));
    QCOMPARE(health->indexLag, 0);
    QVERIFY(health->events > 0);
}

void TestPackage::package_isForWhomTheUmaskSays()
{
    QFile other(path(QStringLiteral("other")));
    QVERIFY(other.open(QIODevice::WriteOnly));
    QCOMPARE(QFile::permissions(packed()), other.permissions());
}

void TestPackage::secrets_areNotInTheFile()
{
    const QByteArray key = "sk-abcdefghijklmnopqrstuvwxyz0123456789ABCD";
    const QString recording = writeFile(*m_folder, QStringLiteral("talk.jsonl"),
                                        R"({"role": "user", "content": "my key is )" + key + "\"}\n");
    const SessionId id = import(m_library, {recording}).files.at(0).sessions.at(0).id;
    const QString package = path(QStringLiteral("one.qdeck"));
    QVERIFY(!pack(id, package, false).error);
    QVERIFY(textIn(package).contains(key));
    QVERIFY(!pack(id, package, true).error);
    QVERIFY(!textIn(package).contains(key));
    QVERIFY(textIn(package).contains("my key is"));
}

void TestPackage::manyEvents_comeBackEqual()
{
    QByteArray lines;
    for (int i = 0; i < 25'000; ++i) // more than an import holds back
        lines += R"({"role": "user", "content": "number )" + QByteArray::number(i) + "\"}\n";
    const SessionId id =
        import(m_library, {writeFile(*m_folder, QStringLiteral("many.jsonl"), lines)}).files.at(0).sessions.at(0).id;
    const QString package = path(QStringLiteral("many.qdeck"));
    QCOMPARE(pack(id, package).events, 25'002);
    const transfer::FileReport back = take(package);
    QCOMPARE(canonicalHash(*m_other, back.sessions.at(0).id), canonicalHash(*m_library, id));
    const auto library = storage::openLibrary(package.toStdString(), nullptr, storage::Access::ReadOnly);
    const auto health = answerOf<session::LibraryHealth>([&](auto done) { (*library)->checkHealth(std::move(done)); });
    QCOMPARE(health->indexLag, 0);
}

void TestPackage::openPackage_isReadWithItsLog()
{
    const QString package = packed();
    const auto library = storage::openLibrary(package.toStdString(), &m_completions);
    QVERIFY(library);
    const session::SessionSummary summary = sessionsOf(**library).at(0);
    session::ConversationState state = *answerOf<session::ConversationState>(
        [&](auto done) { (*library)->readState(summary.id, {}, std::move(done)); });
    auto records = session::makeLogRecords(state, {{state.lastSeq().next(), {5}, 0, SessionRenamed{"later"}}});
    QVERIFY(answerOf<session::Nothing>([&](auto done) {
        (*library)->append(session::summaryOf(summary.id, state), std::move(records), std::move(done));
    }));
    // As another process has it: one that is open here is not imported.
    const QString others = path(QStringLiteral("others.qdeck"));
    for (const char* suffix : {"", "-wal", "-shm"})
        QVERIFY(QFile::copy(package + QLatin1String(suffix), others + QLatin1String(suffix)));
    const transfer::FileReport back = take(others);
    QVERIFY2(!back.error, sentenceOf(back).c_str());
    QCOMPARE(back.sessions.at(0).title, std::string("later"));
}

/// With a log beside it, however empty of sense, it is read from a copy, and what was cut off is undone there.
void TestPackage::journalBesideIt_deletesNothing()
{
    const QString file = packed();
    const QString victim = writeFile(*m_folder, QStringLiteral("victim.txt"), "precious: no NUL here\n");
    cutOffWrite(file,
                "CREATE TABLE more (b); INSERT INTO more VALUES (hex(randomblob(90000)));"
                "UPDATE sessions SET title = 'torn'; UPDATE events SET kind = 'torn'",
                superJournalEnd(victim.toUtf8()));
    writeFile(*m_folder, QFileInfo(file).fileName() + QStringLiteral("-wal"), "no log");
    const auto report = take(file);
    QVERIFY(QFile::exists(victim));
    QVERIFY2(!report.error, sentenceOf(report).c_str());
    QCOMPARE(report.problemCount, 0);
    QVERIFY(QFile::exists(file + QStringLiteral("-journal")));
}

void TestPackage::knownPackage_isFound()
{
    const QString package = packed();
    QVERIFY(!take(package).error);
    transfer::ImportRequest request;
    request.files = {{package.toStdString(), {}}};
    request.ifKnown = transfer::DuplicatePolicy::LeaveAlone;
    const transfer::FileReport again = import(m_other, request).files.at(0);
    QCOMPARE(again.sessions.size(), std::size_t{0});
    QCOMPARE(again.known.size(), std::size_t{1});
    QVERIFY(again.known.at(0).what == transfer::DuplicateSession::What::Same);
}

void TestPackage::failures_leaveNothing()
{
    const QString place = path(QStringLiteral("no/such/folder.qdeck"));
    const auto unwritable = pack(imported(QLatin1String(everyKind)), place);
    QVERIFY(unwritable.error);
    QVERIFY(unwritable.error->sentence.find(place.toStdString()) != std::string::npos);
    QVERIFY(pack(SessionId("none"), path(QStringLiteral("none.qdeck"))).error);
    const auto withoutFiles =
        exportTo(m_library, imported(QLatin1String(everyKind)), path(QStringLiteral("x.qdeck")), "qdeck");
    QVERIFY(withoutFiles.error);
    QVERIFY(QDir(m_folder->path()).isEmpty(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot));
}

void TestPackage::pipe_isNotReplaced_data()
{
    QTest::addColumn<QString>("format");
    QTest::newRow("package") << QStringLiteral("qdeck");
    QTest::newRow("lines") << QStringLiteral("jsonl");
}

void TestPackage::pipe_isNotReplaced()
{
    QFETCH(const QString, format);
    const QString pipe = path(QStringLiteral("pipe"));
    QCOMPARE(::mkfifo(qPrintable(pipe), S_IRUSR | S_IWUSR), 0);
    const auto report =
        exportTo(m_library, imported(QLatin1String(everyKind)), pipe, format.toStdString(), false, packageFiles());
    QVERIFY(report.error);
    QCOMPARE(QString::fromStdString(report.error->sentence),
             QStringLiteral("“%1” is a device or pipe; an export cannot replace it.").arg(pipe));
    QCOMPARE(QDir(m_folder->path()).entryList(QDir::AllEntries | QDir::System | QDir::Hidden | QDir::NoDotAndDotDot),
             QStringList{QStringLiteral("pipe")});
    struct stat found
    { };
    QVERIFY(::stat(qPrintable(pipe), &found) == 0 && S_ISFIFO(found.st_mode));
}

/// As an export in every other format writes where the link leads.
void TestPackage::link_staysOne()
{
    QVERIFY(QDir(m_folder->path()).mkdir(QStringLiteral("there")));
    const QString link = path(QStringLiteral("link.qdeck"));
    QVERIFY(QFile::link(QStringLiteral("there/one.qdeck"), link));
    const SessionId id = imported(QLatin1String(everyKind));
    for (int i = 0; i < 2; ++i) { // where nothing is, and over what is there
        const auto report = pack(id, link);
        QVERIFY2(!report.error, report.error ? report.error->sentence.c_str() : "");
        QVERIFY(QFileInfo(link).isSymLink());
        QVERIFY(!QFileInfo(path(QStringLiteral("there/one.qdeck"))).isSymLink());
        QVERIFY(!take(link).error);
    }
}

void TestPackage::cancelled_leavesWhatWasThere()
{
    const QString package = writeFile(*m_folder, QStringLiteral("one.qdeck"), "what was there");
    transfer::ExportJob job(
        m_library, {imported(QLatin1String(everyKind)), package.toStdString(), {}, "qdeck", true, packageFiles()});
    std::optional<transfer::ExportReport> result;
    QObject::connect(&job, &transfer::ExportJob::finished, &job, [&](const auto& report) { result = report; });
    job.cancel();
    job.start();
    require([&] { return result.has_value(); });
    QVERIFY(result->isCancelled);
    QCOMPARE(readFile(package), QByteArray("what was there"));
}

void TestPackage::preview_writesNothing()
{
    transfer::ExportRequest request{
        imported(QLatin1String(everyKind)), {}, [](std::string_view) { return true; }, "qdeck"};
    transfer::ExportJob job(m_library, request);
    std::optional<transfer::ExportReport> result;
    QObject::connect(&job, &transfer::ExportJob::finished, &job, [&](const auto& report) { result = report; });
    job.start();
    require([&] { return result.has_value(); });
    QVERIFY(!result->error && result->losses.empty() && result->events > 0);
}

void TestPackage::truncated_isRefused()
{
    const QByteArray whole = readFile(packed());
    for (qsizetype size = 100; size < whole.size(); size += whole.size() / 40) {
        const transfer::FileReport report = take(writeFile(*m_folder, QStringLiteral("cut.qdeck"), whole.left(size)));
        QVERIFY2(report.error, QByteArray::number(size));
        QVERIFY(report.error->sentence.find("cut.qdeck") != std::string::npos);
    }
    QVERIFY(sessionsOf(*m_other).empty());
}

void TestPackage::flippedBytes_areRefusedOrReported()
{
    const QByteArray whole = readFile(packed());
    for (qsizetype at = 0; at < whole.size(); at += 1009) {
        QByteArray flipped = whole;
        flipped[at] = static_cast<char>(flipped[at] ^ 0x55);
        const transfer::FileReport report = take(writeFile(*m_folder, QStringLiteral("odd.qdeck"), flipped));
        QVERIFY(report.error.has_value() == report.sessions.empty());
    }
}

void TestPackage::foreignSchema_isRefused_data()
{
    QTest::addColumn<QByteArray>("statements");
    QTest::newRow("a view") << QByteArray(
        "ALTER TABLE events RENAME TO kept; CREATE VIEW events AS SELECT id, id AS _x, kind, version, time, monotonic,"
        " plain, packed FROM kept");
    QTest::newRow("an endless view") << QByteArray(
        "ALTER TABLE sessions RENAME TO kept; CREATE VIEW sessions AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT"
        " i + 1 FROM n) SELECT i AS rowid, 0 AS is_complete, 1 AS last_seq FROM n");
    QTest::newRow("a computed column") << QByteArray(
        "ALTER TABLE events RENAME COLUMN packed TO kept; ALTER TABLE events ADD COLUMN packed BLOB AS"
        " (kept) VIRTUAL");
    QTest::newRow("another number of rows") << QByteArray("ALTER TABLE events ADD COLUMN rowid INTEGER");
    QTest::newRow("no attachments") << QByteArray("DROP TABLE attachments");
    QTest::newRow("no session") << QByteArray("PRAGMA foreign_keys = OFF; DELETE FROM sessions");
    QTest::newRow("an event is missing") << QByteArray("DELETE FROM events WHERE id & 1099511627775 = 2");
    QTest::newRow("no JSON") << QByteArray("UPDATE events SET plain = '{', packed = NULL WHERE id & 1099511627775 = 3");
    QTest::newRow("another line in a payload")
        << QByteArray("UPDATE events SET plain = '{}}' || char(10) || '{\"kind\": \"x\"', packed = NULL"
                      " WHERE id & 1099511627775 = 3");
    QTest::newRow("a byte of a packed payload is another")
        << QByteArray("UPDATE events SET packed = CAST(substr(packed, 1, 20) || x'00' || substr(packed, 22) AS BLOB)"
                      " WHERE packed IS NOT NULL");
}

void TestPackage::foreignSchema_isRefused()
{
    QFETCH(const QByteArray, statements);
    const QString package = packed();
    runSql(package, statements);
    const transfer::FileReport report = take(package);
    QVERIFY(report.error);
    QCOMPARE(sessionsOf(*m_other).size(), std::size_t{0});
}

void TestPackage::severalSessions_areRefused()
{
    const QString place = path(QStringLiteral("library.db"));
    {
        const auto library = storage::openLibrary(place.toStdString(), &m_completions);
        QVERIFY(library);
        import(*library, {dataPath(QStringLiteral("tau_bench/gpt-4o-airline-first12.json"))});
    }
    QVERIFY(transfer::isPackage(place.toStdString()));
    QCOMPARE(sentenceOf(take(place)),
             std::string("“library.db” is a library, not a package of one session; open it with --library."));
}

void TestPackage::changedAttachment_isReported()
{
    const QString package = packed();
    runSql(package, "UPDATE attachments SET bytes = CAST(bytes || x'00' AS BLOB)");
    const transfer::FileReport report = take(package);
    QVERIFY2(!report.error, sentenceOf(report).c_str());
    QVERIFY(report.problemCount > 0);
}

/// The texts of all events but one lead to the pages of that one, and their own are cut off.
void TestPackage::moreThanItHolds_isRefused()
{
    constexpr int count = 6;
    QByteArray lines;
    for (int i = 0; i < count; ++i)
        lines += R"({"role": "user", "content": ")" + QByteArray(200'000, static_cast<char>('A' + i)) + "\"}\n";
    const SessionId id =
        import(m_library, {writeFile(*m_folder, QStringLiteral("long.jsonl"), lines)}).files.at(0).sessions.at(0).id;
    const QString package = path(QStringLiteral("long.qdeck"));
    QVERIFY(!pack(id, package).error);
    const QString bomb = path(QStringLiteral("bomb.qdeck"));
    runSql(bomb,
           "ATTACH '" + package.toUtf8()
               + "' AS whole; PRAGMA application_id = 1366443115;"
                 "CREATE TABLE sessions (id INTEGER PRIMARY KEY, is_complete, last_seq);"
                 "INSERT INTO sessions SELECT id, is_complete, last_seq FROM whole.sessions;"
                 "CREATE TABLE attachments (hash TEXT UNIQUE, bytes BLOB);"
                 "CREATE TABLE events (id INTEGER PRIMARY KEY, kind, version, time, monotonic, payload);"
                 "INSERT INTO events SELECT id, kind, version, time, monotonic, plain FROM whole.events");
    for (const Event& event : eventsIn(package))
        runSql(bomb,
               "UPDATE events SET payload = '" + QByteArray::fromStdString(eventPayload(event.body))
                   + "' WHERE id & 1099511627775 = " + QByteArray::number(qlonglong{event.seq.value}));
    QCOMPARE(take(bomb).messages, count);
    // Until the table's only page has room for all of it, being so short: it is followed by the texts, in order.
    constexpr qsizetype pageSize = 4096;
    QByteArray bytes;
    std::vector<qsizetype> links;
    for (int i = 0; i < 64 && links.size() < count; ++i) {
        runSql(bomb, "UPDATE events SET payload = payload || printf('%64s', '') WHERE length(payload) > 9999; VACUUM");
        bytes = readFile(bomb);
        links.clear();
        const qsizetype page = bytes.indexOf(QByteArray(20, 'A')) / pageSize * pageSize;
        for (char letter = 'A'; letter < 'A' + count; ++letter) {
            const qsizetype text = bytes.indexOf(QByteArray(20, letter), page);
            if (text > page + pageSize)
                break;
            const auto isOther = [&](char one) { return one != letter; };
            links.push_back(std::find_if(bytes.begin() + text, bytes.end(), isOther) - bytes.begin());
        }
    }
    QCOMPARE(links.size(), std::size_t{count});
    const auto pageOf = [&](qsizetype link) { return qFromBigEndian<quint32>(bytes.constData() + link); };
    const quint32 pages = pageOf(links.at(1)) - 1; // up to the text of the first
    QVERIFY(pages > 40 && pages < 70);
    for (const qsizetype link : links)
        bytes.replace(link, 4, bytes.mid(links.front(), 4));
    bytes.truncate(pages * pageSize);
    qToBigEndian(pages, bytes.data() + 28);
    const transfer::FileReport report = take(writeFile(*m_folder, QStringLiteral("bomb.qdeck"), bytes));
    QVERIFY(report.error);
    QVERIFY2(report.error->detail.find("more comes out") != std::string::npos, report.error->detail.c_str());
}

/// As an agent's in a loop: what compresses best is not refused by the next reader.
void TestPackage::whatRepeatsItself_comesBack()
{
    QByteArray lines;
    for (int i = 0; i < 5; ++i)
        lines += R"({"role": "user", "content": ")" + QByteArray(900'000, 'A') + "\"}\n";
    const SessionId id =
        import(m_library, {writeFile(*m_folder, QStringLiteral("long.jsonl"), lines)}).files.at(0).sessions.at(0).id;
    const QString package = path(QStringLiteral("long.qdeck"));
    QVERIFY(!pack(id, package).error);
    const transfer::FileReport report = take(package);
    QVERIFY2(!report.error, sentenceOf(report).c_str());
    QCOMPARE(canonicalHash(*m_other, report.sessions.at(0).id), canonicalHash(*m_library, id));
}

/// 900,000 bytes out of 47.
void TestPackage::whatUnpacksToTooMuch_isRefused()
{
    const QString file = packed();
    runSql(file,
           "UPDATE events SET plain = '', packed = x'28b52ffd8048a0bb0d005400001041410100fbff39c0020200104102001"
           "04102001041020010410200104103dd0d41' WHERE kind = 'message_published'");
    const transfer::FileReport report = take(file);
    QVERIFY(report.error || report.problemCount > 0);
    QVERIFY(report.messages == 0);
}

} // namespace tst_package

QUARTERDECK_TEST(tst_package, TestPackage)
#include "tst_package.moc"
