#include "desk.h"
#include "tests/support/widgets_test.h"
#include "ui/controllers/clean_up_controller.h"
#include "ui/theme/form_parts.h"

#include <QAbstractButton>
#include <QLabel>
#include <QListWidget>
#include <QMessageBox>
#include <QPushButton>
#include <QTest>

namespace tst_clean_up_controller {

using namespace quarterdeck;
using namespace quarterdeck::test;
using conversation::SessionId;

namespace {

struct Cleaning
{
    Cleaning()
    {
        window.show();
        QObject::connect(&desk.notices, &ui::NoticeBoard::posted, &window,
                         [this](const ui::view::Notice& notice) { notices.append(notice.what); });
    }
    /// With this many characters in it; `day` = 0: not in the archive.
    SessionId make(const char* title, int day, std::size_t characters = 1)
    {
        session::Session* session = desk.kit.create(title);
        (void)desk.kit.submit(session, said("Alice", std::string(characters, 'x')));
        const SessionId id = session->id();
        (void)waitFor([&] { return desk.hub.find(id) != nullptr; });
        session::SessionLabels labels;
        if (day > 0)
            labels.archivedAt = conversation::Timestamp{day * 86'400'000LL};
        desk.hub.setLabels(id, labels, [](const auto&) {});
        (void)waitFor([&] { return desk.hub.find(id)->labels == labels; });
        return id;
    }
    /// The dialog, with everything it lists.
    [[nodiscard]] bool open(int rows)
    {
        controller.open();
        return waitFor([&] { return list().count() == rows; });
    }
    [[nodiscard]] ui::CleanUpDialog& dialog() const { return *window.findChild<ui::CleanUpDialog*>(); }
    [[nodiscard]] QListWidget& list() const { return *dialog().findChild<QListWidget*>(); }
    [[nodiscard]] QPushButton& button(const char* name) const
    {
        return *dialog().findChild<QPushButton*>(QString::fromLatin1(name));
    }
    [[nodiscard]] QString state() const { return dialog().findChild<QLabel*>(QStringLiteral("cleanUp.state"))->text(); }
    [[nodiscard]] QStringList titles() const
    {
        QStringList titles;
        for (int row = 0; row < list().count(); ++row)
            titles.append(list().item(row)->text().section(u'\n', 0, 0));
        return titles;
    }
    void choose(const char* title) const
    {
        for (QListWidgetItem* item : list().findItems(QString::fromLatin1(title), Qt::MatchStartsWith))
            item->setCheckState(Qt::Checked);
    }
    /// That is open.
    [[nodiscard]] QMessageBox* question() const
    {
        for (QMessageBox* box : dialog().findChildren<QMessageBox*>())
            if (box->isVisible())
                return box;
        return nullptr;
    }
    /// Whether the person was asked, and says yes.
    [[nodiscard]] bool removeChosen() const
    {
        QTest::mouseClick(&button("cleanUp.delete"), Qt::LeftButton);
        QMessageBox* box = question();
        if (box == nullptr)
            return false;
        QTest::mouseClick(box->findChild<QPushButton*>(QStringLiteral("cleanUp.removal.doIt")), Qt::LeftButton);
        return true;
    }

