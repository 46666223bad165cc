#include "model/formats/json/python_json.h"
#include "model/formats/metagpt/pickled_message.h"
#include "model/formats/metagpt/stored_messages.h"
#include "tests/model/formats/collecting_sink.h"
#include "tests/support/test.h"

#include <QFile>
#include <QTest>
#include <nlohmann/json.hpp>

namespace tst_pickled_messages {

using namespace quarterdeck::formats;
using nlohmann::json;
using quarterdeck::test::CollectingSink;

namespace {

std::string text(const std::string& value) { return "\x8c" + std::string(1, static_cast<char>(value.size())) + value; }

/// A message of protocol 4 whose metadata's one value is what `opcodes` leave on the stack.
std::string messageWith(const std::string& opcodes)
{
    return "\x80\x04" + text("metagpt.schema") + text("Message") + "\x93)\x81}(" + text("__dict__") + "}("
        + text("content") + text("hi") + text("metadata") + "}" + text("k") + opcodes + "suub.";
}

QByteArray fileOf(const char* name)
{
    QFile file(QStringLiteral(QUARTERDECK_TEST_DATA "/pickles/") + QLatin1String(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

/// What the files do not say: opcodes and values one by one, and cuts everywhere.
class TestPickledMessages final : public QObject
{
    Q_OBJECT

private slots:
    void values_areRead_data();
    void values_areRead();
    void hostile_isRefused_data();
    void hostile_isRefused();
    void classes_areTheirPaths_data();
    void classes_areTheirPaths();
    void plainObjects_haveTheirFieldsAsState();
    void files_areSessions_data();
    void files_areSessions();
    void everyTruncation_isRefused();
    void everyOtherByte_isRefusedOrRead();
    void structuredContent_isData();
    void structuredContent_refuses_data();
    void structuredContent_refuses();
    void emptyStructuredContent_isNone();
};

void TestPickledMessages::values_areRead_data()
{
    QTest::addColumn<QByteArray>("opcodes");
    QTest::addColumn<QByteArray>("value");
    const auto row = [](const char* tag, QByteArray opcodes, const char* value) {
        QTest::newRow(tag) << opcodes << QByteArray(value);
    };
    row("none", "N", "null");
    row("true of protocol 0", "I01\n", "true");
    row("number of protocol 0", "I-17\n", "-17");
    row("long of protocol 0", "L-123456789012345678901L\n", "-123456789012345678901");
    row("bytes of a number", QByteArray("\x8a\x02\x00\xff", 4), "-256");
    row("a large number", QByteArray("\x8a\x09\xff\xff\xff\xff\xff\xff\xff\xff\x00", 11), "18446744073709551615");
    row("a negative large number", QByteArray("\x8a\x09\x00\x00\x00\x00\x00\x00\x00\x00\xff", 11),
        "-18446744073709551616");
    row("infinity", QByteArray("G\xff\xf0\x00\x00\x00\x00\x00\x00", 9), "-Infinity");
    row("lone surrogate", "\x8c\x03\xed\xa0\x80", "\"\\ud800\"");
    row("what looks like a marked token",
        "\x8c\x04\xef\xb7\x90"
        "1",
        "\"\xef\xb7\x90"
        "1\"");
    row("raw unicode", "Va\\u4f60\\U0001f600\xe9\n", "\"a你😀é\"");
    row("tuple", "(K\x01K\x02t", "[1, 2]");
    row("same list twice",
        "]q\x01K\x01"
        "ah\x01\x86",
        "[[1], [1]]");
    row("what was dropped", "N0K\x05", "5");
    row("dictionary by number", "}K\x07Ns", "{\"7\": null}");
}

void TestPickledMessages::values_areRead()
{
    QFETCH(QByteArray, opcodes);
    QFETCH(QByteArray, value);
    const auto read = metagpt::readPickledMessage(messageWith(opcodes.toStdString()));
    QVERIFY2(read, read ? "" : read.error().detail.c_str());
    QCOMPARE(QByteArray::fromStdString(python_json::text(read->message.metadata.json().at("k"))), value);
}

void TestPickledMessages::hostile_isRefused_data()
{
    QTest::addColumn<QByteArray>("opcodes");
    QTest::addColumn<QString>("reason");
    const auto row = [](const char* tag, const std::string& opcodes, const char* reason) {
        QTest::newRow(tag) << QByteArray::fromStdString(opcodes) << QString::fromUtf8(reason);
    };
    row("another name of a known module", text("builtins") + text("eval") + "\x93", "the name builtins.eval");
    row("a name with a dot", text("metagpt.schema") + text("Message.x") + "\x93", "the name metagpt.schema.Message.x");
    row("persistent id", "Pa\n", "opcode 80");
    row("instance", "(imetagpt.schema\nMessage\n", "opcode 105");
    row("extension", "\x82\x01", "opcode 130");
    row("buffer", "\x97", "opcode 151");
    row("made with keywords", ")}\x92", "opcode 146");
    row("a list in itself",
        "]q\x01h\x01"
        "a",
        "the field metadata");
    row("a message in a message", text("metagpt.schema") + text("Message") + "\x93)\x81", "the field metadata");
    row("a set", "\x8f", "the field metadata");
    row("bytes", "C\x01z", "the field metadata");
    row("a name as value", text("builtins") + text("str") + "\x93", "the field metadata");
    row("deep", std::string(300, ']') + std::string(299, 'a'), "the field metadata");
    row("a number without end", "\x8b\xff\xff\xff\x7f", "it ends too early");
    row("a frame beyond the end", std::string("\x95\xff\xff\x00\x00\x00\x00\x00\x00", 9), "it ends too early");
    row("no UTF-8", "\x8c\x02\xc3\x28", "the field metadata");
    row("a call of a message", text("metagpt.schema") + text("Message") + "\x93)R", "a call");
    row("a set of what is no list", text("builtins") + text("set") + "\x93N\x85R", "a call");
    row("a type of another element",
        text("types") + text("GenericAlias") + "\x93" + text("builtins") + text("list") + "\x93N\x86R",
        "an unknown field type");
}

void TestPickledMessages::hostile_isRefused()
{
    QFETCH(QByteArray, opcodes);
    const auto read = metagpt::readPickledMessage(messageWith(opcodes.toStdString()));
    QVERIFY(!read);
    QTEST(QString::fromStdString(read.error().detail), "reason");
    QCOMPARE(read.error().sentence, "This is not a pickled MetaGPT message (" + read.error().detail + ").");
}

void TestPickledMessages::classes_areTheirPaths_data()
{
    QTest::addColumn<QByteArray>("module");
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<bool>("isRead");
    const auto row = [](const char* module, const char* name, bool isRead) {
        QTest::addRow("%s %s", module, name) << QByteArray(module) << QByteArray(name) << isRead;
    };
    row("metagpt.actions.write_prd", "WritePRD", true);
    row("metagpt.actions.di.run_command", "RunCommand", true);
    row("metagpt.actions", "Action", true);
    row("metagpt.roles.product_manager", "ProductManager", true);
    row("metagpt.schema", "Document", true);
    row("metagpt.actions._private_2", "_Own2", true);
    row("metagpt", "Team", false);
    row("metagpt_other.actions", "WritePRD", false);
    row("os", "system", false);
    row("builtins", "eval", false);
    row("metagpt.actions.write_prd", "os.system", false);
    row("metagpt.actions.write_prd", "", false);
    row("metagpt..actions", "X", false);
    row("metagpt.actions.", "X", false);
    row("metagpt.actions.2x", "X", false);
    row("metagpt.actions write", "X", false);
    row("metagpt.actions", "X()", false);
    QTest::newRow("a long one") << QByteArray("metagpt.a") << QByteArray(201, 'x') << false;
}

/// Where an action or an address is wanted: as MetaGPT writes it as text. Nothing is imported for it.
void TestPickledMessages::classes_areTheirPaths()
{
    QFETCH(QByteArray, module);
    QFETCH(QByteArray, name);
    QFETCH(bool, isRead);
    const std::string path = module.toStdString() + '.' + name.toStdString();
    const std::string one = text(module.toStdString()) + text(name.toStdString()) + "\x93";
    const auto with = [](const std::string& field, const std::string& value) {
        return "\x80\x04" + text("metagpt.schema") + text("Message") + "\x93)\x81}(" + text("__dict__") + "}("
            + text("content") + text("hi") + text(field) + value + "uub.";
    };
    const auto cause = metagpt::readPickledMessage(with("cause_by", one));
    QCOMPARE(cause.has_value(), isRead);
    QVERIFY(!cause || cause->message.causeBy.str() == path);
    const auto sender = metagpt::readPickledMessage(with("sent_from", one));
    QVERIFY(sender.has_value() == isRead && (!sender || sender->message.sentFrom.str() == path));
    const auto sent = metagpt::readPickledMessage(with("send_to", "\x8f(" + one + text("Bob") + "\x90"));
    QCOMPARE(sent.has_value(), isRead);
    QVERIFY(!sent || (sent->message.sendTo.size() == 2 && sent->message.sendTo.begin()->str() == "Bob"));
    // Where a value is wanted it is none, and it is no function.
    for (const std::string& value : {one, one + ")R", one + ")\x81", one + "\x8c\x01x\x85R"})
        QVERIFY(!metagpt::readPickledMessage(with("content", value)));
    QVERIFY(!metagpt::readPickledMessage(with("cause_by", one + ")\x81")));
    QVERIFY(!metagpt::readPickledMessage(messageWith(one)));
}

/// As before 0.5.
void TestPickledMessages::plainObjects_haveTheirFieldsAsState()
{
    const auto with = [](const std::string& fields) {
        return metagpt::readPickledMessage("\x80\x04" + text("metagpt.schema") + text("Message") + "\x93)\x81}("
                                           + text("content") + text("hi") + fields + "ub.");
    };
    const auto sentTo = [&](const std::string& fields) {
        const auto read = with(fields);
        return read && read->message.sendTo.size() == 1 ? QString::fromStdString(read->message.sendTo.begin()->str())
                                                        : QStringLiteral("refused");
    };
    QCOMPARE(sentTo(""), QStringLiteral("<all>"));
    QCOMPARE(sentTo(text("send_to") + text("")), QStringLiteral("<all>"));
    QCOMPARE(sentTo(text("send_to") + text("Bob")), QStringLiteral("Bob"));
    QCOMPARE(sentTo(text("send_to") + text("") + text("restricted_to") + text("Eve")), QStringLiteral("Eve"));
    QCOMPARE(sentTo(text("send_to") + text("metagpt.roles.qa") + text("Qa") + "\x93"),
             QStringLiteral("metagpt.roles.qa.Qa"));
    QCOMPARE(sentTo(text("send_to") + "K\x01"), QStringLiteral("refused"));
    QVERIFY(!with(text("cause_by") + text("os") + text("system") + "\x93"));
}

void TestPickledMessages::files_areSessions_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("isRead");
    const auto expected = json::parse(fileOf("expected.json").toStdString());
    for (const auto& [name, of] : expected.items()) {
        QTest::newRow(name.c_str()) << QString::fromStdString(name) << (of.at("verdict") != "reject");
    }
}

/// As files to import: a readable one is a session of one message, a refused one is reported with the file's name.
void TestPickledMessages::files_areSessions()
{
    QFETCH(const QString, name);
    QFETCH(const bool, isRead);
    MemorySource source(name.toStdString(), fileOf(name.toUtf8().constData()).toStdString(), {});
    CollectingSink sink;
    const auto kind = ReaderRegistry::standard().read(source, sink);
    if (!isRead) {
        QVERIFY(!kind);
        QVERIFY2(kind.error().sentence.find(name.toStdString()) != std::string::npos, kind.error().sentence.c_str());
        QVERIFY(sink.sessions.empty());
        return;
    }
    QVERIFY2(kind, kind ? "" : kind.error().sentence.c_str());
    QCOMPARE(*kind, std::string("metagpt_pickle"));
    QCOMPARE(sink.sessions.size(), std::size_t{1});
    QCOMPARE(sink.sessions.front().messages.size(), std::size_t{1});
    QVERIFY(sink.sessions.front().hasEnded);
    const auto alone = metagpt::readPickledMessage(fileOf(name.toUtf8().constData()).toStdString());
    QCOMPARE(quarterdeck::test::messageAt(sink.sessions.front(), 0).content, alone->message.content);
    QCOMPARE(quarterdeck::test::messageAt(sink.sessions.front(), 0).instructContent, alone->message.instructContent);
}

void TestPickledMessages::everyTruncation_isRefused()
{
    const std::string whole = fileOf("ic_listlist.pkl").toStdString();
    QVERIFY(metagpt::readPickledMessage(whole));
    for (std::size_t size = 0; size < whole.size(); ++size) {
        QVERIFY(!metagpt::readPickledMessage(whole.substr(0, size)));
    }
}

void TestPickledMessages::everyOtherByte_isRefusedOrRead()
{
    const std::string whole = fileOf("ic_list.pkl").toStdString();
    int refused = 0;
    for (std::size_t at = 0; at < whole.size(); ++at) {
        for (const int byte : {0x00, 0x28, 0x30, 0x52, 0x62, 0x65, 0x68, 0x75, 0x81, 0x93, 0xff}) {
            std::string other = whole;
            other[at] = static_cast<char>(byte);
            refused += metagpt::readPickledMessage(other) ? 0 : 1;
        }
    }
    QVERIFY(refused > 0);
}

void TestPickledMessages::structuredContent_isData()
{
    const json content{{"class", "prd"},
                       {"mapping",
                        {{"a", "(<class 'str'>, Ellipsis)"},
                         {"b", "(list[str], Ellipsis)"},
                         {"c", "(list[list[str]], Ellipsis)"},
                         {"d", "__import__('os')"}}},
                       {"value", {{"a", "x"}, {"b", {"y"}}, {"c", {{"z"}}}, {"d", 1}, {"e", 2}}}};
    const auto read = metagpt::readStructuredContent(content);
    QVERIFY(read);
    QVERIFY(read->content.schema.json()
            == json({{"class", "prd"}, {"mapping", {{"a", "str"}, {"b", "list[str]"}, {"c", "list[list[str]]"}}}}));
    QVERIFY(read->content.value.json() == json({{"a", "x"}, {"b", {"y"}}, {"c", {{"z"}}}, {"e", 2}}));
    QCOMPARE(read->refused.at("d"), std::string("__import__('os')"));
    const auto ofModule = metagpt::readStructuredContent({{"class", "Code"}, {"module", "m.s"}, {"value", {{"a", 1}}}});
    QVERIFY(ofModule);
    QVERIFY(ofModule->content.schema.json() == json({{"class", "Code"}, {"module", "m.s"}}));
}

void TestPickledMessages::structuredContent_refuses_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("finding");
    QTest::newRow("no object") << QByteArray("[]") << "$.class, $.value";
    QTest::newRow("no value") << QByteArray(R"x({"class": "a", "mapping": {}})x") << "$.class, $.value";
    QTest::newRow("neither mapping nor module") << QByteArray(R"x({"class": "a", "value": {}})x") << "$.mapping";
    QTest::newRow("missing") << QByteArray(
        R"x({"class": "a", "mapping": {"x": "(<class 'str'>, Ellipsis)"}, "value": {}})x")
                             << "$.value.x";
    QTest::newRow("wrong type") << QByteArray(
        R"x({"class": "a", "mapping": {"x": "(list[list[str]], Ellipsis)"}, "value": {"x": ["y"]}})x")
                                << "$.value.x";
}

void TestPickledMessages::structuredContent_refuses()
{
    QFETCH(QByteArray, content);
    const auto read = metagpt::readStructuredContent(json::parse(content.toStdString()));
    QVERIFY(!read);
    QTEST(QString::fromStdString(read.error().detail), "finding");
}

/// As MetaGPT itself treats empty ones.
void TestPickledMessages::emptyStructuredContent_isNone()
{
    std::string bytes = messageWith("K\x01");
    const std::string before = text("metadata");
    bytes.insert(bytes.find(before), text("instruct_content") + "}");
    const auto read = metagpt::readPickledMessage(bytes);
    QVERIFY2(read, read ? "" : read.error().detail.c_str());
    QVERIFY(!read->message.instructContent);
}

} // namespace tst_pickled_messages

QUARTERDECK_TEST(tst_pickled_messages, TestPickledMessages)
#include "tst_pickled_messages.moc"
