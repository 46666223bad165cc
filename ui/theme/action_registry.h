#pragma once

#include "ui/theme/icons.h"

#include <QAction>
#include <QKeySequence>
#include <QMap>
#include <QObject>
#include <QString>

#include <array>
#include <optional>
#include <span>

namespace quarterdeck::ui {

/// Everything a person can do through a menu, a key or a button. Code uses the enumerators; settings and the bridge
/// store the stable text ids of ActionDescription.
enum class ActionId : unsigned char {
    SessionNew,
    SessionTeam,
    SessionDemo,
    SessionOpen,
    FolderImport,
    FolderWatch,
    SessionContinue,
    SessionExport,
    SessionPrint,
    SessionPrintToPdf,
    AgentsConnect,
    ModelConnections,
    TeamEdit,
    LibraryRestore,
    LibraryCleanUp,
    SessionSearch,
    AppQuit,
    QuestionNext,
    QuestionTakeBack,
    QuestionDelay,
    RunPause,
    RunStep,
    RunStop,
    RunPrivate,
    RunHold,
    RunStepMessage,
    RunHoldRules,
    ViewReplay,
    ViewMenu,
    ViewSessions,
    ViewDocks,
    ViewTeam,
    ViewNeedsYou,
    ViewInspector,
    ViewFiles,
    ViewCost,
    ViewComposer,
    ViewFind,
    ViewFindNext,
    ViewFindPrevious,
    ViewGoTo,
    ViewTextLarger,
    ViewTextSmaller,
    ViewTextNormal,
    Channel1,
    Channel2,
    Channel3,
    Channel4,
    Channel5,
    Channel6,
    Channel7,
    Channel8,
    Channel9,
    ChannelNext,
    ChannelPrevious,
    ReplayPlay,
    ReplayStep,
    ReplayStepBack,
    ReplayNextQuestion,
    ReplayStart,
    ReplayEnd,
    ThemeSystem,
    ThemeLight,
    ThemeDark,
    ThemeHighContrast,
    LanguageEnglish,
    LanguageChinese,
    HelpGuide,
    HelpLog,
    HelpDiagnostics,
    HelpAbout,
    Count,
};

/// Where an action is in force. Live and Replay exclude each other, so they may share a key; neither shares one with
/// Window.
enum class ActionScope { Window, Live, Replay };

struct ActionDescription
{
    ActionId id;
    const char* name; ///< "session.new"
    const char* text; ///< English; translated in the context ActionRegistry
    const char* keys; ///< default shortcut in portable text; "" = none
    theme::Icon icon = theme::Icon::None;
    ActionScope scope = ActionScope::Window;
    bool isCheckable = false;
    const char* group = nullptr; ///< actions in a group exclude each other
};

/// All of them, in the order of ActionId.
std::span<const ActionDescription> actionDescriptions();

namespace theme {
class ThemeController;
}

/// Owns one QAction for each ActionId: text in the current language, icon, shortcut. Menus, buttons and the integrator
/// all take their actions from here; the window adds all() to itself so that the shortcuts work. Lives on the ui
/// thread; `theme` must outlive it.
class ActionRegistry final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ActionRegistry)

public:
    explicit ActionRegistry(const theme::ThemeController& theme, QObject* parent = nullptr);

    QAction& action(ActionId id) const;
    QAction& operator[](ActionId id) const { return action(id); }
    QList<QAction*> all() const;

    static std::optional<ActionId> idOf(const QString& name);
    static QString nameOf(ActionId id);

    QKeySequence defaultShortcut(ActionId id) const;
    QKeySequence shortcut(ActionId id) const;
    /// Which other action has `keys` where `id` would need them; none = free.
    std::optional<ActionId> conflict(ActionId id, const QKeySequence& keys) const;
    /// False, and nothing changes, when another action has the keys.
    bool setShortcut(ActionId id, const QKeySequence& keys);
    void resetShortcut(ActionId id);

    /// Only what differs from the defaults, by stable name; "" stands for a shortcut that was removed.
    QMap<QString, QString> differences() const;
    /// Unknown names and conflicting keys are skipped and returned, so that the caller can report them.
    QStringList applyDifferences(const QMap<QString, QString>& differences);

    /// Turns a whole scope on or off without changing the state of its actions.
    void setScopeEnabled(ActionScope scope, bool on);
    bool isScopeEnabled(ActionScope scope) const;
    /// Whether the action may be used while its scope is on. (QAction::setEnabled alone would be lost with the scope.)
    void setAvailable(ActionId id, bool on);

    bool eventFilter(QObject* watched, QEvent* event) override;

signals:
    void shortcutChanged(quarterdeck::ui::ActionId id);

private:
    void retranslate();
    void refreshEnabled(ActionId id);

    static constexpr std::size_t count = static_cast<std::size_t>(ActionId::Count);
    std::array<QAction*, count> m_actions{};
    std::array<bool, count> m_isAvailable{};
    std::array<bool, 3> m_isScopeOn{true, true, true};
};

} // namespace quarterdeck::ui
