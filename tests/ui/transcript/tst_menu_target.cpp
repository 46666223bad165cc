#include "page_fixture.h"
#include "tests/support/page_test.h"
#include "tests/support/pictures.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QWebEngineView>

namespace tst_menu_target {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;
using namespace quarterdeck::ui::transcript;

namespace {

constexpr int pictureRow = 1;
constexpr int noticeRow = 2;
constexpr int questionRow = 3;
constexpr int answerRow = 4;
constexpr int answer = 40; ///< the event with which the question was answered
constexpr int total = 5;

MediaBlock storedPicture()
{
    return {MediaKind::Image, {AttachmentHash(std::string(64, 'a')), "", "image/png", "a.png", 0, 60, 40}};
}

session::Row clickedRow(std::int64_t ordinal)
{
    session::Row row = messageRow(ordinal, "Alice", "A *plan* and [a link](https://docs.example/x).");
    if (ordinal == pictureRow) {
        MediaBlock lost = storedPicture();
        lost.source.hash = AttachmentHash(std::string(64, 'b'));
        std::get<MessagePublished>(row.event.body).message.content = {lost, storedPicture()};
    }
    if (ordinal == noticeRow)
        row.event.body = PublicChatSet{false};
    if (ordinal == questionRow || ordinal == answerRow) {
        QuestionAsked asked;
        asked.question.id = QuestionId(ordinal == questionRow ? "q" : "answered");
        asked.question.asker = RoleName("Bob");
        asked.question.text = "Which board?";
        asked.question.askedAt = {1'000};
        row.event.body = asked;
    }
    if (ordinal == answerRow) {
        QuestionEnded ended;
        ended.id = QuestionId("answered");
        ended.end.kind = QuestionEndKind::Answered;
        ended.end.content = textBlocks("Like this.");
        ended.end.content.emplace_back(storedPicture());
        session::Event event = row.event;
        event.seq = EventSeq{answer};
        event.body = ended;
        row.amendments.push_back(event);
    }
    return row;
}

QString inRow(int row, const char* selector)
{
    return QStringLiteral("[data-ordinal=\"%1\"] %2").arg(row).arg(QLatin1String(selector));
}

} // namespace

/// What the page reports about the place for which a menu is wanted, and how it carries out what is chosen there.
class TestMenuTarget final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_page = std::make_unique<PageFixture>(std::make_shared<FakeLibrary>(total, clickedRow));
        m_page->view.resize(900, 1'300); // all of it is in sight
        m_page->library->setAttachment(AttachmentHash(std::string(64, 'a')), test::png({60, 40}).toStdString());
        connect(&m_page->view.page(), &TranscriptPage::menuRequested, this, [this](const MenuTarget& place) {
            m_told = place;
            m_told.at = {};
            m_at = place.at;
            ++m_count;
        });
        QVERIFY(m_page->open(total));
        m_count = 0;
    }
    void cleanup() { m_page.reset(); }

    void message_isToldWithWhatCanBeDone()
    {
        auto presentation = threeMembers();
        presentation.hasMemories = true;
        m_page->view.setPresentation(presentation);
        QVERIFY(m_page->waitUntil(QStringLiteral("document.querySelector('article')")));
        MenuTarget wanted;
        wanted.row = EventSeq{1};
        wanted.parts = {ClickedPart::Message, ClickedPart::Text, ClickedPart::Reply, ClickedPart::Keepable};
        QVERIFY(waitFor([&] { return rightClick(inRow(0, ".prose em")) && m_told == wanted; }));
        QVERIFY((m_at - *m_page->middleOf(inRow(0, ".prose em"))).manhattanLength() <= 2);
    }

    void written_isToldAndToggled()
    {
        m_page->view.page().perform(RowCommand::ToggleWritten, {1});
        QVERIFY(m_page->waitUntil(QStringLiteral("document.querySelector('%1')").arg(inRow(0, ".prose pre"))));
        QVERIFY(rightClick(inRow(0, ".prose pre")));
        QVERIFY(m_told.has(ClickedPart::Written));
        m_page->view.page().perform(RowCommand::ToggleWritten, {1});
        QVERIFY(m_page->waitUntil(QStringLiteral("document.querySelector('%1')").arg(inRow(0, ".prose em"))));
        QVERIFY(rightClick(inRow(0, ".prose em")));
        QVERIFY(!m_told.has(ClickedPart::Written));
    }