    Desk desk;
    QWidget window;
    QStringList notices;
    ui::CleanUpController controller{{desk.hub, desk.viewed, *desk.kit.library, desk.theme, window, desk.notices}};
};

} // namespace

/// What is deleted from the archive, by the person's choice alone.
class TestCleanUpController final : public QObject
{
    Q_OBJECT

private slots:
    void archive_isListedByAgeAndSize();
    void attachments_areTold();
    void chosen_isDeletedAfterAQuestion();
    void refusal_leavesTheRest();
    void stop_leavesTheRest();
};

void TestCleanUpController::archive_isListedByAgeAndSize()
{
    Cleaning under;
    (void)under.make("young and large", 30, 90'000);
    (void)under.make("old and small", 10);
    (void)under.make("in use", 0);
    QVERIFY(under.open(2));
    QCOMPARE(under.titles(), (QStringList{"old and small", "young and large"}));
    QVERIFY2(under.list().item(1)->text().contains(QStringLiteral("kB")), qPrintable(under.list().item(1)->text()));
    under.dialog().findChild<QAbstractButton*>(QStringLiteral("cleanUp.largest"))->click();
    QCOMPARE(under.titles(), (QStringList{"young and large", "old and small"}));
    QVERIFY(under.state().startsWith(QStringLiteral("Nothing is selected.")));
    QVERIFY(!under.button("cleanUp.delete").isEnabled());
    const QRect first = under.list().visualItemRect(under.list().item(0));
    QTest::mouseClick(under.list().viewport(), Qt::LeftButton, {}, first.center());
    QVERIFY2(under.state().startsWith(QStringLiteral("1 session(s) selected; deleting frees about")),
             qPrintable(under.state()));
    QTest::mouseClick(&under.button("cleanUp.all"), Qt::LeftButton);
    QVERIFY2(under.state().startsWith(QStringLiteral("2 session(s) selected")), qPrintable(under.state()));
    QTest::mouseClick(&under.button("cleanUp.all"), Qt::LeftButton);
    QVERIFY(under.state().startsWith(QStringLiteral("Nothing is selected.")));
}

/// How much they take, and how much of it goes with a session.
void TestCleanUpController::attachments_areTold()
{
    Cleaning under;
    const auto show = [&](const SessionId& id, std::size_t bytes) {
        conversation::MediaSource source;
        under.desk.kit.library->putAttachment(std::string(bytes, 'x'), "application/pdf", 0, 0,
                                              [&](auto info) { source.hash = info->hash; });
        under.desk.kit.settle();
        auto wish = std::get<conversation::RolePublish>(said("Alice", "Look."));
        wish.message.content.emplace_back(conversation::MediaBlock{conversation::MediaKind::File, source});
        QVERIFY(!under.desk.kit.submit(under.desk.kit.hub->live(id), wish).error);
    };
    const SessionId one = under.make("one", 1);
    const SessionId other = under.make("other", 0);
    show(one, 3'000'000);
    show(one, 2'000'000);
    show(other, 2'000'000);
    QVERIFY(under.open(1));
    QVERIFY(waitFor([&] { return under.list().item(0)->text().contains(QStringLiteral("(attachments: 5.0 MB)")); }));
    QVERIFY2(under.state().endsWith(QStringLiteral("(attachments: 5.0 MB).")), qPrintable(under.state()));
    under.choose("one");
    QVERIFY2(under.state().contains(
                 QStringLiteral("frees about 3.0 MB. Attachments that other sessions also use are kept: 2.0 MB.")),
             qPrintable(under.state()));
}

void TestCleanUpController::chosen_isDeletedAfterAQuestion()
{
    Cleaning under;
    const SessionId one = under.make("one", 1);
    const SessionId two = under.make("two", 2);
    const SessionId kept = under.make("kept", 3);
    under.controller.setBackupWeeks(4);
    QVERIFY(under.open(3));
    under.choose("one");
    under.choose("two");
    QTest::mouseClick(&under.button("cleanUp.delete"), Qt::LeftButton);
    QVERIFY(under.question());
    QVERIFY2(under.question()->informativeText().contains(QStringLiteral("about 4 week(s)")),
             qPrintable(under.question()->informativeText()));
    under.question()->button(QMessageBox::Cancel)->click();
    QVERIFY(waitFor([&] { return under.question() == nullptr; }));
    under.desk.kit.settle();
    QVERIFY(under.desk.hub.find(one) && under.desk.hub.find(two));

    QVERIFY(under.removeChosen());
    QVERIFY(waitFor([&] { return under.list().count() == 1 && under.notices.size() == 1; }));
    QVERIFY(!under.desk.hub.find(one) && !under.desk.hub.find(two) && under.desk.hub.find(kept));
    QCOMPARE(under.notices, QStringList{QStringLiteral("2 session(s) deleted.")});
    QVERIFY(under.state().startsWith(QStringLiteral("Nothing is selected.")));
}

/// One was taken out of the archive while the person was asked.
void TestCleanUpController::refusal_leavesTheRest()
{
    Cleaning under;
    const SessionId one = under.make("one", 1);
    QVERIFY(under.open(1));
    under.choose("one");
    QTest::mouseClick(&under.button("cleanUp.delete"), Qt::LeftButton);
    QMessageBox* box = under.question();
    QVERIFY(box);
    under.desk.hub.setLabels(one, {}, [](const auto&) {});
    QVERIFY(waitFor([&] { return !under.desk.hub.find(one)->labels.archivedAt; }));
    QTest::mouseClick(box->findChild<QPushButton*>(QStringLiteral("cleanUp.removal.doIt")), Qt::LeftButton);
    QVERIFY(waitFor([&] { return under.state().contains(QStringLiteral("Only archived sessions")); }));
    QVERIFY(under.desk.hub.find(one));
    QVERIFY(under.notices.isEmpty());
}

void TestCleanUpController::stop_leavesTheRest()
{
    Cleaning under;
    const SessionId one = under.make("one", 1);
    const SessionId two = under.make("two", 2);
    QVERIFY(under.open(2));
    QTest::mouseClick(&under.button("cleanUp.all"), Qt::LeftButton);
    under.desk.kit.library->holdWrites();
    QVERIFY(under.removeChosen());
    QVERIFY(waitFor([&] { return under.desk.kit.library->heldWrites() == 1; }));
    QCOMPARE(under.state(), QStringLiteral("0 of 2 deleted…"));
    QVERIFY(!under.list().isEnabled());
    QTest::mouseClick(&under.button("cleanUp.cancel"), Qt::LeftButton);
    under.desk.kit.library->releaseWrites();
    QVERIFY(waitFor([&] { return under.list().count() == 1 && under.list().isEnabled(); }));
    QCOMPARE(int(under.desk.hub.find(one) == nullptr) + int(under.desk.hub.find(two) == nullptr), 1);
    QCOMPARE(under.notices, QStringList{QStringLiteral("1 session(s) deleted.")});
}

} // namespace tst_clean_up_controller

QUARTERDECK_WIDGETS_TEST(tst_clean_up_controller, TestCleanUpController)
#include "tst_clean_up_controller.moc"
