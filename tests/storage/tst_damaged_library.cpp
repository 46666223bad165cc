#include "conversation/attachments.h"
#include "conversation/event_json.h"
#include "storage/open_library.h"
#include "storage/recover_library.h"
#include "storage/support/await.h"
#include "storage/support/database.h"
#include "storage/support/log_builder.h"
#include "storage/support/promise.h"

#include <QDir>
#include <QFile>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <map>
#include <utility>
#include <vector>

using namespace quarterdeck;
using namespace quarterdeck::session;
using conversation::ErrorCode;
using storage::openLibrary;
using storage::RecoveredSession;
using storage::RecoveryReport;
using test::await;
using test::LogBuilder;

namespace {

constexpr qsizetype pageSize = 4096;

/// A library as a test made it: its sessions write a mark of their own all over their pages, so that what stands on a
/// page can be seen. Of packed events only the speaker shows it; the long ones stand as an older version wrote them.
struct Original
{
    QByteArray file;
    QByteArray log; ///< beside it, when it was not closed
    std::map<std::string, LogBuilder> sessions;
    std::map<std::string, QByteArray> marks;
};

QByteArray bytesOf(const QString& name)
{
    QFile file(name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void put(const QString& name, const QByteArray& bytes)
{
    QFile file(name);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("the test cannot write its file");
}

/// As versions before the third did.
void writePlainly(const QString& path, const Original& original)
{
    test::Database database(path.toStdString());
    for (const auto& [id, log] : original.sessions) {
        for (const conversation::Event& event : log.events()) {
            const std::string payload = conversation::eventPayload(event.body);
            if (payload.size() < 2000)
                continue;
            const std::string sql = "UPDATE events SET plain = '" + payload
                + "', packed = NULL WHERE id =" + " (SELECT id << 40 FROM sessions WHERE key = '" + id + "') + "
                + std::to_string(event.seq.value) + " AND packed IS NOT NULL";
            database.execute(sql.c_str());
        }
    }
}

void writeSession(Library& library, Original& original, const std::string& name, int length)
{
    LogBuilder log(("session " + name).c_str());
    const std::string mark = "<" + name + "mark>";
    log.start("about " + mark);
    for (int i = 0; i < length; ++i) {
        std::string text = std::to_string(i);
        for (int j = 0; j < (i % 20 == 7 ? 700 : 15); ++j)
            text += mark;
        log.say((i % 2 == 0 ? "Mike " : "Alice ") + mark, text);
    }
    std::string picture;
    while (picture.size() < 9000)
        picture += mark;
    (void)await<AttachmentInfo>([&](auto done) { library.putAttachment(picture, "image/png", 1, 1, done); });
    log.show(conversation::attachmentHash(picture));
    if (!await<Nothing>([&](auto done) { library.createSession(log.summary(), log.takeRecords(), done); }))
        qFatal("the test cannot write its session");
    original.marks[log.id().str()] = QByteArray::fromStdString(mark);
    original.sessions.insert_or_assign(log.id().str(), std::move(log));
}

/// Sessions of several lengths; one that was removed left free pages. `isClosed`: else the last ones are in the log.
Original makeOriginal(const char* family, bool isClosed)
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("library.db"));
    QObject context;
    Original original;
    const auto write = [&](Library& library, std::initializer_list<int> lengths) {
        for (const int length : lengths)
            writeSession(library, original, family + std::to_string(length), length);
    };
    {
        const auto library = openLibrary(path.toStdString(), &context);
        write(**library, {1, 60, 5, 200});
        const auto removed = SessionId(std::string("session ") + family + "60");
        (void)await<Nothing>([&](auto done) { (*library)->removeSession(removed, done); });
        original.sessions.erase(removed.str());
        original.marks.erase(removed.str());
    }
    writePlainly(path, original);
    const auto library = openLibrary(path.toStdString(), &context);
    if (!isClosed) {
        write(**library, {2, 90});
        writePlainly(path, original);
        original.log = bytesOf(path + QStringLiteral("-wal"));
    }
    original.file = bytesOf(path);
    return original;
}

/// What a corruption did.
struct Damage
{
    QByteArray file;
    QByteArray log;
    std::vector<QByteArray> touched; ///< the bytes that were there before
};

void flip(Damage& damage, qsizetype page, QRandomGenerator& random)
{
    const qsizetype start = page * pageSize;
    damage.touched.push_back(damage.file.mid(start, pageSize));
    const int flips = 1 + random.bounded(20);
    for (int i = 0; i < flips; ++i) {
        const qsizetype at = start + random.bounded(static_cast<int>(std::min(pageSize, damage.file.size() - start)));
        damage.file[at] = static_cast<char>(damage.file[at] ^ (1 << random.bounded(8)));
    }
}

/// Pages whose first byte says that they are of this type; the first page has its own place for it.
std::vector<qsizetype> pagesOfType(const QByteArray& file, int type)
{
    std::vector<qsizetype> pages;
    for (qsizetype page = 1; page < file.size() / pageSize; ++page)
        if (file.at(page * pageSize) == type)
            pages.push_back(page);
    return pages;
}

using Corruption = void (*)(Damage&, QRandomGenerator&);

template <int type>
void flipPageOfType(Damage& damage, QRandomGenerator& random)
{
    const std::vector<qsizetype> pages = pagesOfType(damage.file, type);
    if (!pages.empty())
        flip(damage, pages[static_cast<std::size_t>(random.bounded(static_cast<int>(pages.size())))], random);
}

void flipFirstPage(Damage& damage, QRandomGenerator& random) { flip(damage, 0, random); }

void flipAnywhere(Damage& damage, QRandomGenerator& random)
{
    for (int i = 0; i < 3; ++i)
        flip(damage, random.bounded(static_cast<int>(damage.file.size() / pageSize)), random);
}

void overwritePage(Damage& damage, QRandomGenerator& random)
{
    const qsizetype page = random.bounded(static_cast<int>(damage.file.size() / pageSize));
    damage.touched.push_back(damage.file.mid(page * pageSize, pageSize));
    damage.file.replace(page * pageSize, pageSize, QByteArray(pageSize, random.bounded(2) == 0 ? '\0' : '\x55'));
}

void zeroHeader(Damage& damage, QRandomGenerator&) { damage.file.replace(0, 100, QByteArray(100, '\0')); }

void cut(Damage& damage, QRandomGenerator& random)
{
    const qsizetype end = 1 + random.bounded(static_cast<int>(damage.file.size() - 1));
    damage.touched.push_back(damage.file.mid(end / pageSize * pageSize));
    damage.file.truncate(end);
}

void loseLog(Damage& damage, QRandomGenerator&) { damage.touched.push_back(std::exchange(damage.log, {})); }

void flipLog(Damage& damage, QRandomGenerator& random)
{
    if (damage.log.isEmpty())
        return;
    damage.touched.push_back(damage.log);
    const qsizetype at = random.bounded(static_cast<int>(damage.log.size()));
    damage.log[at] = static_cast<char>(damage.log[at] ^ (1 << random.bounded(8)));
}

void foreignLog(Damage& damage, QRandomGenerator&)
{
    static const Original other = makeOriginal("other", false);
    damage.touched.push_back(damage.log);
    damage.log = other.log;
}

struct Kind
{
    const char* name;
    Corruption run;
};
const std::vector<Kind> kinds = {
    {"leaf of a table", flipPageOfType<13>},
    {"interior of a table", flipPageOfType<5>},
    {"leaf of an index", flipPageOfType<10>},
    {"interior of an index", flipPageOfType<2>},
    {"overflow or free page", flipPageOfType<0>},
    {"first page", flipFirstPage},
    {"anywhere, three pages", flipAnywhere},
    {"a page overwritten", overwritePage},
    {"header zeroed", zeroHeader},
    {"cut", cut},
    {"log lost", loseLog},
    {"log flipped", flipLog},
    {"another library's log", foreignLog},
};

} // namespace

