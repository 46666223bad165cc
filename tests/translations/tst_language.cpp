#include "app/services/language.h"
#include "shown_texts.h"
#include "specimens.h"
#include "tests/support/wait.h"

#include "ui/shell/menus.h"
#include "ui/theme/buttons.h"

#include <QLabel>
#include <QLocale>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QRegularExpression>
#include <QTest>

using namespace quarterdeck;
using test::Specimen;

namespace {

/// Words that do not belong to a language: names of programs, formats, tools, keys and the languages
/// themselves.
QString withoutNames(QString text)
{
    static const QRegularExpression names(
        QStringLiteral("Qt "
                       "WebEngine|Chromium|SQLiteCpp|SQLite|nlohmann/"
                       "json|tl::expected|QCoro|QtKeychain|markdown-it|DOMPurify|highlight\\.js|"
                       "KaTeX|Mermaid|Lucide|Boost|simdjson|libgit2|GPL-2\\.0 \\+ linking "
                       "exception|protozero|[Zz]lib|zstd|cmark-gfm|Apache-2\\.0|BSD-[23]-Clause|BSL-1\\.0|"
                       "CC0-1\\.0|LGPL-3\\.0|MIT|ISC|Qt|"
                       "Quarterdeck|AgentScope|MetaGPT|MCP|OpenTelemetry|OpenAI "
                       "JSON|YAML|OpenAI|Anthropic|Ollama|llama\\.cpp|English|Enter|Shift|Ctrl|Esc|"
                       "(?:from|in|has|tool|after):\\w+|"  // filters
                       "^end$|^place$|[a-z]+(?:_[a-z]+)+|" // tools
                       "\\bgit\\b|Alt|token|PgUp|PgDown|Home|End|Q\\d+|F\\d+|\\(&?\\w\\)|\\d+(\\.\\d)?[kM]"));
    return text.remove(names);
}

/// Texts (of "class name property: text") that have an English word.
QStringList englishOf(const QStringList& texts)
{
    static const QRegularExpression word(QStringLiteral("[A-Za-z]{2,}"));
    QStringList found;
    for (const QString& text : texts) {
        if (withoutNames(text.section(QStringLiteral(": "), 1)).contains(word))
            found.append(text);
    }
    return found;
}

QStringList chineseOf(const QStringList& texts)
{
    static const QRegularExpression ideograph(QStringLiteral("\\p{Han}"));
    QStringList found;
    for (const QString& text : texts) {
        if (text.contains(ideograph) && !text.contains(QStringLiteral("简体中文")))
            found.append(text);
    }
    return found;
}

QString lines(const QStringList& texts) { return texts.join(u'\n'); }

} // namespace

class TestLanguage final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void widgetFollows_data();
    void widgetFollows();
    void staleWidgetIsFound();
    void language_data();
    void language();
    void acceleratorsOfAMenuDiffer_data();
    void acceleratorsOfAMenuDiffer();
    void mnemonicIsLeftOut_data();
    void mnemonicIsLeftOut();

private:
    void use(const QString& language)
    {
        m_language.use(language);
        settle();
    }

    /// Windows are notified by posted events, and what a panel replaced is deleted by one, too.
    static void settle()
    {
        QCoreApplication::sendPostedEvents();
        QCoreApplication::processEvents();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }

    app::Language m_language;
    std::unique_ptr<ui::theme::ThemeController> m_theme;
    std::unique_ptr<ui::ActionRegistry> m_actions;
    std::vector<Specimen> m_specimens;
};

void TestLanguage::initTestCase()
{
    m_theme = std::make_unique<ui::theme::ThemeController>(*qApp);
    m_actions = std::make_unique<ui::ActionRegistry>(*m_theme);
    m_specimens = test::specimens(*m_theme, *m_actions);
}

void TestLanguage::widgetFollows_data()
{
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < m_specimens.size(); ++i)
        QTest::newRow(qPrintable(m_specimens[i].name)) << static_cast<int>(i);
}

