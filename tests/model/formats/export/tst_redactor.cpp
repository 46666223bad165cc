#include "model/conversation/json/event_json.h"
#include "model/formats/export/redactor.h"
#include "tests/model/formats/collecting_sink.h"
#include "tests/support/test.h"

#include <QDir>
#include <QTest>
#include <nlohmann/json.hpp>
#include <sstream>

namespace tst_redactor {

using namespace quarterdeck::test;
using namespace quarterdeck::conversation;
using nlohmann::json;
using quarterdeck::formats::Redaction;
using quarterdeck::formats::Redactor;

namespace {

/// Everything an import of the file would store, as one value.
json recorded(const QString& path)
{
    CollectingSink sink;
    const auto kind = readText("x", testData(path), sink);
    if (!kind) {
        qFatal("a recorded session cannot be read");
    }
    json all = json::array();
    for (const CollectedSession& session : sink.sessions) {
        all.push_back(session.settings.details.json());
        for (const RecordedMessage& message : session.messages) {
            const Message& said = message.record.message;
            all.push_back(textOf(said));
            all.push_back(said.metadata.json());
            for (const ToolUseBlock& use : blocksOf<ToolUseBlock>(said)) {
                all.push_back({use.rawInput, use.input.json()});
            }
            for (const ThinkingBlock& thinking : blocksOf<ThinkingBlock>(said)) {
                all.push_back(thinking.text);
            }
            for (const ToolResultBlock& result : blocksOf<ToolResultBlock>(said)) {
                all.push_back({result.output, result.outputBlocks.json()});
            }
        }
    }
    return all;
}

} // namespace

class TestRedactor final : public QObject
{
    Q_OBJECT

private slots:
    static void text_data();
    static void text();
    static void ownHome_isTakenOutWhereverItIs_data();
    static void ownHome_isTakenOutWhereverItIs();
    static void knownKey_isTakenOutWhateverItLooksLike_data();
    static void knownKey_isTakenOutWhateverItLooksLike();
    static void arguments_followTheirOptions();
    static void whatIsKeptTwice_isOnePlace();
    static void member_goesByItsName();
    static void member_ofAListOfNamesAndValues();
    static void member_isANumberOrHoldsTheValue();
    static void names_areRedactedToo();
    static void event_keepsWhatIsNoSecret();
    static void argumentsAsTheModelWroteThem_areRedacted();
    static void examples_areTheFirstOfEachKind();
    static void examples_areCutFromWhatGoesOut();
    static void recordedSessions_keepAllButHomeFolders();
    static void hugeText_takesLinearTime();
};

void TestRedactor::text_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("redacted");
    std::istringstream lines(testData(QStringLiteral("redaction/cases.jsonl")));
    for (std::string line; std::getline(lines, line);) {
        const json one = json::parse(line);
        std::string whole;
        for (const json& part : one.at("text").is_array() ? one.at("text") : json::array({one.at("text")})) {
            whole += part.get<std::string>();
        }
        QTest::newRow(one.at("name").get<std::string>().c_str())
            << QString::fromStdString(whole) << QString::fromStdString(one.at("redacted").get<std::string>());
    }
}

void TestRedactor::text()
{
    QFETCH(QString, text);
    QFETCH(QString, redacted);
    Redactor redactor;
    const std::string first = redactor.redacted(text.toStdString());
    QCOMPARE(QString::fromStdString(first), redacted);
    QCOMPARE(redactor.redactions().empty(), text == redacted);
    // What was redacted is not redacted again.
    Redactor again;
    QCOMPARE(again.redacted(first), first);
    QVERIFY(again.redactions().empty());
}

