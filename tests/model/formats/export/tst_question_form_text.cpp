#include "model/formats/export/row_text.h"
#include "tests/support/test.h"

#include <QCoreApplication>
#include <QTest>
#include <QTranslator>
#include <algorithm>
#include <nlohmann/json.hpp>

namespace tst_question_form_text {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using nlohmann::json;

namespace {

/// Of a program that speaks another language than the one it is written in.
class Foreign final : public QTranslator
{
public:
    [[nodiscard]] QString translate(const char*, const char*, const char*, int) const override
    {
        return QStringLiteral("foreign");
    }
    [[nodiscard]] bool isEmpty() const override { return false; }
};

} // namespace

/// A question and its form, in words.
class TestQuestionFormText final : public QObject
{
    Q_OBJECT

private slots:
    static void formThatMultiplies_isReadInPart_data();
    static void formThatMultiplies_isReadInPart();
    static void formThatAsksNothing_hasNoField();
    static void programs_readOneLanguage();
};

/// Few bytes that mean more than anybody can look at: who follows all of it never ends.
void TestQuestionFormText::formThatMultiplies_isReadInPart_data()
{
    QTest::addColumn<QByteArray>("schema");
    const auto meaning = [](const char* name) { return json{{"$ref", std::string("#/$defs/") + name}}; };
    const auto many = [&](const char* name) {
        json properties = json::object();
        for (int i = 0; i < 1000; ++i)
            properties["p" + std::to_string(i)] = meaning(name);
        return json{{"properties", properties}};
    };
    const json itself{{"anyOf", json(100, meaning("A"))}};
    QTest::newRow("choices") << QByteArray::fromStdString(
        json{{"$defs", {{"A", itself}}}, {"properties", {{"x", meaning("A")}}}}.dump());
    json wide = many("B");
    wide["$defs"] = {{"B", many("C")}, {"C", many("D")}, {"D", {{"properties", json::object()}}}};
    QTest::newRow("fields") << QByteArray::fromStdString(wide.dump());
}

void TestQuestionFormText::formThatMultiplies_isReadInPart()
{
    QFETCH(QByteArray, schema);
    const auto fields = formats::formFields(JsonValue(json::parse(schema.toStdString())));
    const auto isNamed = [](const auto& field) { return !field.name.isEmpty(); };
    QCOMPARE(static_cast<int>(std::count_if(fields.begin(), fields.end(), isNamed)),
             QTest::currentDataTag() == QByteArray("choices") ? 1 : 0);
}

void TestQuestionFormText::formThatAsksNothing_hasNoField()
{
    const json nothing{{"type", "object"}, {"properties", json::object()}};
    QVERIFY(formats::formFields(JsonValue(nothing)).empty());
    Question question;
    question.text = "Go on?";
    question.schema = JsonValue(nothing);
    QCOMPARE(formats::questionText(question), std::string("Go on?"));
    json titled = nothing;
    titled["title"] = "Agreement";
    question.schema = JsonValue(titled);
    QCOMPARE(formats::questionText(question), std::string("Go on?\n- Agreement"));
}

/// Whatever this one's is.
void TestQuestionFormText::programs_readOneLanguage()
{
    Question question;
    question.text = "Go on?";
    question.options = {{"yes", ""}};
    question.defaultOption = "yes";
    question.deadline = Timestamp{0};
    question.schema =
        JsonValue(json{{"properties", {{"n", {{"type", "integer"}, {"default", 1}}}}}, {"required", {"n"}}});
    const std::string before = formats::questionText(question);
    Foreign foreign;
    QVERIFY(QCoreApplication::installTranslator(&foreign));
    const std::string after = formats::questionText(question);
    const QString toPeople = formats::deadlineText(question);
    QVERIFY(QCoreApplication::removeTranslator(&foreign));
    QCOMPARE(after, before);
    QCOMPARE(toPeople, QStringLiteral("foreign"));
}

} // namespace tst_question_form_text

QUARTERDECK_TEST(tst_question_form_text, TestQuestionFormText)
#include "tst_question_form_text.moc"
