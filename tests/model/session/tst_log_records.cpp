#include "model/session/session.h"
#include "tests/support/test.h"

#include <QRegularExpression>
#include <QTest>
#include <algorithm>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace tst_log_records {

using namespace quarterdeck;

class TestLogRecords final : public QObject
{
    Q_OBJECT

private slots:
    void ids_areRandomUuids_data();
    void ids_areRandomUuids();
};

void TestLogRecords::ids_areRandomUuids_data()
{
    QTest::addColumn<bool>("areMany");
    QTest::newRow("one") << false;
    QTest::newRow("many") << true;
}

/// Of several threads: none may begin where another one does.
void TestLogRecords::ids_areRandomUuids()
{
    QFETCH(const bool, areMany);
    constexpr std::size_t perThread = 20'000;
    const auto make = areMany ? &session::newBulkId : &session::newId;
    std::vector<std::string> own(perThread);
    std::vector<std::string> other(perThread);
    std::thread thread([&] { std::ranges::generate(other, make); });
    std::ranges::generate(own, make);
    thread.join();
    const QRegularExpression form(QStringLiteral("^[0-9a-f]{12}4[0-9a-f]{3}[89ab][0-9a-f]{15}$"));
    std::set<std::string> all;
    for (const auto* ids : {&own, &other}) {
        for (const std::string& id : *ids) {
            QVERIFY2(form.match(QString::fromStdString(id)).hasMatch(), id.c_str());
            all.insert(id);
        }
    }
    QCOMPARE(all.size(), 2 * perThread);
}

} // namespace tst_log_records

QUARTERDECK_TEST(tst_log_records, TestLogRecords)
#include "tst_log_records.moc"
