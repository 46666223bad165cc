#include "model/agents/provider/token_costs.h"
#include "tests/support/test.h"

#include <QFloat16>
#include <QTest>
#include <nlohmann/json.hpp>

namespace tst_price_table {

using namespace quarterdeck;
using conversation::JsonValue;
using formats::TokenCounts;
using nlohmann::json;
using team::PriceTable;

/// What calls cost.
class TestPriceTable final : public QObject
{
    Q_OBJECT
private slots:
    void costIsKnown_data();
    void costIsKnown();
    void changesComeFirst();
    void badTablesAreRefused_data();
    void badTablesAreRefused();
    void builtInIsGood();
};

namespace {

const char* const table = R"({"date": "2025-01", "models": [
    {"model": "plain", "classes": [{"prompt": 1, "completion": 2}]},
    {"model": "family-*", "classes": [{"prompt": 10, "completion": 20}]},
    {"model": "family-large-*", "classes": [{"prompt": 100, "completion": 200}]},
    {"model": "family-large-1", "classes": [{"prompt": 1000, "completion": 2000}]},
    {"model": "thousand", "per_tokens": 1000, "classes": [{"prompt": 0.5, "completion": 1}]},
    {"model": "parts", "classes": [{"prompt": 10, "cached": 1, "cache_written": 12, "completion": 20, "reasoning": 30}]},
    {"model": "sized", "classes": [{"prompt": 5, "completion": 5},
                                   {"up_to_prompt_tokens": 1000, "prompt": 1, "completion": 1},
                                   {"up_to_prompt_tokens": 2000, "prompt": 2, "completion": 2}]},
    {"model": "known", "context_tokens": 4096, "images": true}
]})";

PriceTable tableOf(const char* text) { return PriceTable::fromJson(JsonValue(json::parse(text))).value(); }

} // namespace
void TestPriceTable::costIsKnown_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<TokenCounts>("tokens");
    QTest::addColumn<std::optional<double>>("millionths");
    using Cost = std::optional<double>;
    const auto row = [](const char* name, const char* model, TokenCounts tokens, Cost cost) {
        QTest::newRow(name) << model << tokens << cost;
    };
    const TokenCounts some{100, 0, 0, 10, 0};
    row("plain", "plain", some, 120);
    row("case does not count", "Plain", some, 120);
    row("unknown", "nobody", some, {});
    row("beginning", "family-9", some, 1200);
    row("longer beginning", "family-large-2", some, 12'000);
    row("whole name", "family-large-1", some, 120'000);
    row("behind a slash", "someone/plain", some, 120);
    row("no beginning", "my-family-9", some, {});
    row("per thousand", "thousand", some, 60'000);
    row("parts", "parts", {100, 40, 20, 10, 4}, 40 * 10 + 40 * 1 + 20 * 12 + 6 * 20 + 4 * 30);
    row("small", "sized", {1000, 0, 0, 10, 0}, 1010);
    row("middle", "sized", {1001, 0, 0, 10, 0}, 2022);
    row("large", "sized", {3000, 0, 0, 10, 0}, 15'050);
    row("known without a price", "known", some, {});
}

void TestPriceTable::costIsKnown()
{
    QFETCH(QString, model);
    QFETCH(TokenCounts, tokens);
    QFETCH(std::optional<double>, millionths);
    const auto cost = tableOf(table).costOf(model.toStdString(), tokens);
    QCOMPARE(cost.has_value(), millionths.has_value());
    if (cost)
        QCOMPARE(*cost * 1e6, *millionths);
}

void TestPriceTable::changesComeFirst()
{
    const PriceTable changes = tableOf(R"({"models": [{"model": "PLAIN", "classes": [{"prompt": 7, "completion": 7}]},
                                                      {"model": "new", "classes": [{"prompt": 8, "completion": 8}]}]})");
    const PriceTable changed = tableOf(table).changedBy(changes);
    const TokenCounts one{1'000'000, 0, 0, 0, 0};
    QCOMPARE(*changed.costOf("plain", one), 7.0);
    QCOMPARE(*changed.costOf("new", one), 8.0);
    QCOMPARE(*changed.costOf("family-1", one), 10.0);
    QCOMPARE(changed.date(), "2025-01");
    QVERIFY(PriceTable::fromJson(changed.toJson()).value() == changed);
}

void TestPriceTable::badTablesAreRefused_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("no list") << "{}";
    QTest::newRow("a list") << "[]";
    QTest::newRow("no name") << R"({"models": [{"classes": []}]})";
    QTest::newRow("negative") << R"({"models": [{"model": "a", "classes": [{"prompt": -1, "completion": 1}]}]})";
    QTest::newRow("half a price") << R"({"models": [{"model": "a", "classes": [{"prompt": 1}]}]})";
    QTest::newRow("per hundred")
        << R"({"models": [{"model": "a", "per_tokens": 100, "classes": [{"prompt": 1, "completion": 1}]}]})";
    QTest::newRow("classes that are none") << R"({"models": [{"model": "a", "classes": ["cheap"]}]})";
}

void TestPriceTable::badTablesAreRefused()
{
    QFETCH(QString, text);
    QVERIFY(!PriceTable::fromJson(JsonValue(json::parse(text.toStdString()))));
}

void TestPriceTable::builtInIsGood()
{
    const PriceTable built = PriceTable::builtIn();
    QVERIFY(!built.date().empty());
    const team::ModelPrice* known = built.find("gpt-4o-mini");
    QVERIFY(known);
    QCOMPARE(known->hasImages, std::optional(true));
    QVERIFY(built.costOf("gpt-4o-mini", {1'000'000, 0, 0, 0, 0}));
    for (const team::ModelPrice& row : built.rows())
        for (const team::PriceClass& one : row.classes)
            QVERIFY2(one.completion >= one.prompt && one.cached.value_or(0) <= one.prompt, row.model.c_str());
}

} // namespace tst_price_table

QUARTERDECK_TEST(tst_price_table, TestPriceTable)
#include "tst_price_table.moc"
