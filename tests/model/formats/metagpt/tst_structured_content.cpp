#include "model/conversation/event.h"
#include "model/formats/export/session_writer.h"
#include "model/formats/json/json_schema.h"
#include "model/formats/metagpt/stored_messages.h"
#include "tests/support/test.h"

#include <QTest>
#include <nlohmann/json.hpp>

namespace tst_structured_content {

using namespace quarterdeck;
using namespace quarterdeck::formats;
using nlohmann::json;

namespace {

json planSchema()
{
    return json::parse(R"({"type": "object", "required": ["steps"], "additionalProperties": false, "properties": {
        "steps": {"type": "array", "items": {"type": "object", "required": ["name"], "properties": {
            "name": {"type": "string"}, "count": {"type": "integer"}, "share": {"type": ["number", "null"]},
            "kind": {"enum": ["a", "b"]}, "done": {"type": "boolean"},
            "when": {"anyOf": [{"type": "string"}, {"type": "null"}]},
            "both": {"anyOf": [{"type": "string"}, {"type": "integer"}], "oneOf": [{"type": "number"}]}}}},
        "cells": {"type": "array", "items": {"type": "array", "items": {"type": "number"}}}}})");
}

} // namespace

/// Structured content with a JSON Schema.
class TestStructuredContent final : public QObject
{
    Q_OBJECT

private slots:
    void values_areChecked_data();
    void values_areChecked();
    void keywords_apply_data();
    void keywords_apply();
    void schemas_areRefused_data();
    void schemas_areRefused();
    void sameSchema_isParsedOnce();
    void definitions_areFollowed();
    void definitionsWithinDefinitions_doNotMultiply();
    void choicesWithinChoices_doNotMultiply();
    void content_isReadBySchema();
    void metaGpt_getsAMapping_data();
    void metaGpt_getsAMapping();
};

void TestStructuredContent::values_areChecked_data()
{
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QString>("finding");
    QTest::newRow("right") << QByteArray(R"({"steps": [{"name": "n", "count": 2.0, "share": null, "kind": "a",
        "done": true, "when": null, "more": 1}], "cells": [[1, 2.5], []]})")
                           << "";
    QTest::newRow("missing") << QByteArray("{}") << "$.steps: required";
    QTest::newRow("missing within") << QByteArray(R"({"steps": [{"name": ""}, {}]})") << "$.steps[1].name: required";
    QTest::newRow("no integer") << QByteArray(R"({"steps": [{"name": "", "count": 1.5}]})")
                                << "$.steps[0].count: integer";
    QTest::newRow("neither of two") << QByteArray(R"({"steps": [{"name": "", "share": "x"}]})")
                                    << "$.steps[0].share: number|null";
    QTest::newRow("none of a list") << QByteArray(R"({"steps": [{"name": "", "kind": "c"}]})")
                                    << "$.steps[0].kind: [\"a\",\"b\"]";
    QTest::newRow("no choice") << QByteArray(R"({"steps": [{"name": "", "when": 3}]})") << "$.steps[0].when: string";
    QTest::newRow("of both lists") << QByteArray(R"({"steps": [{"name": "", "both": 3}]})") << "";
    QTest::newRow("of one list only") << QByteArray(R"({"steps": [{"name": "", "both": "x"}]})")
                                      << "$.steps[0].both: number";
    QTest::newRow("too much") << QByteArray(R"({"steps": [], "x": 1})") << "$.x: not allowed";
    QTest::newRow("deep") << QByteArray(R"({"steps": [], "cells": [[1], [2, true]]})") << "$.cells[1][1]: number";
    QTest::newRow("another kind") << QByteArray("[]") << "$: object";
}

void TestStructuredContent::values_areChecked()
{
    QFETCH(QByteArray, value);
    const auto finding = JsonSchema::of(planSchema()).value()->findingIn(json::parse(value.toStdString()));
    QTEST(QString::fromStdString(finding.value_or("")), "finding");
}

