#pragma once

#include "app/desktop/artifact_opener.h"
#include "app/desktop/import_controller.h"
#include "app/desktop/settings.h"
#include "app/services/engine.h"
#include "app/services/language.h"
#include "model/agents/run/teams.h"
#include "model/session/post.h"
#include "model/session/session_hub.h"
#include "ui/controllers/app_commands.h"
#include "ui/present/notice_board.h"

#include <QObject>
#include <memory>
#include <set>
#include <string>

namespace quarterdeck::team {
class ModelSource;
struct ChosenFolder;
struct ChosenModel;
struct TeamDefinition;
} // namespace quarterdeck::team

namespace quarterdeck::app {

/// Carries out what the window wants: teams on the engine thread, import and export jobs, language, log. Thread: ui.
class WindowCommands final : public QObject, public ui::AppCommands
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(WindowCommands)
public:
    /// `models`: those that teams may name; for the engine thread.
    WindowCommands(Engine& engine, Settings& settings, Language& language, ui::NoticeBoard& notices, double demoPace,
                   std::shared_ptr<team::ModelSource> models, std::string workspaces = {}, team::TeamGuard guard = {});
    ~WindowCommands() override;

    void startDemo() override;
    /// A new session of a team on models.
    void startTeam(const team::TeamDefinition& team, const QString& title, const QString& idea,
                   const team::ChosenFolder& folder);
    void steer(const conversation::SessionId& session, conversation::RunCommand what) override;
    void wake(const conversation::SessionId& session) override;
    void retry(const conversation::SessionId& session, const conversation::RoleName& role) override;
    void setLimits(const conversation::SessionId& session, const team::TeamLimits& limits) override;
    void chooseConnection(const conversation::SessionId& session, const QString& title,
                          const QString& failure) override;
    /// This session's team uses it from now on, and continues.
    void speakThrough(const conversation::SessionId& session, const team::ChosenModel& chosen);
    void continueRecording(const conversation::SessionId& session, const QString& title) override;
    /// Makes this session live, lets its team go on, and shows it.
    void playOn(const conversation::SessionId& session, int rounds, const QString& idea);
    void importFiles(const QStringList& paths) override;
    /// What the window was started with: files to import, and links to messages, of which the last is shown.
    void open(const QStringList& given);
    [[nodiscard]] ImportController& imports() { return *m_imports; }
    /// Lives on the engine thread.
    [[nodiscard]] team::Teams* teams() const { return m_teams; }
    /// Its team waits for the person's word, whatever its log says.
    [[nodiscard]] bool isHeld(const conversation::SessionId& session) const { return m_held.contains(session); }
    void exportSession(const conversation::SessionId& session, const QString& title) override;
    void openArtifact(const ui::ArtifactRef& file) override;
    void showArtifact(const ui::ArtifactRef& file) override;
    void setLanguage(const QString& language) override;
    void showLog() override;
    [[nodiscard]] QString diagnostics() const override;

signals:
    /// A session that the person asked for is there.
    void sessionMade(const quarterdeck::conversation::SessionId& session);
    void heldTeamsChanged(const std::set<quarterdeck::conversation::SessionId>& sessions);
    /// A link leads to it.
    void messageRequested(const quarterdeck::conversation::SessionId& session, quarterdeck::conversation::EventSeq row);
    void connectionChoiceRequested(const quarterdeck::conversation::SessionId& session, const QString& title,
                                   const QString& failure);
    void continuationRequested(const quarterdeck::conversation::SessionId& recording, const QString& title);
    void exportRequested(const quarterdeck::conversation::SessionId& session, const QString& title);
    /// There will be none, as a notice says, too.
    void nothingMade(const QString& sentence);

private:
    [[nodiscard]] session::SessionHub::Opened whenMade();
    void reportStart(const session::Result<conversation::SessionId>& started);
    void tellHeld(const team::HeldTeam& team);
    void pause(const conversation::SessionId& session);
    void tellTrouble(const QString& sentence);

    Engine& m_engine;
    Settings& m_settings;
    Language& m_language;
    ui::NoticeBoard& m_notices;
    team::Teams* m_teams = nullptr; ///< lives on the engine thread, a part of the engine
    ImportController* m_imports;
    ArtifactOpener* m_madeFiles;
    std::set<conversation::SessionId> m_held;
    session::CallbackGuard m_receiver{this};
};

} // namespace quarterdeck::app
