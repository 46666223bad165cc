#include "storage/open_library.h"
#include "tests/model/transfer/transfer_support.h"
#include "tests/storage/support/database.h"

#include <QProcess>
#include <QTest>
#include <QThread>
#include <csignal>
#include <future>

using namespace quarterdeck;
using namespace quarterdeck::test;

namespace {

constexpr int longMs = 60'000;

/// This many messages were read: some are written by then, since an import does not hold back that many.
constexpr std::int64_t writtenBy = 25'000;
constexpr int allMessages = 60'000;

transfer::ImportRequest requestFor(const QString& path) { return {{{path.toStdString(), {}}}, false}; }

bool holdsEvents(const std::string& library) { return Database(library).ask("SELECT count(*) FROM events") != "0 "; }

/// Reads are answered on the reader's thread; the import gets none of its answers meanwhile.
std::vector<session::SessionSummary> listedWithoutAnEventLoop(Library& library)
{
    std::promise<std::vector<session::SessionSummary>> sessions;
    library.listSessions([&](const auto& listed) { sessions.set_value(listed.value()); });
    return sessions.get_future().get();
}

/// Imports until it is killed. Its answers come on a thread without an event loop: the import never ends.
int importForEver(const QStringList& arguments)
{
    QObject completions;
    const auto library = storage::openLibrary(arguments.at(2).toStdString(), &completions);
    if (!library)
        return 1;
    transfer::ImportJob job(*library, requestFor(arguments.at(3)));
    job.start();
    QThread::sleep(longMs / 1000);
    return 2;
}

} // namespace

/// Large imports that do not come to their end leave nothing that anybody could take for a session.
class TestBrokenImport final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();
    void cancel_leavesNothing();
    void destruction_whileItRuns_leavesNothing();
    void brokenEnd_leavesNothing();
    void fullDisk_leavesNothing();
    void fullDisk_whereNothingCanBeRemovedEither();
    void kill9_leavesNothing();

private:
    void open();
    /// Nobody finds the session, and its rows are removed in slices.
    void verifyNothingIsLeft();
    /// Runs `act` once a part of the import is in the file; nothing of it is answered meanwhile.
    void atHalf(transfer::ImportJob& job, const std::function<void()>& act);

    std::unique_ptr<QTemporaryDir> m_folder;
    QTemporaryDir m_files;
    QString m_large;
    std::string m_path;
    QObject m_completions;
    std::shared_ptr<Library> m_library;
};

void TestBrokenImport::initTestCase()
{
    QByteArray lines;
    for (int index = 0; index < allMessages; ++index)
        lines += R"({"role": "user", "content": "message )" + QByteArray::number(index) + "\"}\n";
    m_large = writeFile(m_files, QStringLiteral("large.jsonl"), lines);
}

void TestBrokenImport::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_path = m_folder->filePath(QStringLiteral("library.db")).toStdString();
    open();
}

void TestBrokenImport::cleanup() { m_library.reset(); }

void TestBrokenImport::open()
{
    const auto opened = storage::openLibrary(m_path, &m_completions);
    QVERIFY2(opened, opened ? "" : opened.error().detail.c_str());
    m_library = *opened;
}

void TestBrokenImport::verifyNothingIsLeft()
{
    QVERIFY(sessionsOf(*m_library).empty());
    Database database(m_path);
    for (const char* table : {"sessions", "events", "channels", "channel_rows", "snapshots", "marks"}) {
        const std::string count = "SELECT count(*) FROM " + std::string(table);
        QVERIFY2(waitFor([&] { return database.ask(count.c_str()) == "0 "; }, longMs), table);
    }
}

void TestBrokenImport::atHalf(transfer::ImportJob& job, const std::function<void()>& act)
{
    bool isHalf = false;
    const auto connection =
        connect(&job, &transfer::ImportJob::progressed, &job, [&](const transfer::ImportProgress& progress) {
            if (isHalf || progress.messages < writtenBy)
                return;
            while (!holdsEvents(m_path))
                QThread::yieldCurrentThread();
            QVERIFY(listedWithoutAnEventLoop(*m_library).empty());
            isHalf = true;
        });
    job.start();
    QVERIFY(waitFor([&] { return isHalf; }, longMs));
    disconnect(connection);
    act();
}

