#include "model/conversation/attachments.h"
#include "page_fixture.h"
#include "tests/support/page_test.h"
#include "tests/support/pictures.h"

#include <QSignalSpy>
#include <nlohmann/json.hpp>

namespace tst_transcript_parts {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;
using nlohmann::json;

namespace {

const std::string difference = "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n";

session::Row rowWith(std::int64_t ordinal, std::vector<ContentBlock> content)
{
    session::Row row = messageRow(ordinal, "Bob", "");
    std::get<MessagePublished>(row.event.body).message.content = std::move(content);
    return row;
}

ToolResultBlock result(std::string output, json parts = nullptr)
{
    return {"c", "look", std::move(output), JsonValue(std::move(parts)), false};
}

MediaBlock elsewhere(MediaKind kind, const std::string& address) { return {kind, {{}, address, {}, {}, 0, 0, 0}}; }

} // namespace

/// What a message has besides its words: the parts of a tool's answer, and remote media.
class TestTranscriptParts final : public QObject
{
    Q_OBJECT

private slots:
    void pictureOfAResult_isShownAndOpened();
    void differenceOfAResult_isOne();
    void differenceOfAFailure_isText();
    void argumentsWithinArguments_areIndented();
    void timeOfACall_isTold_data();
    void timeOfACall_isTold();
    void furtherPicturesFromElsewhere_unfold();
    void storedPictures_keepTheirCount();
    void fileFromElsewhere_isFollowedAsALink();
    void whoNotedIt_standsBehindTheNote();
    void longText_canBeReadToItsEnd_data();
    void longText_canBeReadToItsEnd();

private:
    /// In the page: opens the only tool row there.
    [[nodiscard]] static bool openTool(PageFixture& page);
};

bool TestTranscriptParts::openTool(PageFixture& page)
{
    return page.click(QStringLiteral(".tool .th"))
        && page.waitUntil(QStringLiteral("document.querySelector('.tool .outcell') !== null"));
}

void TestTranscriptParts::pictureOfAResult_isShownAndOpened()
{
    const std::string png = test::png({40, 30}).toStdString();
    const AttachmentHash hash = attachmentHash(png);
    const std::string stored = storedMediaText({hash, "image/png", static_cast<std::int64_t>(png.size()), false});
    const json parts = json::array(
        {{{"type", "text"}, {"text", "seen"}},
         {{"type", "image"}, {"source", {{"type", "base64"}, {"media_type", "image/png"}, {"data", stored}}}},
         {{"type", "image"},
          {"source", {{"type", "base64"}, {"media_type", "image/gif"}, {"data", std::string(400, 'A')}}}},
         {{"type", "resource"}, {"blob", std::string(400, 'B')}}});
    auto library = std::make_shared<FakeLibrary>(1, [&](std::int64_t ordinal) {
        return rowWith(ordinal,
                       {MediaBlock{MediaKind::Image, {hash, {}, "image/png", {}, 0, 40, 30}}, result("seen", parts)});
    });
    library->setAttachment(hash, png);
    PageFixture page(library);
    QVERIFY(page.open(1));
    QVERIFY(openTool(page));
    QVERIFY(page.waitUntil(QStringLiteral("document.querySelector('.outcell .thumb img')?.naturalWidth === 40")));
    const QString said = page.eval(QStringLiteral("document.querySelector('.outcell').innerText")).toString();
    QVERIFY2(said.contains(QStringLiteral("seen")) && said.contains(QStringLiteral("image/gif")), qPrintable(said));
    QVERIFY2(said.contains(QStringLiteral("resource")) && !said.contains(QStringLiteral("AAAA")), qPrintable(said));
    QVERIFY2(!said.contains(QStringLiteral("BBBB")), qPrintable(said));
    int opened = -1;
    using ui::transcript::calls::OpenImage;
    page.view.page().onCall<OpenImage>(this, [&](const OpenImage& call) { opened = call.index; });
    QVERIFY(page.click(QStringLiteral(".outcell .thumb img")));
    QVERIFY(waitFor([&] { return opened >= 0; }));
    QCOMPARE(opened, 1); // the message has one before it
}

void TestTranscriptParts::differenceOfAResult_isOne()
{
    PageFixture page(
        std::make_shared<FakeLibrary>(1, [](std::int64_t ordinal) { return rowWith(ordinal, {result(difference)}); }));
    QVERIFY(page.open(1));
    QVERIFY(openTool(page));
    QVERIFY(page.waitUntil(QStringLiteral("document.querySelectorAll('.outcell .diff .add').length === 1")));
    QCOMPARE(page.eval(QStringLiteral("document.querySelector('.outcell .title').innerText")).toString(),
             QStringLiteral("x"));
}

void TestTranscriptParts::differenceOfAFailure_isText()
{
    ToolResultBlock failed = result(difference);
    failed.isError = true;
    PageFixture page(
        std::make_shared<FakeLibrary>(1, [&](std::int64_t ordinal) { return rowWith(ordinal, {failed}); }));
    QVERIFY(page.open(1));
    QVERIFY(page.waitUntil(QStringLiteral("document.querySelector('.outcell pre.bad') !== null")));
    QVERIFY(page.eval(QStringLiteral("document.querySelector('.diff') === null")).toBool());
}

void TestTranscriptParts::argumentsWithinArguments_areIndented()
{
    const json input{{"flights", json::array({{{"number", "HAT136"}}})}};
    PageFixture page(std::make_shared<FakeLibrary>(1, [&](std::int64_t ordinal) {
        return rowWith(ordinal, {ToolUseBlock{"c", "book", JsonValue(input), {}}});
    }));
    QVERIFY(page.open(1));
    QVERIFY(page.click(QStringLiteral(".tool .th")));
    QVERIFY(page.waitUntil(QStringLiteral("document.querySelectorAll('.args .tree button').length === 2")));
    const auto number = [&](const char* script) { return page.eval(QString::fromLatin1(script)).toDouble(); };
    const char* const indent =
        "(([outer, inner]) => inner.getBoundingClientRect().left"
        " - outer.getBoundingClientRect().left)(document.querySelectorAll('.args .tree button'))";
    QVERIFY2(number(indent) >= 12, qPrintable(QString::number(number(indent))));
    const char* const borders = "[...document.querySelectorAll('.args .tree button > *')].filter((one) =>"
                                " getComputedStyle(one).borderBottomWidth !== '0px').length";
    QCOMPARE(number(borders), 0.0);
}

void TestTranscriptParts::timeOfACall_isTold_data()
{
    QTest::addColumn<bool>("areTimesKnown");
    QTest::addColumn<QString>("told");
    QTest::newRow("recorded") << true << QStringLiteral("2 B · 2.5 s");
    QTest::newRow("the recording has no times") << false << QStringLiteral("2 B");
}

void TestTranscriptParts::timeOfACall_isTold()
{
    QFETCH(const bool, areTimesKnown);
    PageFixture page(std::make_shared<FakeLibrary>(2, [](std::int64_t ordinal) {
        session::Row row = ordinal == 0 ? rowWith(ordinal, {ToolUseBlock{"c", "look", JsonValue(json::object()), {}}})
                                        : rowWith(ordinal, {result("ok")});
        row.event.time = {1'000 + ordinal * 2'500};
        return row;
    }));
    auto presentation = threeMembers();
    presentation.areTimesKnown = areTimesKnown;
    page.view.setPresentation(presentation);
    QVERIFY(page.open(2));
    QVERIFY(page.waitUntil(QStringLiteral("document.querySelectorAll('.tool .res.ok').length === 2")));
    QTEST(page.eval(QStringLiteral("document.querySelector('.tool .res').innerText.trim()")).toString(), "told");
}

void TestTranscriptParts::furtherPicturesFromElsewhere_unfold()
{
    std::vector<ContentBlock> pictures;
    for (const char* name : {"1", "2", "3", "4", "5"})
        pictures.emplace_back(elsewhere(MediaKind::Image, std::string("https://x.example/") + name + ".png"));
    PageFixture page(
        std::make_shared<FakeLibrary>(1, [&](std::int64_t ordinal) { return rowWith(ordinal, pictures); }));
    QVERIFY(page.open(1));
    QVERIFY(page.waitUntil(QStringLiteral("document.querySelectorAll('.thumbs .remote').length === 3")));
    QCOMPARE(page.eval(QStringLiteral("document.querySelector('.morepictures').innerText")).toString(),
             QStringLiteral("+2"));
    QVERIFY(page.click(QStringLiteral(".morepictures")));
    QVERIFY(page.waitUntil(QStringLiteral("document.querySelectorAll('.thumbs .remote').length === 5"
                                          " && document.querySelector('.morepictures') === null")));
}

/// They are in the viewer, which leads from one to the next.
void TestTranscriptParts::storedPictures_keepTheirCount()
{
    const AttachmentHash hash(std::string(64, 'a'));
    PageFixture page(std::make_shared<FakeLibrary>(1, [&](std::int64_t ordinal) {
        return rowWith(
            ordinal,
            std::vector<ContentBlock>(5, MediaBlock{MediaKind::Image, {hash, {}, "image/png", "a.png", 1, 4, 4}}));
    }));
    QVERIFY(page.open(1));
    QVERIFY(page.waitUntil(QStringLiteral("document.querySelectorAll('.thumbs .thumb').length === 3")));
    QCOMPARE(page.eval(QStringLiteral("document.querySelector('.thumb .more').innerText")).toString(),
             QStringLiteral("+2"));
}

void TestTranscriptParts::fileFromElsewhere_isFollowedAsALink()
{
    PageFixture page(std::make_shared<FakeLibrary>(1, [](std::int64_t ordinal) {
        return rowWith(ordinal, {elsewhere(MediaKind::File, "https://x.example/a.pdf")});
    }));
    QSignalSpy followed(&page.view.page(), &ui::transcript::TranscriptPage::linkClicked);
    QVERIFY(page.open(1));
    QVERIFY(
        page.waitUntil(QStringLiteral("document.querySelector('.remote b')?.innerText === 'A file from x.example'")));
    QVERIFY(page.click(QStringLiteral(".remote .btn:last-child")));
    QVERIFY(waitFor([&] { return !followed.empty(); }));
}

/// Even after right-to-left text, whose end is at its left.
void TestTranscriptParts::whoNotedIt_standsBehindTheNote()
{
    PageFixture page(std::make_shared<FakeLibrary>(1, [](std::int64_t ordinal) {
        session::Row row = rowWith(ordinal, {TextBlock{"42"}});
        row.amendments = {
            {{8}, {2'000}, 0, Annotated{row.event.seq, AnnotationKind::Mistake, "راجع board.py من فضلك.", "مراجع"}}};
        return row;
    }));
    QVERIFY(page.open(1));
    QVERIFY(page.waitUntil(QStringLiteral("document.querySelector('[data-mark=annotation] .by') !== null")));
    const QString leftOf = QStringLiteral(
        "(() => { const notice = document.querySelector('[data-mark=annotation]'); const by = "
        "notice.querySelector('.by');"
        " const range = document.createRange(); range.selectNodeContents(by.firstChild);"
        " return [notice.querySelector('.said').getBoundingClientRect().right, range.getBoundingClientRect().left,"
        " by.querySelector('bdi').getBoundingClientRect().left, notice.getBoundingClientRect().right]; })()");
    const QVariantList edges = page.eval(leftOf).toList(); // of the note, the bracket, the name, the box
    QCOMPARE(edges.size(), 4);
    for (qsizetype i = 1; i < edges.size(); ++i)
        QVERIFY2(edges[i - 1].toDouble() <= edges[i].toDouble(), qPrintable(QString::number(i)));
    QVERIFY(page.eval(QStringLiteral("document.querySelector('.notice .by').parentElement"
                                     " !== document.querySelector('.notice .said').parentElement"))
                .toBool());
}

void TestTranscriptParts::longText_canBeReadToItsEnd_data()
{
    QTest::addColumn<ContentBlock>("block");
    QTest::addColumn<QStringList>("clicks"); // one after the other
    std::string lines;
    for (int i = 0; i < 21'000; ++i)
        lines += "A line of text.\n";
    lines += "THE END";
    const std::string value = lines.substr(lines.size() - 5'000);
    const QString tool = QStringLiteral(".tool .th");
    const QString more = QStringLiteral(".written .capnote button");
    QTest::newRow("argument") << ContentBlock(ToolUseBlock{"c", "write", JsonValue(json{{"text", value}}), {}})
                              << QStringList{tool, QStringLiteral(".args .link")};
    QTest::newRow("arguments as they were written")
        << ContentBlock(ToolUseBlock{"c", "write", JsonValue(json::object()), lines})
        << QStringList{tool, more, more}; // a step each time
    QTest::newRow("result") << ContentBlock(result(lines))
                            << QStringList{tool, QStringLiteral(".outcell .more button"),
                                           QStringLiteral(".outcell .capnote button")};
    QTest::newRow("value") << ContentBlock(UnknownBlock{JsonValue(json{{"type", "plan"}, {"text", value}})})
                           << QStringList{QStringLiteral(".structured .link")};
    QTest::newRow("table") << ContentBlock(UnknownBlock{JsonValue(json::array({{{"text", value}}}))})
                           << QStringList{QStringLiteral(".structured td .link")};
}

/// What is folded because it is long says so, and opens.
void TestTranscriptParts::longText_canBeReadToItsEnd()
{
    QFETCH(const ContentBlock, block);
    QFETCH(const QStringList, clicks);
    PageFixture page(std::make_shared<FakeLibrary>(1, [&](std::int64_t ordinal) { return rowWith(ordinal, {block}); }));
    QVERIFY(page.open(1, ui::transcript::Anchor{{0}, ui::transcript::Align::Start}));
    const QString isRead = QStringLiteral("document.querySelector('article').innerText.includes('THE END')");
    for (const QString& selector : clicks) {
        QVERIFY(!page.eval(isRead).toBool());
        QVERIFY2(page.waitUntil(QStringLiteral("document.querySelector('%1')?.offsetParent").arg(selector)),
                 qPrintable(selector));
        page.eval(QStringLiteral("document.querySelector('%1').scrollIntoView({ block: 'center' })").arg(selector));
        QVERIFY(page.click(selector));
    }
    QVERIFY(page.waitUntil(isRead));
}

} // namespace tst_transcript_parts

QUARTERDECK_PAGE_TEST(tst_transcript_parts, TestTranscriptParts)
#include "tst_transcript_parts.moc"
