#include "tests/support/page_answer.h"
#include "tests/support/page_test.h"
#include "transcript_desk.h"
#include "ui/controllers/transcript_input.h"
#include "ui/panels/range_bars.h"
#include "ui/transcript/rendering.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>
#include <QPointer>
#include <QSignalSpy>
#include <QWebEnginePage>
#include <QWebEngineScript>
#include <QWebEngineView>
#include <optional>

namespace tst_transcript_menu {

using namespace quarterdeck;
using namespace quarterdeck::test;
using conversation::EventSeq;
using ui::TranscriptMenu;
using ui::transcript::ClickedPart;
using ui::transcript::MenuTarget;
using ui::transcript::RowAction;

namespace {

struct Menus : TranscriptDesk<ui::CopyRangeBar>
{
    /// The names of what it offers, in order, without those that cannot be chosen.
    QStringList offersFor(const MenuTarget& place)
    {
        delete shown;
        menu.show(place);
        shown = page->findChild<QMenu*>(QStringLiteral("transcript.menu"));
        QStringList names;
        for (const QAction* action : shown->actions())
            if (action->isEnabled() && !action->isSeparator())
                names << action->objectName().section(u'.', 1);
        return names;
    }
    void choose(const char* name)
    {
        for (QAction* action : shown->actions())
            if (action->objectName() == QLatin1String(name))
                action->trigger();
    }

    TranscriptMenu menu{*page, actions};
    QPointer<QMenu> shown;
};

MenuTarget message(int row)
{
    MenuTarget place;
    place.row = EventSeq{row};
    place.parts = {ClickedPart::Message, ClickedPart::Text, ClickedPart::Reply, ClickedPart::Keepable};
    return place;
}

} // namespace

/// The menu of what is clicked in the transcript.
class TestTranscriptMenu final : public QObject
{
    Q_OBJECT

private slots:
    void offers_areOfWhatWasClicked();
    void field_isEdited();
    void choices_areToldOfTheirRow();
    void link_isCopiedOrAskedAbout();
    void menu_comesFromThePage();
};

void TestTranscriptMenu::offers_areOfWhatWasClicked()
{
    Menus menus;
    const QString find = menus.actions[ui::ActionId::ViewFind].objectName().section(u'.', 1);
    const QString goTo = menus.actions[ui::ActionId::ViewGoTo].objectName().section(u'.', 1);
    QCOMPARE(menus.offersFor({}), (QStringList{find, goTo}));
    QCOMPARE(menus.offersFor(message(3)),
             (QStringList{"reply", "holdRule", "copyPlain", "copyMarkdown", "copyFrom", "written", "keep", "copyLink",
                          "inspect", find, goTo}));
    MenuTarget other = message(3);
    other.parts = {ClickedPart::Message, ClickedPart::Selection, ClickedPart::Picture, ClickedPart::Copyable,
                   ClickedPart::Savable};
    other.address = QStringLiteral("https://docs.example/x");
    QCOMPARE(menus.offersFor(other),
             (QStringList{"copy", "copyAddress", "openLink", "openPicture", "copyPicture", "save", "copyPlain",
                          "copyMarkdown", "copyFrom", "copyLink", "inspect", find, goTo}));
    MenuTarget line;
    line.row = EventSeq{4};
    QCOMPARE(menus.offersFor(line), (QStringList{"copyLink", "inspect", find, goTo}));
}

void TestTranscriptMenu::field_isEdited()
{
    Menus menus;
    MenuTarget field;
    field.row = EventSeq{3};
    field.parts = {ClickedPart::Field};
    QGuiApplication::clipboard()->clear();
    QCOMPARE(menus.offersFor(field), (QStringList{"selectAll"}));
    field.parts.insert(ClickedPart::Selection);
    QGuiApplication::clipboard()->setText(QStringLiteral("five"));
    QCOMPARE(menus.offersFor(field), (QStringList{"cut", "copy", "paste", "selectAll"}));
}

void TestTranscriptMenu::choices_areToldOfTheirRow()
{
    Menus menus;
    QList<std::pair<RowAction, std::int64_t>> acts;
    connect(&menus.menu, &TranscriptMenu::actionRequested, this, [&](RowAction action, EventSeq row) {
        acts.push_back({action, row.value});
    });
    QSignalSpy inspected(&menus.menu, &TranscriptMenu::inspectorRequested);
    MenuTarget place = message(7);
    (void)menus.offersFor(place);
    for (const char* name :
         {"transcript.reply", "transcript.copyFrom", "transcript.copyLink", "transcript.keep", "transcript.inspect"})
        menus.choose(name);
    place.parts.insert(ClickedPart::Kept);
    (void)menus.offersFor(place);
    menus.choose("transcript.keep");
    const QList<std::pair<RowAction, std::int64_t>> wanted{{RowAction::Reply, 7},
                                                           {RowAction::CopyFrom, 7},
                                                           {RowAction::CopyLink, 7},
                                                           {RowAction::Keep, 7},
                                                           {RowAction::LetGo, 7}};
    QVERIFY(acts == wanted);
    QCOMPARE(inspected.count(), 1);
}

void TestTranscriptMenu::link_isCopiedOrAskedAbout()
{
    Menus menus;
    QSignalSpy asked(&menus.page->page(), &ui::transcript::TranscriptPage::linkClicked);
    QSignalSpy refused(&menus.page->page(), &ui::transcript::TranscriptPage::linkRefused);
    MenuTarget place;
    place.address = QStringLiteral("https://docs.example/x");
    (void)menus.offersFor(place);
    menus.choose("transcript.copyAddress");
    QCOMPARE(QGuiApplication::clipboard()->text(), place.address);
    QCOMPARE(asked.count(), 0);
    menus.choose("transcript.openLink");
    QVERIFY(waitFor([&] { return asked.count() == 1; }));
    place.address = QStringLiteral("file:///etc/passwd");
    (void)menus.offersFor(place);
    menus.choose("transcript.openLink");
    QVERIFY(waitFor([&] { return refused.count() == 1; }));
    QCOMPARE(asked.count(), 1);
}

void TestTranscriptMenu::menu_comesFromThePage()
{
    Menus menus;
    session::Session* session = menus.desk.kit.create();
    menus.desk.kit.submit(session, said("Alice", "Hello all"));
    QSignalSpy painted(&menus.page->page(), &ui::transcript::TranscriptPage::painted);
    QVERIFY(menus.desk.show(session->id()));
    QVERIFY(waitFor([&] { return !painted.empty(); }));
    QWidget* target = menus.page->webView().focusProxy();
    const auto menu = [&] { return menus.page->findChild<QMenu*>(QStringLiteral("transcript.menu")); };
    const auto answer = test::answerOf(
        *menus.page->webView().page(),
        QStringLiteral("(() => { const box = document.querySelector('article .prose').getBoundingClientRect();"
                       " return [box.left + 20, box.top + 8]; })()"));
    QVERIFY(answer.has_value());
    const QVariantList place = answer->toList();
    QTest::mouseClick(target, Qt::RightButton, {}, {place.value(0).toInt(), place.value(1).toInt()});
    QVERIFY(waitFor([&] { return menu() != nullptr && menu()->isVisible(); }));
    QVERIFY(menu()->findChild<QAction*>(QStringLiteral("transcript.copyPlain")) != nullptr);
    menu()->close();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QVERIFY(menu() == nullptr);
}

} // namespace tst_transcript_menu

QUARTERDECK_PAGE_TEST(tst_transcript_menu, TestTranscriptMenu)
#include "tst_transcript_menu.moc"
