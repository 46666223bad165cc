#include "app/mcp_bridge/bridge.h"
#include "tests/support/test.h"

#include <QByteArrayList>
#include <QTest>

namespace tst_mcp_lines {

using quarterdeck::app::Lines;

/// What a client writes to quarterdeck-mcp, as it comes out of the pipe.
class TestMcpLines final : public QObject
{
    Q_OBJECT

private slots:
    static void piecesBecomeLines_data();
    static void piecesBecomeLines();
    static void longLineIsReadOnce();
};

void TestMcpLines::piecesBecomeLines_data()
{
    QTest::addColumn<QByteArrayList>("pieces");
    QTest::addColumn<QByteArrayList>("lines");
    QTest::addColumn<int>("begun");
    QTest::newRow("nothing") << QByteArrayList{""} << QByteArrayList{} << 0;
    QTest::newRow("one a piece") << QByteArrayList{"a\n", "b\n"} << QByteArrayList{"a", "b"} << 0;
    QTest::newRow("some in a piece") << QByteArrayList{"a\nb\nc"} << QByteArrayList{"a", "b"} << 1;
    QTest::newRow("over pieces") << QByteArrayList{"ab", "c", "d\nef", "\n"} << QByteArrayList{"abcd", "ef"} << 0;
    QTest::newRow("as Windows writes them") << QByteArrayList{"a\r\n\r", "\n b"} << QByteArrayList{"a"} << 2;
    QTest::newRow("an end by itself") << QByteArrayList{"a", "\n\n", "\n"} << QByteArrayList{"a"} << 0;
}

void TestMcpLines::piecesBecomeLines()
{
    QFETCH(QByteArrayList, pieces);
    QFETCH(QByteArrayList, lines);
    QFETCH(int, begun);
    Lines reader;
    QByteArrayList read;
    for (const QByteArray& piece : pieces)
        reader.add(piece, [&](const QByteArray& line) { read << line; });
    QCOMPARE(read, lines);
    QCOMPARE(reader.begun(), qsizetype(begun));
}

/// Where all of it was looked at again with each piece, this would take an hour.
void TestMcpLines::longLineIsReadOnce()
{
    constexpr qsizetype size = 16'000'000;
    Lines reader;
    qsizetype longest = 0;
    const auto take = [&](const QByteArray& line) { longest = line.size(); };
    const QByteArray one("a");
    for (qsizetype i = 0; i < size; ++i)
        reader.add(one, take);
    reader.add("\n", take);
    QCOMPARE(longest, size);
    QCOMPARE(reader.begun(), qsizetype(0));
}

} // namespace tst_mcp_lines

QUARTERDECK_TEST(tst_mcp_lines, TestMcpLines)
#include "tst_mcp_lines.moc"