void TestLanguage::widgetFollows()
{
    QFETCH(int, index);
    const Specimen& specimen = m_specimens[static_cast<std::size_t>(index)];
    use(QStringLiteral("en"));
    const std::unique_ptr<QWidget> widget = specimen.make();
    widget->show();
    settle();
    const QStringList english = test::shownTexts(*widget);
    QVERIFY(!english.isEmpty());
    QCOMPARE(lines(chineseOf(english)), QString());

    use(QStringLiteral("zh_CN"));
    const QStringList chinese = test::shownTexts(*widget);
    QCOMPARE(lines(englishOf(chinese)), QString());
    const std::unique_ptr<QWidget> fresh = specimen.make();
    fresh->show();
    settle();
    QCOMPARE(lines(chinese), lines(test::shownTexts(*fresh)));

    use(QStringLiteral("en"));
    QCOMPARE(lines(test::shownTexts(*widget)), lines(english));
}

void TestLanguage::staleWidgetIsFound()
{
    use(QStringLiteral("en"));
    QPushButton button(QCoreApplication::translate("quarterdeck::ui::Composer", "Send"));
    QLabel label(QStringLiteral("AgentScope"), &button);
    use(QStringLiteral("zh_CN"));
    QCOMPARE(lines(englishOf(test::shownTexts(button))), QStringLiteral("QPushButton  text: Send"));
}

void TestLanguage::language_data()
{
    QTest::addColumn<QString>("wanted");
    QTest::addColumn<QString>("language");
    QTest::newRow("English") << "en"
                             << "en";
    QTest::newRow("Chinese") << "zh_CN"
                             << "zh_CN";
    QTest::newRow("by tag") << "zh-CN"
                            << "zh_CN";
    QTest::newRow("short") << "zh"
                           << "zh_CN";
    QTest::newRow("one that is not there") << "fr"
                                           << "en";
}

void TestLanguage::language()
{
    QFETCH(QString, wanted);
    QFETCH(QString, language);
    QCOMPARE(app::Language::resolve(wanted), language);
    QVERIFY(app::Language::available().contains(language));
    use(wanted);
    QCOMPARE(m_language.current(), language);
    QCOMPARE(QLocale().name().left(2), language.left(2));
}

void TestLanguage::acceleratorsOfAMenuDiffer_data()
{
    QTest::addColumn<QString>("language");
    for (const QString& language : app::Language::available())
        QTest::newRow(qPrintable(language)) << language;
}

void TestLanguage::acceleratorsOfAMenuDiffer()
{
    QFETCH(QString, language);
    use(language);
    const ui::ActionRegistry actions(*m_theme);
    QMenuBar bar;
    const ui::MainMenu menus(actions, bar);
    QList<QWidget*> shown{&bar};
    for (QMenu* menu : bar.findChildren<QMenu*>())
        shown.append(menu);
    QCOMPARE(shown.size(), 11);
    for (const QWidget* menu : shown) {
        QStringList taken;
        for (const QAction* action : menu->actions()) {
            const QString letter = QKeySequence::mnemonic(action->text()).toString();
            const bool isLanguage = action->actionGroup() != nullptr && letter.isEmpty(); // named in their own words
            if (action->isSeparator() || isLanguage)
                continue;
            QVERIFY2(!letter.isEmpty(), qPrintable(action->text()));
            QVERIFY2(!taken.contains(letter), qPrintable(menu->objectName() + u' ' + action->text()));
            taken.append(letter);
        }
    }
}

void TestLanguage::mnemonicIsLeftOut_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("name");
    QTest::newRow("English") << "S&top"
                             << "Stop";
    QTest::newRow("Chinese") << "停止(&T)"
                             << "停止";
    QTest::newRow("before an ellipsis") << "新建会话(&N)…"
                                        << "新建会话…";
    QTest::newRow("none") << "停止 (T)"
                          << "停止 (T)";
}

void TestLanguage::mnemonicIsLeftOut()
{
    QFETCH(QString, text);
    QTEST(ui::theme::withoutMnemonic(text), "name");
}

QTEST_MAIN(TestLanguage)
#include "tst_language.moc"