void TestBrokenImport::cancel_leavesNothing()
{
    transfer::ImportJob job(m_library, requestFor(m_large));
    std::optional<ImportReport> result;
    connect(&job, &transfer::ImportJob::finished, &job, [&](const ImportReport& report) { result = report; });
    atHalf(job, [&] { job.cancel(); });
    QVERIFY(waitFor([&] { return result.has_value(); }, longMs));
    QVERIFY(result->isCancelled);
    QVERIFY(result->files.front().error->code == conversation::ErrorCode::Cancelled);
    QVERIFY(result->files.front().sessions.empty());
    verifyNothingIsLeft();
}

void TestBrokenImport::destruction_whileItRuns_leavesNothing()
{
    auto job = std::make_unique<transfer::ImportJob>(m_library, requestFor(m_large));
    atHalf(*job, [&] { job.reset(); });
    verifyNothingIsLeft();
}

void TestBrokenImport::brokenEnd_leavesNothing()
{
    QFile whole(m_large);
    QVERIFY(whole.open(QIODevice::ReadOnly));
    const QByteArray list = '[' + whole.readAll().replace('\n', ',') + QByteArray(200, '['); // more than is read
    const ImportReport report = import(m_library, {writeFile(m_files, QStringLiteral("large.json"), list)});
    QVERIFY(report.files.front().error);
    QVERIFY(report.files.front().sessions.empty());
    verifyNothingIsLeft();
}

void TestBrokenImport::fullDisk_leavesNothing()
{
    Database(m_path).execute("CREATE TRIGGER full BEFORE INSERT ON events WHEN NEW.id & 0xffffffff > 30000"
                             " BEGIN SELECT RAISE(ABORT, 'no room'); END");
    const ImportReport report = import(m_library, {m_large});
    QVERIFY(report.files.front().error);
    QVERIFY(report.files.front().sessions.empty());
    QCOMPARE(report.files.front().error->sentence.find("stays hidden"), std::string::npos);
    verifyNothingIsLeft();
}

void TestBrokenImport::fullDisk_whereNothingCanBeRemovedEither()
{
    Database(m_path).execute("CREATE TRIGGER full BEFORE INSERT ON events WHEN NEW.id & 0xffffffff > 30000"
                             " BEGIN SELECT RAISE(ABORT, 'no room'); END;"
                             "CREATE TRIGGER fuller BEFORE UPDATE OF key ON sessions"
                             " BEGIN SELECT RAISE(ABORT, 'no room'); END");
    const ImportReport report = import(m_library, {m_large});
    QVERIFY(report.files.front().error);
    QVERIFY(report.files.front().error->sentence.find("stays hidden") != std::string::npos);
    QVERIFY(sessionsOf(*m_library).empty());
    m_library.reset();
    QVERIFY(holdsEvents(m_path));
    Database(m_path).execute("DROP TRIGGER full; DROP TRIGGER fuller");
    open();
    verifyNothingIsLeft();
}

void TestBrokenImport::kill9_leavesNothing()
{
    m_library.reset();
    QProcess victim;
    victim.start(QCoreApplication::applicationFilePath(),
                 {QStringLiteral("--victim"), QString::fromStdString(m_path), m_large});
    QVERIFY(waitFor([&] { return holdsEvents(m_path) || victim.state() == QProcess::NotRunning; }, longMs));
    QVERIFY(victim.state() == QProcess::Running);
    ::kill(static_cast<pid_t>(victim.processId()), SIGKILL);
    QVERIFY(victim.waitForFinished(longMs));
    QVERIFY(holdsEvents(m_path));
    {
        const auto reader = storage::openLibrary(m_path, nullptr, storage::Access::ReadOnly);
        QVERIFY(reader);
        QVERIFY(sessionsOf(**reader).empty());
    }
    open();
    QVERIFY(sessionsOf(*m_library).empty());
    verifyNothingIsLeft();
}

int main(int argc, char** argv)
{
    QCoreApplication application(argc, argv);
    if (argc == 4 && QCoreApplication::arguments().at(1) == QLatin1String("--victim"))
        return importForEver(QCoreApplication::arguments());
    TestBrokenImport test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_broken_import.moc"
