#include "tests/support/test.h"
#include "ui/transcript/people_json.h"

#include <QTest>

namespace tst_confusable_names {

using quarterdeck::ui::transcript::confusableWith;
using quarterdeck::ui::transcript::lookalikesAmong;

class TestConfusableNames final : public QObject
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
        row("a Greek capital that is a Y", u"\u03A5ou", "You");
        row("a Cyrillic capital that is a Y", u"\u04AEou", "You");
        row("a Greek capital that is a Z", u"\u0396oe", "Zoe");
        row("a Greek capital that is an N", u"\u039Dancy", "Nancy");
        row("a Greek capital that is an H", u"\u0397enry", "Henry");
        row("Lisu", u"\uA4DF\uA4F2\uA4D7\uA4F0", "Mike");
        row("Cherokee", u"\u13B7\u13A5\u13E6\u13AC", "Mike");
        row("small Cherokee", u"\uAB87\uAB75\uABB6\uAB7C", "Mike");
        row("the program", u"Qu\u0430rterd\u0435\u0441k", "Quarterdeck");
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
        QCOMPARE(confusableWith(name, {"Mike", "Alice", "Tom", "You", "Zoe", "Nancy", "Henry", "Quarterdeck"}),
                 resembled);
    }

    void labels_areMistakenForOthers_data()
    {
        QTest::addColumn<QStringList>("labels");
        QTest::addColumn<QList<bool>>("areAlike");
        QTest::newRow("none") << QStringList() << QList<bool>();
        QTest::newRow("different ones") << QStringList{"Yes", "No", "-5", "5"}
                                        << QList<bool>{false, false, false, false};
        QTest::newRow("equal ones") << QStringList{"Yes", "Yes"} << QList<bool>{false, false};
        QTest::newRow("a Cyrillic letter")
            << QStringList{"Yes", "No", QString::fromUtf16(u"Y\u0435s")} << QList<bool>{true, false, true};
        QTest::newRow("blanks") << QStringList{"Keep files", QString::fromUtf16(u"Keep\u00A0files"), "Keep  files "}
                                << QList<bool>{true, true, true};
        QTest::newRow("strokes") << QStringList{"Type I", "Type l", "Type 2"} << QList<bool>{true, true, false};
    }

    void labels_areMistakenForOthers()
    {
        QFETCH(const QStringList, labels);
        QFETCH(const QList<bool>, areAlike);
        QCOMPARE(lookalikesAmong(labels), areAlike);
    }
};

} // namespace tst_confusable_names

QUARTERDECK_TEST(tst_confusable_names, TestConfusableNames)
#include "tst_confusable_names.moc"
