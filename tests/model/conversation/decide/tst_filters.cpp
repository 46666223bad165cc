#include "model/conversation/decide/image_paths.h"
#include "model/conversation/route.h"
#include "model/conversation/speaker.h"
#include "tests/model/conversation/team_kit.h"
#include "tests/support/test.h"

#include <QFloat16>
#include <QTest>
#include <nlohmann/json.hpp>

namespace tst_filters {

using namespace quarterdeck::conversation;

/// Filters, address notes, and how images are found in a text.
class TestFilters final : public QObject
{
    Q_OBJECT
private slots:
    void offByDefault();
    void priorityIsRefusedRecordedAndTold();
    void broadcastGoesToAll();
    void runInOrder();
    void filteredPrivateMessageStaysPrivate();
    void unknownFilterIsRefusedAtTheStart();
    void notes_data();
    void notes();
    void blocksOfOtherKindsAreKept();
    void foreignRoleBecomesAssistant();
    void imagePaths_data();
    void imagePaths();
    void imagePathsAreLinear();
    void imageTypes();
    void drawings_data();
    void drawings();
    void speakers();
};

namespace {

RoutingSettings withFilters(std::vector<std::string> filters)
{
    RoutingSettings settings;
    settings.filters = std::move(filters);
    return settings;
}

Publish marked(const char* key, const nlohmann::json& value)
{
    Message message = makeMessage("Alice", "words", {"Bob"});
    message.metadata = JsonValue(nlohmann::json{{key, value}});
    return Publish{message, {}, {}};
}

} // namespace

void TestFilters::offByDefault()
{
    TeamKit kit({}, false);
    QVERIFY(!kit.submit(marked("priority", "low")).error);
    QCOMPARE(reached(kit.submit(marked("broadcast", true))), "Mike Bob");
    QCOMPARE(filterNames(), (std::vector<std::string>{"priority", "broadcast"}));
    QVERIFY(filterNamed("priority") && !filterNamed("other"));
}

void TestFilters::priorityIsRefusedRecordedAndTold()
{
    TeamKit kit(withFilters({"priority"}));
    const Decision decision = kit.submit(marked("priority", "low"));
    QCOMPARE(decision.error->code, ErrorCode::Filtered);
    QVERIFY(sentence(decision).contains("priority"));
    QVERIFY(!decision.isPublished);
    const Route route = messageOf(decision).route;
    QVERIFY(route.isFiltered);
    QCOMPARE(route.filteredBy, std::string("priority"));
    QVERIFY(route.deliveries.empty() && !route.isUndelivered);
    QVERIFY(!kit.submit(marked("priority", "high")).error);
}

void TestFilters::broadcastGoesToAll()
{
    TeamKit kit(withFilters({"broadcast"}), false);
    QCOMPARE(reached(kit.submit(marked("broadcast", true))), "Mike Alice Bob Alex David");
    QCOMPARE(reached(kit.submit(marked("broadcast", false))), "Mike Bob");
    QCOMPARE(reached(kit.submit(marked("broadcast", "true"))), "Mike Bob");
    Publish direct = marked("broadcast", true);
    direct.userDefinedRecipient = "Bob";
    direct.isPrivate = true;
    const Decision toAll = kit.submit(direct);
    QCOMPARE(messageOf(toAll).route.rule, RoutingRule::Ordinary);
    QVERIFY(kit.state.directChats().empty());
}

void TestFilters::runInOrder()
{
    Publish both = marked("broadcast", true);
    both.message.metadata = JsonValue(nlohmann::json{{"broadcast", true}, {"priority", "low"}});
    TeamKit first(withFilters({"priority", "broadcast"}), false);
    QCOMPARE(joined(messageOf(first.submit(both)).message.sendTo), "Bob");
    TeamKit second(withFilters({"broadcast", "priority"}), false);
    QCOMPARE(joined(messageOf(second.submit(both)).message.sendTo), "<all>");
}

void TestFilters::filteredPrivateMessageStaysPrivate()
{
    TeamKit kit(withFilters({"priority"}));
    Publish direct = marked("priority", "low");
    direct.message.sentFrom = Address();
    direct.userDefinedRecipient = "Bob";
    direct.isPrivate = true;
    QVERIFY(messageOf(kit.submit(direct)).route.isPrivate);
}

void TestFilters::unknownFilterIsRefusedAtTheStart()
{
    StartSession start;
    start.settings.routing = withFilters({"colour"});
    const Decision decision = decide({}, start, {});
    QCOMPARE(decision.error->code, ErrorCode::BadInput);
    QVERIFY(sentence(decision).contains("colour"));
}

void TestFilters::notes_data()
{
    QTest::addColumn<int>("note");
    QTest::addColumn<QString>("text");
    QTest::newRow("mgx") << int(AddressNote::MgxText) << "[Message] from Alice to Bob, Mike: words";
    QTest::newRow("json") << int(AddressNote::JsonLine) << "{\"from\":\"Alice\",\"to\":[\"Bob\",\"Mike\"]}\nwords";
    QTest::newRow("none") << int(AddressNote::None) << "words";
}

void TestFilters::notes()
{
    QFETCH(int, note);
    RoutingSettings settings;
    settings.addressNote = static_cast<AddressNote>(note);
    TeamKit kit(settings);
    const Decision decision = kit.submit(Publish{makeMessage("Alice", "words", {"Bob"}), {}, {}});
    QTEST(textOfCopy(decision), "text");
    QCOMPARE(textOf(messageOf(decision).message), std::string("words"));
    QCOMPARE(mgxHistory(messageOf(decision)).size(), std::size_t(2));
}

void TestFilters::blocksOfOtherKindsAreKept()
{
    Message message = makeMessage("Alice", "one", {"Bob"});
    message.content.push_back(ToolUseBlock{"t", "search", {}, {}});
    message.content.push_back(TextBlock{"two"});
    TeamKit kit;
    const Message copy = addressedCopy(messageOf(kit.submit(Publish{message, {}, {}})));
    QCOMPARE(textOf(copy), std::string("[Message] from Alice to Bob, Mike: one\ntwo"));
    QCOMPARE(copy.content.size(), std::size_t(2));
    QVERIFY(std::holds_alternative<ToolUseBlock>(copy.content[1]));
}

void TestFilters::foreignRoleBecomesAssistant()
{
    for (const auto& [role, expected] : {std::pair{"Architect", "assistant"},
                                         {"tool", "assistant"},
                                         {"", "assistant"},
                                         {"system", "system"},
                                         {"user", "user"},
                                         {"assistant", "assistant"}}) {
        MessagePublished published;
        published.message.role = role;
        QCOMPARE(addressedCopy(published).role, std::string(expected));
    }
}

void TestFilters::imagePaths_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("mgx");
    QTest::addColumn<QString>("ours");
    QTest::newRow("plain") << "see a.png now"
                           << "a.png"
                           << "a.png";
    QTest::newRow("cases") << "a.PNG b.Png c.JPEG d.jpg"
                           << "a.PNG c.JPEG d.jpg"
                           << "a.PNG c.JPEG d.jpg";
    QTest::newRow("greedy") << "a.png.jpgx"
                            << "a.png.jpg"
                            << "a.png.jpg";
    QTest::newRow("last in a word") << "a.png,b.gif!"
                                    << "a.png,b.gif"
                                    << "a.png,b.gif";
    QTest::newRow("no name") << ".png"
                             << ""
                             << "";
    QTest::newRow("webp") << "x.webp"
                          << ""
                          << "x.webp";
    QTest::newRow("markdown") << "![p](img/a.png)"
                              << "![p](img/a.png"
                              << "img/a.png";
    QTest::newRow("markdown with title") << "![p](a.png \"t\")"
                                         << "![p](a.png"
                                         << "a.png";
    QTest::newRow("wide space") << "看\u3000图.gif"
                                << "图.gif"
                                << "图.gif";
    QTest::newRow("Chinese name") << "看 中文图.gif。"
                                  << "中文图.gif"
                                  << "中文图.gif";
    QTest::newRow("twice") << "a.png a.png"
                           << "a.png a.png"
                           << "a.png a.png";
    QTest::newRow("none") << "png . jpg"
                          << ""
                          << "";
}

