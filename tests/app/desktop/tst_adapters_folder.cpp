#include "app/desktop/agents_controller.h"
#include "tests/support/test.h"

#include <QDir>
#include <QFileInfo>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

namespace tst_adapters_folder {

using namespace quarterdeck;

namespace {

bool hasAdapters(const QString& folder)
{
    const QDir found(folder);
    return found.isAbsolute() && found.exists(QStringLiteral("role/quarterdeck_role.py"))
        && found.exists(QStringLiteral("metagpt/quarterdeck_env.py"));
}

} // namespace

/// The lines to copy name files that are there.
class TestAdaptersFolder final : public QObject
{
    Q_OBJECT
private slots:
    void theyAreBesideWhatWasBuilt();
    void theyAreBesideWhatWasInstalled();
};

void TestAdaptersFolder::theyAreBesideWhatWasBuilt()
{
    QVERIFY(hasAdapters(app::adaptersFolder(QStringLiteral(QUARTERDECK_BIN))));
}

void TestAdaptersFolder::theyAreBesideWhatWasInstalled()
{
    QTemporaryDir place;
    const int ended = QProcess::execute(QStringLiteral(QUARTERDECK_CMAKE),
                                        {QStringLiteral("--install"), QStringLiteral(QUARTERDECK_BUILD),
                                         QStringLiteral("--component"), QStringLiteral("adapters"),
                                         QStringLiteral("--prefix"), place.path()});
    QCOMPARE(ended, 0);
    const QString folder = app::adaptersFolder(place.filePath(QStringLiteral("bin")));
    QVERIFY(folder.startsWith(place.path()));
    QVERIFY(hasAdapters(folder));
}

} // namespace tst_adapters_folder

QUARTERDECK_TEST(tst_adapters_folder, TestAdaptersFolder)
#include "tst_adapters_folder.moc"
