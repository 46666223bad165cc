#include "desk.h"
#include "tests/support/widgets_test.h"
#include "ui/controllers/labels_controller.h"
#include "ui/controllers/sessions_controller.h"
#include "ui/dialogs/session_dialog.h"
#include "ui/panels/session_list_model.h"
#include "ui/present/present.h"
#include "ui/theme/action_registry.h"

#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

namespace tst_labels_controller {

using namespace quarterdeck;
using namespace quarterdeck::test;
using session::SessionLabels;
using ui::view::NoticeTone;

namespace {

struct Caring
{
    Caring()
    {
        panel.resize(264, 600);
        panel.show();
        QObject::connect(&desk.hub, &ui::HubProxy::sessionsChanged, &panel,
                         [this] { panel.setSessions(ui::present::sessionRows(desk.hub.sessions())); });
        QObject::connect(&desk.notices, &ui::NoticeBoard::posted, &panel,
                         [this](const ui::view::Notice& notice) { notices.push_back(notice); });
        QObject::connect(&desk.notices, &ui::NoticeBoard::withdrawn, &panel,
                         [this](const QString& id) { dismissed.append(id); });
    }
    /// A session that is over.
    [[nodiscard]] conversation::SessionId make(const char* title)
    {
        const conversation::SessionId id = desk.kit.create(title)->id();
        (void)waitFor([&] { return desk.hub.find(id) != nullptr; });
        return id;
    }
    [[nodiscard]] const SessionLabels& labels(const conversation::SessionId& id) const
    {
        return desk.hub.find(id)->labels;
    }
    /// Chooses in a session's menu (empty = the list's); false if it is not there.
    [[nodiscard]] bool choose(const conversation::SessionId& id, const char* name)
    {
        emit panel.menuRequested(QString::fromStdString(id.str()), panel.mapToGlobal(QPoint(10, 10)));
        auto* menu = panel.findChild<QMenu*>(QStringLiteral("sessions.menu"));
        auto* action = menu == nullptr ? nullptr : menu->findChild<QAction*>(QString::fromLatin1(name));
        if (action != nullptr)
            action->trigger();
        delete menu;
        return action != nullptr;
    }
    template <typename T>
    [[nodiscard]] T* topLevel() const
    {
        for (QWidget* widget : QApplication::topLevelWidgets())
            if (auto* found = qobject_cast<T*>(widget); found != nullptr && found->isVisible())
                return found;
        return nullptr;
    }

