#include "model/formats/formats_read.h"
#include "model/formats/session_reader.h"
#include "tests/support/test.h"

#include <QFile>
#include <QTest>
#include <set>

namespace tst_formats_read {

using namespace quarterdeck;

/// The table of what an import reads.
class TestFormatsRead final : public QObject
{
    Q_OBJECT

private slots:
    static void everyReader_isInIt();
    static void guide_hasIt();
};

void TestFormatsRead::everyReader_isInIt()
{
    std::set<std::string> told;
    for (const formats::FormatRead& one : formats::formatsRead()) {
        QVERIFY2(told.insert(one.kind).second, one.kind.c_str());
    }
    const std::vector<std::string> kinds = formats::ReaderRegistry::standard().kinds();
    const std::set<std::string> read(kinds.begin(), kinds.end());
    for (const std::string& kind : read) {
        QVERIFY2(told.contains(kind), kind.c_str());
    }
    QCOMPARE(told.size(), read.size());
}

/// If it does not: this is what belongs there.
void TestFormatsRead::guide_hasIt()
{
    QFile page(QStringLiteral(GUIDE_FOLDER "/import-and-export.md"));
    QVERIFY(page.open(QIODevice::ReadOnly));
    const std::string table = formats::formatsReadTable();
    QVERIFY2(page.readAll().contains(QByteArray::fromStdString(table)), table.c_str());
}

} // namespace tst_formats_read

QUARTERDECK_TEST(tst_formats_read, TestFormatsRead)
#include "tst_formats_read.moc"