/// Each of them to a value that fits and to one that does not.
void TestStructuredContent::keywords_apply_data()
{
    QTest::addColumn<QByteArray>("schema");
    QTest::addColumn<QByteArray>("right");
    QTest::addColumn<QByteArray>("wrong");
    QTest::addColumn<QString>("finding");
    const auto row = [](const char* name, const char* schema, const char* right, const char* wrong,
                        const char* finding) {
        QTest::newRow(name) << QByteArray(schema) << QByteArray(right) << QByteArray(wrong) << QString(finding);
    };
    row("an empty enum", R"({"properties": {"a": {"enum": []}}})", "{}", R"({"a": 1})", "$.a: []");
    row("enum and const", R"({"enum": [1, 2], "const": 2})", "2", "1", "$: 2");
    row("beside a reference", R"({"$defs": {"A": {"type": "object"}}, "$ref": "#/$defs/A", "required": ["x"]})",
        R"({"x": 1})", "{}", "$.x: required");
    row("a reference", R"({"$defs": {"A": {"type": "object"}}, "$ref": "#/$defs/A", "minProperties": 1})",
        R"({"x": 1})", "[1]", "$: object");
    row("allOf", R"({"allOf": [{"type": "string"}, {"enum": ["a", 1]}]})", R"("a")", "1", "$: string");
    row("oneOf, twice", R"({"oneOf": [{"type": "integer"}, {"minimum": 5}]})", "3", "7", "$: oneOf");
    row("oneOf, none", R"({"oneOf": [{"type": "integer"}, {"type": "null"}]})", "3", R"("x")", "$: integer");
    row("not", R"({"not": {"type": "string"}})", "3", R"("x")", "$: not allowed");
    row("if, then", R"({"if": {"required": ["a"]}, "then": {"required": ["b"]}})", R"({"c": 1})", R"({"a": 1})",
        "$.b: required");
    row("if, else", R"({"if": {"type": "object"}, "else": {"type": "null"}})", "null", "3", "$: null");
    row("minimum", R"({"minimum": 1.5})", "1.5", "1", "$: minimum 1.5");
    row("maximum", R"({"maximum": 3})", R"("text")", "4", "$: maximum 3");
    row("exclusiveMinimum", R"({"exclusiveMinimum": 1})", "2", "1", "$: exclusiveMinimum 1");
    row("exclusiveMaximum, draft 4", R"({"maximum": 3, "exclusiveMaximum": true})", "2.5", "3",
        "$: exclusiveMaximum 3");
    row("multipleOf", R"({"multipleOf": 0.1})", "0.3", "0.35", "$: multipleOf 0.1");
    row("multipleOf, large", R"({"multipleOf": 2})", "1000000000", "1000000001", "$: multipleOf 2");
    row("multipleOf, whole as a fraction", R"({"multipleOf": 2.0})", "-4", "9007199254740993", "$: multipleOf 2.0");
    row("multipleOf, large and no whole", R"({"multipleOf": 0.01})", "10000000.01", "10000000.015",
        "$: multipleOf 0.01");
    row("minimum, large", R"({"minimum": 9007199254740993})", "9007199254740993", "9007199254740992",
        "$: minimum 9007199254740993");
    row("maximum, larger", R"({"maximum": 18446744073709551614})", "-9223372036854775808", "18446744073709551615",
        "$: maximum 18446744073709551614");
    row("exclusiveMinimum, large", R"({"exclusiveMinimum": -9007199254740993})", "-9007199254740992",
        "-9007199254740993", "$: exclusiveMinimum -9007199254740993");
    row("exclusiveMaximum, large", R"({"exclusiveMaximum": 9007199254740993})", "9007199254740992", "9007199254740993",
        "$: exclusiveMaximum 9007199254740993");
    row("minLength", R"({"minLength": 2})", "\"\xc3\xa4\xf0\x9f\x98\x80\"", "\"\xf0\x9f\x98\x80\"", "$: minLength 2");
    row("maxLength", R"({"maxLength": 1})", "\"\xf0\x9f\x98\x80\"", R"("ab")", "$: maxLength 1");
    row("minItems", R"({"minItems": 1})", "[1]", "[]", "$: minItems 1");
    row("maxItems", R"({"items": {"maxItems": 1}})", "[[1]]", "[[], [1, 2]]", "$[1]: maxItems 1");
    row("uniqueItems", R"({"uniqueItems": true})", R"([1, "1", {"a": 1}])", R"([{"a": 1}, 2, {"a": 1.0}])",
        "$: uniqueItems");
    row("prefixItems", R"({"prefixItems": [{"type": "string"}], "items": {"type": "null"}})", R"(["a", null])",
        R"(["a", 1])", "$[1]: null");
    row("items in places", R"({"items": [{"type": "string"}], "additionalItems": false})", R"(["a"])", R"(["a", 1])",
        "$[1]: not allowed");
    row("contains", R"({"contains": {"type": "null"}})", "[1, null]", "[1]", "$: minContains 1");
    row("maxContains", R"({"contains": {"type": "null"}, "minContains": 0, "maxContains": 1})", "[]", "[null, null]",
        "$: maxContains 1");
    row("not, of a pattern", R"({"type": "string", "not": {"pattern": "\\.\\."}})", R"("a")", "1", "$: string");
    row("not, of a pattern below", R"({"not": {"properties": {"a": {"items": {"pattern": "x"}}}}, "type": "object"})",
        R"({"a": ["y"]})", "1", "$: object");
    row("not, of a reference to a pattern",
        R"({"$defs": {"A": {"pattern": "x"}}, "not": {"anyOf": [{"$ref": "#/$defs/A"}]},
        "type": "string"})",
        R"("y")", "1", "$: string");
    row("not, of what says nothing more", R"({"not": {"type": "string", "unevaluatedItems": true,
        "patternProperties": {}}})",
        "1", R"("x")", "$: not allowed");
    row("oneOf, of formats", R"({"oneOf": [{"type": "string", "format": "date"},
        {"type": "string", "format": "date-time"}]})",
        R"("2026-01-02")", "1", "$: string");
    row("oneOf, of a format and two more", R"({"oneOf": [{"format": "date"}, {"minLength": 1}, {"maxLength": 2}]})",
        R"("")", R"("ab")", "$: oneOf");
    row("if, of a pattern", R"({"if": {"pattern": "^x"}, "then": {"maxLength": 1}, "else": {"maxLength": 2},
        "maxLength": 5})",
        R"("abcde")", R"("abcdef")", "$: maxLength 5");
    row("if, of a pattern and a kind", R"({"if": {"type": "string", "pattern": "^x"}, "then": {"maxLength": 1},
        "else": {"type": "null"}})",
        R"("xab")", "1", "$: null");
    row("maxContains, of a pattern", R"({"contains": {"type": "string", "pattern": "x"}, "maxContains": 1})",
        R"(["a", "b"])", "[1]", "$: minContains 1");
    row("not, of what is unevaluated", R"({"not": {"unevaluatedProperties": false}, "type": "object"})", R"({"a": 1})",
        "1", "$: object");
    row("not, of patterns of names", R"({"not": {"patternProperties": {"^x": {"type": "null"}}}, "type": "object"})",
        R"({"x": 1})", "1", "$: object");
    row("minProperties", R"({"minProperties": 1})", R"({"a": 1})", "{}", "$: minProperties 1");
    row("maxProperties", R"({"maxProperties": 0})", "{}", R"({"a": 1})", "$: maxProperties 0");
    row("propertyNames", R"({"propertyNames": {"maxLength": 1}})", R"({"a": 1})", R"({"ab": 1})", "$.ab: maxLength 1");
    row("patternProperties", R"({"patternProperties": {"^x": {}}, "additionalProperties": false, "required": ["x"]})",
        R"({"x": 1})", "{}", "$.x: required");
    row("dependentRequired", R"({"dependentRequired": {"a": ["b"]}})", R"({"c": 1})", R"({"a": 1})", "$.b: required");
    row("dependentSchemas", R"({"dependentSchemas": {"a": {"maxProperties": 1}}})", R"({"a": 1})",
        R"({"a": 1, "b": 1})", "$: maxProperties 1");
    row("dependencies", R"({"dependencies": {"a": ["b"]}})", R"({"a": 1, "b": 1})", R"({"a": 1})", "$.b: required");
}

