#pragma once

#include "app/desktop/launch.h"
#include "app/desktop/settings.h"
#include "app/desktop/window_commands.h"
#include "app/services/engine.h"
#include "app/services/language.h"
#include "app/services/model_servers.h"
#include "app/services/packages.h"
#include "app/services/team_store.h"
#include "ui/controllers/main_controller.h"
#include "ui/present/notice_board.h"
#include "ui/shell/main_window.h"
#include "ui/theme/action_registry.h"
#include "ui/theme/focus_ring.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QString>
#include <map>
#include <memory>
#include <set>

namespace quarterdeck::app {

class AgentsController;

/// The program with its window: makes the parts and hands each what it needs. Thread: ui; one per process.
class Application final
{
public:
    /// Works even if the library cannot be opened: a notice then says why, and the window shows an empty one. Null if
    /// another program was faster to get a claimed one: its window is shown instead, and does what these options want.
    [[nodiscard]] static std::unique_ptr<Application> start(QApplication& application, const LaunchOptions& options);
    ~Application();
    Q_DISABLE_COPY_MOVE(Application)

    [[nodiscard]] ui::MainWindow& window() { return *m_window; }
    [[nodiscard]] ui::MainController& workspace() { return *m_workspace; }
    [[nodiscard]] ui::ActionRegistry& actions() { return *m_actions; }
    [[nodiscard]] ui::NoticeBoard& notices() { return m_notices; }
    [[nodiscard]] Engine& engine() { return *m_engine; }
    /// What to do once this program has ended.
    [[nodiscard]] const NextStart& next() const { return m_next; }

private:
    Application(QApplication& application, const LaunchOptions& options);
    /// Taken = by another program; no window is to be made.
    HandoffResult startEngine();
    void makeParts(QApplication& application);
    void openPackage();
    void tellOfPackage();
    void tellOfReadOnly(const session::Error& reason);
    /// Continues by itself once the disk is no longer full.
    void waitForSpace(ui::view::Notice& notice);
    void connectHelp();
    void connectExport();
    void connectFolders();
    void connectRestore();
    void connectRecovery();
    /// Through the button of this notice, which stays.
    void leadToBackups(ui::view::Notice notice);
    void offerNewLibrary();
    void tellOfRecovery();
    void connectAgents();
    void connectModels();
    void begin();
    void endWriting();
    void endFor(NextStart next);
    /// The person is asked once before teams at work are cut off.
    void connectQuit();
    [[nodiscard]] bool mayQuit();
    [[nodiscard]] std::map<conversation::SessionId, QString>
    ofThisProgram(std::map<conversation::SessionId, QString> teams) const;
    [[nodiscard]] std::map<conversation::SessionId, QString> teamsThatWouldLose() const;
    void welcomeAgents();
    void offerSamples();
    void showWhatWasAsked();

    LaunchOptions m_options;
    bool m_isListed = false;
    std::set<conversation::SessionId> m_quitAsked; ///< the teams at work that the question about quitting names
    Settings m_settings;
    Language m_language;
    QString m_library; ///< its path
    NextStart m_next;
    std::unique_ptr<OpenedPackage> m_package; ///< before anything that has its library open
    std::unique_ptr<Engine> m_engine;
    std::unique_ptr<ModelServers> m_servers;
    TeamStore m_teams{TeamStore::defaultFolder()};
    std::unique_ptr<ui::theme::ThemeController> m_theme;
    std::unique_ptr<ui::theme::FocusRing> m_focusRing;
    std::unique_ptr<ui::ActionRegistry> m_actions;
    ui::NoticeBoard m_notices;
    std::unique_ptr<WindowCommands> m_commands;
    std::unique_ptr<ui::MainWindow> m_window;
    std::unique_ptr<ui::MainController> m_workspace;
    std::unique_ptr<AgentsController> m_agents;
    std::unique_ptr<ScreenshotJob> m_picture; ///< null = not wanted
};

} // namespace quarterdeck::app
