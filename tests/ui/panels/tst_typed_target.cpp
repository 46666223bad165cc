#include "tests/support/test.h"
#include "ui/panels/find_bars.h"

#include <QTest>

namespace tst_typed_target {

using namespace quarterdeck;
using ui::momentOf;
using ui::readTypedTarget;
using ui::TimesAround;
using ui::TypedTarget;

/// What a person types to go somewhere.
class TestTypedTarget final : public QObject
{
    Q_OBJECT

private slots:
    static void typed_data();
    static void typed();
    static void moment_data();
    static void moment();
};

void TestTypedTarget::typed_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<std::optional<TypedTarget>>("place");
    using Place = std::optional<TypedTarget>;
    const auto row = [](std::int64_t number) { return Place(TypedTarget{number, {}, {}}); };
    const auto at = [](int hour, int minute, int second = 0) {
        return Place(TypedTarget{{}, {}, QTime(hour, minute, second)});
    };
    const QDate day(2026, 3, 1);
    const Place nowhere;
    QTest::newRow("a number") << "1234" << row(1234);
    QTest::newRow("as it is shown") << " 1,234,567 " << row(1234567);
    QTest::newRow("with narrow spaces") << QStringLiteral("1\u202f234") << row(1234);
    QTest::newRow("with a sign") << "#12" << row(12);
    QTest::newRow("full width") << QStringLiteral("１２") << row(12);
    QTest::newRow("groups that are none") << "12,34" << nowhere;
    QTest::newRow("more than there can be") << "12345678901234567890" << nowhere;
    QTest::newRow("below the first") << "-3" << nowhere;
    QTest::newRow("a time") << "14:05" << at(14, 5);
    QTest::newRow("with seconds") << "9:41:07" << at(9, 41, 7);
    QTest::newRow("in the afternoon") << "2:05 PM" << at(14, 5);
    QTest::newRow("midnight") << "12:00am" << at(0, 0);
    QTest::newRow("noon") << "12:00 pm" << at(12, 0);
    QTest::newRow("14 in the afternoon") << "14:05 pm" << nowhere;
    QTest::newRow("Chinese") << QStringLiteral("下午2：05") << at(14, 5);
    QTest::newRow("no such hour") << "24:00" << nowhere;
    QTest::newRow("a day") << "2026-03-01" << Place(TypedTarget{{}, day, {}});
    QTest::newRow("a day and a time") << "2026/3/1 14:05" << Place(TypedTarget{{}, day, QTime(14, 5)});
    QTest::newRow("as machines write it") << "2026-03-01T14:05:09" << Place(TypedTarget{{}, day, QTime(14, 5, 9)});
    QTest::newRow("a Chinese day") << QStringLiteral("2026年3月1日 上午9:41")
                                   << Place(TypedTarget{{}, day, QTime(9, 41)});
    QTest::newRow("no such day") << "2026-02-30" << nowhere;
    QTest::newRow("a word") << "yesterday" << nowhere;
    QTest::newRow("nothing") << "" << nowhere;
}

void TestTypedTarget::typed()
{
    QFETCH(QString, text);
    QFETCH(std::optional<TypedTarget>, place);
    QVERIFY(readTypedTarget(text) == place);
}

void TestTypedTarget::moment_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    // From the evening of the first to the early morning of the third; what is in sight is from the second, 23:30.
    QTest::newRow("the same day") << "14:05"
                                  << "2026-03-02T14:05:00";
    QTest::newRow("nearer on the next day") << "01:10"
                                            << "2026-03-03T01:10:00";
    QTest::newRow("only before") << "22:00"
                                 << "2026-03-02T22:00:00";
    QTest::newRow("with its day") << "2026-03-01 22:00"
                                  << "2026-03-01T22:00:00";
    QTest::newRow("a day alone") << "2026-03-02"
                                 << "2026-03-02T00:00:00";
    QTest::newRow("a day before all") << "2020-01-01"
                                      << "2020-01-01T00:00:00";
}

void TestTypedTarget::moment()
{
    QFETCH(QString, text);
    QFETCH(QString, expected);
    const TimesAround around{QDateTime({2026, 3, 1}, {20, 0}), QDateTime({2026, 3, 3}, {2, 0}),
                             QDateTime({2026, 3, 2}, {23, 30})};
    const auto place = readTypedTarget(text);
    QVERIFY(place);
    QCOMPARE(momentOf(*place, around), QDateTime::fromString(expected, Qt::ISODate));
}

} // namespace tst_typed_target

QUARTERDECK_TEST(tst_typed_target, TestTypedTarget)
#include "tst_typed_target.moc"
