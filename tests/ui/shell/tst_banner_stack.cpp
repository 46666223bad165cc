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

QTEST_MAIN(TestBannerStack)
#include "tst_banner_stack.moc"
