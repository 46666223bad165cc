#pragma once

#include "model/agents/run/artifacts.h"
#include "model/conversation/burn_meter.h"
#include "model/conversation/state/cost_ledger.h"
#include "ui/controllers/app_commands.h"
#include "ui/controllers/current_session.h"
#include "ui/panels/cost_page.h"
#include "ui/panels/files_page.h"

namespace quarterdeck::ui {

/// What is in the middle of the window.
enum class SessionPage { Conversation, Files, Cost };

/// Sums up what the viewed session has cost, and lists what its team has made, while somebody looks at either; the log
/// is read once for both. Thread: ui.
class PagesController final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PagesController)
public:
    PagesController(FilesPage& files, CostPage& cost, CurrentSession& viewed, AppCommands& commands,
                    QObject* parent = nullptr);

    /// Nothing is read while it is the conversation.
    void setShown(SessionPage page);
    /// Shows everything anew, in the current language.
    void refresh();

private:
    void take(const session::Event& event);
    void clear();
    void showFiles();
    [[nodiscard]] ArtifactRef placeOf(const std::string& path) const;

    FilesPage& m_files;
    CostPage& m_cost;
    CurrentSession& m_viewed;
    SessionPage m_shown = SessionPage::Conversation;
    conversation::CostLedger m_ledger;
    conversation::BurnMeter m_burn;
    team::ArtifactLog m_made;
    std::string m_folder; ///< the one the person chose for the session
    SessionEventReader m_log;
};

} // namespace quarterdeck::ui