/// Real files, damaged at random: no crash, no silent new file, and all of what was not touched is back.
class DamagedLibraryTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void whatWasNotTouched_isBack_data();
    void whatWasNotTouched_isBack();
    void report_tellsWhatWasLost();
    void noLibrary_staysAsItIs();
    void wholeLibrary_comesBackWhole();
    void lockedLibrary_isLeftAlone();
    void cleanupTestCase();

private:
    void checkOne(const Kind& kind, const Original& original, QRandomGenerator& random);
    /// Opens it as the program does: what cannot be opened, or is not sound, is recovered.
    std::shared_ptr<Library> openOrRecover(const QString& path);
    [[nodiscard]] static QByteArray faultsOf(Library& library);
    static void compare(Library& library, const Original& original, const std::vector<QByteArray>& touched);

    QObject m_context;
    Original m_closed;
    Original m_open;
    int m_corruptions = 0;
    int m_recovered = 0;
};

void DamagedLibraryTest::initTestCase()
{
    m_closed = makeOriginal("s", true);
    m_open = makeOriginal("s", false);
    QVERIFY(m_closed.log.isEmpty());
    QVERIFY(!m_open.log.isEmpty());
}

void DamagedLibraryTest::cleanupTestCase()
{
    test::countPromise(4,
                       QStringLiteral("%1 corruptions, of which %2 needed recovery: all untouched sessions are back")
                           .arg(m_corruptions)
                           .arg(m_recovered));
}

