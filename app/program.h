#pragma once

#include "app/engine.h"
#include "app/language.h"
#include "app/model_servers.h"
#include "app/opened_package.h"
#include "app/settings.h"
#include "app/teams/team_store.h"
#include "app/window_commands.h"
#include "ui/actions/action_registry.h"
#include "ui/shell/main_window.h"
#include "ui/theme/focus_ring.h"
#include "ui/theme/theme_controller.h"
#include "ui/workspace/workspace.h"

#include <QApplication>
#include <QString>
#include <QStringList>
#include <memory>

namespace quarterdeck::app {

class AgentsController;
class LibraryClaim;
enum class Handing;

/// How the window was asked to start.
struct ProgramOptions
{
    QString library;               ///< file; empty = the default one
    QString language;              ///< "en", "zh_CN"; empty = setting, else the desktop's
    QString theme;                 ///< "light", "dark", "system", "light-high", "dark-high"; empty = setting
    QStringList files;             ///< to open or import
    bool isDemo = false;           ///< start the demo team
    double demoPace = 1.0;         ///< 0 = without any pause (tests)
    QString screenshot;            ///< save a picture when all is painted, and leave; nothing of the run is remembered
    QString greeting;              ///< said when the window comes up
    bool isGreetingBad = false;    ///< it tells of a failure
    bool areSamplesOffered = true; ///< an empty library gets the sample sessions
    quint16 port = 0;              ///< where agents connect; 0 = nowhere
    bool isPortGiven = true;       ///< else the one that was set in the window counts
    QString package{};             ///< shown by itself, instead of a library; nothing of the run is remembered
    std::shared_ptr<LibraryClaim> claim{}; ///< on the library, until it is open; null = it is not asked for
    bool isRecoveryWanted{};               ///< before the library is opened
};

/// The file that these options mean.
[[nodiscard]] QString libraryOf(const ProgramOptions& options);

/// Another running program has a window on that library: it has been asked to show it, and to do what these options
/// want. One without a window leaves the library to this start, for as long as the options claim it. Waits for its
/// answer, some seconds at most.
[[nodiscard]] bool isShownElsewhere(ProgramOptions& options);

/// The options with which to start again after a program ended that wanted this backup in the library's place: puts it
/// there, and they tell what came of it.
[[nodiscard]] ProgramOptions restored(ProgramOptions options, const QString& backup);

/// The options with which to start again after a program ended that could only read its library, or not even that.
[[nodiscard]] ProgramOptions retried(ProgramOptions options);
/// The options with which to start again after a program ended because its library is to be recovered.
[[nodiscard]] ProgramOptions recovered(ProgramOptions options);

/// The options with which to start again after a program ended that showed a package, which is to be added to the
/// library.
[[nodiscard]] ProgramOptions added(ProgramOptions options);

/// The program with its window: makes the parts and hands each what it needs. Thread: ui; one per process.
class Program final
{
public:
    /// Also with a library that cannot be opened: a notice then says why, and the window shows an empty one. Null when
    /// another program was faster with a claimed one: its window is shown instead, and does what these options want.
    [[nodiscard]] static std::unique_ptr<Program> start(QApplication& application, const ProgramOptions& options);
    ~Program();
    Q_DISABLE_COPY_MOVE(Program)

    [[nodiscard]] ui::MainWindow& window() { return *m_window; }
    [[nodiscard]] ui::Workspace& workspace() { return *m_workspace; }
    [[nodiscard]] ui::ActionRegistry& actions() { return *m_actions; }
    [[nodiscard]] Engine& engine() { return *m_engine; }
    /// The backup that the person wants in the library's place, once this program has ended; empty = none.
    [[nodiscard]] const QString& wantedBackup() const { return m_wantedBackup; }
    /// The library is to be recovered, once this program has ended.
    [[nodiscard]] bool isRecoveryWanted() const { return m_isRecoveryWanted; }
    /// The package that it shows is to be added to the library, once this program has ended.
    [[nodiscard]] bool isPackageWanted() const { return m_isPackageWanted; }
    /// The person wants the same opened once more, once this program has ended.
    [[nodiscard]] bool isStartWanted() const { return m_isStartWanted; }

private:
    Program(QApplication& application, const ProgramOptions& options);
    /// Taken = by another program; there is no window to be made.
    Handing startEngine();
    void makeParts(QApplication& application);
    void keepPlace();
    void openPackage();
    void tellOfPackage();
    void tellOfReadOnly(const session::Error& reason);
    void connectHelp();
    void connectExport();
    void connectFolders();
    void connectRestore();
    void connectRecovery();
    void connectAgents();
    void connectModels();
    void restorePlace();
    void restoreChoices();
    void begin();
    void endWriting();
    void welcomeAgents();
    void offerSamples();
    void showWhatWasAsked();
    void savePictureWhenReady();
    void savePicture(bool isPainted);

    ProgramOptions m_options;
    bool m_isListed = false;
    Settings m_settings;
    Language m_language;
    QString m_library; ///< its path
    QString m_wantedBackup;
    bool m_isPackageWanted = false;
    bool m_isStartWanted = false;
    bool m_isRecoveryWanted = false;
    std::unique_ptr<OpenedPackage> m_package; ///< before what has its library open
    std::unique_ptr<Engine> m_engine;
    std::unique_ptr<ModelServers> m_servers;
    TeamStore m_teams{TeamStore::defaultFolder()};
    std::unique_ptr<ui::theme::ThemeController> m_theme;
    std::unique_ptr<ui::theme::FocusRing> m_focusRing;
    std::unique_ptr<ui::ActionRegistry> m_actions;
    std::unique_ptr<WindowCommands> m_commands;
    std::unique_ptr<ui::MainWindow> m_window;
    std::unique_ptr<ui::Workspace> m_workspace;
    std::unique_ptr<AgentsController> m_agents;
};

} // namespace quarterdeck::app
