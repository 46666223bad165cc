#include "page_fixture.h"
#include "tests/support/page_test.h"
#include "tests/support/pictures.h"

#include <QClipboard>
#include <QImage>
#include <QSignalSpy>
#include <QTranslator>
#include <QWebEngineView>
#include <nlohmann/json.hpp>

namespace tst_transcript_view {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;
using namespace quarterdeck::ui::transcript;

namespace {

constexpr std::int64_t questionAt = 9;
constexpr std::int64_t changeAt = 2;

/// Ten rows; the last is Bob's question.
session::Row mixedRow(std::int64_t ordinal)
{
    if (ordinal == questionAt) {
        QuestionAsked asked;
        asked.question.id = QuestionId("q1");
        asked.question.asker = RoleName("Bob");
        asked.question.text = "Which board?";
        asked.question.options = {{"4x4", ""}, {"5x5", ""}};
        asked.question.askedAt = {1'000};
        return {{ordinal}, {{ordinal + 1}, {1'760'000'000'000}, 0, asked}, {}};
    }
    constexpr std::array from{"", "Mike", "Alice", "Bob"};
    return messageRow(ordinal, from[static_cast<std::size_t>(ordinal) % from.size()],
                      "Message number " + std::to_string(ordinal) + " [a link](https://docs.example/x)");
}

/// A hundred rows; the third is Alice's, who wants to write a file.
session::Row rowWithChange(std::int64_t ordinal)
{
    if (ordinal != changeAt)
        return messageRow(ordinal, "Bob", "Message number " + std::to_string(ordinal));
    QuestionAsked asked;
    asked.question.id = QuestionId("q2");
    asked.question.asker = RoleName("Alice");
    asked.question.text = "May I write notes.txt?";
    asked.question.options = {{"Approve", ""}, {"Reject", ""}};
    asked.question.schema = JsonValue(nlohmann::json::parse(
        R"({"type": "object", "properties": {"text": {"type": "string", "format": "code", "default": "one\ntwo"}}})"));
    asked.question.askedAt = {1'000};
    return {{ordinal}, {{ordinal + 1}, {1'760'000'000'000}, 0, asked}, {}};
}

std::shared_ptr<FakeLibrary> tenRows() { return std::make_shared<FakeLibrary>(questionAt + 1, mixedRow); }

QString bodyHas(const QString& text) { return QStringLiteral("document.body.innerText.includes('%1')").arg(text); }

} // namespace

class TestTranscriptView final : public QObject
{
    Q_OBJECT

private slots:
    void rows_areShownWithTheirSpeakers()
    {
        PageFixture page(tenRows());
        QVERIFY(page.open(10));
        QVERIFY(page.waitUntil(bodyHas(QStringLiteral("Message number 8"))));
        QVERIFY(page.waitUntil(bodyHas(QStringLiteral("Which board?"))));
        QVERIFY(page.waitUntil(bodyHas(QStringLiteral("Team Leader"))));
    }

    /// As the composer beneath it.
    void rail_goesWhereLargeTextLeavesNoRoom()
    {
        PageFixture page(tenRows());
        QVERIFY(page.open(10));
        QVERIFY(page.waitUntil(QStringLiteral("document.querySelector('.rail.drawn svg')")));
        page.theme.setTextScale(2);
        QVERIFY(page.waitUntil(QStringLiteral("document.documentElement.classList.contains('norail')")));
        page.theme.setTextScale(1);
        QVERIFY(page.waitUntil(QStringLiteral("!document.documentElement.classList.contains('norail')")));
    }

    void optionButton_answersTheQuestion()
    {
        PageFixture page(tenRows());
        QVERIFY(page.open(10));
        QVERIFY(page.waitUntil(QStringLiteral("document.querySelectorAll('button.opt').length === 2")));
        QString answered;
        page.view.page().onCall<calls::Answer>(this, [&](const calls::Answer& call) {
            answered =
                QStringLiteral("%1 %2 %3").arg(call.questionId).arg(call.kind == AnswerKind::Option).arg(call.value);
        });
        // A card that has only just appeared takes no answer.
        QVERIFY(
            waitFor([&] { return page.click(QStringLiteral("button.opt:nth-of-type(2)")) && !answered.isEmpty(); }));
        QCOMPARE(answered, QStringLiteral("q1 1 5x5"));
    }

    /// The second of two clicks is not for the card that replaces the first one. The page measures a card's age by the
    /// time of the click, which is fixed here.
    void newCard_takesNoAnswer()
    {
        PageFixture page(tenRows());
        QVERIFY(page.open(10));
        QVERIFY(page.waitUntil(QStringLiteral("document.querySelectorAll('button.opt').length === 2")));
        QString answered;
        page.view.page().onCall<calls::Answer>(this, [&](const calls::Answer& call) { answered = call.value; });
        page.eval(QStringLiteral("window.stamp = Object.getOwnPropertyDescriptor(Event.prototype, 'timeStamp');"
                                 "Object.defineProperty(Event.prototype, 'timeStamp',"
                                 " { configurable: true, get: () => 0 })"));
        QVERIFY(page.click(QStringLiteral("button.opt:nth-of-type(2)")));
        QVERIFY(!waitFor([&] { return !answered.isEmpty(); }, 600));
        // What is typed into a field is only text; the key that would send it is not taken either.
        QVERIFY(page.click(QStringLiteral("textarea.answer")));
        QVERIFY(page.waitUntil(QStringLiteral("document.activeElement.matches('textarea.answer')")));
        QTest::keyClicks(page.view.webView().focusProxy(), QStringLiteral("6 by 6"));
        QVERIFY(page.waitUntil(QStringLiteral("document.querySelector('textarea.answer').value === '6 by 6'")));
        QTest::keyClick(page.view.webView().focusProxy(), Qt::Key_Return);
        QVERIFY(!waitFor([&] { return !answered.isEmpty(); }, 600));
        page.eval(QStringLiteral("Object.defineProperty(Event.prototype, 'timeStamp', window.stamp)"));
        QVERIFY(
            waitFor([&] { return page.click(QStringLiteral("button.opt:nth-of-type(2)")) && !answered.isEmpty(); }));
        QCOMPARE(answered, QStringLiteral(R"({"option":"5x5","words":"6 by 6"})")); // nothing that was typed is lost
    }

    /// A question's form is requested from elsewhere in the transcript: the view goes there, and it can be filled in at
    /// once.
    void form_opensWhereItIsWanted()
    {
        PageFixture page(std::make_shared<FakeLibrary>(100, rowWithChange));
        QVERIFY(page.open(100));
        page.view.page().fillIn({changeAt + 1});
        page.view.page().scrollToEvent({changeAt + 1}, Align::Center, true);
        QVERIFY(page.waitUntil(QStringLiteral("document.activeElement.matches('.form textarea')")));
        QCOMPARE(page.eval(QStringLiteral("document.activeElement.selectionEnd")).toInt(), 0);
        QTest::keyClicks(page.view.webView().focusProxy(), QStringLiteral("zero "));
        QVERIFY(page.waitUntil(QStringLiteral("document.activeElement.value === 'zero one\\ntwo'")));
        QVERIFY(page.waitUntil(QStringLiteral("!document.querySelector('.askcard .btn.flat')"))); // the options say no
    }

    void reason_goesWithTheOption()
    {
        PageFixture page(std::make_shared<FakeLibrary>(100, rowWithChange));
        QVERIFY(page.open(100));
        page.view.page().scrollToEvent({changeAt + 1}, Align::Center, true);
        QString answered;
        page.view.page().onCall<calls::Answer>(this, [&](const calls::Answer& call) {
            answered = call.kind == AnswerKind::OptionWithWords ? call.value : QStringLiteral("?");
        });
        QVERIFY(page.waitUntil(QStringLiteral("document.querySelector('input.reason')")));
        QVERIFY(page.click(QStringLiteral("input.reason")));
        QVERIFY(page.waitUntil(QStringLiteral("document.activeElement.matches('input.reason')")));
        QTest::keyClicks(page.view.webView().focusProxy(), QStringLiteral("Too short"));
        QVERIFY(page.waitUntil(QStringLiteral("document.activeElement.value === 'Too short'")));
        QVERIFY(
            waitFor([&] { return page.click(QStringLiteral("button.opt:nth-of-type(2)")) && !answered.isEmpty(); }));
        QCOMPARE(answered, QStringLiteral(R"({"option":"Reject","words":"Too short"})"));
    }

    /// The digits on the buttons are keys, even if the message and not a button has the focus.
    void digit_answersTheQuestionOfTheMessage()
    {
        PageFixture page(tenRows());
        QVERIFY(page.open(10));
        QVERIFY(page.waitUntil(QStringLiteral("document.querySelectorAll('button.opt').length === 2")));
        QString answered;
        page.view.page().onCall<calls::Answer>(this, [&](const calls::Answer& call) { answered = call.value; });
        QVERIFY(page.click(QStringLiteral(".askcard .q")));
        QVERIFY(page.waitUntil(QStringLiteral("document.activeElement.matches('article')")));
        QVERIFY(waitFor([&] {
            QTest::keyClick(page.view.webView().focusProxy(), Qt::Key_2);
            return !answered.isEmpty();
        }));
        QCOMPARE(answered, QStringLiteral("5x5"));
    }

    void typedAnswer_isSent()
    {
        PageFixture page(tenRows());
        QVERIFY(page.open(10));
        QVERIFY(page.waitUntil(QStringLiteral("document.querySelector('textarea.answer')")));
        QString answered;
        page.view.page().onCall<calls::Answer>(this, [&](const calls::Answer& call) {
            if (call.kind == AnswerKind::Text)
                answered = call.value;
        });
        QVERIFY(page.click(QStringLiteral("textarea.answer")));
        QVERIFY(page.waitUntil(QStringLiteral("document.activeElement.matches('textarea.answer')")));
        QWidget* target = page.view.webView().focusProxy();
        QTest::keyClicks(target, QStringLiteral("six by six"));
        QVERIFY(page.waitUntil(QStringLiteral("document.querySelector('textarea.answer').value === 'six by six'")));
        QVERIFY(waitFor([&] {
            QTest::keyClick(target, Qt::Key_Return);
            return !answered.isEmpty();
        }));
        QCOMPARE(answered, QStringLiteral("six by six"));
    }

    /// The page hands on what was typed so far: the answer is continued where files can be read.
    void imagesForAnAnswer_areAskedFor()
    {
        PageFixture page(tenRows());
        QVERIFY(page.open(10));
        QVERIFY(page.waitUntil(QStringLiteral("document.querySelector('textarea.answer')")));
        QStringList asked;
        page.view.page().onCall<calls::Answer>(this, [&](const calls::Answer& call) {
            if (call.kind == AnswerKind::Attach)
                asked << call.value;
        });
        QVERIFY(page.click(QStringLiteral("textarea.answer")));
        QVERIFY(page.waitUntil(QStringLiteral("document.activeElement.matches('textarea.answer')")));
        QTest::keyClicks(page.view.webView().focusProxy(), QStringLiteral("like this"));
        QVERIFY(page.waitUntil(QStringLiteral("document.querySelector('textarea.answer').value === 'like this'")));
        QVERIFY(waitFor([&] { return page.click(QStringLiteral(".askfoot .btn.icon")) && !asked.isEmpty(); }));
        QCOMPARE(asked.front(), QStringLiteral("like this"));
        QVERIFY(page.waitUntil(QStringLiteral("document.querySelector('textarea.answer').value === ''")));
    }

    void answeredQuestion_losesItsButtons()
    {
        PageFixture page(tenRows());
        QVERIFY(page.open(10));
        QVERIFY(page.waitUntil(QStringLiteral("document.querySelectorAll('button.opt').length === 2")));
        QuestionEnd end;
        end.option = "5x5";
        end.by = "person";
        end.at = {61'000};
        page.library->amend({questionAt}, {{11}, {61'000}, 0, QuestionEnded{QuestionId("q1"), end}});
        page.view.page().refreshRows({EventSeq{questionAt + 1}});
        QVERIFY(page.waitUntil(QStringLiteral("document.querySelectorAll('button.opt').length === 0")));
        QVERIFY(page.waitUntil(bodyHas(QStringLiteral("You answered"))));
        QCOMPARE(page.eval(QStringLiteral("[...document.querySelectorAll('.opt.chosen')]"
                                          ".map((option) => option.textContent).join('|')"))
                     .toString()
                     .left(3),
                 QStringLiteral("5x5"));
    }

    void answer_saysWhetherItsAskerHasIt()
    {
        PageFixture page(tenRows());
        auto presentation = test::threeMembers();
        presentation.areAskersRemote = true;
        presentation.undelivered = {QuestionId("q1")};
        page.view.setPresentation(presentation);
        QuestionEnd end;
        end.option = "5x5";
        end.by = "person";
        end.at = {61'000};
        page.library->amend({questionAt}, {{11}, {61'000}, 0, QuestionEnded{QuestionId("q1"), end}});
        QVERIFY(page.open(10));
        QVERIFY(page.waitUntil(QStringLiteral("document.querySelectorAll('.undelivered').length === 1")));
        QVERIFY(page.waitUntil(bodyHas(QStringLiteral("Not delivered yet"))));
        presentation.undelivered.clear();
        page.view.setPresentation(presentation);
        QVERIFY(page.waitUntil(QStringLiteral("document.querySelectorAll('.delivered').length === 1 && "
                                              "document.querySelectorAll('.undelivered').length === 0")));
    }

    void whatWasOpened_isOpenInItsSessionOnly()
    {
        const auto toolRow = [](std::int64_t ordinal) {
            session::Row row = messageRow(ordinal, "Bob", "look");
            auto& content = std::get<MessagePublished>(row.event.body).message.content;
            content.push_back(ToolUseBlock{"t1", "search", JsonValue(), "{}"});
            return row;
        };
        PageFixture page(std::make_shared<FakeLibrary>(1, toolRow));
        const auto open = [&](const char* session) {
            QSignalSpy painted(&page.view.page(), &TranscriptPage::painted);
            page.view.page().openChannel({SessionId(session), ChannelKey("everything"), 1, {}, {}});
            return waitFor([&] { return painted.count() > 0; }, pageTimeoutMs);
        };
        const QString isOpen = QStringLiteral("document.querySelector('.tool .th').ariaExpanded === 'true'");
        QVERIFY(open("a"));
        QVERIFY(page.click(QStringLiteral(".tool .th")));
        QVERIFY(page.waitUntil(isOpen));
        QVERIFY(open("b"));
        QVERIFY(!page.eval(isOpen).toBool());
        QVERIFY(open("a"));
        QVERIFY(page.eval(isOpen).toBool());
    }

    void row_isChosenByAClick()
    {
        PageFixture page(tenRows());
        QVERIFY(page.open(10));
        EventSeq chosen;
        page.view.page().onCall<calls::Choose>(this, [&](const calls::Choose& call) { chosen = call.seq; });
        QVERIFY(page.waitUntil(QStringLiteral("document.querySelector('.entry:nth-child(9) .prose')")));
        QVERIFY(page.click(QStringLiteral(".entry:nth-child(9) .mh")));
        QVERIFY(waitFor([&] { return chosen.value > 0; }));
        QCOMPARE(chosen.value, 9);
        page.view.page().select(chosen);
        QVERIFY(page.waitUntil(QStringLiteral("document.querySelectorAll('.entry .sel, .entry.sel').length === 1")));
    }

    void link_isAQuestionAndNoNavigation()
    {
        PageFixture page(tenRows());
        QVERIFY(page.open(10));
        std::optional<LinkQuestion> clicked;
        connect(&page.view.page(), &TranscriptPage::linkClicked, this, [&](const LinkQuestion& link) {
            QVERIFY(page.eval(QStringLiteral("true")).toBool()); // a listener may wait, and the page goes on
            clicked = link;
        });
        QVERIFY(page.waitUntil(QStringLiteral("document.querySelector('.entry:nth-child(9) .prose a')")));
        QVERIFY(page.click(QStringLiteral(".entry:nth-child(9) .prose a")));
        QVERIFY(waitFor([&] { return clicked.has_value(); }));
        QCOMPARE(clicked->host, QStringLiteral("docs.example"));
        QVERIFY(clicked->reasons.empty());
        QVERIFY(page.waitUntil(bodyHas(QStringLiteral("Which board?"))));
    }

    /// Each paragraph from the side where its language begins, lists and tables as a whole; code always from the left.
    void rightToLeft_beginsAtTheRight()
    {
        PageFixture page(std::make_shared<FakeLibrary>(1, [](std::int64_t ordinal) {
            return messageRow(ordinal, "Bob",
                              "مرحبا `x = 1`\n\nHello\n\n- أولا\n- ثانيا\n\n| اسم | قيمة |\n|---|---|\n| أ | ب |\n\n"
                              "```\nمرحبا = 1\nx = 2\n```");
        }));
        QVERIFY(page.open(1));
        QVERIFY(page.waitUntil(QStringLiteral("document.querySelector('.prose pre.code') !== null")));
        page.eval(QStringLiteral("window.gaps = (selector, of) => { const box = document.querySelector(of ?? '.prose')"
                                 ".getBoundingClientRect(); const range = document.createRange();"
                                 " range.selectNodeContents(document.querySelector(selector));"
                                 " const text = range.getBoundingClientRect();"
                                 " return [text.left - box.left, box.right - text.right]; }"));
        const auto gaps = [&](const char* of) {
            const QVariantList both = page.eval(QStringLiteral("gaps(%1)").arg(QLatin1String(of))).toList();
            return std::pair(both.value(0).toDouble(), both.value(1).toDouble());
        };
        constexpr double near = 2;
        constexpr double far = 100;
        const auto [arabicLeft, arabicRight] = gaps("'.prose > p:nth-of-type(1)', '.prose > p:nth-of-type(1)'");
        QVERIFY(arabicLeft > far && std::abs(arabicRight) < near);
        const auto [englishLeft, englishRight] = gaps("'.prose > p:nth-of-type(2)'");
        QVERIFY(std::abs(englishLeft) < near && englishRight > far);
        const auto [entryLeft, entryRight] = gaps("'.prose li', '.prose ul'");
        QVERIFY(entryLeft > far && entryRight > near && entryRight < far); // its mark stands there
        const auto [cellLeft, cellRight] = gaps("'.prose th'");
        QVERIFY(cellLeft > cellRight);
        const auto [codeLeft, codeRight] = gaps("'.prose pre.code', '.prose pre.code'");
        QVERIFY(codeLeft < 30 && codeRight > far);
        QCOMPARE(page.eval(QStringLiteral("getComputedStyle(document.querySelector('.prose pre.code')).direction"))
                     .toString(),
                 QStringLiteral("ltr"));
    }

    void theme_andTextSize_reachThePage()
    {
        PageFixture page(tenRows());
        QVERIFY(page.open(10));
        page.theme.setChoice(ui::theme::ThemeChoice::Dark);
        QVERIFY(page.waitUntil(QStringLiteral("document.documentElement.dataset.theme === 'dark'")));
        page.theme.setTextScale(1.5);
        QVERIFY(page.waitUntil(
            QStringLiteral("document.documentElement.style.getPropertyValue('--u').trim() === '1.5px'")));
        page.view.setLanguage(QStringLiteral("zh_CN"));
        QVERIFY(page.waitUntil(QStringLiteral("document.documentElement.lang === 'zh-CN'")));
        page.theme.setChoice(ui::theme::ThemeChoice::Light);
    }

    void moment_endsTheTranscriptThere_withoutButtons()
    {
        PageFixture page(tenRows());
        Presentation replay = threeMembers();
        replay.isReplay = true;
        page.view.setPresentation(replay);
        page.view.page().openChannel({SessionId("s"), ChannelKey("everything"), 5, EventSeq{5}, {}});
        QVERIFY(page.waitUntil(bodyHas(QStringLiteral("Message number 4"))));
        QVERIFY(!page.eval(bodyHas(QStringLiteral("Message number 5"))).toBool());
        page.view.page().setMoment(EventSeq{10}, 10);
        QVERIFY(page.waitUntil(bodyHas(QStringLiteral("Which board?"))));
        QCOMPARE(page.eval(QStringLiteral("document.querySelectorAll('button.opt').length")).toInt(), 0);
        page.view.page().setMoment(EventSeq{3}, 3);
        QVERIFY(page.waitUntil(QStringLiteral("!") + bodyHas(QStringLiteral("Which board?"))));
        QVERIFY(page.waitUntil(bodyHas(QStringLiteral("Message number 2"))));
    }

    void emptyChannel_isSaidAndPainted()
    {
        PageFixture page(tenRows());
        QVERIFY(page.open(0));
        QVERIFY(page.waitUntil(bodyHas(QStringLiteral("Messages in this channel will appear here."))));
    }

    /// What was painted is in the picture, and the marker that proves it is not.
    void grabbedPicture_showsWhatWasPainted()
    {
        PageFixture page(tenRows());
        bool isPainted = false;
        bool isDone = false;
        page.view.page().openChannel({SessionId("s"), ChannelKey("everything"), 10, {}, {}});
        page.view.whenPainted([&](bool painted) {
            isPainted = painted;
            isDone = true;
        });
        QVERIFY(waitFor([&] { return isDone; }, pageTimeoutMs));
        QVERIFY(isPainted);
        const QImage picture = page.view.grab().toImage();
        const QRgb background = picture.pixel(picture.width() / 2, 4);
        int different = 0;
        for (int y = 0; y < picture.height(); y += 2) {
            for (int x = 0; x < picture.width(); x += 2)
                different += picture.pixel(x, y) != background ? 1 : 0;
        }
        QVERIFY(different > 500);
        QVERIFY(picture.pixelColor(2, 2).saturation() < 60);
        QVERIFY(!page.eval(QStringLiteral("document.querySelector('html > div')")).isValid());
    }

    /// A picture that comes late is waited for.
    void grabbedPicture_hasItsImages()
    {
        const QByteArray bytes = test::png({320, 212});
        const AttachmentHash hash(std::string(64, 'a'));
        auto library = std::make_shared<FakeLibrary>(1, [&](std::int64_t ordinal) {
            session::Row row = messageRow(ordinal, "Bob", "look");
            std::get<MessagePublished>(row.event.body)
                .message.content.push_back(MediaBlock{MediaKind::Image, {hash, "", "image/png", "a.png", 0, 320, 212}});
            return row;
        });
        library->setAttachment(hash, bytes.toStdString());
        library->hold(FakeLibrary::Reads::Attachments);
        PageFixture page(library);
        QVERIFY(page.open(1));
        std::optional<bool> isPainted;
        page.view.whenPainted([&](bool painted) { isPainted = painted; });
        QVERIFY(!waitFor([&] { return isPainted.has_value(); }, 500));
        library->release();
        QVERIFY(waitFor([&] { return isPainted.has_value(); }, pageTimeoutMs) && *isPainted);
        const QImage picture = page.view.grab().toImage();
        int reds = 0;
        for (int y = 0; y < picture.height(); y += 2)
            for (int x = 0; x < picture.width(); x += 2)
                reds += picture.pixelColor(x, y) == QColor(Qt::red) ? 1 : 0;
        QVERIFY(reds > 1'000);
    }

    void itemsOfAList_standBesideTheirMarks_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("isRightToLeft");
        QTest::newRow("Hebrew, English") << QStringLiteral("- עברית\n- English") << true;
        QTest::newRow("English, Hebrew") << QStringLiteral("1. English\n2. עברית") << false;
        QTest::newRow("apart") << QStringLiteral("- עברית\n\n- English") << true;
        QTest::newRow("within") << QStringLiteral("- עברית\n  - English") << true;
        QTest::newRow("a task") << QStringLiteral("- [ ] English\n- [x] עברית") << false;
    }
    /// On the side where the list begins, whatever direction they are read in themselves.
    void itemsOfAList_standBesideTheirMarks()
    {
        QFETCH(const QString, text);
        QFETCH(const bool, isRightToLeft);
        PageFixture page(std::make_shared<FakeLibrary>(
            1, [&](std::int64_t ordinal) { return messageRow(ordinal, "Mike", text.toStdString()); }));
        QVERIFY(page.open(1));
        const QString farthest =
            QStringLiteral("(() => { const list = document.querySelector('.prose :is(ul, ol)').getBoundingClientRect();"
                           " return Math.max(...[...document.querySelectorAll('.prose li')].map((item) => {"
                           " const walker = document.createTreeWalker(item, NodeFilter.SHOW_TEXT);"
                           " do walker.nextNode(); while (!walker.currentNode.data.trim());"
                           " const range = document.createRange(); range.selectNodeContents(walker.currentNode);"
                           " const box = range.getBoundingClientRect();"
                           " return %1; })); })()");
        const double away = page.eval(farthest.arg(isRightToLeft ? QStringLiteral("list.right - box.right")
                                                                 : QStringLiteral("box.left - list.left")))
                                .toDouble();
        QVERIFY2(away > 0 && away < 60, qPrintable(QString::number(away)));
    }

    /// And do not continue those of the rows above, which come and go.
    void numbersOfFormulas_areAMessagesOwn()
    {
        const auto row = [](std::int64_t ordinal) {
            return messageRow(ordinal, "Mike", "\\begin{equation}\nx\n\\end{equation}");
        };
        PageFixture page(std::make_shared<FakeLibrary>(2, row));
        QVERIFY(page.open(2));
        QVERIFY(
            page.waitUntil(QStringLiteral("document.querySelectorAll('article .math.display .eqn-num').length === 2")));
        QVERIFY(page.eval(QStringLiteral("[...document.querySelectorAll('article')].every((article) =>"
                                         " getComputedStyle(article).counterReset.includes('katexEqnNo 0'))"))
                    .toBool());
        // The number is within the formula's box: nothing is left to scroll.
        QVERIFY(page.eval(QStringLiteral("[...document.querySelectorAll('.math.display')].every((formula) =>"
                                         " formula.scrollWidth <= formula.clientWidth)"))
                    .toBool());
    }

    void words_followTheLanguage()
    {
        const auto row = [](std::int64_t ordinal) {
            session::Row made = mixedRow(ordinal);
            if (ordinal == 8)
                made.event.body = conversation::PublicChatSet{false};
            return made;
        };
        PageFixture page(std::make_shared<FakeLibrary>(9, row));
        QVERIFY(page.open(9));
        const QString english = QStringLiteral("document.body.innerText.includes('You made the chat private')");
        QVERIFY(page.waitUntil(english));
        session::StreamingMessage draft;
        draft.id = "m10";
        draft.role = conversation::RoleName("Alice");
        draft.text = "Once upon a time";
        draft.channels = {conversation::ChannelKey("everything")};
        page.view.page().showDraft(draft);
        const auto saysOfDraft = [&](const char* words) {
            return page.waitUntil(QStringLiteral("(() => { const reply = document.querySelector('.draft');"
                                                 " return reply?.innerText.includes('Once upon a time')"
                                                 " && reply.querySelector('.live').innerText === '%1'"
                                                 " && reply.ariaLabel.endsWith('%1'); })()")
                                      .arg(QString::fromUtf8(words)));
        };
        QVERIFY(saysOfDraft("writing"));
        QTranslator chinese;
        QVERIFY(chinese.load(QStringLiteral(":/i18n/quarterdeck_zh_CN")));
        QCoreApplication::installTranslator(&chinese);
        QVERIFY(page.waitUntil(QStringLiteral("document.body.innerText.includes('你将聊天改为私密')")));
        QVERIFY(page.waitUntil(QStringLiteral("document.querySelector('[role=feed]').ariaLabel === '对话'")));
        QVERIFY(page.waitUntil(QStringLiteral("document.body.innerText.includes('Message number 7')")));
        QVERIFY(saysOfDraft("输出中")); // though nothing is added to it
        QCoreApplication::removeTranslator(&chinese);
        QVERIFY(page.waitUntil(english));
    }
};

} // namespace tst_transcript_view

QUARTERDECK_PAGE_TEST(tst_transcript_view, TestTranscriptView)
#include "tst_transcript_view.moc"
