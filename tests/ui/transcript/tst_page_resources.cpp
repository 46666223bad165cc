#include "tests/support/test.h"

#include <QFile>
#include <QRegularExpression>
#include <QTest>

namespace tst_page_resources {

/// What the page needs is inside the program: it has no folder to load from and no network.
class TestPageResources final : public QObject
{
    Q_OBJECT

private slots:
    void file_isEmbedded_data()
    {
        QTest::addColumn<QString>("path");
        for (const char* name : {"index.html", "diagram.html", "style.css", "transcript.js"})
            QTest::newRow(name) << QStringLiteral(":/web/") + QString::fromLatin1(name);
    }

    void file_isEmbedded()
    {
        QFETCH(const QString, path);
        QFile file(path);
        QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(path));
        QVERIFY(file.size() > 0);
    }

    void everyFontOfTheStyle_isEmbedded()
    {
        QFile file(QStringLiteral(":/web/style.css"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        static const QRegularExpression font(QStringLiteral("url\\(\"?(?:\\./)?(fonts/[^)\"]+\\.woff2)"));
        auto matches = font.globalMatch(QString::fromUtf8(file.readAll()));
        QVERIFY(matches.hasNext());
        while (matches.hasNext()) {
            const QString path = QStringLiteral(":/web/") + matches.next().captured(1);
            QVERIFY2(QFile::exists(path), qPrintable(path));
        }
    }
};

} // namespace tst_page_resources

QUARTERDECK_TEST(tst_page_resources, TestPageResources)
#include "tst_page_resources.moc"