void TestStructuredContent::keywords_apply()
{
    QFETCH(QByteArray, schema);
    QFETCH(QByteArray, right);
    QFETCH(QByteArray, wrong);
    const auto parsed = JsonSchema::of(json::parse(schema.toStdString()));
    QVERIFY2(parsed, parsed ? "" : parsed.error().detail.c_str());
    QCOMPARE((*parsed)->findingIn(json::parse(right.toStdString())).value_or(""), std::string());
    QTEST(QString::fromStdString((*parsed)->findingIn(json::parse(wrong.toStdString())).value_or("")), "finding");
}

void TestStructuredContent::schemas_areRefused_data()
{
    QTest::addColumn<QByteArray>("schema");
    QTest::addColumn<QString>("finding");
    QTest::newRow("no object") << QByteArray("3") << "$: no schema";
    QTest::newRow("unknown type") << QByteArray(R"({"items": {"type": "text"}})") << "$.items.type: \"text\"";
    QTest::newRow("definition that is not there")
        << QByteArray(R"({"$defs": {"A": {}}, "properties": {"a": {"$ref": "#/$defs/B"}}})") << "$.properties.a: $ref";
    QTest::newRow("reference elsewhere") << QByteArray(R"({"items": {"$ref": "https://x/y"}})") << "$.items: $ref";
    QTest::newRow("definition within a definition")
        << QByteArray(R"({"$defs": {"A": {"items": {"$ref": "#/$defs/A"}}}, "$ref": "#/$defs/A"})")
        << QString("$" + QString(".items").repeated(16) + ": depth");
    QTest::newRow("reference") << QByteArray(R"({"properties": {"a": {"$ref": "#"}}})") << "$.properties.a: $ref";
    QTest::newRow("properties") << QByteArray(R"({"properties": []})") << "$.properties: no object";
    QTest::newRow("required") << QByteArray(R"({"required": "a"})") << "$.required: no list";
    QTest::newRow("enum") << QByteArray(R"({"anyOf": [{"enum": 1}]})") << "$.anyOf[0].enum: no list";
    QTest::newRow("required, no name") << QByteArray(R"({"required": [1]})") << "$.required: 1";
    QTest::newRow("no type") << QByteArray(R"({"type": []})") << "$.type: []";
    QTest::newRow("no choice") << QByteArray(R"({"anyOf": []})") << "$.anyOf: []";
    QTest::newRow("choices") << QByteArray(R"({"oneOf": {}})") << "$.oneOf: no list";
    QTest::newRow("a bound") << QByteArray(R"({"minimum": "1"})") << "$.minimum: no number";
    QTest::newRow("a count") << QByteArray(R"({"maxItems": -1})") << "$.maxItems: less than 0";
    QTest::newRow("a step") << QByteArray(R"({"multipleOf": 0})") << "$.multipleOf: not more than 0";
    QTest::newRow("a dynamic reference") << QByteArray(R"({"items": {"$dynamicRef": "#x"}})") << "$.items: $dynamicRef";
    QByteArray deep = "{}";
    for (int i = 0; i < 60; ++i) {
        deep = "{\"items\": " + deep + "}";
    }
    QString path = QStringLiteral("$");
    for (int i = 0; i < 33; ++i) {
        path += QStringLiteral(".items");
    }
    QTest::newRow("deep") << deep << path + QStringLiteral(": depth");
}

void TestStructuredContent::schemas_areRefused()
{
    QFETCH(QByteArray, schema);
    const auto parsed = JsonSchema::of(json::parse(schema.toStdString()));
    QVERIFY(!parsed);
    QTEST(QString::fromStdString(parsed.error().detail), "finding");
}

void TestStructuredContent::sameSchema_isParsedOnce()
{
    const auto first = JsonSchema::of(planSchema()).value();
    QVERIFY(first == JsonSchema::of(planSchema()).value());
    QVERIFY(first != JsonSchema::of(json::object()).value());
    for (int i = 0; i < 1000; ++i) {
        QVERIFY(JsonSchema::of({{"const", i}}).value()->findingIn(i + 1));
    }
    QVERIFY(!first->findingIn({{"steps", json::array()}}));
}

/// As Pydantic writes a model of models.
void TestStructuredContent::definitions_areFollowed()
{
    const json schema = json::parse(R"({"$defs": {"Step": {"type": "object", "required": ["name"],
        "properties": {"name": {"type": "string"}, "kind": {"$ref": "#/$defs/a~1b"}}}, "a/b": {"enum": ["x", "y"]}},
        "properties": {"steps": {"type": "array", "items": {"$ref": "#/$defs/Step"}}}, "type": "object"})");
    const auto parsed = JsonSchema::of(schema);
    QVERIFY2(parsed, parsed ? "" : parsed.error().detail.c_str());
    const auto finding = [&](const char* value) { return (*parsed)->findingIn(json::parse(value)); };
    QVERIFY(!finding(R"({"steps": [{"name": "a", "kind": "x"}]})"));
    QCOMPARE(finding(R"({"steps": [{"kind": "x"}]})"), std::optional<std::string>("$.steps[0].name: required"));
    QCOMPARE(finding(R"({"steps": [{"name": "a", "kind": "z"}]})"),
             std::optional<std::string>("$.steps[0].kind: [\"x\",\"y\"]"));
}

void TestStructuredContent::definitionsWithinDefinitions_doNotMultiply()
{
    json definitions = json::object();
    for (int i = 0; i < 12; ++i) {
        const json next{{"$ref", "#/$defs/" + std::to_string(i + 1)}};
        definitions[std::to_string(i)] = {{"properties", {{"a", next}, {"b", next}, {"c", next}}}};
    }
    definitions["12"] = json::object();
    const auto parsed = JsonSchema::of({{"$defs", definitions}, {"$ref", "#/$defs/0"}});
    QVERIFY(!parsed);
    QVERIFY2(parsed.error().detail.ends_with(": size"), parsed.error().detail.c_str());
}

void TestStructuredContent::choicesWithinChoices_doNotMultiply()
{
    json schema{{"type", "string"}};
    for (int i = 0; i < 30; ++i) {
        schema = {{"anyOf", json::array({schema})}};
    }
    QCOMPARE(JsonSchema::of(schema).value()->findingIn(1), std::optional<std::string>("$: string"));
}

void TestStructuredContent::content_isReadBySchema()
{
    json content{{"class", "Plan"}, {"schema", planSchema()}, {"value", {{"steps", json::array()}}}};
    const auto read = metagpt::readStructuredContent(content);
    QVERIFY(read);
    QVERIFY(read->content.schema.json() == json({{"class", "Plan"}, {"schema", planSchema()}}));
    QVERIFY(read->content.value.json() == content["value"]);
    content["value"] = {{"steps", {{{"name", 1}}}}};
    QCOMPARE(metagpt::readStructuredContent(content).error().detail, std::string("$.value.steps[0].name: string"));
    content["schema"] = {{"type", "text"}};
    QCOMPARE(metagpt::readStructuredContent(content).error().detail, std::string("$.schema.type: \"text\""));
}

void TestStructuredContent::metaGpt_getsAMapping_data()
{
    QTest::addColumn<QByteArray>("properties");
    QTest::addColumn<QByteArray>("required");
    QTest::addColumn<QByteArray>("mapping");
    const QByteArray texts = R"({"a": {"type": "string"}, "b": {"type": "array", "items": {"type": "string"}},
        "c": {"type": "array", "items": {"type": "array", "items": {"type": "string"}}}})";
    QTest::newRow("texts")
        << texts << QByteArray(R"(["a", "b", "c"])")
        << QByteArray(
               R"x({"a":"(<class 'str'>, Ellipsis)","b":"(list[str], Ellipsis)","c":"(list[list[str]], Ellipsis)"})x");
    QTest::newRow("one may be missing") << texts << QByteArray(R"(["a", "b"])") << QByteArray("null");
    QTest::newRow("a number") << QByteArray(R"({"a": {"type": "number"}})") << QByteArray(R"(["a"])")
                              << QByteArray("null");
    QTest::newRow("some texts") << QByteArray(R"({"a": {"type": "string", "enum": ["x"]}})") << QByteArray(R"(["a"])")
                                << QByteArray("null");
    QTest::newRow("nothing") << QByteArray("{}") << QByteArray("[]") << QByteArray("null");
}