void TestFilters::imagePaths()
{
    QFETCH(QString, text);
    const auto paths = [&](ImageSyntax syntax) {
        QStringList list;
        for (const std::string& path : imagePathsIn(text.toStdString(), syntax)) {
            list << QString::fromStdString(path);
        }
        return list.join(' ');
    };
    QTEST(paths(ImageSyntax::Mgx), "mgx");
    QTEST(paths(ImageSyntax::Quarterdeck), "ours");
}

void TestFilters::imagePathsAreLinear()
{
    // A pattern matcher takes hours for this, and is ended by the time limit of the tests.
    std::string hostile;
    for (int i = 0; i < 4'000'000; ++i) {
        hostile += "a.";
    }
    QVERIFY(imagePathsIn(hostile, ImageSyntax::Mgx).empty());
}

void TestFilters::imageTypes()
{
    QCOMPARE(imageTypeOf(std::string("\x89PNG\r\n\x1a\nrest")), std::string("image/png"));
    QCOMPARE(imageTypeOf(std::string("\xff\xd8\xff\xe0")), std::string("image/jpeg"));
    QCOMPARE(imageTypeOf("GIF89a..."), std::string("image/gif"));
    QCOMPARE(imageTypeOf(std::string("RIFF\x01\0\0\0WEBPVP8 ", 16)), std::string("image/webp"));
    QCOMPARE(imageTypeOf("<svg onload=alert(1)>"), std::string());
    QCOMPARE(imageTypeOf(""), std::string());
}