    Desk desk;
    ui::ActionRegistry actions{desk.theme};
    ui::SessionsPanel panel{desk.theme, actions};
    std::vector<ui::view::Notice> notices;
    QStringList dismissed;
    ui::LabelsController controller{{panel, desk.hub, desk.viewed, *desk.kit.library, desk.theme, desk.notices}};
};

} // namespace

/// What the person does with sessions in their list.
class TestLabelsController final : public QObject
{
    Q_OBJECT

private slots:
    void pin_andUndo();
    void archive_andBack();
    void muting_isRemembered();
    void runningSession_isNotArchived();
    void changes_areUndoneLastFirst();
    void changesAtOnce_areAllKept();
    void keys_stayWithTheRenamedSession_data();
    void keys_stayWithTheRenamedSession();
    void dialog_namesTagsAndNotes();
    void dialog_saysWhatItIs();
    void removal_asksFirst();
    void removal_saysWhereItStillIs();
    void openQuestions_areTold();
    void refusedChange_isSaidByName_data();
    void refusedChange_isSaidByName();
    void refusedNote_staysInItsDialog();
    void refusedChange_isClosedWhenItIsOver();
    void refusedUndo_canBeTriedAgain();
    void archive_isShownWhereItStands();
    void removal_ofWhatIsShown();
    void menu_ofAReadOnlyLibraryOnlySorts();
    void menu_tellsTheKeys();
    void sorting_bySizeReadsThem();
};

void TestLabelsController::pin_andUndo()
{
    Caring caring;
    const auto id = caring.make("one");
    QVERIFY(caring.choose(id, "sessions.pin"));
    QVERIFY(waitFor([&] { return caring.labels(id).isPinned && !caring.notices.empty(); }));
    QCOMPARE(caring.notices.back().what, QStringLiteral("“one” is pinned to the top."));
    QCOMPARE(caring.notices.back().button.label, QStringLiteral("Undo"));
    caring.desk.notices.pressButton(caring.notices.back().id);
    QVERIFY(waitFor([&] { return !caring.labels(id).isPinned; }));
    caring.controller.undo(); // nothing is left
    QVERIFY(caring.choose(id, "sessions.pin"));
    QVERIFY(waitFor([&] { return caring.labels(id).isPinned; }));
    QVERIFY(caring.choose(id, "sessions.pin"));
    QVERIFY(waitFor([&] { return !caring.labels(id).isPinned; }));
}

void TestLabelsController::muting_isRemembered()
{
    Caring caring;
    const auto one = caring.make("one");
    const auto two = caring.make("two");
    QStringList muted;
    connect(&caring.controller, &ui::LabelsController::mutedChanged, this,
            [&](const QStringList& sessions) { muted = sessions; });
    const auto nameOf = [](const conversation::SessionId& id) { return QString::fromStdString(id.str()); };
    QStringList before;
    for (int i = 0; i < 1000; ++i)
        before << QString::number(i);
    caring.controller.setMuted(before);
    QVERIFY(caring.choose(one, "sessions.mute"));
    QVERIFY(caring.choose(two, "sessions.mute"));
    QCOMPARE(muted, before.mid(2) << nameOf(one) << nameOf(two)); // the oldest are forgotten
    QVERIFY(caring.choose(one, "sessions.mute"));
    QCOMPARE(muted, before.mid(2) << nameOf(two));
}

void TestLabelsController::archive_andBack()
{
    Caring caring;
    const auto id = caring.make("one");
    emit caring.panel.archiveRequested(QString::fromStdString(id.str())); // the key
    QVERIFY(waitFor([&] { return caring.labels(id).archivedAt.has_value(); }));
    QVERIFY(!caring.panel.model().indexOf(QString::fromStdString(id.str())).isValid());
    QVERIFY(caring.choose({}, "sessions.showArchive"));
    QVERIFY(caring.panel.model().indexOf(QString::fromStdString(id.str())).isValid());
    QVERIFY(!caring.choose(id, "sessions.archive"));
    QVERIFY(!caring.choose(id, "sessions.pin"));
    QVERIFY(caring.choose(id, "sessions.unarchive"));
    QVERIFY(waitFor([&] { return !caring.labels(id).archivedAt; }));
    QVERIFY(!caring.choose(id, "sessions.remove"));
}

void TestLabelsController::runningSession_isNotArchived()
{
    Caring caring;
    session::Session* session = caring.desk.kit.create("busy");
    QVERIFY(!caring.desk.kit.submit(session, conversation::SetRunState{conversation::RunState::Running, ""}).error);
    QVERIFY(waitFor([&] { return caring.desk.hub.find(session->id()) != nullptr; }));
    QVERIFY(caring.choose(session->id(), "sessions.archive"));
    QVERIFY(waitFor([&] { return !caring.notices.empty(); }));
    QCOMPARE(caring.notices.back().tone, NoticeTone::Danger);
    QVERIFY2(caring.notices.back().what.contains(QStringLiteral("busy")), qPrintable(caring.notices.back().what));
    QVERIFY(!caring.labels(session->id()).archivedAt);
}

void TestLabelsController::changes_areUndoneLastFirst()
{
    Caring caring;
    const auto one = caring.make("one");
    const auto two = caring.make("two");
    QVERIFY(caring.choose(one, "sessions.pin"));
    QVERIFY(waitFor([&] { return caring.labels(one).isPinned; }));
    QVERIFY(caring.choose(two, "sessions.archive"));
    QVERIFY(waitFor([&] { return caring.labels(two).archivedAt.has_value(); }));
    QVERIFY(caring.choose(one, "sessions.undo"));
    QVERIFY(waitFor([&] { return !caring.labels(two).archivedAt; }));
    QVERIFY(caring.labels(one).isPinned);
    emit caring.panel.undoRequested(); // the key
    QVERIFY(waitFor([&] { return !caring.labels(one).isPinned; }));
}

/// The disk is slow: the list does not tell of the first change when the second is made.
void TestLabelsController::changesAtOnce_areAllKept()
{
    Caring caring;
    const auto id = caring.make("one");
    caring.desk.kit.library->holdWrites();
    QVERIFY(caring.choose(id, "sessions.pin"));
    QVERIFY(caring.choose(id, "sessions.archive"));
    caring.desk.kit.library->releaseWrites();
    QVERIFY(waitFor([&] { return caring.labels(id).archivedAt.has_value(); }));
    QVERIFY(caring.labels(id).isPinned);
    QVERIFY(waitFor([&] { return caring.notices.size() == 2; }));
    QVERIFY(caring.choose(id, "sessions.undo"));
    QVERIFY(caring.choose(id, "sessions.undo"));
    QVERIFY(waitFor([&] { return !caring.labels(id).isPinned; }));
    QVERIFY(!caring.labels(id).archivedAt);
}

void TestLabelsController::keys_stayWithTheRenamedSession_data()
{
    QTest::addColumn<ui::view::SessionOrder>("order");
    QTest::newRow("activity") << ui::view::SessionOrder::Activity;
    QTest::newRow("title") << ui::view::SessionOrder::Title;
    QTest::newRow("start") << ui::view::SessionOrder::Start;
    QTest::newRow("size") << ui::view::SessionOrder::Size;
}

/// Click, F2, a name that moves the row, Enter, Del, Ctrl+Z, Del: all by the keys, and all for one session.
void TestLabelsController::keys_stayWithTheRenamedSession()
{
    QFETCH(const ui::view::SessionOrder, order);
    Caring caring;
    QObject::connect(&caring.panel, &ui::SessionsPanel::sessionChosen, &caring.panel,
                     &ui::SessionsPanel::setCurrentSession);
    const auto id = caring.make("Alpha");
    const std::vector others{caring.make("Bravo"), caring.make("Charlie"), caring.make("Delta")};
    const QString session = QString::fromStdString(id.str());
    caring.controller.setOrder(order);
    auto* list = caring.panel.findChild<QListView*>(QStringLiteral("sessions.list"));
    const auto press = [&](Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
        QTest::keyClick(list, key, modifiers);
    };
    const auto becomes = [&](bool isArchived) {
        return waitFor([&] { return caring.labels(id).archivedAt.has_value() == isArchived; })
            && std::ranges::none_of(others,
                                    [&](const auto& other) { return caring.labels(other).archivedAt.has_value(); });
    };
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {},
                      list->visualRect(caring.panel.model().indexOf(session)).center());
    press(Qt::Key_F2);
    auto* dialog = caring.topLevel<ui::SessionDialog>();
    QVERIFY(dialog);
    auto* title = dialog->findChild<QLineEdit*>(QStringLiteral("session.title"));
    title->selectAll();
    QTest::keyClicks(title, QStringLiteral("Zulu"));
    QTest::keyClick(title, Qt::Key_Return);
    QVERIFY(waitFor([&] { return caring.desk.hub.find(id)->title == "Zulu"; }));
    press(Qt::Key_Delete);
    QVERIFY(becomes(true));
    press(Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(becomes(false));
    QCOMPARE(list->currentIndex(), caring.panel.model().indexOf(session));
    press(Qt::Key_Delete);
    QVERIFY(becomes(true));
}

void TestLabelsController::dialog_namesTagsAndNotes()
{
    Caring caring;
    const auto id = caring.make("the log's");
    emit caring.panel.renameRequested(QString::fromStdString(id.str()));
    auto* dialog = caring.topLevel<ui::SessionDialog>();
    QVERIFY(dialog);
    dialog->findChild<QLineEdit*>(QStringLiteral("session.title"))->setText(QStringLiteral("mine"));
    dialog->findChild<QLineEdit*>(QStringLiteral("session.tags"))->setText(QStringLiteral("#a, b, A"));
    dialog->findChild<QPlainTextEdit*>(QStringLiteral("session.note"))->setPlainText(QStringLiteral("remember"));
    QTest::mouseClick(dialog->findChild<QPushButton*>(QStringLiteral("session.save")), Qt::LeftButton);
    const SessionLabels expected{"mine", {"a", "b"}, "remember", false, {}};
    QVERIFY(waitFor([&] { return caring.labels(id) == expected; }));
    QCOMPARE(caring.desk.hub.find(id)->title, std::string("mine"));
    QVERIFY(waitFor([&] { return caring.notices.size() == 1; }));

    // What is not changed is not a change.
    emit caring.panel.renameRequested(QString::fromStdString(id.str()));
    dialog = caring.topLevel<ui::SessionDialog>();
    QVERIFY(dialog);
    QTest::mouseClick(dialog->findChild<QPushButton*>(QStringLiteral("session.save")), Qt::LeftButton);
    caring.desk.kit.settle();
    QCOMPARE(caring.notices.size(), std::size_t{1});
    caring.controller.undo();
    QVERIFY(waitFor([&] { return caring.desk.hub.find(id)->title == "the log's"; }));
    QCOMPARE(caring.labels(id), SessionLabels{});
}

void TestLabelsController::dialog_saysWhatItIs()
{
    Caring caring;
    session::Session* session = caring.desk.kit.create("one");
    QVERIFY(!caring.desk.kit.submit(session, said("Alice", std::string(3000, 'x'))).error);
    QVERIFY(waitFor([&] {
        const auto* listed = caring.desk.hub.find(session->id());
        return listed != nullptr && listed->messageCount == 1;
    }));
    emit caring.panel.renameRequested(QString::fromStdString(session->id().str()));
    auto* dialog = caring.topLevel<ui::SessionDialog>();
    QVERIFY(dialog);
    const auto* facts = dialog->findChild<QLabel*>(QStringLiteral("session.facts"));
    QVERIFY(waitFor([&] { return facts->text().contains(QStringLiteral("kB on disk")); }));
    QVERIFY2(facts->text().startsWith(QStringLiteral("1 message")), qPrintable(facts->text()));
}

void TestLabelsController::removal_asksFirst()
{
    Caring caring;
    const auto id = caring.make("one");
    QVERIFY(caring.choose(id, "sessions.archive"));
    QVERIFY(waitFor([&] { return caring.labels(id).archivedAt.has_value(); }));
    QVERIFY(caring.choose(id, "sessions.remove"));
    auto* box = caring.topLevel<QMessageBox>();
    QVERIFY(box);
    QVERIFY2(box->text().contains(QStringLiteral("one")), qPrintable(box->text()));
    for (const QLabel* label : box->findChildren<QLabel*>())
        QCOMPARE(label->textFormat(), Qt::PlainText); // names that others chose are in them
    QTest::mouseClick(box->button(QMessageBox::Cancel), Qt::LeftButton);
    caring.desk.kit.settle();
    QVERIFY(caring.desk.hub.find(id));

    QVERIFY(caring.choose(id, "sessions.remove"));
    box = caring.topLevel<QMessageBox>();
    QVERIFY(box);
    QTest::mouseClick(box->findChild<QPushButton*>(QStringLiteral("sessions.removeNow")), Qt::LeftButton);
    QVERIFY(waitFor([&] { return caring.desk.hub.find(id) == nullptr; }));
    QVERIFY(waitFor([&] { return caring.notices.back().what == QStringLiteral("“one” was deleted."); }));
    QVERIFY(caring.notices.back().button.isEmpty()); // that is not undone
    const std::size_t told = caring.notices.size();
    caring.controller.undo();
    caring.desk.kit.settle();
    QCOMPARE(caring.notices.size(), told);
}

void TestLabelsController::removal_saysWhereItStillIs()
{
    Caring caring;
    const auto id = caring.make("one");
    QVERIFY(caring.choose(id, "sessions.archive"));
    QVERIFY(waitFor([&] { return caring.labels(id).archivedAt.has_value(); }));
    const auto said = [&] {
        if (!caring.choose(id, "sessions.remove"))
            return QString();
        auto* box = caring.topLevel<QMessageBox>();
        const QString meaning = box->informativeText();
        delete box;
        return meaning;
    };
    QVERIFY2(said().endsWith(QStringLiteral("This cannot be undone.")), qPrintable(said()));
    caring.controller.setBackupWeeks(4);
    QVERIFY2(said().contains(QStringLiteral("daily and weekly ones for about 4 week(s); those made by hand or before "
                                            "an update, and libraries that were set aside, for as long as")),
             qPrintable(said()));
}

/// They stay open in the archive, and go with the session.
void TestLabelsController::openQuestions_areTold()
{
    Caring caring;
    session::Session* session = caring.desk.kit.create("one");
    const auto id = session->id();
    for (const char* name : {"q1", "q2"})
        QVERIFY(!caring.desk.kit.submit(session, test::question(name)).error);
    QVERIFY(waitFor([&] {
        const auto* listed = caring.desk.hub.find(id);
        return listed != nullptr && listed->openQuestions.size() == 2;
    }));
    QVERIFY(caring.choose(id, "sessions.archive"));
    QVERIFY(waitFor([&] { return caring.notices.size() == 1; }));
    QVERIFY2(caring.notices.back().meaning.startsWith(QStringLiteral("2 question")),
             qPrintable(caring.notices.back().meaning));
    QVERIFY(waitFor([&] { return caring.labels(id).archivedAt.has_value(); }));
    QVERIFY(caring.choose(id, "sessions.remove"));
    auto* box = caring.topLevel<QMessageBox>();
    QVERIFY(box);
    QVERIFY2(box->informativeText().contains(QStringLiteral("\n2 open question")), qPrintable(box->informativeText()));
}

void TestLabelsController::refusedChange_isSaidByName_data()
{
    QTest::addColumn<QByteArray>("action");
    QTest::addColumn<QString>("said");
    QTest::newRow("pin") << QByteArray("sessions.pin") << QStringLiteral("“one” was not pinned.");
    QTest::newRow("archive") << QByteArray("sessions.archive") << QStringLiteral("“one” was not archived.");
    QTest::newRow("name") << QByteArray("sessions.edit") << QStringLiteral("“one” was not renamed.");
}

/// That the disk is full is said once, and not for each change.
void TestLabelsController::refusedChange_isSaidByName()
{
    QFETCH(const QByteArray, action);
    QFETCH(const QString, said);
    Caring caring;
    const auto id = caring.make("one");
    caring.desk.kit.library->refuseLabels(true);
    QVERIFY(caring.choose(id, action.constData()));
    if (auto* dialog = caring.topLevel<ui::SessionDialog>()) {
        dialog->findChild<QLineEdit*>(QStringLiteral("session.title"))->setText(QStringLiteral("mine"));
        QTest::mouseClick(dialog->findChild<QPushButton*>(QStringLiteral("session.save")), Qt::LeftButton);
    }
    QVERIFY(waitFor([&] { return !caring.notices.empty(); }));
    QCOMPARE(caring.notices.back().what, said);
    QCOMPARE(caring.notices.back().meaning, QString());
    QCOMPARE(caring.notices.back().tone, NoticeTone::Danger);
}

/// A note may be long, and what is typed belongs to nobody else.
void TestLabelsController::refusedNote_staysInItsDialog()
{
    Caring caring;
    const auto id = caring.make("one");
    caring.desk.kit.library->refuseLabels(true);
    QVERIFY(caring.choose(id, "sessions.edit"));
    QPointer<ui::SessionDialog> dialog(caring.topLevel<ui::SessionDialog>());
    QVERIFY(dialog);
    auto* note = dialog->findChild<QPlainTextEdit*>(QStringLiteral("session.note"));
    auto* save = dialog->findChild<QPushButton*>(QStringLiteral("session.save"));
    const auto* problem = dialog->findChild<QLabel*>(QStringLiteral("session.problem"));
    note->setPlainText(QStringLiteral("Worth a second look"));
    QTest::mouseClick(save, Qt::LeftButton);
    QVERIFY(!save->isEnabled()); // asked for once
    QVERIFY(waitFor([&] { return problem->isVisible(); }));
    QVERIFY(dialog && dialog->isVisible());
    QVERIFY(problem->text().contains(QStringLiteral("was not changed")));
    QCOMPARE(note->toPlainText(), QStringLiteral("Worth a second look"));
    caring.desk.kit.library->refuseLabels(false);
    QTest::mouseClick(save, Qt::LeftButton);
    QVERIFY(!problem->isVisible());
    QVERIFY(waitFor([&] { return dialog.isNull() || !dialog->isVisible(); }));
    QVERIFY(waitFor([&] { return caring.labels(id).note == "Worth a second look"; }));
}

/// In the same order, even if both were requested at once.
void TestLabelsController::refusedUndo_canBeTriedAgain()
{
    Caring caring;
    const auto one = caring.make("one");
    const auto two = caring.make("two");
    QVERIFY(caring.choose(one, "sessions.pin"));
    QVERIFY(waitFor([&] { return caring.labels(one).isPinned; }));
    QVERIFY(caring.choose(two, "sessions.archive"));
    QVERIFY(waitFor([&] { return caring.labels(two).archivedAt.has_value() && caring.notices.size() == 2; }));
    caring.desk.kit.library->refuseLabels(true);
    caring.controller.undo();
    caring.controller.undo();
    QVERIFY(waitFor([&] { return caring.notices.size() == 4; }));
    QCOMPARE(caring.notices.back().what, QStringLiteral("The change was not undone."));
    caring.desk.kit.library->refuseLabels(false);
    QVERIFY(caring.choose(one, "sessions.undo"));
    QVERIFY(waitFor([&] { return !caring.labels(two).archivedAt; }));
    QVERIFY(caring.labels(one).isPinned);
    QVERIFY(caring.choose(one, "sessions.undo"));
    QVERIFY(waitFor([&] { return !caring.labels(one).isPinned; }));
}

void TestLabelsController::refusedChange_isClosedWhenItIsOver()
{
    Caring caring;
    const auto id = caring.make("one");
    const auto refuse = [&] {
        caring.notices.clear();
        caring.dismissed.clear();
        caring.desk.kit.library->refuseLabels(true);
        return caring.choose(id, "sessions.pin") && waitFor([&] { return !caring.notices.empty(); });
    };
    QVERIFY(refuse());
    const QString failure = caring.notices.back().id;
    emit caring.desk.hub.writingChanged(caring.desk.kit.library->diskFull());
    QCOMPARE(caring.dismissed, QStringList());
    emit caring.desk.hub.writingChanged(std::nullopt);
    QCOMPARE(caring.dismissed, QStringList{failure});
    // Also when another change is kept.
    QVERIFY(refuse());
    caring.desk.kit.library->refuseLabels(false);
    QVERIFY(caring.choose(id, "sessions.pin"));
    QVERIFY(waitFor([&] { return caring.labels(id).isPinned && caring.notices.size() == 2; }));
    QCOMPARE(caring.dismissed, QStringList{failure});
    QVERIFY(caring.notices.back().id != failure);
}

/// Below a long list nobody would see it.
void TestLabelsController::archive_isShownWhereItStands()
{
    Caring caring;
    const auto id = caring.make("away");
    QVERIFY(caring.choose({}, "sessions.showArchive"));
    QCOMPARE(caring.notices.back().what, QStringLiteral("The archive is empty."));
    QVERIFY(caring.choose({}, "sessions.showArchive"));
    for (int i = 0; i < 40; ++i)
        (void)caring.make("one of many");
    QVERIFY(caring.choose(id, "sessions.archive"));
    QVERIFY(waitFor([&] { return caring.labels(id).archivedAt.has_value(); }));
    QVERIFY(caring.choose({}, "sessions.showArchive"));
    auto* list = caring.panel.findChild<QListView*>(QStringLiteral("sessions.list"));
    const QModelIndex archived = caring.panel.model().indexOf(QString::fromStdString(id.str()));
    QVERIFY(archived.isValid());
    QCOMPARE(list->currentIndex(), archived);
    QVERIFY(list->viewport()->rect().contains(list->visualRect(archived)));
    QCOMPARE(caring.panel.focusWidget(), list);
}

void TestLabelsController::removal_ofWhatIsShown()
{
    Caring caring;
    const auto id = caring.make("one");
    QVERIFY(caring.desk.show(id));
    QVERIFY(caring.choose(id, "sessions.archive"));
    QVERIFY(waitFor([&] { return caring.labels(id).archivedAt.has_value(); }));
    QVERIFY(caring.choose(id, "sessions.remove"));
    auto* box = caring.topLevel<QMessageBox>();
    QVERIFY(box);
    QTest::mouseClick(box->findChild<QPushButton*>(QStringLiteral("sessions.removeNow")), Qt::LeftButton);
    QVERIFY(waitFor([&] { return caring.desk.viewed.isEmpty(); }));
    QVERIFY(caring.desk.hub.find(id) == nullptr);
}

void TestLabelsController::menu_ofAReadOnlyLibraryOnlySorts()
{
    Caring caring;
    const auto id = caring.make("one");
    caring.desk.kit.library->setReadOnly(true);
    for (const char* name : {"sessions.edit", "sessions.pin", "sessions.archive"})
        QVERIFY2(!caring.choose(id, name), name);
    QVERIFY(caring.choose(id, "sessions.byTitle"));
    QCOMPARE(caring.panel.model().order(), ui::view::SessionOrder::Title);
    emit caring.panel.renameRequested(QString::fromStdString(id.str()));
    QVERIFY(!caring.topLevel<ui::SessionDialog>());
}

/// That the list takes.
void TestLabelsController::menu_tellsTheKeys()
{
    Caring caring;
    const auto id = caring.make("one");
    emit caring.panel.menuRequested(QString::fromStdString(id.str()), caring.panel.mapToGlobal(QPoint(10, 10)));
    const auto* menu = caring.panel.findChild<QMenu*>(QStringLiteral("sessions.menu"));
    QVERIFY(menu);
    const auto shows = [menu](const char* name, const QKeySequence& key) {
        const auto* action = menu->findChild<QAction*>(QString::fromLatin1(name));
        return action != nullptr && action->shortcut() == key && action->isShortcutVisibleInContextMenu();
    };
    QVERIFY(shows("sessions.edit", Qt::Key_F2));
    QVERIFY(shows("sessions.archive", Qt::Key_Delete));
}

void TestLabelsController::sorting_bySizeReadsThem()
{
    Caring caring;
    const auto small = caring.make("small");
    session::Session* large = caring.desk.kit.create("large");
    QVERIFY(!caring.desk.kit.submit(large, said("Alice", std::string(9000, 'x'))).error);
    const QSignalSpy changed(&caring.controller, &ui::LabelsController::listChanged);
    QVERIFY(caring.choose({}, "sessions.bySize"));
    QCOMPARE(changed.count(), 1);
    const auto beside = [&](const conversation::SessionId& id) {
        return caring.panel.model()
            .indexOf(QString::fromStdString(id.str()))
            .data(ui::SessionListModel::WhenRole)
            .toString();
    };
    QVERIFY(waitFor([&] { return beside(large->id()).endsWith(QStringLiteral("kB")); }));
    QVERIFY(caring.panel.model().indexOf(QString::fromStdString(large->id().str())).row()
            < caring.panel.model().indexOf(QString::fromStdString(small.str())).row());
}

} // namespace tst_labels_controller

QUARTERDECK_WIDGETS_TEST(tst_labels_controller, TestLabelsController)
#include "tst_labels_controller.moc"
