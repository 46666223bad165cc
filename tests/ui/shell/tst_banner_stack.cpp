#include "support/wait.h"

#include "ui/shell/banner_stack.h"
#include "ui/theme/theme_controller.h"

#include <QApplication>
#include <QTest>

using namespace quarterdeck;
using ui::BannerStack;

/// Notices that go by themselves.
class TestBannerStack final : public QObject
{
    Q_OBJECT

private slots:
    void goodNews_goesByItself();
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

QTEST_MAIN(TestBannerStack)
#include "tst_banner_stack.moc"
