#include "sqlite/log_check.h"
#include "storage/open_library.h"
#include "storage/support/damage.h"
#include "storage/support/promise.h"
#include "storage/support/story.h"

#include <QTemporaryDir>
#include <QTest>

using namespace quarterdeck;
using namespace quarterdeck::session;
using storage::openLibrary;
using storage::sqlite::faultsOfLog;
using test::bytesOf;
using test::put;
using test::Story;

/// Whether a log belongs to the file beside it, also where the file is too large for all its pages to be read.
class LogCheckTest final : public QObject
{
    Q_OBJECT

private slots:
    static void olderLog_isFound_data();
    static void olderLog_isFound();
};

void LogCheckTest::olderLog_isFound_data()
{
    QTest::addColumn<int>("before"); ///< events that the older log has
    QTest::addColumn<int>("after");  ///< and that came after it
    QTest::addColumn<int>("size");   ///< of each
    QTest::newRow("one event more") << 1 << 1 << 300;
    QTest::newRow("some events more, on a page that is there") << 3 << 3 << 20;
    QTest::newRow("many events more") << 30 << 300 << 300;
    QTest::newRow("a long log, and one event more") << 200 << 1 << 300;
}

void LogCheckTest::olderLog_isFound()
{
    QFETCH(int, before);
    QFETCH(int, after);
    QFETCH(int, size);
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("library.db"));
    const QString log = file + QStringLiteral("-wal");
    QObject context;
    Story story;
    {
        const auto library = openLibrary(file.toStdString(), &context);
        QVERIFY(!story.begin(**library, "a"));
    }
    QByteArray older;
    {
        const auto library = openLibrary(file.toStdString(), &context);
        for (int i = 0; i < before; ++i)
            QVERIFY(!story.say(**library, "a", static_cast<std::size_t>(size)));
        older = bytesOf(log);
        QVERIFY(faultsOfLog(file.toStdString(), 0).empty()); // the log of the file
    }
    {
        const auto library = openLibrary(file.toStdString(), &context);
        for (int i = 0; i < after; ++i)
            QVERIFY(!story.say(**library, "a", static_cast<std::size_t>(size)));
    }
    put(log, older);
    const std::string fault = faultsOfLog(file.toStdString(), 0);
    QVERIFY(!fault.empty());
    const auto library = openLibrary(file.toStdString(), &context);
    QVERIFY(!library && library.error().code == conversation::ErrorCode::Damaged);
    test::countPromise(4, QStringLiteral("an older log beside a file: it is not moved in (%1)").arg(fault.c_str()));
}

QTEST_GUILESS_MAIN(LogCheckTest)
#include "tst_log_check.moc"