void TestRedactor::ownHome_isTakenOutWhereverItIs_data()
{
    QTest::addColumn<std::string>("home");
    QTest::addColumn<std::string>("text");
    QTest::addColumn<std::string>("redacted");
    const auto row = [](const char* name, const char* home, const char* text, const char* redacted) {
        QTest::newRow(name) << std::string(home) << std::string(text) << std::string(redacted);
    };
    const char* ann = "/data/people/ann";
    row("a file in it", ann, "see /data/people/ann/plan.txt", "see ~/plan.txt");
    row("itself", ann, "cd /data/people/ann", "cd ~");
    row("at the end of a sentence", ann, "It is in /data/people/ann.", "It is in ~.");
    row("in Chinese", ann, "在/data/people/ann，或/data/people/ann的", "在~，或~的");
    row("in brackets", ann, "[/data/people/ann] </data/people/ann> {/data/people/ann}|", "[~] <~> {~}|");
    row("of an address", ann, "file:///data/people/ann/a and host:/data/people/ann", "file://~/a and host:~");
    row("in quotes of JSON", ann, R"({\"p\": \"/data/people/ann\"})", R"({\"p\": \"~\"})");
    row("a longer name", ann, "/data/people/anna /data/people/ann-b /data/people/ann.old",
        "/data/people/anna /data/people/ann-b /data/people/ann.old");
    row("below another", ann, "/mnt/data/people/ann x/data/people/ann", "/mnt/data/people/ann x/data/people/ann");
    row("as it is written", ann, "/Data/People/Ann", "/Data/People/Ann");
    row("with a stroke behind it", "/data/people/ann/", "/data/people/ann/x", "~/x");
    row("with blanks", "/data/ann lee", "/data/ann lee/x file:///data/ann%20lee/x", "~/x file://~/x");
    row("with marks", "/data/a+b(c)", "/data/a+b(c)/x /data/aab(c)", "~/x /data/aab(c)");
    row("of root", "/root", "/root/.ssh", "~/.ssh");
    row("below a usual place", "/home/people/ann", "/home/people/ann/x /home/bob/x", "~/x ~/x");
    row("on a drive", "D:/people/ann", R"(d:\people\ann\x and D:\\people\\ann\\x and D:/people/ann)",
        R"(~\x and ~\\x and ~)");
    row("of nobody", "/", "/x", "/x");
    row("not known", "", "/x and x", "/x and x");
    row("no path", "ann", "ann", "ann");
}

void TestRedactor::ownHome_isTakenOutWhereverItIs()
{
    QFETCH(std::string, home);
    QFETCH(std::string, text);
    Redactor redactor({home});
    QTEST(redactor.redacted(text), "redacted");
    QFETCH(std::string, redacted);
    QCOMPARE(redactor.redactions().empty(), text == redacted);
    for (const RedactionExample& example : redactor.examples()) {
        QVERIFY2(!QString::fromStdString(example.text).contains(QStringLiteral("people/ann/")), example.text.c_str());
    }
}

void TestRedactor::knownKey_isTakenOutWhateverItLooksLike_data()
{
    QTest::addColumn<std::string>("key");
    QTest::addColumn<std::string>("text");
    QTest::addColumn<std::string>("redacted");
    const auto row = [](const char* name, const char* key, const char* text, const char* redacted) {
        QTest::newRow(name) << std::string(key) << std::string(text) << std::string(redacted);
    };
    row("no form of its own", "plainwords/with+more", "I used plainwords/with+more today",
        "I used [redacted: api_key] today");
    row("within a word", "Zq9Zq9Zq9", "xxZq9Zq9Zq9yy", "xx[redacted: api_key]yy");
    row("in an address", "plainwords/with+more", "?q=plainwords%2Fwith%2Bmore&x", "?q=[redacted: api_key]&x");
    row("in base64", "plainwords/with+more", "data cGxhaW53b3Jkcy93aXRoK21vcmU= end", "data [redacted: api_key] end");
    row("with marks of patterns", "a.b*c(d)e\\E", "is a.b*c(d)e\\E here, aXbcde",
        "is [redacted: api_key] here, aXbcde");
    row("an ordinary word", "ollama", "ollama runs", "ollama runs");
    row("ordinary words", "not-needed", "a key is not-needed", "a key is not-needed");
    row("none", "", "nothing", "nothing");
}

void TestRedactor::knownKey_isTakenOutWhateverItLooksLike()
{
    QFETCH(std::string, key);
    QFETCH(std::string, text);
    Redactor redactor({}, 3, {key});
    QTEST(redactor.redacted(text), "redacted");
}

