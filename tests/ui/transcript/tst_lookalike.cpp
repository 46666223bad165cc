#include "transcript/lookalike.h"

#include <QTest>

using quarterdeck::ui::transcript::lookalikeOf;

class TestLookalike final : public QObject
{
    Q_OBJECT

private slots:
    void name_isMistakenFor_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("resembled");
        const auto row = [](const char* what, const char16_t* name, const char* resembled) {
            QTest::newRow(what) << QString::fromUtf16(name) << QString::fromLatin1(resembled);
        };
        row("same", u"Mike", "Mike");
        row("case", u"MIKE", "Mike");
        row("cyrillic i", u"M\u0456ke", "Mike");
        row("cyrillic capital", u"\u041C\u0456\u043A\u0435", "Mike");
        row("digit", u"M1ke", "Mike");
        row("lower L", u"Mlke", "Mike");
        row("accent", u"M\u00EDke", "Mike");
        row("combining accent", u"Mi\u0301ke", "Mike");
        row("full width", u"\uFF2D\uFF49\uFF4B\uFF45", "Mike");
        row("zero width", u"Mi\u200Bke", "Mike");
        row("right to left", u"\u202EMike", "Mike");
        row("spaced", u" M ike ", "Mike");
        row("dotted", u"Mike.", "Mike");
        row("greek", u"\u0391lice", "Alice");
        row("rn for m", u"Torn", "Tom");
        row("the person", u"Y\u043Eu", "You");
        row("another name", u"Mika", "");
        row("longer", u"Mike Smith", "");
        row("chinese", u"\u9EA6\u514B", "");
        row("nothing", u"", "");
        row("only invisible", u"\u200B\u200B", "");
    }

    void name_isMistakenFor()
    {
        QFETCH(const QString, name);
        QFETCH(const QString, resembled);
        QCOMPARE(lookalikeOf(name, {"Mike", "Alice", "Tom", "You"}), resembled);
    }
};

QTEST_GUILESS_MAIN(TestLookalike)
#include "tst_lookalike.moc"
