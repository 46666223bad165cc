#include "model/formats/json/json_text.h"
#include "tests/support/test.h"

#include <QDirIterator>
#include <QFile>
#include <QTest>

#include <algorithm>

namespace tst_line_parser {

using namespace quarterdeck::formats;
using nlohmann::json;

/// The quick way finds what the usual parser finds, or nothing.
class TestLineParser final : public QObject
{
    Q_OBJECT

private slots:
    void asTheUsualParser_data();
    void asTheUsualParser();
    void recordedLines_asTheUsualParser();
    void limits_areKept();
    void oneAfterTheOther();
};

void TestLineParser::asTheUsualParser_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("isLeft"); // for the other parser
    const auto taken = [](const char* tag, const QByteArray& text) { QTest::newRow(tag) << text << false; };
    const auto left = [](const char* tag, const QByteArray& text) { QTest::newRow(tag) << text << true; };
    taken("null", "null");
    taken("truths", "[true, false]");
    taken("a text", "\"a\"");
    taken("empty ones", "[{}, [], \"\", 0]");
    taken("spaces", " \t\r\n{ \"a\" : 1 } ");
    taken("escapes", R"(["\"\\\/\b\f\n\r\t", "\u00e9\u4e1c", "\ud83d\ude00", "\u0000"])");
    taken("Chinese and emoji", "{\"名\": \"东京 😀\"}");
    taken("nested", R"({"b": {"a": [1, {"c": null}]}, "a": 2})");
    taken("the same name twice", R"({"a": 1, "b": 2, "a": 3})");
    taken("whole numbers", "[0, 1, -1, 9223372036854775807, -9223372036854775808]");
    taken("above the signed", "[9223372036854775808, 18446744073709551615]");
    taken("negative zeros", "[-0, -0.0, 0e0]");
    taken("fractions", "[0.1, 1.5e300, 2.2250738585072014e-308, 123456789.123456789, 1E5, 3.0, 9007199254740993.0]");
    taken("tiny", "[4.9e-324, 1e-400]");
    left("above 64 bits", "18446744073709551616");
    left("below 64 bits", "[-9223372036854775809]");
    left("beyond a double", "1e999");
    left("nothing", "");
    left("spaces only", " \n ");
    left("a word", "hello");
    left("half", R"({"a": [1, )");
    left("two values", "{} {}");
    left("trailing comma", "[1,]");
    left("single quotes", "['a']");
    left("not a number", "[NaN]");
    left("leading zero", "[01]");
    left("half a pair", R"(["\ud83d"])");
    left("half a pair behind", R"(["\ude00"])");
    left("wrong escape", R"(["\x41"])");
    left("control character", QByteArray("[\"a\x01\"]"));
    left("NUL in a text", QByteArray("[\"a\0b\"]", 7));
    left("invalid UTF-8", "[\"\xff\"]");
    left("overlong UTF-8", "[\"\xc0\xaf\"]");
    left("surrogate in UTF-8", "[\"\xed\xa0\x80\"]");
}

void TestLineParser::asTheUsualParser()
{
    QFETCH(const QByteArray, text);
    QFETCH(const bool, isLeft);
    const json usual = json::parse(text.toStdString(), nullptr, false);
    const auto quick = LineParser({}).parse(text.toStdString());
    QCOMPARE(!quick.has_value(), isLeft);
    if (quick) {
        QVERIFY(*quick == usual);
        QCOMPARE(quick->dump(), usual.dump());
    }
}

/// The reader leaves numbers of more than 64 bits, which have 19 digits or more, to the usual parser.
static bool hasLongNumber(const std::string& line)
{
    int digits = 0;
    return std::any_of(line.begin(), line.end(), [&digits](char each) {
        digits = each >= '0' && each <= '9' ? digits + 1 : 0;
        return digits == 19;
    });
}

void TestLineParser::recordedLines_asTheUsualParser()
{
    LineParser parser({});
    int lines = 0;
    QDirIterator files(QStringLiteral(QUARTERDECK_TEST_DATA), {QStringLiteral("*.jsonl")}, QDir::Files,
                       QDirIterator::Subdirectories);
    while (files.hasNext()) {
        QFile file(files.next());
        QVERIFY(file.open(QIODevice::ReadOnly));
        while (!file.atEnd()) {
            const std::string line = file.readLine().toStdString();
            const json usual = json::parse(line, nullptr, false);
            const auto quick = parser.parse(line);
            QVERIFY2(quick || usual.is_discarded() || hasLongNumber(line), line.c_str());
            QVERIFY2(!quick || *quick == usual, line.c_str());
            ++lines;
        }
    }
    QVERIFY(lines > 100);
}

void TestLineParser::limits_areKept()
{
    ReadLimits limits;
    limits.maxDepth = 4;
    limits.maxValuesPerRecord = 6;
    LineParser parser(limits);
    QVERIFY(parser.parse("[[[[]]]]"));
    QVERIFY(!parser.parse("[[[[[]]]]]"));
    QVERIFY(parser.parse("[1,2,3,4,5]"));
    QVERIFY(!parser.parse("[1,2,3,4,5,6]"));
    QVERIFY(!LineParser({}).parse("\"" + std::string(std::size_t{5} << 20, 'x') + "\""));
}

/// What one text leaves behind does not show in the next.
void TestLineParser::oneAfterTheOther()
{
    LineParser parser({});
    const auto first = parser.parse(R"({"a": "a long text that is kept by nobody"})");
    QVERIFY(!parser.parse("[1, 2"));
    QVERIFY(parser.parse("[\"b\"]") == json::array({"b"}));
    QCOMPARE(first->at("a").get<std::string>(), std::string("a long text that is kept by nobody"));
}

} // namespace tst_line_parser

QUARTERDECK_TEST(tst_line_parser, TestLineParser)
#include "tst_line_parser.moc"