void TestRedactor::arguments_followTheirOptions()
{
    json value = {{"args", {"tool", "--api-key", "abcdefgh", "--verbose", "--token", "abcd1234", "-v"}},
                  {"more", {"--password", "--other", "plainly", "--auth-token"}}};
    Redactor redactor;
    redactor.redact(value);
    QCOMPARE(value.dump(),
             std::string(
                 R"({"args":["tool","--api-key","[redacted: api_key]","--verbose","--token","[redacted: token]","-v"],)"
                 R"("more":["--password","--other","plainly","--auth-token"]})"));
}

/// A person reads how many folders, keys and so on there are; a message keeps some of what it says in two forms.
void TestRedactor::whatIsKeptTwice_isOnePlace()
{
    const std::string key = "sk-aB3aB3aB3aB3aB3aB3aB3aB3";
    MessagePublished published;
    published.message.content = {
        TextBlock{"in /home/bob/a, and /home/bob/b with " + key},
        ToolUseBlock{"c", "f", JsonValue(json{{"path", "/home/bob/x"}, {"key", key}}),
                     R"({"path": "/home/bob/x",  "key": ")" + key + "\"}"},
        ToolUseBlock{"d", "f", JsonValue(json{{"path", R"(C:\Users\eve\x)"}}), R"({"path":  "C:\\Users\\eve\\x"})"},
        ToolUseBlock{"e", "f", JsonValue(json{{"Authorization", "Bearer abc.def.ghi"}}),
                     R"({"Authorization":  "Bearer abc.def.ghi"})"},
        ToolResultBlock{"c", "f", "/home/eve/y", JsonValue(json{{{"type", "text"}, {"text", "/home/eve/y"}}})}};
    Event event{{4}, {5}, 6, published};
    Redactor redactor;
    redactor.redact(event);
    const auto text = QByteArray::fromStdString(toJson(event).dump());
    QVERIFY(!text.contains("bob") && !text.contains("eve"));
    const std::vector<Redaction> found = redactor.redactions();
    QCOMPARE(found.size(), std::size_t{3});
    QVERIFY((found[0] == Redaction{"api_key", 1, found[0].sentence, 2}) && found[0].sentence.starts_with("1 "));
    QVERIFY((found[1] == Redaction{"authorization", 1, found[1].sentence, 1}) && found[1].sentence.starts_with("1 "));
    QVERIFY((found[2] == Redaction{"home_folder", 3, found[2].sentence, 5}) && found[2].sentence.starts_with("3 "));
    QCOMPARE(redactor.examples().size(), std::size_t{6});
}

void TestRedactor::member_goesByItsName()
{
    json value = {{"headers", {{"Authorization", "short1"}, {"x-api-key", "no form of its own"}}},
                  {"DB_PASSWORD", "correct horse"},
                  {"password", ""},
                  {"max_tokens", 100},
                  {"token_count", "123456"},
                  {"cookie", "a=b; c=d"},
                  {"密码", "correct horse"},
                  {"list", {"Bearer abc123def456ghi789"}}};
    Redactor redactor;
    redactor.redact(value);
    QCOMPARE(
        value.dump(),
        std::string(
            R"({"DB_PASSWORD":"[redacted: password]","cookie":"[redacted: cookie]","headers":{"Authorization":"[redacted: authorization]",)"
            R"("x-api-key":"[redacted: api_key]"},"list":["Bearer [redacted: authorization]"],)"
            R"("max_tokens":100,"password":"","token_count":"123456","密码":"[redacted: password]"})"));
    const std::vector<Redaction> found = redactor.redactions();
    QCOMPARE(found.size(), std::size_t{4});
    QCOMPARE(found[1].kind, std::string("authorization"));
    QCOMPARE(found[1].count, 2);
    QVERIFY(found[1].sentence.starts_with("2 "));
}

void TestRedactor::member_ofAListOfNamesAndValues()
{
    json value = {{{"name", "Authorization"}, {"value", "x"}},
                  {{"key", "DB_PASSWORD"}, {"value", "correct horse"}},
                  {{"name", "password"}, {"description", "what to enter"}},
                  {{"authorization", {"x", "[redacted: authorization]"}}}};
    Redactor redactor;
    redactor.redact(value);
    QCOMPARE(value.dump(),
             std::string(R"([{"name":"Authorization","value":"[redacted: authorization]"},)"
                         R"({"key":"DB_PASSWORD","value":"[redacted: password]"},)"
                         R"({"description":"what to enter","name":"password"},)"
                         R"({"authorization":["[redacted: authorization]","[redacted: authorization]"]}])"));
}

