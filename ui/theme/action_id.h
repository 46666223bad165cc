#pragma once

#include "ui/theme/icons.h"

#include <QKeySequence>
#include <QString>

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
    RunPause,
    RunStep,
    RunStop,
    RunPrivate,
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

} // namespace quarterdeck::ui
