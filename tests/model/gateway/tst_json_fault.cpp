#include "model/gateway/sent_bodies.h"
#include "tests/support/test.h"

#include <QTest>

namespace tst_json_fault {

using namespace quarterdeck::gateway;

/// Why a body is not JSON, for the author of the program.
class TestJsonFault final : public QObject
{
    Q_OBJECT
private slots:
    void thePlaceIsNamed_data();
    void thePlaceIsNamed();
    void whatOnlyPythonHas();
    void whatNestsTooDeeply();
};

void TestJsonFault::thePlaceIsNamed_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QByteArray>("place");
    const auto row = [](const char* name, const QByteArray& body, const char* place) {
        QTest::newRow(name) << body << QByteArray(place);
    };
    row("nothing", "", "line 1, column 1.");
    row("a mark before it", "\xEF\xBB\xBF{}", "line 1, column 1.");
    row("half of it", "{", "line 1, column 2.");
    row("a comma too many", "{\"a\": 1,}", "line 1, column 9.");
    row("another line", "{\n  \"a\": 1\n  \"b\": 2\n}", "line 3, column 5.");
    row("behind other letters", "[\"\xE4\xBD\xA0\xE5\xA5\xBD\", x]", "line 1, column 8.");
    row("bytes that are no text", "{\"a\": \"\xff\"}", "line 1, column 8.");
    row("half a character before it", "[\"\\ud83d\", x]", "line 1, column 12.");
    row("after the end", "{} {}", "line 1, column 4.");
    row("what only looks like NaN", "[\"NaN\", NaNo]", "line 1, column 12.");
}

void TestJsonFault::thePlaceIsNamed()
{
    QFETCH(QByteArray, body);
    QFETCH(QByteArray, place);
    const std::string fault = jsonFaultIn(body.toStdString(), JsonBy::Python, 10);
    QCOMPARE(QByteArray::fromStdString(fault), "The request body is not valid JSON: " + place);
}

void TestJsonFault::whatOnlyPythonHas()
{
    const char* body = R"([NaN, -Infinity, x])";
    QVERIFY(QByteArray::fromStdString(jsonFaultIn(body, JsonBy::Python, 10)).endsWith("column 18."));
    QVERIFY(QByteArray::fromStdString(jsonFaultIn(body, JsonBy::Rules, 10)).contains("line 1, column "));
    QVERIFY(!QByteArray::fromStdString(jsonFaultIn(body, JsonBy::Rules, 10)).endsWith("column 18."));
}

void TestJsonFault::whatNestsTooDeeply()
{
    const std::string deep = "[[[[[[[[[[[]]]]]]]]]]]";
    QCOMPARE(jsonFaultIn(deep, JsonBy::Python, 10),
             std::string("The request body is nested too deeply: more than 10 levels."));
    QVERIFY(jsonFaultIn(deep, JsonBy::Python, 11).find("more than can be read") != std::string::npos);
}

} // namespace tst_json_fault

QUARTERDECK_TEST(tst_json_fault, TestJsonFault)
#include "tst_json_fault.moc"
