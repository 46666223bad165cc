#include "tests/support/test.h"
#include "ui/transcript/kept_values.h"

#include <QTest>

namespace tst_kept_values {

using quarterdeck::ui::transcript::KeptValues;

/// What is kept of a page for the next one.
class TestKeptValues final : public QObject
{
    Q_OBJECT

private slots:
    void newestOfEachName_isKept()
    {
        KeptValues kept;
        QVERIFY(kept.isEmpty());
        kept.keep(QStringLiteral("a"), QStringLiteral("true"));
        kept.keep(QStringLiteral("b"), QStringLiteral("\"words\""));
        kept.keep(QStringLiteral("a"), QStringLiteral("false"));
        QVERIFY(!kept.isEmpty());
        QCOMPARE(kept.json(), QStringLiteral(R"({"values":{"a":"false","b":"\"words\""}})"));
    }

    void oldest_go()
    {
        KeptValues kept;
        for (std::size_t i = 0; i <= KeptValues::most; ++i)
            kept.keep(QString::number(i), QStringLiteral("true"));
        QVERIFY(!kept.json().contains(QStringLiteral("\"0\":")));
        QVERIFY(kept.json().contains(QStringLiteral("\"1\":")));
        kept.keep(QStringLiteral("long"), QString(KeptValues::mostText - 10, u'x'));
        QVERIFY(!kept.json().contains(QStringLiteral("\"498\":")));
        QVERIFY(kept.json().contains(QStringLiteral("\"500\":")));
    }
};

} // namespace tst_kept_values

QUARTERDECK_TEST(tst_kept_values, TestKeptValues)
#include "tst_kept_values.moc"