    void message_isCopied()
    {
        const auto* clipboard = QGuiApplication::clipboard();
        m_page->view.page().perform(RowCommand::CopyMarkdown, {1});
        QVERIFY(waitFor(
            [&] { return clipboard->text() == QStringLiteral("A *plan* and [a link](https://docs.example/x)."); }));
        m_page->view.page().perform(RowCommand::CopyPlain, {1});
        QVERIFY(waitFor([&] { return clipboard->text() == QStringLiteral("A plan and a link."); }));
    }

    void link_isToldWithItsAddress()
    {
        QVERIFY(rightClick(inRow(0, ".prose a")));
        QCOMPARE(m_told.address, QStringLiteral("https://docs.example/x"));
        QCOMPARE(m_told.linkText, QStringLiteral("a link"));
        QVERIFY(m_told.has(ClickedPart::Message));
        std::optional<LinkQuestion> asked;
        connect(&m_page->view.page(), &TranscriptPage::linkClicked, this,
                [&](const LinkQuestion& link) { asked = link; });
        m_page->view.page().followLink(m_told.address, m_told.linkText);
        QVERIFY(waitFor([&] { return asked.has_value(); }));
        QCOMPARE(asked->host, QStringLiteral("docs.example"));
    }

    void picture_isToldWithWhatCanBeDone()
    {
        const QString shown = inRow(pictureRow, ".thumb:nth-child(2) img");
        QVERIFY(m_page->waitUntil(QStringLiteral("document.querySelector('%1').naturalWidth === 60").arg(shown)));
        QVERIFY(rightClick(shown));
        QCOMPARE(m_told.row, std::optional(EventSeq{pictureRow + 1}));
        QVERIFY(m_told.has(ClickedPart::Picture) && m_told.has(ClickedPart::Copyable)
                && m_told.has(ClickedPart::Savable));
        QCOMPARE(doneWith(pictureRow + 1), (QStringList{"opened 2 1", "copied 2 1", "saved 2 a"}));
        const QString lost = inRow(pictureRow, ".thumb:nth-child(1)");
        QVERIFY(m_page->waitUntil(QStringLiteral("!document.querySelector('%1 img')").arg(lost)));
        QVERIFY(rightClick(lost + QStringLiteral(" button")));
        QVERIFY(m_told.has(ClickedPart::Picture) && !m_told.has(ClickedPart::Copyable)); // there is nothing to copy
        QVERIFY(rightClick(inRow(0, ".prose em")));
        QVERIFY(!m_told.has(ClickedPart::Picture) && !m_told.has(ClickedPart::Copyable)
                && !m_told.has(ClickedPart::Savable));
    }

    /// It is with the question, whose event has no picture.
    void pictureOfAnAnswer_isTheAnswers()
    {
        const QString shown = inRow(answerRow, ".askcard .thumb img");
        QVERIFY(m_page->waitUntil(QStringLiteral("document.querySelector('%1')?.naturalWidth === 60").arg(shown)));
        QVERIFY(rightClick(shown));
        QCOMPARE(m_told.row, std::optional(EventSeq{answerRow + 1}));
        QCOMPARE(doneWith(answerRow + 1), (QStringList{"opened 40 0", "copied 40 0", "saved 40 a"}));
    }

    void selection_isTold()
    {
        m_page->eval(QStringLiteral("getSelection().selectAllChildren(document.querySelector('%1'))")
                         .arg(inRow(0, ".prose em")));
        QVERIFY(rightClick(inRow(0, ".prose em")));
        QVERIFY(m_told.has(ClickedPart::Selection));
        m_page->view.edit(EditCommand::Copy);
        QVERIFY(waitFor([] { return QGuiApplication::clipboard()->text() == QStringLiteral("plan"); }));
    }

    void programsLine_isNoMessage()
    {
        MenuTarget wanted;
        wanted.row = EventSeq{noticeRow + 1};
        QVERIFY(rightClick(inRow(noticeRow, ".sysline .row")));
        QCOMPARE(m_told, wanted);
        QVERIFY(rightClick(QStringLiteral(".railhead .pos")));
        QCOMPARE(m_told, MenuTarget());
    }