QByteArray DamagedLibraryTest::faultsOf(Library& library)
{
    const auto health = await<LibraryHealth>([&](auto done) { library.checkHealth(done); });
    const auto sessions = await<std::vector<SessionSummary>>([&](auto done) { library.listSessions(done); });
    if (!health || !sessions)
        return "it cannot be read";
    if (health->integrity != "ok")
        return QByteArray::fromStdString(health->integrity);
    for (const SessionSummary& summary : *sessions) {
        const auto check = await<SessionCheck>([&](auto done) { library.verifySession(summary.id, done); });
        if (!check || !check->isSound())
            return QByteArray::fromStdString(summary.id.str() + ": "
                                             + (check ? check->faults.front() : check.error().sentence));
    }
    return {};
}

std::shared_ptr<Library> DamagedLibraryTest::openOrRecover(const QString& path)
{
    {
        const auto library = openLibrary(path.toStdString(), &m_context);
        if (library && faultsOf(**library).isEmpty())
            return *library;
    }
    const QByteArray damaged = bytesOf(path);
    std::vector<int> told;
    const auto report = storage::recoverLibrary(path.toStdString(), [&](int percent) { told.push_back(percent); });
    if (told.empty() || told.front() != 0 || told.back() > 100 || !std::ranges::is_sorted(told, std::less_equal{}))
        QTest::qFail("its progress makes no sense", __FILE__, __LINE__);
    if (report && told.back() != 100)
        QTest::qFail("its progress does not come to its end", __FILE__, __LINE__);
    if (!report) {
        // Nothing of it is left to find; then the file is where it was.
        if (report.error().code != ErrorCode::Damaged || bytesOf(path) != damaged)
            QTest::qFail(report.error().detail.c_str(), __FILE__, __LINE__);
        return nullptr;
    }
    ++m_recovered;
    if (bytesOf(QString::fromStdString(report->keptAside)) != damaged)
        QTest::qFail("the damaged file was changed", __FILE__, __LINE__);
    const auto library = openLibrary(path.toStdString(), &m_context);
    const QByteArray faults = library ? faultsOf(**library) : QByteArray("it does not open");
    if (!faults.isEmpty())
        QTest::qFail(faults.constData(), __FILE__, __LINE__);
    return library ? *library : nullptr;
}

void DamagedLibraryTest::compare(Library& library, const Original& original, const std::vector<QByteArray>& touched)
{
    const auto isTouched = [&](const QByteArray& mark) {
        // The events by which the members came bear no mark.
        return std::ranges::any_of(
            touched, [&](const QByteArray& bytes) { return bytes.contains(mark) || bytes.contains("role_hired"); });
    };
    for (const auto& [id, log] : original.sessions) {
        if (isTouched(original.marks.at(id)))
            continue;
        const auto events = await<std::vector<conversation::Event>>(
            [&](auto done) { library.readEvents(log.id(), {0}, 1'000'000, done); });
        QVERIFY2(events, (id + ": " + (events ? "" : events.error().sentence)).c_str());
        QVERIFY2(*events == log.events(), id.c_str());
        const std::string picture = conversation::attachmentsOf(log.events().back().body).front().hash.str();
        QVERIFY(await<std::string>([&](auto done) { library.readAttachment(AttachmentHash(picture), done); }));
    }
}

void DamagedLibraryTest::checkOne(const Kind& kind, const Original& original, QRandomGenerator& random)
{
    Damage damage{original.file, original.log, {}};
    kind.run(damage, random);
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("library.db"));
    put(path, damage.file);
    if (!damage.log.isEmpty())
        put(path + QStringLiteral("-wal"), damage.log);
    const std::shared_ptr<Library> library = openOrRecover(path);
    ++m_corruptions;
    if (library)
        compare(*library, original, damage.touched);
    else
        QVERIFY2(damage.touched.size() > 0, "nothing came back of a file that was hardly touched");
}

