#include "tests/support/wait.h"
#include "tests/support/widgets_test.h"

#include "ui/theme/action_registry.h"
#include "ui/theme/theme.h"

#include <QSet>
#include <QSignalSpy>
#include <QTest>
#include <QTranslator>
#include <QWidget>

namespace tst_action_registry {

using namespace quarterdeck::ui;

namespace {

/// Answers every text with itself between brackets: enough to see that a text is asked for again.
class Brackets final : public QTranslator
{
public:
    QString translate(const char*, const char* text, const char*, int) const override
    {
        return QStringLiteral("[%1]").arg(QString::fromUtf8(text));
    }
    bool isEmpty() const override { return false; }
};

} // namespace

class TestActionRegistry final : public QObject
{
    Q_OBJECT

private slots:
    void ids_areUniqueAndFoundAgain();
    void texts_areThereAndFollowTheLanguage();
    void shortcuts_areValidAndDoNotClash();
    void conflict_isRefused();
    void replayAndLive_mayShareAKey();
    void differences_holdOnlyWhatChanged();
    void differences_swapTwoKeys();
    void differences_refuseWhatIsUnknownOrTaken();
    void scope_doesNotForgetWhatWasUnavailable();
    void scopes_makeOneKeyUnambiguous();

private:
    theme::ThemeController m_theme{*qApp};
};

void TestActionRegistry::ids_areUniqueAndFoundAgain()
{
    QSet<QString> names;
    for (const ActionDescription& description : actionDescriptions()) {
        const QString name = QString::fromLatin1(description.name);
        QVERIFY2(!names.contains(name), description.name);
        QVERIFY2(name.contains(QLatin1Char('.')), description.name);
        names.insert(name);
        QCOMPARE(ActionRegistry::idOf(name), description.id);
    }
    QCOMPARE(ActionRegistry::idOf(QStringLiteral("no.such")), std::nullopt);
}

void TestActionRegistry::texts_areThereAndFollowTheLanguage()
{
    const ActionRegistry registry(m_theme);
    QSet<QString> texts;
    for (const QAction* action : registry.all()) {
        QVERIFY2(!action->text().isEmpty(), qPrintable(action->objectName()));
        QVERIFY2(!texts.contains(action->text()), qPrintable(action->text()));
        texts.insert(action->text());
    }
    Brackets translator;
    QVERIFY(QCoreApplication::installTranslator(&translator));
    QCOMPARE(registry[ActionId::AppQuit].text(), QStringLiteral("[&Quit]"));
    QCoreApplication::removeTranslator(&translator);
    QCOMPARE(registry[ActionId::AppQuit].text(), QStringLiteral("&Quit"));
}

void TestActionRegistry::shortcuts_areValidAndDoNotClash()
{
    const ActionRegistry registry(m_theme);
    for (const ActionDescription& description : actionDescriptions()) {
        const QKeySequence keys = registry.defaultShortcut(description.id);
        QCOMPARE(keys.isEmpty(), QByteArray(description.keys).isEmpty());
        if (!keys.isEmpty())
            QVERIFY2(keys[0].key() != Qt::Key_unknown, description.name);
        const auto other = registry.conflict(description.id, keys);
        QVERIFY2(!other,
                 qPrintable(QString::fromLatin1(description.name) + QStringLiteral(" clashes with ")
                            + (other ? ActionRegistry::nameOf(*other) : QString())));
    }
}

void TestActionRegistry::conflict_isRefused()
{
    ActionRegistry registry(m_theme);
    QSignalSpy changed(&registry, &ActionRegistry::shortcutChanged);
    QVERIFY(!registry.setShortcut(ActionId::SessionNew, QKeySequence(QStringLiteral("Ctrl+O"))));
    QCOMPARE(registry.shortcut(ActionId::SessionNew), registry.defaultShortcut(ActionId::SessionNew));
    QCOMPARE(changed.size(), 0);
    QVERIFY(registry.setShortcut(ActionId::SessionNew, QKeySequence(QStringLiteral("Ctrl+Alt+N"))));
    QCOMPARE(changed.size(), 1);
    registry.resetShortcut(ActionId::SessionNew);
    QCOMPARE(registry.shortcut(ActionId::SessionNew), QKeySequence(QStringLiteral("Ctrl+N")));
}

void TestActionRegistry::replayAndLive_mayShareAKey()
{
    const ActionRegistry registry(m_theme);
    const QKeySequence keys(QStringLiteral("F5"));
    QCOMPARE(registry.conflict(ActionId::ReplayPlay, keys), std::nullopt);
    QCOMPARE(registry.conflict(ActionId::SessionNew, keys), ActionId::RunPause);
}

void TestActionRegistry::differences_holdOnlyWhatChanged()
{
    ActionRegistry registry(m_theme);
    QVERIFY(registry.differences().isEmpty());
    QVERIFY(registry.setShortcut(ActionId::ViewReplay, {}));
    QVERIFY(registry.setShortcut(ActionId::QuestionNext, QKeySequence(QStringLiteral("F2"))));
    const QMap<QString, QString> expected{{QStringLiteral("question.next"), QStringLiteral("F2")},
                                          {QStringLiteral("view.replay"), QString()}};
    QCOMPARE(registry.differences(), expected);
    ActionRegistry next(m_theme);
    QCOMPARE(next.applyDifferences(expected), QStringList());
    QCOMPARE(next.differences(), expected);
}

void TestActionRegistry::differences_swapTwoKeys()
{
    ActionRegistry registry(m_theme);
    const QMap<QString, QString> swapped{{QStringLiteral("session.new"), QStringLiteral("Ctrl+O")},
                                         {QStringLiteral("session.open"), QStringLiteral("Ctrl+N")}};
    QCOMPARE(registry.applyDifferences(swapped), QStringList());
    QCOMPARE(registry.differences(), swapped);
}

void TestActionRegistry::differences_refuseWhatIsUnknownOrTaken()
{
    ActionRegistry registry(m_theme);
    const QStringList refused = registry.applyDifferences(
        {{QStringLiteral("no.such"), QStringLiteral("F3")}, {QStringLiteral("session.new"), QStringLiteral("Ctrl+Q")}});
    QCOMPARE(refused, (QStringList{QStringLiteral("no.such"), QStringLiteral("session.new")}));
    QCOMPARE(registry.shortcut(ActionId::SessionNew), QKeySequence(QStringLiteral("Ctrl+N")));
}

void TestActionRegistry::scope_doesNotForgetWhatWasUnavailable()
{
    ActionRegistry registry(m_theme);
    registry.setAvailable(ActionId::RunStep, false);
    registry.setScopeEnabled(ActionScope::Live, false);
    QVERIFY(!registry[ActionId::RunPause].isEnabled());
    registry.setScopeEnabled(ActionScope::Live, true);
    QVERIFY(registry[ActionId::RunPause].isEnabled());
    QVERIFY(!registry[ActionId::RunStep].isEnabled());
}

void TestActionRegistry::scopes_makeOneKeyUnambiguous()
{
    ActionRegistry registry(m_theme);
    QWidget window;
    window.addActions(registry.all());
    window.show();
    QVERIFY(quarterdeck::test::waitFor([&] { return window.isActiveWindow(); }));
    QSignalSpy pause(&registry[ActionId::RunPause], &QAction::triggered);
    QSignalSpy play(&registry[ActionId::ReplayPlay], &QAction::triggered);
    registry.setScopeEnabled(ActionScope::Replay, false);
    QTest::keyClick(&window, Qt::Key_F5);
    QCOMPARE(pause.size(), 1);
    registry.setScopeEnabled(ActionScope::Replay, true);
    registry.setScopeEnabled(ActionScope::Live, false);
    QTest::keyClick(&window, Qt::Key_F5);
    QCOMPARE(pause.size(), 1);
    QCOMPARE(play.size(), 1);
}

} // namespace tst_action_registry

QUARTERDECK_WIDGETS_TEST(tst_action_registry, TestActionRegistry)
#include "tst_action_registry.moc"
