#include "tests/support/test.h"
#include "tests/support/wait.h"
#include "ui/transcript/page_feed.h"

#include <QSignalSpy>
#include <QTest>

namespace tst_row_chunker {

using namespace quarterdeck;
using ui::transcript::RowChunker;

namespace {

/// What the page gets.
struct Page
{
    explicit Page(RowChunker& texts)
    {
        QObject::connect(&texts, &RowChunker::part, [this](const QString& text) {
            longest = std::max(longest, text.size());
            ++parts;
            if (text.isEmpty())
                open.clear();
            open += text;
        });
        QObject::connect(&texts, &RowChunker::rows, [this](const QString& end) { take(QStringLiteral("rows "), end); });
        QObject::connect(&texts, &RowChunker::changed,
                         [this](const QString& end) { take(QStringLiteral("changed "), end); });
    }
    void take(const QString& kind, const QString& end)
    {
        longest = std::max(longest, end.size());
        got << kind + std::exchange(open, {}) + end;
    }

    QStringList got;
    QString open;
    qsizetype longest = 0;
    int parts = 0;
};

QString lines(qsizetype count)
{
    QString text;
    for (qsizetype i = 0; i < count; ++i)
        text += QString::number(i) + u'\n';
    return text;
}

} // namespace

/// Long texts reach the page in pieces, and the ui thread has its turns in between.
class RowChunkerTest final : public QObject
{
    Q_OBJECT

private slots:
    static void shortTexts_goAtOnce();
    static void longText_goesInPieces();
    static void halfCharacters_areNotSent();
    static void whatComesBehind_waits();
    static void forgottenText_isVoid();
};

void RowChunkerTest::shortTexts_goAtOnce()
{
    RowChunker texts;
    Page page(texts);
    texts.sendRows(QStringLiteral("a"));
    texts.sendChanged(QStringLiteral("b"));
    QCOMPARE(page.got, (QStringList{QStringLiteral("rows a"), QStringLiteral("changed b")}));
    QCOMPARE(page.parts, 0);
}

/// As a message of 500,000 lines makes it.
void RowChunkerTest::longText_goesInPieces()
{
    RowChunker texts;
    Page page(texts);
    const QString text = lines(500'000);
    int turns = 0;
    QTimer turn;
    QObject::connect(&turn, &QTimer::timeout, [&turns] { ++turns; });
    turn.start(0);
    texts.sendRows(text);
    QVERIFY(page.got.isEmpty());
    QVERIFY(test::waitFor([&] { return !page.got.isEmpty(); }));
    QVERIFY(page.got.front() == QStringLiteral("rows ") + text);
    QVERIFY(page.longest <= RowChunker::longestPiece);
    QCOMPARE(page.parts, static_cast<int>((text.size() - 1) / RowChunker::longestPiece));
    QVERIFY2(turns >= page.parts - 1, qPrintable(QString::number(turns)));
}

void RowChunkerTest::halfCharacters_areNotSent()
{
    RowChunker texts;
    Page page(texts);
    const QString text = u'x' + QString::fromUtf8("\xF0\x9F\x8E\x89").repeated(RowChunker::longestPiece);
    QObject::connect(&texts, &RowChunker::part, [](const QString& part) {
        QVERIFY(!part.back().isHighSurrogate());
        QVERIFY(!part.front().isLowSurrogate());
    });
    texts.sendRows(text);
    QVERIFY(test::waitFor([&] { return !page.got.isEmpty(); }));
    QVERIFY(page.got.front() == QStringLiteral("rows ") + text);
}

void RowChunkerTest::whatComesBehind_waits()
{
    RowChunker texts;
    Page page(texts);
    const QString text = lines(100'000);
    texts.sendRows(text);
    texts.sendChanged(QStringLiteral("b"));
    texts.sendRows(text);
    QVERIFY(page.got.isEmpty());
    QVERIFY(test::waitFor([&] { return page.got.size() == 3; }));
    QCOMPARE(page.got.at(1), QStringLiteral("changed b"));
    QVERIFY(page.got.front() == page.got.back());
}

void RowChunkerTest::forgottenText_isVoid()
{
    RowChunker texts;
    Page page(texts);
    texts.forget(); // nothing to say
    QCOMPARE(page.parts, 0);
    texts.sendRows(lines(200'000));
    texts.sendRows(QStringLiteral("old"));
    texts.forget();
    texts.sendRows(QStringLiteral("new"));
    QCOMPARE(page.got, QStringList{QStringLiteral("rows new")});
    QVERIFY(!test::waitFor([&] { return page.got.size() > 1; }, 100));
}

} // namespace tst_row_chunker

QUARTERDECK_TEST(tst_row_chunker, RowChunkerTest)
#include "tst_row_chunker.moc"
