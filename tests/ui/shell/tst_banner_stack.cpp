#include "tests/support/wait.h"
#include "tests/support/widgets_test.h"

#include "ui/present/notice_board.h"
#include "ui/shell/banner_stack.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QEnterEvent>
#include <QLayout>
#include <QPushButton>
#include <QTest>

namespace tst_banner_stack {

using namespace quarterdeck;
using ui::BannerStack;

namespace {

void leave(BannerStack& banners)
{
    QEvent event(QEvent::Leave);
    QCoreApplication::sendEvent(&banners, &event);
}

} // namespace

/// Notices that go by themselves.
class TestBannerStack final : public QObject
{
    Q_OBJECT

private slots:
    void goodNews_goesByItself();
    void progress_keepsItsButton();
    void newLanguage_takesOldNewsAway();
    void pointedAt_staysUntilThePointerLeaves();
    void newOnes_moveNothing();
    void sessionsNews_staysWithIt();
};

void TestBannerStack::pointedAt_staysUntilThePointerLeaves()
{
    const ui::theme::ThemeController theme(*qApp);
    ui::NoticeBoard board;
    QWidget window;
    BannerStack banners(theme, board, &window, std::chrono::milliseconds(1));
    board.post({QStringLiteral("first"), {}, QStringLiteral("Wrong."), {}, {}});
    QEnterEvent enter({1, 1}, {1, 1}, {1, 1});
    QCoreApplication::sendEvent(&banners, &enter);
    board.post({QStringLiteral("passing"), {}, QStringLiteral("Done."), {}, {}, true});
    QVERIFY(!test::waitFor([&] { return banners.count() < 2; }, 100)); // it would be gone long ago
    leave(banners);
    QCOMPARE(banners.count(), 1);
}

/// Whoever aims at a button hits it, whatever comes meanwhile.
void TestBannerStack::newOnes_moveNothing()
{
    const ui::theme::ThemeController theme(*qApp);
    ui::NoticeBoard board;
    BannerStack banners(theme, board);
    banners.resize(600, 400);
    const auto show = [&](const char* id) {
        board.post({QString::fromLatin1(id), {}, QStringLiteral("Something."), {}, {QStringLiteral("Do it")}});
        banners.layout()->activate();
    };
    const auto banner = [&banners](const char* id) {
        return banners.findChild<QWidget*>(QStringLiteral("banner.") + QString::fromLatin1(id));
    };
    static_cast<QWidget&>(banners).show();
    leave(banners);
    show("first");
    const int top = banner("first")->y();
    show("second");
    show("third");
    QCOMPARE(banner("first")->y(), top);
    QVERIFY(banner("second")->y() > top && banner("third")->y() > banner("second")->y());
    show("fourth"); // the oldest makes room
    QVERIFY(banner("first")->isHidden() && !banner("fourth")->isHidden());
    board.withdraw(QStringLiteral("fourth"));
    QVERIFY(!banner("first")->isHidden());
}

void TestBannerStack::sessionsNews_staysWithIt()
{
    const ui::theme::ThemeController theme(*qApp);
    ui::NoticeBoard board;
    BannerStack banners(theme, board);
    banners.setSession(QStringLiteral("a"));
    ui::view::Notice own{QStringLiteral("own"), {}, QStringLiteral("Of this one."), {}, {}};
    own.session = QStringLiteral("a");
    board.post(own);
    QVERIFY(!static_cast<QWidget&>(banners).isHidden());
    banners.setSession(QStringLiteral("b"));
    QVERIFY(static_cast<QWidget&>(banners).isHidden());
    board.post({QStringLiteral("any"), {}, QStringLiteral("Of all."), {}, {}});
    QVERIFY(!static_cast<QWidget&>(banners).isHidden());
    QVERIFY(banners.findChild<QWidget*>(QStringLiteral("banner.own"))->isHidden());
    banners.setSession(QStringLiteral("a"));
    QVERIFY(!banners.findChild<QWidget*>(QStringLiteral("banner.own"))->isHidden());
}

void TestBannerStack::goodNews_goesByItself()
{
    const ui::theme::ThemeController theme(*qApp);
    ui::NoticeBoard board;
    QWidget window; // never shown, so no pointer is over it
    BannerStack banners(theme, board, &window, std::chrono::milliseconds(1));
    const auto show = [&board](const QString& id, bool passes) {
        board.post({id, {}, QStringLiteral("Done."), {}, {}, passes});
    };
    show(QStringLiteral("error"), false);
    show(QStringLiteral("replaced"), true);
    show(QStringLiteral("replaced"), false);
    for (const char* id : {"first", "second"}) { // the second time what stays has had its time too
        show(QString::fromLatin1(id), true);
        QCOMPARE(banners.count(), 3);
        QVERIFY(test::waitFor([&] { return banners.count() == 2; }));
    }
    board.withdraw(QStringLiteral("error"));
    board.withdraw(QStringLiteral("replaced"));
    QCOMPARE(banners.count(), 0);
}

void TestBannerStack::progress_keepsItsButton()
{
    const ui::theme::ThemeController theme(*qApp);
    ui::NoticeBoard board;
    BannerStack banners(theme, board);
    const auto show = [&board](const QString& what, const QString& button, bool isUpdate) {
        board.post({QStringLiteral("import"), {}, what, {}, {button}, false, {}, isUpdate});
    };
    const auto button = [&banners] { return banners.findChild<QPushButton*>(QStringLiteral("banner.import.button")); };
    const auto name = [&banners] {
        return banners.findChild<QWidget*>(QStringLiteral("banner.import"))->accessibleName();
    };
    show(QStringLiteral("Nothing yet."), QStringLiteral("Cancel"), true);
    QCOMPARE(banners.count(), 0); // it was closed, or never there
    show(QStringLiteral("It begins."), QStringLiteral("Cancel"), false);
    const QPushButton* cancel = button();
    QVERIFY(cancel);
    show(QStringLiteral("Half is done."), QStringLiteral("Cancel"), true);
    QCOMPARE(button(), cancel);
    QCOMPARE(name(), QStringLiteral("Half is done."));
    show(QStringLiteral("It is done."), {}, false);
    QCOMPARE(banners.count(), 1);
    QVERIFY(test::waitFor([&] { return button() == nullptr; }));
    QCOMPARE(name(), QStringLiteral("It is done."));
}

/// Problems stay, and anything that can still be answered; what can be made again is worded anew where it was.
void TestBannerStack::newLanguage_takesOldNewsAway()
{
    using ui::view::Notice;
    using ui::view::NoticeTone;
    const ui::theme::ThemeController theme(*qApp);
    ui::NoticeBoard board;
    BannerStack banners(theme, board);
    bool isChinese = false;
    board.post({QStringLiteral("done"), NoticeTone::Plain, QStringLiteral("Imported."), {}, {}});
    board.post({QStringLiteral("undo"), NoticeTone::Plain, QStringLiteral("Deleted."), {}, {}, true});
    board.post([&isChinese] {
        return Notice{QStringLiteral("wrong"),
                      NoticeTone::Danger,
                      isChinese ? QStringLiteral("磁盘已满。") : QStringLiteral("The disk is full."),
                      {},
                      {isChinese ? QStringLiteral("重试") : QStringLiteral("Try again")}};
    });
    board.post({QStringLiteral("asks"), NoticeTone::Plain, QStringLiteral("Goes on."), {}, {QStringLiteral("Cancel")}});
    isChinese = true;
    QEvent changed(QEvent::LanguageChange);
    QCoreApplication::sendEvent(&banners, &changed);
    QCOMPARE(banners.count(), 2);
    QCOMPARE(banners.layout()->itemAt(0)->widget()->accessibleName(), QStringLiteral("磁盘已满。"));
    QCOMPARE(banners.layout()->itemAt(1)->widget()->accessibleName(), QStringLiteral("Goes on."));
    board.post({QStringLiteral("done"), NoticeTone::Danger, QStringLiteral("已导入。"), {}, {}, false, {}, true});
    QCOMPARE(banners.count(), 2);
}

} // namespace tst_banner_stack

QUARTERDECK_WIDGETS_TEST(tst_banner_stack, TestBannerStack)
#include "tst_banner_stack.moc"