    void answerField_isEdited()
    {
        const QString field = inRow(questionRow, "textarea.answer");
        const QString value = QStringLiteral("document.querySelector('textarea.answer').value");
        QVERIFY(m_page->click(field));
        QVERIFY(m_page->waitUntil(QStringLiteral("document.activeElement.matches('textarea.answer')")));
        QTest::keyClicks(m_page->view.webView().focusProxy(), QStringLiteral("four"));
        QVERIFY(m_page->waitUntil(value + QStringLiteral(" === 'four'")));
        MenuTarget wanted;
        wanted.row = EventSeq{questionRow + 1};
        wanted.parts = {ClickedPart::Field};
        QVERIFY(rightClick(field));
        QCOMPARE(m_told, wanted);
        m_page->view.edit(EditCommand::SelectAll);
        QVERIFY(m_page->waitUntil(QStringLiteral("document.activeElement.selectionEnd === 4"
                                                 " && document.activeElement.selectionStart === 0")));
        QVERIFY(rightClick(field));
        QVERIFY(m_told.has(ClickedPart::Selection) && m_told.has(ClickedPart::Field));
        m_page->view.edit(EditCommand::Cut);
        QVERIFY(m_page->waitUntil(value + QStringLiteral(" === ''")));
        QVERIFY(waitFor([] { return QGuiApplication::clipboard()->text() == QStringLiteral("four"); }));
        QGuiApplication::clipboard()->setText(QStringLiteral("five"));
        m_page->view.edit(EditCommand::Paste);
        QVERIFY(m_page->waitUntil(value + QStringLiteral(" === 'five'")));
    }

    void key_isForWhatHasTheFocus_data()
    {
        QTest::addColumn<int>("key");
        QTest::addColumn<Qt::KeyboardModifiers>("modifiers");
        QTest::newRow("Menu") << static_cast<int>(Qt::Key_Menu) << Qt::KeyboardModifiers();
        QTest::newRow("Shift+F10") << static_cast<int>(Qt::Key_F10) << Qt::KeyboardModifiers(Qt::ShiftModifier);
    }
    void key_isForWhatHasTheFocus()
    {
        QFETCH(const int, key);
        QFETCH(const Qt::KeyboardModifiers, modifiers);
        QWidget* target = m_page->view.webView().focusProxy();
        QTest::keyClick(target, Qt::Key_J);
        QVERIFY(m_page->waitUntil(QStringLiteral("document.activeElement.matches('article')")));
        QTest::keyClick(target, static_cast<Qt::Key>(key), modifiers);
        QVERIFY(waitFor([&] { return m_count > 0; }));
        QCOMPARE(m_told.row, std::optional(EventSeq{1}));
        QVERIFY(m_told.has(ClickedPart::Message));
        QVERIFY(m_page->view.webView().rect().contains(m_at));
    }

    void madeUpClick_isNoWish()
    {
        m_page->eval(QStringLiteral("document.querySelector('article').dispatchEvent("
                                    "new MouseEvent('contextmenu', {bubbles: true, button: 2}))"));
        QVERIFY(rightClick(inRow(noticeRow, ".sysline .row")));
        QCOMPARE(m_count, 1);
    }

private:
    /// What is reported when everything in a picture's menu is chosen: of which event, and which picture of it.
    QStringList doneWith(int row)
    {
        QStringList done;
        QObject listener;
        const auto add = [&done](const char* what, EventSeq seq, const QString& which) {
            done << QStringLiteral("%1 %2 %3").arg(QLatin1String(what)).arg(seq.value).arg(which);
        };
        TranscriptPage& page = m_page->view.page();
        page.onCall<calls::OpenImage>(
            &listener, [&](const calls::OpenImage& call) { add("opened", call.seq, QString::number(call.index)); });
        page.onCall<calls::CopyImage>(
            &listener, [&](const calls::CopyImage& call) { add("copied", call.seq, QString::number(call.index)); });
        page.onCall<calls::SaveMedia>(&listener,
                                      [&](const calls::SaveMedia& call) { add("saved", call.seq, call.hash.left(1)); });
        for (const RowCommand deed : {RowCommand::OpenPicture, RowCommand::CopyPicture, RowCommand::Save})
            page.perform(deed, {row});
        (void)waitFor([&] { return done.size() == 3; });
        return done;
    }
    /// And waits until the page has reported it.
    bool rightClick(const QString& selector)
    {
        const int before = m_count;
        const auto place = m_page->middleOf(selector);
        if (!place)
            return false;
        QTest::mouseClick(m_page->view.webView().focusProxy(), Qt::RightButton, {}, *place);
        return waitFor([&] { return m_count > before; });
    }

    std::unique_ptr<PageFixture> m_page;
    MenuTarget m_told;
    QPoint m_at;
    int m_count = 0;
};

} // namespace tst_menu_target

QUARTERDECK_PAGE_TEST(tst_menu_target, TestMenuTarget)
#include "tst_menu_target.moc"
