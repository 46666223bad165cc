#include "tests/support/test.h"
#include "tests/ui/transcript/fake_library.h"
#include "tests/ui/transcript/page_fixture.h"
#include "tests/ui/transcript/presented_row.h"
#include "ui/present/row_limits.h"
#include "ui/transcript/page_calls.h"
#include "ui/transcript/row_presenter.h"

#include <QTest>
#include <nlohmann/json.hpp>

namespace tst_row_limits {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;
using namespace quarterdeck::ui::transcript;
using nlohmann::json;

namespace {

QString dumped(const json& value) { return QString::fromStdString(value.dump()); }

} // namespace

#define COMPARE_JSON(actual, expected) QCOMPARE(dumped(actual), dumped(json(expected)))

/// However long an event is, its row stays small, and says what is not in it.
class TestRowLimits final : public QObject
{
    Q_OBJECT

private slots:
    void endlessText_isCutAndSaysSo()
    {
        session::Row source = message("Alice");
        published(source).message.content = textBlocks(std::string(longestBlockText - 1, 'x') + "\xE4\xBD\xA0yy");
        const std::string shown = present(source)["blocks"][0]["text"];
        QVERIFY(shown.size() < longestBlockText + 200);
        QVERIFY(shown.find("5 more bytes are not shown") != std::string::npos); // the cut is before the whole character
    }

    /// A message of many texts costs no more than one of one text.
    void endlessMessage_isCutAndSaysSo_data()
    {
        QTest::addColumn<int>("count");
        QTest::addColumn<int>("size");
        QTest::addColumn<int>("shown");
        QTest::newRow("many parts") << 2'000 << 10 << static_cast<int>(mostBlocks);
        QTest::newRow("long parts") << 8 << 1'000'000 << 4;
    }

    void endlessMessage_isCutAndSaysSo()
    {
        QFETCH(const int, count);
        QFETCH(const int, size);
        QFETCH(const int, shown);
        session::Row source = message("Alice");
        const TextBlock block{std::string(static_cast<std::size_t>(size), 'x')};
        published(source).message.content.assign(static_cast<std::size_t>(count), block);
        const json blocks = present(source)["blocks"];
        QCOMPARE(blocks.size(), static_cast<std::size_t>(shown) + 1);
        QVERIFY(blocks.back()["text"].get<std::string>().starts_with(std::to_string(count - shown)));
    }

    void endlessValue_isShownAsText()
    {
        const JsonValue value(json{{"data", std::string(longestValue, 'x')}});
        session::Row source = message("Alice");
        published(source).message.content = {ToolUseBlock{"t", "save", value, ""}, UnknownBlock{value}};
        published(source).message.instructContent = StructuredContent{JsonValue(), value};
        const json blocks = present(source)["blocks"];
        QCOMPARE(blocks.size(), std::size_t(3));
        COMPARE_JSON(blocks[0]["input"], json::object());
        for (const std::string& text : {blocks[0]["rawInput"].get<std::string>(), blocks[1]["text"].get<std::string>(),
                                        blocks[2]["text"].get<std::string>()}) {
            QVERIFY(text.size() < longestValueText + 200);
            QVERIFY(text.find("more bytes are not shown") != std::string::npos);
        }
        COMPARE_JSON(blocks[2]["value"], nullptr);
    }

    /// And can be copied.
    void endlessEvent_isCut()
    {
        const JsonValue value(json{{"data", std::string(longestValue, 'x')}});
        const json raw = present(rowOf(UnknownEvent{"from_the_future", 7, value}))["raw"];
        QVERIFY(raw["json"].get<std::string>().size() <= std::size_t(limits::longestText));
    }

