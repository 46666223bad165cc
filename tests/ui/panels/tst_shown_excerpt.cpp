#include "tests/support/widgets_test.h"
#include "ui/panels/session_delegate.h"

#include <QFontMetricsF>
#include <QTest>

namespace tst_shown_excerpt {

using namespace quarterdeck::ui;

/// What is seen of a found message, in a narrow panel.
class TestShownExcerpt final : public QObject
{
    Q_OBJECT

private slots:
    static void firstMark_isSeen_data();
    static void firstMark_isSeen();
    static void cut_doesNotStandAlone();
};

namespace {

/// With the marked parts in brackets.
view::FoundMessage messageOf(QString text)
{
    view::FoundMessage message;
    for (qsizetype begin = text.indexOf(QLatin1Char('[')); begin >= 0; begin = text.indexOf(QLatin1Char('['))) {
        text.remove(begin, 1);
        const qsizetype end = text.indexOf(QLatin1Char(']'));
        text.remove(end, 1);
        message.marks.push_back({static_cast<int>(begin), static_cast<int>(end - begin)});
    }
    message.excerpt = text;
    return message;
}

double widthOf(int letters) { return QFontMetricsF(QFont()).horizontalAdvance(QString(letters, QLatin1Char('n'))); }

} // namespace

void TestShownExcerpt::firstMark_isSeen_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("begin");
    const QString word(60, QLatin1Char('n'));
    QTest::newRow("short") << "the [plan] stands"
                           << "the plan stands";
    QTest::newRow("goes on") << "the [plan] " + word + word << "the plan ";
    QTest::newRow("in a long word") << word + "[flig]hts" + word << QStringLiteral("…");
    QTest::newRow("at the end of one") << QStringLiteral("…nn ") + word + "[flig]" << QStringLiteral("…");
    QTest::newRow("a second far behind") << "[a] " + word + word + " [b]"
                                         << "a ";
    QTest::newRow("wide characters") << QStringLiteral("👩\u200D👧").repeated(40) + "[flig]" << QStringLiteral("…");
    QTest::newRow("longer than the lines") << word + "[" + word + word + "]" << QStringLiteral("…");
}

void TestShownExcerpt::firstMark_isSeen()
{
    QFETCH(QString, text);
    QFETCH(QString, begin);
    const view::FoundMessage message = messageOf(text);
    const ShownExcerpt shown = shownExcerpt(message, QFont(), widthOf(24), 2);
    QVERIFY2(shown.text.startsWith(begin), qPrintable(shown.text));
    const QString sought = message.excerpt.mid(message.marks.front().begin, message.marks.front().length);
    const QString seen = shown.text.mid(shown.marks.front().begin, shown.marks.front().length);
    QCOMPARE(seen.left(10), sought.left(10));
    QTextLayout layout(shown.text, QFont());
    const int last = layOutLines(layout, widthOf(24), 2, 10);
    QVERIFY2(QFontMetricsF(QFont()).horizontalAdvance(shown.text.mid(last)) <= widthOf(24) + 1, qPrintable(shown.text));
}

void TestShownExcerpt::cut_doesNotStandAlone()
{
    const view::FoundMessage message =
        messageOf(QStringLiteral("…{\"user_id\":\"mia_li_3668\",\"origin\":\"JFK\",\"[flig]ht_type\":\"one_way\"}"));
    const ShownExcerpt shown = shownExcerpt(message, QFont(), widthOf(32), 2);
    QTextLayout layout(shown.text, QFont());
    QVERIFY(layOutLines(layout, widthOf(32), 2, 10) > 16);
    QCOMPARE(shown.text.mid(shown.marks.front().begin, 4), QStringLiteral("flig"));
}

} // namespace tst_shown_excerpt

QUARTERDECK_WIDGETS_TEST(tst_shown_excerpt, TestShownExcerpt)
#include "tst_shown_excerpt.moc"
