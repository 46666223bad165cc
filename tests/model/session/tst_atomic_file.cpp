#include "model/session/safe_files.h"
#include "tests/support/test.h"

#include <QFile>
#include <QSaveFile>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>
#include <sys/resource.h>

namespace tst_atomic_file {

using namespace quarterdeck;

namespace {

/// While it lives no file of this process grows beyond this many bytes, as on a full disk.
class FullDisk
{
public:
    explicit FullDisk(rlim_t most)
    {
        getrlimit(RLIMIT_FSIZE, &m_before);
        rlimit full = m_before;
        full.rlim_cur = most;
        setrlimit(RLIMIT_FSIZE, &full);
    }
    ~FullDisk()
    {
        setrlimit(RLIMIT_FSIZE, &m_before);
        std::signal(SIGXFSZ, m_handler);
    }
    FullDisk(const FullDisk&) = delete;
    FullDisk& operator=(const FullDisk&) = delete;

private:
    rlimit m_before{};
    void (*m_handler)(int) = std::signal(SIGXFSZ, SIG_IGN);
};

QByteArray bytesOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("it cannot be read");
}

} // namespace

class TestAtomicFile final : public QObject
{
    Q_OBJECT

private slots:
    void fullDisk_leavesWhatWasThere_data();
    void fullDisk_leavesWhatWasThere();
};

void TestAtomicFile::fullDisk_leavesWhatWasThere_data()
{
    QTest::addColumn<int>("size");
    QTest::addColumn<int>("room");
    QTest::addColumn<bool>("isWritten");
    QTest::newRow("room") << 40'000 << 40'000 << true;
    QTest::newRow("none, and all of it waits in a buffer") << 100 << 0 << false;
    QTest::newRow("none for the last byte in the buffer") << 100 << 99 << false;
    QTest::newRow("none for the last byte of many") << 40'000 << 39'999 << false;
}

void TestAtomicFile::fullDisk_leavesWhatWasThere()
{
    QFETCH(int, size);
    QFETCH(int, room);
    QFETCH(bool, isWritten);
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("kept"));
    QFile before(path);
    QVERIFY(before.open(QIODevice::WriteOnly) && before.write("before") == 6);
    before.close();
    const QByteArray bytes(size, 'x');
    {
        const FullDisk full(static_cast<rlim_t>(room));
        QSaveFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        bool isAllTaken = true;
        for (const char byte : bytes)
            isAllTaken = file.write(&byte, 1) == 1 && isAllTaken;
        QCOMPARE(isAllTaken && session::commitAtomically(file), isWritten);
        QVERIFY(isWritten || file.error() != QFileDevice::NoError);
        QVERIFY2(isWritten || file.errorString() != QLatin1String("Unknown error"), qPrintable(file.errorString()));
    }
    QCOMPARE(bytesOf(path), isWritten ? bytes : QByteArray("before"));
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList{QStringLiteral("kept")});
}

} // namespace tst_atomic_file

QUARTERDECK_TEST(tst_atomic_file, TestAtomicFile)
#include "tst_atomic_file.moc"
