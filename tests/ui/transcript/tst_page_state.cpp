#include "tests/support/test.h"
#include "ui/transcript/page_recovery.h"

#include <QTest>

namespace tst_page_state {

using quarterdeck::ui::transcript::PageState;

/// What is kept of a page for the next one.
class TestPageState final : public QObject
{
    Q_OBJECT

private slots:
    void newestOfEachName_isKept()
    {
        PageState kept;
        QVERIFY(kept.isEmpty());
        kept.keep(QStringLiteral("a"), QStringLiteral("true"));
        kept.keep(QStringLiteral("b"), QStringLiteral("\"words\""));
        kept.keep(QStringLiteral("a"), QStringLiteral("false"));
        QVERIFY(!kept.isEmpty());
        QCOMPARE(kept.json(), QStringLiteral(R"({"values":{"a":"false","b":"\"words\""}})"));
    }

    void oldest_go()
    {
        PageState kept;
        for (std::size_t i = 0; i <= PageState::most; ++i)
            kept.keep(QString::number(i), QStringLiteral("true"));
        QVERIFY(!kept.json().contains(QStringLiteral("\"0\":")));
        QVERIFY(kept.json().contains(QStringLiteral("\"1\":")));
        kept.keep(QStringLiteral("long"), QString(PageState::mostText - 10, u'x'));
        QVERIFY(!kept.json().contains(QStringLiteral("\"498\":")));
        QVERIFY(kept.json().contains(QStringLiteral("\"500\":")));
    }
};

} // namespace tst_page_state

QUARTERDECK_TEST(tst_page_state, TestPageState)
#include "tst_page_state.moc"