    void endlessNames_areCut()
    {
        session::Row source = message("Zoe", {Address(std::string(5'000, 'y'))});
        published(source).message.name = std::string(5'000, 'z');
        const json row = present(source);
        QVERIFY(row["speaker"]["name"].get<std::string>().size() < longestName + 10);
        QVERIFY(row["recipients"][0]["name"].get<std::string>().size() < longestName + 10);
    }

    void endlessAnnotations_areCutAndSaySo()
    {
        session::Row source = message("Bob");
        source.amendments.assign(mostAnnotations + 3,
                                 {{8}, {2'000}, 0, Annotated{{7}, AnnotationKind::Note, "again", ""}});
        const json annotations = present(source)["annotations"];
        QCOMPARE(annotations.size(), mostAnnotations + 1);
        QVERIFY(annotations.back()["text"].get<std::string>().starts_with("3 "));
    }

    void endlessOptions_areCutAndSaySo()
    {
        QuestionAsked asked = fourOrFive();
        asked.question.options.assign(200'000, {"again", ""});
        asked.question.options[1].label = std::string(longestName + 1, 'x'); // could not be given as an answer
        const json question = present(rowOf(asked))["question"];
        QCOMPARE(question["options"].size(), mostChoices);
        COMPARE_JSON(question["options"][1]["label"], "again");
        QVERIFY(question["note"].get<std::string>().starts_with("199900 more answer"));
    }

    void endlessQuestion_isCut()
    {
        QuestionAsked asked = fourOrFive();
        asked.question.text = std::string(longestNote + 5, 'x');
        asked.question.reason = asked.question.text;
        asked.question.options[0].description = asked.question.text;
        const json question = present(rowOf(asked))["question"];
        QVERIFY(question["text"].get<std::string>().find("5 more bytes are not shown") != std::string::npos);
        QVERIFY(question["reason"].get<std::string>().size() < longestNote + 200);
        QVERIFY(question["options"][0]["description"].get<std::string>().size() < longestDescription + 200);
        QVERIFY(!present(rowOf(fourOrFive()))["question"].contains("note"));
    }

    void endlessForm_isCutAndSaysSo_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("described");
        QTest::newRow("the value") << "/enum"
                                   << "/description";
        QTest::newRow("a field") << "/properties/size/enum"
                                 << "/properties/size/description";
        QTest::newRow("constants") << "/properties/size/oneOf"
                                   << "/properties/size/description";
        QTest::newRow("several") << "/properties/size/items/anyOf"
                                 << "/properties/size/description";
    }

    void endlessForm_isCutAndSaysSo()
    {
        QFETCH(const QString, path);
        QFETCH(const QString, described);
        const json::json_pointer list(path.toStdString());
        json schema = json::object();
        schema[list] = json::array();
        schema[list].get_ref<json::array_t&>().assign(200'000, json{{"const", 1}});
        schema[json::json_pointer(described.toStdString())] = "Which one?";
        QuestionAsked asked = fourOrFive();
        asked.question.schema = JsonValue(schema);
        const json shown = present(rowOf(asked))["question"]["schema"];
        QCOMPARE(shown[list].size(), mostChoices);
        COMPARE_JSON(shown[json::json_pointer(described.toStdString())],
                     "Which one? 199900 more choice(s) are not shown here.");
    }

    void formThatIsTooLong_isLeftOut()
    {
        QuestionAsked asked = fourOrFive();
        asked.question.schema = JsonValue(json{{"title", std::string(longestValue, 'x')}});
        const json question = present(rowOf(asked))["question"];
        QVERIFY(!question.contains("schema"));
        QVERIFY(question.contains("note"));
    }

    void rowThatThePageCannotDraw_isShownAsItStandsInTheLog()
    {
        const RowPresenter presenter(test::threeMembers(), {EventSeq{7}});
        const json question = presenter.present(rowOf(fourOrFive()));
        COMPARE_JSON(question["kind"], "message");
        COMPARE_JSON(question["speaker"]["key"], "Bob");
        QVERIFY(!question.contains("question"));
        QVERIFY(question["plain"].get<std::string>().find("4x4 or 5x5?") != std::string::npos);
        session::Row long_ = message("Alice");
        published(long_).message.content = textBlocks(std::string(longestPlainRow, 'x'));
        const json plain = presenter.present(long_);
        QVERIFY(plain["blocks"].empty());
        QVERIFY(plain["plain"].get<std::string>().size() < longestPlainRow + 200);
        session::Row other = message("Alice");
        other.event.seq = {8};
        QVERIFY(!presenter.present(other).contains("plain"));
    }
};

} // namespace tst_row_limits

QUARTERDECK_TEST(tst_row_limits, TestRowLimits)
#include "tst_row_limits.moc"