void TestRedactor::member_isANumberOrHoldsTheValue()
{
    json value = {{"password", 90817263},
                  {"api_key", {{"value", "abcdefgh"}, {"note", "mine"}}},
                  {"access_token", {{"value", 1234567890123}}},
                  {"secret_key", 12345},
                  {"required", {"api_key", "account"}}};
    value["env"] = json::array({json::array({"API_KEY", "abc123def456"}), json::array({"WORD", "abc123"})});
    value["passphrase"] = json::array({1234567, 1});
    Redactor redactor;
    redactor.redact(value);
    QCOMPARE(value.dump(),
             std::string(R"({"access_token":{"value":"[redacted: api_key]"},)"
                         R"("api_key":{"note":"mine","value":"[redacted: api_key]"},)"
                         R"("env":[["API_KEY","[redacted: api_key]"],["WORD","abc123"]],)"
                         R"("passphrase":["[redacted: password]",1],"password":"[redacted: password]",)"
                         R"("required":["api_key","account"],"secret_key":12345})"));
}

void TestRedactor::names_areRedactedToo()
{
    json value = {{"/home/bob/a.txt", "text"}, {"/home/carol/a.txt", "other"}, {"~/b.txt", 1}};
    Redactor redactor;
    redactor.redact(value);
    QCOMPARE(value.dump(), std::string(R"({"~/a.txt":"text","~/a.txt_":"other","~/b.txt":1})"));
}

void TestRedactor::argumentsAsTheModelWroteThem_areRedacted()
{
    MessagePublished published;
    published.message.id = MessageId("m");
    const char* written = R"({"headers": {"Authorization": "9f8a7b6c"}, "n": 1.50})";
    published.message.content = {ToolUseBlock{"c", "f", JsonValue(json::parse(written)), written}};
    Event event{{4}, {5}, 6, published};
    Redactor redactor;
    redactor.redact(event);
    const auto use = blocksOf<ToolUseBlock>(std::get<MessagePublished>(event.body).message).front();
    QCOMPARE(use.rawInput, std::string(R"({"headers": {"Authorization": "[redacted: authorization]"}, "n": 1.50})"));
    QVERIFY(use.input.json().at("headers").at("Authorization") == "[redacted: authorization]");
}

void TestRedactor::event_keepsWhatIsNoSecret()
{
    MessagePublished published;
    published.message.id = MessageId("m");
    published.message.content = {TextBlock{"in /home/bob/x"},
                                 ToolUseBlock{"c", "f", JsonValue(json{{"api_key", "abcdefgh"}}), "{\"a\": 1.50}"}};
    Event event{{4}, {5}, 6, published};
    Redactor redactor;
    redactor.redact(event);
    published.message.content = {
        TextBlock{"in ~/x"},
        ToolUseBlock{"c", "f", JsonValue(json{{"api_key", "[redacted: api_key]"}}), "{\"a\": 1.50}"}};
    QVERIFY(event == (Event{{4}, {5}, 6, published}));
}

void TestRedactor::examples_areTheFirstOfEachKind()
{
    Redactor redactor;
    json value = {{"api_key", "abcdefgh"},
                  {"text", "first line\nsee /home/bob/plan with ghp_0123456789abcdefghijABCDEFGHIJ012345\nlast line"}};
    redactor.redact(value);
    for (int i = 0; i < 5; ++i) {
        (void)redactor.redacted("/home/carol/" + std::to_string(i));
    }
    const std::vector<RedactionExample> expected = {
        {"api_key", "api_key: [redacted: api_key]"},
        {"token", "see ~/plan with [redacted: token]"},
        {"home_folder", "see ~/plan with [redacted: token]"},
        {"home_folder", "~/0"},
        {"home_folder", "~/1"},
    };
    QVERIFY(redactor.examples() == expected); // and no secret of another kind stands in one
    Redactor ofAll({}, 10);
    for (int i = 0; i < 12; ++i) {
        (void)ofAll.redacted("/home/carol/" + std::to_string(i));
    }
    QCOMPARE(ofAll.examples().size(), std::size_t{10});
}

