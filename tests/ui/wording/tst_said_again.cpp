#include "ui/shell/banner_stack.h"
#include "ui/theme/theme_controller.h"
#include "ui/wording/said_again.h"

#include <QApplication>
#include <QPushButton>
#include <QTest>
#include <QTranslator>
#include <memory>

using namespace quarterdeck;
using ui::wording::saidAgain;
using ui::wording::TextMemory;

namespace {

/// Says everything another way.
class Other final : public QTranslator
{
public:
    QString translate(const char* context, const char* source, const char* /*disambiguation*/, int /*n*/) const override
    {
        const QLatin1String text(source);
        if (QLatin1String(context) != QLatin1String("Test"))
            return {};
        if (text.startsWith(QLatin1String("The library")))
            return QStringLiteral("%2，因此“%1”已损坏。");
        if (text.startsWith(QLatin1String("%n session")))
            return QStringLiteral("%n 个会话");
        if (text == QLatin1String("Try again"))
            return QStringLiteral("重试");
        if (text.startsWith(QLatin1String("%1 It tries")))
            return QStringLiteral("%1它会自行重试。");
        return text.startsWith(QLatin1String("Nothing")) ? QStringLiteral("什么都不存储。") : QString();
    }
    bool isEmpty() const override { return false; }
};

QString say(const char* source, int n = -1) { return QCoreApplication::translate("Test", source, nullptr, n); }

} // namespace

/// Sentences that stand in the window when the language changes.
class TestSaidAgain final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void sentence_isSaidAgain_data();
    void sentence_isSaidAgain();
    void banner_speaksTheNewLanguage();

private:
    void change()
    {
        m_memory->changeLanguage([this] { QCoreApplication::installTranslator(&m_other); });
    }

    std::unique_ptr<TextMemory> m_memory;
    Other m_other;
};

void TestSaidAgain::init()
{
    m_memory = std::make_unique<TextMemory>();
    for (const char* source : {"The library “%1” is damaged: %2", "Try again", "%1 It tries again by itself.",
                               "Nothing is stored.", "Not translated.", "%1: %2"})
        (void)say(source);
    (void)say("%n session(s)", 7);
}

void TestSaidAgain::cleanup()
{
    QCoreApplication::removeTranslator(&m_other);
    m_memory.reset();
}

void TestSaidAgain::sentence_isSaidAgain_data()
{
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    const auto row = [](const char* before, const char* after) {
        QTest::newRow(before) << QString::fromUtf8(before) << QString::fromUtf8(after);
    };
    row("Try again", "重试");
    row("", "");
    row("Not translated.", "Not translated.");
    row("Never heard of.", "Never heard of.");
    row("The library “/a b/c.db” is damaged: page 3", "page 3，因此“/a b/c.db”已损坏。");
    row("The library “%2” is damaged: %1", "%1，因此“%2”已损坏。");
    row("The library “Try again” is damaged: Try again", "Try again，因此“Try again”已损坏。"); // what is called so
    row("Nothing is stored. It tries again by itself.", "什么都不存储。它会自行重试。");
    row("3 session(s)", "3 个会话");
    row("Never heard of. Nothing is stored.", "Never heard of. 什么都不存储。");
    row("Nothing is stored. The library “x” is damaged: y", "什么都不存储。 y，因此“x”已损坏。");
    row("Plan: the rest", "Plan: the rest");
}

void TestSaidAgain::sentence_isSaidAgain()
{
    QFETCH(QString, before);
    QFETCH(QString, after);
    change();
    QCOMPARE(saidAgain(before), after);
}

void TestSaidAgain::banner_speaksTheNewLanguage()
{
    const ui::theme::ThemeController theme(*qApp);
    ui::BannerStack banners(theme);
    const QString id = QStringLiteral("wrong");
    banners.show({id, ui::view::NoticeTone::Danger,
                  say("The library “%1” is damaged: %2").arg(QStringLiteral("x"), QStringLiteral("y")),
                  say("Nothing is stored."), say("Try again"), false, say("Try again")});
    const auto* banner = banners.findChild<QWidget*>(QStringLiteral("banner.wrong"));
    const auto* button = banners.findChild<QPushButton*>(QStringLiteral("banner.wrong.button"));
    const auto* other = banners.findChild<QPushButton*>(QStringLiteral("banner.wrong.otherButton"));
    QVERIFY(banner && button && other);
    change();
    QEvent changed(QEvent::LanguageChange);
    QCoreApplication::sendEvent(&banners, &changed);
    QCOMPARE(banners.findChild<QWidget*>(QStringLiteral("banner.wrong")), banner); // it stays under the pointer
    QCOMPARE(banner->accessibleName(), QStringLiteral("y，因此“x”已损坏。"));
    QCOMPARE(banner->accessibleDescription(), QStringLiteral("什么都不存储。"));
    QCOMPARE(button->text(), QStringLiteral("重试"));
    QCOMPARE(other->text(), QStringLiteral("重试"));
}

QTEST_MAIN(TestSaidAgain)
#include "tst_said_again.moc"
