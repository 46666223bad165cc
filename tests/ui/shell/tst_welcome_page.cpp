#include "tests/support/widgets_test.h"
#include "ui/shell/welcome_page.h"
#include "ui/theme/action_registry.h"
#include "ui/theme/theme.h"

#include <QAbstractButton>
#include <QApplication>
#include <QImage>
#include <QTest>

namespace tst_welcome_page {

using namespace quarterdeck::ui;

/// The first page.
class TestWelcomePage final : public QObject
{
    Q_OBJECT

private slots:
    void wayThatLeadsNowhere_looksSo();
};

void TestWelcomePage::wayThatLeadsNowhere_looksSo()
{
    const theme::ThemeController theme(*qApp);
    ActionRegistry actions(theme);
    WelcomePage page(theme, actions);
    page.resize(800, 800);
    auto* way = page.findChild<QAbstractButton*>(QStringLiteral("firstStart.file"));
    const QRgb ink = theme.theme().color(theme::Color::Text1).rgb();
    const auto hasInk = [&] {
        const QImage image = way->grab().toImage();
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                if (image.pixel(x, y) == ink)
                    return true;
        return false;
    };
    QVERIFY(hasInk());
    actions.setAvailable(ActionId::SessionOpen, false);
    QVERIFY(!way->isEnabled());
    QVERIFY(!hasInk());
}

} // namespace tst_welcome_page

QUARTERDECK_WIDGETS_TEST(tst_welcome_page, TestWelcomePage)
#include "tst_welcome_page.moc"