void TestFilters::drawings_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<bool>("isDrawing");
    const auto row = [](const char* bytes, bool isDrawing) {
        QTest::newRow(qPrintable(QString::fromLatin1(bytes).append(u'.'))) << QByteArray(bytes) << isDrawing;
    };
    row("<svg>", true);
    row("<svg/>", true);
    row("\xef\xbb\xbf <svg\nwidth='1'/>", true);
    row("<?xml version=\"1.0\"?>\n<!-- by > me --><!DOCTYPE svg PUBLIC \"-//W3C\" \"http://x\">\n<svg x='1'>", true);
    row("<!DOCTYPE svg [ <!ENTITY a \"<b>\"> ] ><svg>", true);
    row("", false);
    row("<svg", false);
    row("<svgs>", false);
    row("<!-- <svg>", false);
    row("<?xml <svg>", false);
    row("<!DOCTYPE svg [ <svg>", false);
    row("<!doctype html><svg>", false);
    row("<html><svg>", false);
    row("words <svg>", false);
    row("\x89PNG\r\n\x1a\n<svg>", false);
}

void TestFilters::drawings()
{
    QFETCH(const QByteArray, bytes);
    QTEST(isSvg(bytes.toStdString()), "isDrawing");
    QVERIFY(imageTypeOf(bytes.toStdString()) != "image/svg+xml"); // a picture of pixels it never is
}

void TestFilters::speakers()
{
    TeamKit kit;
    QCOMPARE(displayName(kit.state, makeMessage("class.Bob", "x")), std::string("Bob"));
    QCOMPARE(displayName(kit.state, makeMessage("Outsider", "x")), std::string("Outsider"));
    QCOMPARE(displayName(kit.state, makeMessage("", "x")), std::string());
    QVERIFY(isFromUser(makeMessage("", "x")));
    Message named = makeMessage("class.Bob", "x");
    named.name = "Robert";
    QCOMPARE(displayName(kit.state, named), std::string("Robert"));
    Message labelled = makeMessage("somewhere.Else", "x");
    labelled.metadata = JsonValue(nlohmann::json{{"agent", "Eve(Tester)"}});
    QCOMPARE(displayName(kit.state, labelled), std::string("Eve(Tester)"));
}

} // namespace tst_filters

QUARTERDECK_TEST(tst_filters, TestFilters)
#include "tst_filters.moc"