void TestStructuredContent::metaGpt_getsAMapping()
{
    QFETCH(QByteArray, properties);
    QFETCH(QByteArray, required);
    QFETCH(QByteArray, mapping);
    const json schema{{"properties", json::parse(properties.toStdString())},
                      {"required", json::parse(required.toStdString())}};
    conversation::Message message;
    message.instructContent = {conversation::JsonValue(json{{"class", "P"}, {"schema", schema}}),
                               conversation::JsonValue(json{{"a", "x"}})};
    const auto writer = exportFormat("metagpt")->make({});
    std::string out;
    const conversation::ConversationState state;
    const conversation::Event started{{1}, {1}, 0, conversation::SessionStarted{}};
    const conversation::Event said{{2}, {1}, 0, conversation::MessagePublished{message, {}}};
    writer->begin(out);
    writer->event({started, state}, out);
    writer->event({said, state, true, {}}, out);
    writer->end(out);
    const json content = json::parse(out).at("env").at("history").at("storage").at(0).at("instruct_content");
    QCOMPARE(QByteArray::fromStdString((content.is_null() ? content : content.at("mapping")).dump()), mapping);
    const bool isLost =
        std::ranges::any_of(writer->losses(), [](const Loss& loss) { return loss.kind == "structured_content"; });
    QCOMPARE(content.is_null(), mapping == "null");
    QCOMPARE(isLost, content.is_null());
}

} // namespace tst_structured_content

QUARTERDECK_TEST(tst_structured_content, TestStructuredContent)
#include "tst_structured_content.moc"
