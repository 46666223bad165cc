#include "support/wait.h"

#include "ui/shell/banner_stack.h"
#include "ui/theme/theme_controller.h"

#include <QApplication>
#include <QPushButton>
#include <QTest>

using namespace quarterdeck;
using ui::BannerStack;

/// Notices that go by themselves.
class TestBannerStack final : public QObject
{
    Q_OBJECT

private slots:
    void goodNews_goesByItself();
    void progress_keepsItsButton();
    void newLanguage_takesOldNewsAway();
};

void TestBannerStack::goodNews_goesByItself()
{
    const ui::theme::ThemeController theme(*qApp);
    BannerStack banners(theme, nullptr, std::chrono::milliseconds(1));
    const auto show = [&banners](const QString& id, bool passes) {
        banners.show({id, {}, QStringLiteral("Done."), {}, {}, passes});
    };
    show(QStringLiteral("error"), false);
    show(QStringLiteral("replaced"), true);
    show(QStringLiteral("replaced"), false);
    for (const char* id : {"first", "second"}) { // the second time what stays has had its time too
        show(QString::fromLatin1(id), true);
        QCOMPARE(banners.count(), 3);
        QVERIFY(test::waitFor([&] { return banners.count() == 2; }));
    }
    banners.dismiss(QStringLiteral("error"));
    banners.dismiss(QStringLiteral("replaced"));
    QCOMPARE(banners.count(), 0);
}

void TestBannerStack::progress_keepsItsButton()
{
    const ui::theme::ThemeController theme(*qApp);
    BannerStack banners(theme);
    const auto show = [&banners](const QString& what, const QString& button, bool isUpdate) {
        banners.show({QStringLiteral("import"), {}, what, {}, button, false, {}, isUpdate});
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

/// Problems stay, and anything that can still be answered, and are repeated by whoever raised them.
void TestBannerStack::newLanguage_takesOldNewsAway()
{
    using ui::view::NoticeTone;
    const ui::theme::ThemeController theme(*qApp);
    BannerStack banners(theme);
    banners.show({QStringLiteral("done"), NoticeTone::Plain, QStringLiteral("Imported."), {}, {}});
    banners.show({QStringLiteral("undo"), NoticeTone::Plain, QStringLiteral("Deleted."), {}, {}, true});
    banners.show({QStringLiteral("asks"), NoticeTone::Plain, QStringLiteral("Goes on."), {}, QStringLiteral("Cancel")});
    banners.show({QStringLiteral("wrong"), NoticeTone::Danger, QStringLiteral("The disk is full."), {}, {}});
    QEvent changed(QEvent::LanguageChange);
    QCoreApplication::sendEvent(&banners, &changed);
    QCOMPARE(banners.count(), 2);
    banners.show({QStringLiteral("wrong"), NoticeTone::Danger, QStringLiteral("磁盘已满。"), {}, {}, false, {}, true});
    banners.show({QStringLiteral("done"), NoticeTone::Danger, QStringLiteral("已导入。"), {}, {}, false, {}, true});
    QCOMPARE(banners.count(), 2);
    QCOMPARE(banners.findChild<QWidget*>(QStringLiteral("banner.wrong"))->accessibleName(),
             QStringLiteral("磁盘已满。"));
}

QTEST_MAIN(TestBannerStack)
#include "tst_banner_stack.moc"