/// A secret that is cut in part no longer matches: "hunter2" without "password: ".
void TestRedactor::examples_areCutFromWhatGoesOut()
{
    const std::string text =
        "use sk-proj-aB3aB3aB3aB3aB3aB3aB3aB3aB3aB3 and password: hunter2 and /home/alice/secret or "
        "AKIAIOSFODNN7EXAMPLE, and ghp_abcdefghijklmnopqrstuvwxyz01234 too";
    for (std::size_t more = 0; more < 60; ++more) {
        std::string line = "first\n" + text + "\nlast";
        line.insert(line.find(" and /home"), std::string(more, 'x').insert(0, " "));
        Redactor redactor;
        const std::string out = redactor.redacted(line);
        QVERIFY2(out.find("ghp_") == std::string::npos && out.find("hunter2") == std::string::npos, out.c_str());
        QCOMPARE(redactor.examples().size(), std::size_t{5});
        for (const RedactionExample& example : redactor.examples()) {
            QVERIFY2(out.find(example.text) != std::string::npos, example.text.c_str());
            const std::string mark = example.kind == "home_folder" ? "~/secret" : "[redacted: " + example.kind + "]";
            QVERIFY2(example.text.find(mark) != std::string::npos, example.text.c_str());
        }
    }
}

void TestRedactor::recordedSessions_keepAllButHomeFolders()
{
    QStringList files{QStringLiteral("tau_bench/gpt-4o-airline-first12.json"), QStringLiteral("metagpt/team.json"),
                      QStringLiteral("agentscope/saved/session_1.0.0.json"), QStringLiteral("openai/odd_chat.json")};
    const QDir folder(QStringLiteral(QUARTERDECK_TEST_DATA "/who_and_when"));
    for (const QString& file : folder.entryList({QStringLiteral("*.json")})) {
        files << QStringLiteral("who_and_when/") + file;
    }
    QCOMPARE(files.size(), 24);
    std::map<std::string, std::int64_t> found;
    for (const QString& file : files) {
        json value = recorded(file);
        Redactor redactor;
        redactor.redact(value);
        for (const Redaction& redaction : redactor.redactions()) {
            found[redaction.kind + " " + file.toStdString()] += redaction.places;
        }
    }
    // Of tracebacks, which name the home folders of those who ran them, and what a server answered.
    const std::map<std::string, std::int64_t> expected = {{"cookie who_and_when/algorithm_020.json", 1},
                                                          {"home_folder who_and_when/algorithm_020.json", 3},
                                                          {"home_folder who_and_when/algorithm_033.json", 3},
                                                          {"home_folder who_and_when/algorithm_110.json", 1}};
    for (const auto& [what, count] : found) {
        QVERIFY2(expected.contains(what), what.c_str());
    }
    QVERIFY(found == expected);
}

/// A rule that takes quadratic time would not end before the whole test is stopped.
void TestRedactor::hugeText_takesLinearTime()
{
    for (const char* piece : {"sk-",
                              "eyJ",
                              "-----BEGIN PRIVATE KEY-----",
                              "password=",
                              "password=z+",
                              "password=\\\"",
                              "password='\\",
                              "\"password\":{",
                              "\"api_key\", \"a1",
                              "api_key: ",
                              "Authorization: ",
                              "Authorization: Digest ",
                              "Authorization: \\'",
                              "signature=",
                              "://a:",
                              "bearer ",
                              "/home/a",
                              "/root",
                              "Cookie: a=",
                              "Cookie: a=\"",
                              "?token=",
                              "?a-",
                              "&api_key=",
                              "密码：",
                              "密码是a",
                              "--token ",
                              "\"--token\", ",
                              "-u a:",
                              "mysql x",
                              "docker login ",
                              "echo a",
                              "<password>",
                              "<password a",
                              "name: password value: ",
                              "machine a login b ",
                              "a_",
                              "A_",
                              "://a@",
                              "the password is ",
                              "seed phrase: abc abc ",
                              "eyJabcdefghijkl.",
                              "abcdef0123456789abcdef0123456789."}) {
        std::string text;
        while (text.size() < 500'000) {
            text += piece;
        }
        Redactor redactor;
        QVERIFY(!redactor.redacted(text).empty());
    }
}

} // namespace tst_redactor

QUARTERDECK_TEST(tst_redactor, TestRedactor)
#include "tst_redactor.moc"