void DamagedLibraryTest::whatWasNotTouched_isBack_data()
{
    QTest::addColumn<int>("kind");
    for (std::size_t i = 0; i < kinds.size(); ++i)
        QTest::newRow(kinds[i].name) << static_cast<int>(i);
}

void DamagedLibraryTest::whatWasNotTouched_isBack()
{
    QFETCH(int, kind);
    const int times = test::isFull() ? 20 : 2;
    for (int i = 0; i < times; ++i) {
        QRandomGenerator random(static_cast<quint32>(kind * 1000 + i));
        // Another library's log can only take the place of none: beside its own it would not be foreign alone.
        const bool isOpen = i % 2 == 1 && kinds[static_cast<std::size_t>(kind)].run != foreignLog;
        checkOne(kinds[static_cast<std::size_t>(kind)], isOpen ? m_open : m_closed, random);
        if (QTest::currentTestFailed()) {
            qWarning("at number %d", i);
            return;
        }
    }
}

void DamagedLibraryTest::report_tellsWhatWasLost()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("library.db"));
    QByteArray file = m_closed.file;
    const std::string hurt = "session s200";
    for (const qsizetype page : pagesOfType(file, 13)) {
        const QByteArray bytes = file.mid(page * pageSize, pageSize);
        if (!bytes.contains(m_closed.marks.at(hurt)) || !bytes.contains("message_published")
            || bytes.contains("session_started") || bytes.contains("image/png"))
            continue;
        file.replace(page * pageSize, pageSize, QByteArray(pageSize, '\0'));
        break;
    }
    put(path, file);
    const auto report = storage::recoverLibrary(path.toStdString());
    QVERIFY2(report, report ? "" : report.error().sentence.c_str());
    QVERIFY(report->keptAside.find("library (damaged 20") != std::string::npos);
    QCOMPARE(report->sessions.size(), m_closed.sessions.size());
    QCOMPARE(report->wholeSessions(), static_cast<std::int64_t>(m_closed.sessions.size()) - 1);
    for (const RecoveredSession& session : report->sessions) {
        QCOMPARE(session.isWhole(), session.id.str() != hurt);
        QCOMPARE(session.events + session.lost, m_closed.sessions.at(session.id.str()).state().lastSeq().value);
        QCOMPARE(session.title, m_closed.sessions.at(session.id.str()).state().title());
    }
    QVERIFY(report->lostEvents() > 0);
    // The events behind the gap are there, too.
    const auto library = openLibrary(path.toStdString(), &m_context);
    const EventSeq before{m_closed.sessions.at(hurt).state().lastSeq().value - 1};
    const auto last = await<std::vector<conversation::Event>>(
        [&](auto done) { (*library)->readEvents(SessionId(hurt), before, 1, done); });
    QVERIFY(last && last->size() == 1);
    QCOMPARE(last->front(), m_closed.sessions.at(hurt).events().back());
}

void DamagedLibraryTest::noLibrary_staysAsItIs()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("diary.txt"));
    const QByteArray diary = QByteArray("Dear diary, this is no library.\n").repeated(1000);
    put(path, diary);
    const auto report = storage::recoverLibrary(path.toStdString());
    QVERIFY(!report);
    QCOMPARE(report.error().code, ErrorCode::Damaged);
    QCOMPARE(bytesOf(path), diary);
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList{QStringLiteral("diary.txt")});
}

void DamagedLibraryTest::wholeLibrary_comesBackWhole()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("library.db"));
    put(path, m_open.file);
    put(path + QStringLiteral("-wal"), m_open.log);
    const auto report = storage::recoverLibrary(path.toStdString());
    QVERIFY(report);
    QCOMPARE(report->wholeSessions(), static_cast<std::int64_t>(m_open.sessions.size()));
    const auto library = openLibrary(path.toStdString(), &m_context);
    QVERIFY(library);
    QCOMPARE(faultsOf(**library), QByteArray());
    compare(**library, m_open, {});
}

void DamagedLibraryTest::lockedLibrary_isLeftAlone()
{
    const QTemporaryDir folder;
    const std::string path = folder.filePath(QStringLiteral("library.db")).toStdString();
    const auto library = openLibrary(path, &m_context);
    QVERIFY(library);
    const auto report = storage::recoverLibrary(path);
    QVERIFY(!report);
    QCOMPARE(report.error().code, ErrorCode::Locked);
}

QTEST_GUILESS_MAIN(DamagedLibraryTest)
#include "tst_damaged_library.moc"
