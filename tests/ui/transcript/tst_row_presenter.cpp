#include "fake_library.h"
#include "model/agents/run/artifacts.h"
#include "model/agents/run/session_notes.h"
#include "model/conversation/attachments.h"
#include "page_fixture.h"
#include "presented_row.h"
#include "tests/support/test.h"
#include "ui/present/present.h"
#include "ui/transcript/row_presenter.h"

#include <QTest>
#include <nlohmann/json.hpp>

namespace tst_row_presenter {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;
using namespace quarterdeck::ui::transcript;
using nlohmann::json;

namespace {

Event ended(const char* option, const char* by)
{
    QuestionEnd end;
    end.option = option;
    end.by = by;
    end.at = {5'000};
    return {{9}, {5'000}, 0, QuestionEnded{QuestionId("q1"), end}};
}

/// In a session in which the program itself may speak.
Presentation ourMembers()
{
    Presentation presentation = threeMembers();
    presentation.doesProgramSpeak = true;
    return presentation;
}

QString dumped(const json& value) { return QString::fromStdString(value.dump()); }

} // namespace

#define COMPARE_JSON(actual, expected) QCOMPARE(dumped(actual), dumped(json(expected)))

class TestRowPresenter final : public QObject
{
    Q_OBJECT

private slots:
    void message_hasPlaceSpeakerAndText()
    {
        session::Row source = message("Mike");
        published(source).message.causeBy = ActionName("metagpt.actions.write_prd.WritePRD");
        published(source).message.usage = Usage{"gpt-x", 100, 240, {}, 1'200};
        const json row = present(source);
        COMPARE_JSON(row["ordinal"], 6);
        COMPARE_JSON(row["seq"], 7);
        COMPARE_JSON(row["kind"], "message");
        COMPARE_JSON(row["speaker"],
                     json({{"key", "Mike"},
                           {"name", "Mike"},
                           {"profile", "Team Leader"},
                           {"lane", 1},
                           {"hue", 1},
                           {"person", false},
                           {"leader", true}}));
        COMPARE_JSON(row["blocks"], json::array({{{"type", "text"}, {"text", "Hello"}}}));
        COMPARE_JSON(row["cause"], "WritePRD");
        COMPARE_JSON(row["tokens"], 340);
        COMPARE_JSON(row["model"], "gpt-x");
        COMPARE_JSON(row["duration"], 1200);
        QVERIFY(!row.contains("private"));
        QVERIFY(!row.contains("undelivered"));
    }

    void person_isInk()
    {
        session::Row source = message("");
        published(source).message.causeBy = action::userRequirement;
        const json row = present(source);
        COMPARE_JSON(row["speaker"]["key"], "you");
        COMPARE_JSON(row["speaker"]["person"], true);
        COMPARE_JSON(row["speaker"]["lane"], 0);
        QVERIFY(!row.contains("cause")); // of each of the person's messages it is the same
    }

    /// Everything agents say bears it.
    void causeOfCommands_isTold_whereSomeRan()
    {
        session::Row source = message("Mike");
        published(source).message.causeBy = action::runCommand;
        QVERIFY(!present(source).contains("cause"));
        published(source).message.content.emplace_back(ToolUseBlock{"c1", "write_file", {}, {}});
        COMPARE_JSON(present(source)["cause"], "RunCommand");
    }

    void failure_offersAnotherTry_whileItStands()
    {
        const session::Row source =
            rowOf(RoleActivityChanged{RoleName("Bob"), RoleActivity::Failed, "It is gone.", false, false});
        Presentation presentation = threeMembers();
        const auto mayTry = [&] {
            return RowPresenter(presentation).present(source, {})["notice"].value("retry", false);
        };
        QVERIFY(!mayTry());
        presentation.failures[RoleName("Bob")] = {1'000};
        QVERIFY(mayTry());
        presentation.failures[RoleName("Bob")] = {6'000}; // it failed again
        QVERIFY(!mayTry());
    }

    void programsNotes_areLines()
    {
        const auto present = [](const session::Row& row) { return test::present(row, {}, ourMembers()); };
        session::Row source = message("Bob");
        published(source).message = team::resumeNote();
        COMPARE_JSON(present(source)["notice"],
                     json({{"icon", "play"}, {"tone", "plain"}, {"text", "The team continues."}}));
        published(source).message = team::noteOf({"c1", "Home", "small"});
        COMPARE_JSON(present(source)["notice"]["text"], "From here on, the team uses small (Home).");
        published(source).message = team::noteOf(team::ChosenModel{});
        COMPARE_JSON(present(source)["notice"]["text"], "From here on, the team uses its own models again.");
        published(source).message = team::noteOf(team::LimitsChange{{2.0, 8}, {3.0, 8}});
        COMPARE_JSON(present(source)["notice"]["text"], "You changed the limits. Budget: $2.00 → $3.00.");
        published(source).message.causeBy = team::manifest::action;
        COMPARE_JSON(present(source)["speaker"]["program"], true);
        COMPARE_JSON(present(source)["speaker"]["lane"], -1);
        session::Row asked = rowOf(fourOrFive());
        std::get<QuestionAsked>(asked.event.body).question.asker = RoleName(team::manifest::writer);
        COMPARE_JSON(present(asked)["speaker"]["program"], true);
        published(source).message.sentFrom = Address("Bob"); // nobody else's words pass for it
        COMPARE_JSON(present(source)["kind"], "message");
        COMPARE_JSON(present(source)["speaker"]["key"], "Bob");
    }

    void stoppedAnswer_saysSo()
    {
        session::Row source = message("Bob");
        published(source).message.metadata =
            JsonValue(json{{"quarterdeck", {{"step", "cut"}, {"stopped", true}, {"saw", json::object()}}}});
        const json row = present(source);
        QCOMPARE(row["annotations"].size(), std::size_t(1));
        QVERIFY(row["annotations"][0]["text"].get<std::string>().find("stopped here") != std::string::npos);
    }

    void member_isWhoTheLogSays_whateverNameTheMessageBears()
    {
        session::Row source = message("Bob");
        published(source).message.name = "Mike";
        COMPARE_JSON(present(source)["speaker"]["name"], "Bob");
        COMPARE_JSON(present(source)["speaker"]["leader"], false);
    }

    void stranger_whoseNameLooksLikeAMembers_isMarked_data()
    {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("shown");
        QTest::addColumn<QString>("resembled");
        QTest::newRow("cyrillic") << QStringLiteral("M\u0456ke") << QString() << QStringLiteral("M\u0456ke") << "Mike";
        QTest::newRow("shown name") << "tool.x.Evil"
                                    << "Mike"
                                    << "Mike"
                                    << "Mike";
        QTest::newRow("the person") << "You" << QString() << "You"
                                    << "You";
        QTest::newRow("honest") << "metagpt.roles.architect.Architect" << QString() << "Architect" << QString();
    }

    void stranger_whoseNameLooksLikeAMembers_isMarked()
    {
        QFETCH(const QString, from);
        QFETCH(const QString, name);
        QFETCH(const QString, shown);
        QFETCH(const QString, resembled);
        session::Row source = message(from.toUtf8().constData());
        published(source).message.name = name.toStdString();
        const json speaker = present(source)["speaker"];
        COMPARE_JSON(speaker["key"], "");
        COMPARE_JSON(speaker["name"], shown.toStdString());
        COMPARE_JSON(speaker["lane"], -1);
        QCOMPARE(QString::fromStdString(speaker.value("lookalike", "")), resembled);
    }

    void cutAnswers_saySo_data()
    {
        QTest::addColumn<QString>("note");
        QTest::addColumn<QStringList>("notices");
        QTest::newRow("whole") << R"({"step": "said", "saw": {}})" << QStringList();
        QTest::newRow("of another program") << R"("cut")" << QStringList();
        QTest::newRow("cut") << R"({"step": "said", "cut": 20})"
                             << QStringList{"This answer was cut off at its limit of 20 token(s)."};
        QTest::newRow("cut, nobody says where")
            << R"({"step": "said", "cut": 0})" << QStringList{"This answer was cut off at its maximum length."};
        QTest::newRow("what was lost")
            << R"({"step": "said", "saw": {"losses": {"image": 2, "audio": 1, "video": -1, "lies": 7}}})"
            << QStringList{"1 audio clip(s) in the prompt could not be given to the model.",
                           "2 image(s) in the prompt could not be given to the model."};
    }

    void cutAnswers_saySo()
    {
        QFETCH(const QString, note);
        QFETCH(const QStringList, notices);
        session::Row source = message("Mike");
        published(source).message.metadata = JsonValue(json{{"quarterdeck", json::parse(note.toStdString())}});
        const json row = present(source);
        QStringList found;
        for (const json& one : row.value("annotations", json::array()))
            found << QString::fromStdString(one["text"].get<std::string>());
        QCOMPARE(found, notices);
    }

    void recipients_areChips()
    {
        session::Row source = message(
            "Mike",
            {Address("Bob"), Address("Alice"), address::person, Address("Zed"), address::none, Address("x.y.Tool")});
        published(source).route.unknownRecipients = {Address("Zed")};
        published(source).route.isUndelivered = true;
        const json row = present(source);
        QStringList chips;
        for (const json& chip : row["recipients"])
            chips << QString::fromStdString(chip["kind"].get<std::string>() + ":" + chip["name"].get<std::string>()
                                            + ":" + std::to_string(chip["lane"].get<int>()));
        QCOMPARE(chips, (QStringList{"you:you:0", "role:Alice:2", "role:Bob:3", "unknown:Zed:-1", "role:Tool:-1"}));
        COMPARE_JSON(row["undelivered"], true);
        COMPARE_JSON(present(message("Mike"))["recipients"],
                     json::array({{{"kind", "everyone"}, {"name", "everyone"}, {"lane", -1}}}));
        COMPARE_JSON(present(message("Bob", {address::self}))["recipients"],
                     json::array({{{"kind", "role"}, {"name", "Bob"}, {"lane", 3}}}));
        COMPARE_JSON(present(message("Bob", {address::noOne}))["recipients"], json::array());
    }

    void privateChat_isTintedUntilItsEnd()
    {
        session::Row source = message("Alice", {address::person});
        published(source).route.isPrivate = true;
        published(source).route.directChat = DirectChatId("c1");
        published(source).route.directChatRoles = {RoleName("Alice")};
        COMPARE_JSON(present(source)["private"], json({{"chat", "c1"}, {"with", "Alice"}}));
        QVERIFY(!present(source).contains("privateEnd"));
        source.amendments = {{{8}, {61'000}, 0, DirectChatEnded{DirectChatId("c1"), RoleName("Alice"), {}}}};
        COMPARE_JSON(present(source, {{}, Timestamp{1'000}})["privateEnd"],
                     json({{"reason", "Alice replied"}, {"after", 60'000}}));
        COMPARE_JSON(present(source)["privateEnd"]["after"], 0);
    }

    void blocks_keepTheirKind()
    {
        session::Row source = message("Alice");
        Message& sent = published(source).message;
        MediaBlock image{MediaKind::Image, {AttachmentHash("ab"), {}, "image/png", "a.png", 12, 640, 480}};
        MediaBlock remote{MediaKind::Image, {{}, "https://x.example/a.png", "image/png", "", 0, 0, 0}};
        sent.content = {ThinkingBlock{"hm", ""},
                        image,
                        remote,
                        ToolUseBlock{"t", "search", JsonValue(json{{"q", 1}}), "{q:1}"},
                        ToolResultBlock{"t", "search", "found", {}, true},
                        UnknownBlock{JsonValue(json{{"a", 1}})}};
        sent.instructContent = StructuredContent{{}, JsonValue(json{{"b", 2}})};
        COMPARE_JSON(
            present(source)["blocks"],
            json::array(
                {{{"type", "thinking"}, {"text", "hm"}},
                 {{"type", "image"},
                  {"hash", "ab"},
                  {"mediaType", "image/png"},
                  {"name", "a.png"},
                  {"size", 12},
                  {"width", 640},
                  {"height", 480}},
                 {{"type", "image"}, {"url", "https://x.example/a.png"}, {"mediaType", "image/png"}, {"name", ""}},
                 {{"type", "tool_use"}, {"id", "t"}, {"name", "search"}, {"input", {{"q", 1}}}, {"rawInput", "{q:1}"}},
                 {{"type", "tool_result"}, {"id", "t"}, {"name", "search"}, {"output", "found"}, {"isError", true}},
                 {{"type", "unknown"}, {"value", {{"a", 1}}}},
                 {{"type", "structured"}, {"value", {{"b", 2}}}}}));
    }

    void partsOfAResult_areShownByTheirKind()
    {
        const std::string hash(64, 'a');
        const std::string stored = storedMediaText({AttachmentHash(hash), "image/png", 9, false});
        const std::string bytes(400, 'A');
        const json pieces = json::array(
            {{{"type", "text"}, {"text", "seen"}},
             {{"type", "image"}, {"source", {{"type", "base64"}, {"media_type", "image/png"}, {"data", stored}}}},
             {{"type", "image"}, {"source", {{"type", "base64"}, {"media_type", "image/gif"}, {"data", bytes}}}},
             {{"type", "image_url"}, {"image_url", {{"url", "https://x.example/a.png"}}}},
             {{"type", "resource"}, {"blob", bytes}, {"uri", "file:///a"}}});
        session::Row source = message("Alice");
        published(source).message.content = {ToolResultBlock{"t", "look", "seen", JsonValue(pieces), false}};
        const json row = present(source);
        COMPARE_JSON(row["blocks"][0]["output"], "");
        COMPARE_JSON(
            row["blocks"][0]["parts"],
            json::array(
                {{{"type", "text"}, {"text", "seen"}},
                 {{"type", "image"}, {"hash", hash}, {"mediaType", "image/png"}, {"name", ""}, {"size", 9}},
                 {{"type", "image"}, {"mediaType", "image/gif"}, {"name", ""}, {"size", 300}},
                 {{"type", "image"}, {"url", "https://x.example/a.png"}, {"mediaType", ""}, {"name", ""}},
                 {{"type", "unknown"},
                  {"name", "resource"},
                  {"value", {{"type", "resource"}, {"blob", "(300 B of binary data)"}, {"uri", "file:///a"}}}}}));
        COMPARE_JSON(row["pictures"][0]["address"], "https://x.example/a.png");
        // Those that the viewer can show, counted as the page counts them.
        const std::vector<MediaSource> images = ui::present::imagesOf(source.event);
        QCOMPARE(images.size(), std::size_t{2});
        QCOMPARE(images[0].hash.str(), hash);
        QCOMPARE(images[1].url, std::string("https://x.example/a.png"));
    }

    void textPartsOfAResult_areItsText_data()
    {
        QTest::addColumn<QByteArray>("pieces");
        QTest::addColumn<QString>("output"); // as the log has it
        QTest::addColumn<QString>("shown");
        const QByteArray texts = R"([{"type": "text", "text": "a"}, {"type": "text", "text": "b"}])";
        QTest::newRow("joined") << texts << "a\nb"
                                << "a\nb";
        QTest::newRow("not joined") << texts << ""
                                    << "a\nb";
        QTest::newRow("none") << QByteArray("null") << "a"
                              << "a";
    }

    void textPartsOfAResult_areItsText()
    {
        QFETCH(const QByteArray, pieces);
        QFETCH(const QString, output);
        QFETCH(const QString, shown);
        session::Row source = message("Alice");
        published(source).message.content = {
            ToolResultBlock{"t", "look", output.toStdString(), JsonValue(json::parse(pieces.toStdString())), false}};
        const json block = present(source)["blocks"][0];
        COMPARE_JSON(block["output"], shown.toStdString());
        QVERIFY(!block.contains("parts"));
    }

    void resultThatIsNoList_isAValue()
    {
        session::Row source = message("Alice");
        published(source).message.content = {
            ToolResultBlock{"t", "look", R"({"a":1})", JsonValue(json{{"a", 1}}), false}};
        COMPARE_JSON(present(source)["blocks"][0]["parts"],
                     json::array({{{"type", "unknown"}, {"value", {{"a", 1}}}}}));
    }

    void argumentsOfATool_areShownAsValueWhereTheyAreNothingElse_data()
    {
        QTest::addColumn<QByteArray>("written");
        QTest::addColumn<bool>("isRaw");
        QTest::newRow("as we write it") << QByteArray(R"({"a":2,"b":[1,"x y"]})") << false;
        QTest::newRow("with blanks") << QByteArray("{ \"a\": 2,\n \"b\": [1, \"x y\"] }") << false;
        QTest::newRow("in another order") << QByteArray(R"({"b": [1, "x y"], "a": 2})") << false;
        QTest::newRow("a key twice") << QByteArray(R"({"a": 1, "a": 2, "b": [1, "x y"]})") << true;
        QTest::newRow("quotation marks and blanks")
            << QByteArray("{\"a\": 2, \"b\": [1, \"x y\"], \"c\\\" \": 1}") << true;
        QTest::newRow("no JSON") << QByteArray("{a: 2}") << true;
        QTest::newRow("another value as long") << QByteArray(R"({"a":3,"b":[1,"x y"]})") << true;
        QTest::newRow("a key twice, and as long") << QByteArray(R"({"a":2,"b":[],"b":[1,"x y"]})") << true;
        QTest::newRow("a key in two objects") << QByteArray(R"({"a":2,"b":[1,"x y"],"c":{"a":1}})") << true;
    }

    /// A model's blanks are no reason to show text instead of a value; what the value would hide is.
    void argumentsOfATool_areShownAsValueWhereTheyAreNothingElse()
    {
        QFETCH(QByteArray, written);
        QFETCH(bool, isRaw);
        session::Row source = message("Bob");
        published(source).message.content = {
            ToolUseBlock{"t", "search", JsonValue(json::parse(R"({"a": 2, "b": [1, "x y"]})")), written.toStdString()}};
        QCOMPARE(present(source)["blocks"][0].contains("rawInput"), isRaw);
    }

    void pictureElsewhere_isOffered()
    {
        session::Row source = message("Alice");
        published(source).message.content = {
            TextBlock{"![a](https://x.example/1.png) ![b](http://x.example/2.png)"},
            MediaBlock{MediaKind::Image, {{}, "https://y.example/3.png", "image/png", "", 0, 0, 0}},
            MediaBlock{MediaKind::Audio, {{}, "https://y.example/4.ogg", "audio/ogg", "", 0, 0, 0}}};
        const json pictures = present(source)["pictures"];
        QCOMPARE(pictures.size(), std::size_t{2});
        COMPARE_JSON(pictures[0]["address"], "https://x.example/1.png");
        COMPARE_JSON(pictures[0]["host"], "x.example");
        COMPARE_JSON(pictures[1]["address"], "https://y.example/3.png");
        QVERIFY(pictures[0]["key"] != pictures[1]["key"]);
        QVERIFY(!present(message("Alice")).contains("pictures"));
    }

    void question_isAskedOfThePerson()
    {
        const json row = present(rowOf(fourOrFive()));
        COMPARE_JSON(row["kind"], "question");
        COMPARE_JSON(row["speaker"]["key"], "Bob");
        COMPARE_JSON(row["recipients"][0]["kind"], "you");
        COMPARE_JSON(row["question"],
                     json({{"id", "q1"},
                           {"text", "4x4 or 5x5?"},
                           {"defaultOption", "4x4"},
                           {"askedAt", 1'000},
                           {"options", {{{"label", "4x4"}, {"description", "the classic"}}, {{"label", "5x5"}}}},
                           {"live", true}}));
    }

    void question_isLiveOnlyWhileItCanBeAnswered()
    {
        Presentation replay = test::threeMembers();
        replay.isReplay = true;
        Presentation imported = test::threeMembers();
        imported.isImported = true;
        COMPARE_JSON(present(rowOf(fourOrFive()), {}, replay)["question"]["live"], false);
        COMPARE_JSON(present(rowOf(fourOrFive()), {}, imported)["question"]["live"], false);
        QVERIFY(!present(rowOf(fourOrFive()), {}, imported).contains("untimed"));
        imported.areTimesKnown = false;
        COMPARE_JSON(present(rowOf(fourOrFive()), {}, imported)["untimed"], true);
        session::Row answered = rowOf(fourOrFive());
        answered.amendments = {ended("5x5", "person")};
        QuestionEnd& end = std::get<QuestionEnded>(answered.amendments.front().body).end;
        end.content = {MediaBlock{MediaKind::Image, {AttachmentHash("ab"), {}, "image/png", "a.png", 0, 6, 4}}};
        const json withImage = present(answered)["question"]["end"];
        COMPARE_JSON(withImage["seq"], 9); // the viewer is asked for it
        COMPARE_JSON(withImage["images"][0]["hash"], "ab");
        end.content.clear();
        const json question = present(answered)["question"];
        COMPARE_JSON(question["live"], false);
        COMPARE_JSON(question["end"], json({{"kind", "answered"}, {"text", "5x5"}, {"by", "you"}, {"at", 5'000}}));
    }

    void answer_saysWhetherItsAskerHasIt()
    {
        session::Row answered = rowOf(fourOrFive());
        answered.amendments = {ended("5x5", "person")};
        Presentation remote = test::threeMembers();
        remote.areAskersRemote = true;
        COMPARE_JSON(present(answered, {}, remote)["question"]["end"]["delivered"], true);
        remote.undelivered = {QuestionId("q1")};
        COMPARE_JSON(present(answered, {}, remote)["question"]["end"]["delivered"], false);
        std::get<QuestionEnded>(answered.amendments.front().body).end.kind = QuestionEndKind::Withdrawn;
        QVERIFY(!present(answered, {}, remote)["question"]["end"].contains("delivered"));
        RowExtras extras;
        extras.laterEnd = std::get<QuestionEnded>(ended("4x4", "script").body).end;
        QVERIFY(!present(rowOf(fourOrFive()), extras, remote)["question"]["end"].contains("delivered"));
    }

    void lateAnswer_isNotSaidToBeDelivered()
    {
        Presentation remote = test::threeMembers();
        remote.areAskersRemote = true;
        session::Row silent = rowOf(fourOrFive());
        silent.amendments = {ended("", "")};
        std::get<QuestionEnded>(silent.amendments.front().body).end.kind = QuestionEndKind::TimedOut;
        QVERIFY(!present(silent, {}, remote)["question"]["end"].contains("delivered"));
        session::Row late = message("");
        published(late).route.lateAnswerTo = QuestionId("q1");
        const json annotations = present(late, {}, remote)["annotations"];
        QCOMPARE(annotations.size(), std::size_t(1));
        QVERIFY(annotations[0]["text"].get<std::string>().starts_with("This came after the question had timed out"));
        QVERIFY(!present(late).contains("annotations")); // a member that lives here has it as mail
    }

    void question_ofAMoment_saysHowItEndedLater()
    {
        Presentation replay = test::threeMembers();
        replay.isReplay = true;
        RowExtras extras;
        extras.laterEnd = std::get<QuestionEnded>(ended("4x4", "script").body).end;
        const json question = present(rowOf(fourOrFive()), extras, replay)["question"];
        COMPARE_JSON(question["end"]["late"], true);
        COMPARE_JSON(question["end"]["by"], "script");
    }

    void deadline_isTheNewest()
    {
        session::Row source = rowOf(fourOrFive());
        std::get<QuestionAsked>(source.event.body).question.deadline = Timestamp{10'000};
        COMPARE_JSON(present(source)["question"]["deadline"], 10'000);
        source.amendments = {{{8}, {2'000}, 0, QuestionDeadlineMoved{QuestionId("q1"), Timestamp{20'000}, true, ""}}};
        COMPARE_JSON(present(source)["question"]["deadline"], 20'000);
        COMPARE_JSON(present(source)["question"]["paused"], true);
    }

    void notice_isOneSentence_data()
    {
        QTest::addColumn<QString>("icon");
        QTest::addColumn<QString>("tone");
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("which");
        QTest::addColumn<QString>("said");
        QTest::newRow("private") << "lock"
                                 << "plain"
                                 << "You made the chat private: from here on, messages reach only those named." << 0
                                 << "";
        QTest::newRow("public") << "globe"
                                << "plain"
                                << "You made the chat public: from here on, everyone hears every message." << 1 << "";
        QTest::newRow("paused") << "pause"
                                << "held"
                                << "The team is paused. The budget of $2.00 is used up." << 2 << "";
        QTest::newRow("finished") << "check"
                                  << "plain"
                                  << "The run has finished." << 3 << "";
        QTest::newRow("told") << "check"
                              << "plain"
                              << "The run has finished. “The game is done.”" << 5 << "The game is done.";
        QTest::newRow("failed") << "alert"
                                << "danger"
                                << "Alex failed: no answer" << 4 << "no answer";
    }

    void notice_isOneSentence()
    {
        QFETCH(const QString, icon);
        QFETCH(const QString, tone);
        QFETCH(const QString, text);
        QFETCH(const int, which);
        QFETCH(const QString, said);
        const std::array<EventBody, 6> bodies{
            PublicChatSet{false},
            PublicChatSet{true},
            RunStateChanged{RunState::Paused, "", {RunCauseKind::BudgetUsedUp, 2}},
            RunStateChanged{RunState::Finished, ""},
            RoleActivityChanged{RoleName("Alex"), RoleActivity::Failed, "no answer", false, false},
            RunStateChanged{RunState::Finished, "The game is done."}};
        const json row = present(rowOf(bodies[static_cast<std::size_t>(which)]));
        COMPARE_JSON(row["kind"], "notice");
        COMPARE_JSON(row["speaker"]["key"], "");
        json wanted{{"icon", icon.toStdString()}, {"tone", tone.toStdString()}, {"text", text.toStdString()}};
        if (!said.isEmpty())
            wanted["said"] = said.toStdString();
        COMPARE_JSON(row["notice"], wanted);
    }

    void round_and_unknownEvents_areShown()
    {
        COMPARE_JSON(present(rowOf(RoundStarted{3, 5}))["round"], json({{"number", 3}, {"roles", 5}}));
        const json raw = present(rowOf(UnknownEvent{"from_the_future", 7, JsonValue(json{{"x", 1}})}));
        COMPARE_JSON(raw["kind"], "raw");
        COMPARE_JSON(raw["raw"]["kind"], "from_the_future");
        COMPARE_JSON(raw["raw"]["version"], 7);
        COMPARE_JSON(json::parse(raw["raw"]["json"].get<std::string>()), json({{"x", 1}}));
    }

    void annotations_standAtTheirRow()
    {
        session::Row source = message("Bob");
        source.amendments = {{{8}, {2'000}, 0, Annotated{{7}, AnnotationKind::Mistake, "wrong file", "data set"}}};
        COMPARE_JSON(present(source)["annotations"],
                     json::array({{{"kind", "mistake"}, {"text", "wrong file"}, {"by", "data set"}}}));
    }

    void mark_isTheNewest()
    {
        session::Row source = message("Bob");
        QVERIFY(!present(source).contains("kept") && !present(source).contains("keepable"));
        source.amendments = {{{8}, {2'000}, 0, MessagePinned{{7}, true, "person"}}};
        COMPARE_JSON(present(source)["kept"], true); // at any moment after it, and in what others recorded
        source.amendments.push_back({{9}, {3'000}, 0, MessagePinned{{7}, false, "person"}});
        QVERIFY(!present(source).contains("kept"));
        Presentation living = test::threeMembers();
        living.hasMemories = true;
        COMPARE_JSON(present(source, {}, living)["keepable"], true);
        session::Row strangers = message("Nobody");
        QVERIFY(!present(strangers, {}, living).contains("keepable")); // it is in no memory
    }

    void draft_saysWhetherItIsPrivate()
    {
        const RowPresenter presenter(test::threeMembers());
        session::StreamingMessage draft;
        draft.role = RoleName("Alice");
        draft.sendTo = {Address("Bob"), Address("Nobody")};
        draft.route.unknownRecipients = {Address("Nobody")};
        const json aloud = presenter.draftHead(draft);
        COMPARE_JSON(aloud["speaker"]["lane"], 2);
        COMPARE_JSON(aloud["recipients"][1]["kind"], "unknown");
        QVERIFY(!aloud.contains("private"));
        draft.route.isPrivate = true;
        draft.route.directChatRoles = {RoleName("Alice")};
        COMPARE_JSON(presenter.draftHead(draft)["private"]["with"], "Alice");
    }

    void team_beginsWithThePerson()
    {
        const json members = RowPresenter(test::threeMembers()).team()["members"];
        QCOMPARE(members.size(), std::size_t(4));
        COMPARE_JSON(members[0]["key"], "you");
        COMPARE_JSON(members[0]["lane"], 0);
        COMPARE_JSON(members[1],
                     json({{"key", "Mike"},
                           {"name", "Mike"},
                           {"profile", "Team Leader"},
                           {"lane", 1},
                           {"hue", 1},
                           {"person", false},
                           {"leader", true},
                           {"initials", "M"}}));
    }
};

} // namespace tst_row_presenter

QUARTERDECK_TEST(tst_row_presenter, TestRowPresenter)
#include "tst_row_presenter.moc"
