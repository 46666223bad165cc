#pragma once

#include "conversation/burn_meter.h"
#include "conversation/cost_ledger.h"
#include "team/artifacts.h"
#include "ui/cost/cost_page.h"
#include "ui/made/files_page.h"
#include "ui/workspace/commands.h"
#include "workspace/log_reader.h"

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
    PagesController(FilesPage& files, CostPage& cost, ViewedSession& viewed, Commands& commands,
                    QObject* parent = nullptr);

    /// Nothing is read while it is the conversation.
    void setShown(SessionPage page);
    /// Shows everything anew, in the current language.
    void refresh();

private:
    void take(const session::Event& event);
    void clear();
    void showFiles();
    [[nodiscard]] MadeFilePlace placeOf(const std::string& path) const;

    FilesPage& m_files;
    CostPage& m_cost;
    ViewedSession& m_viewed;
    SessionPage m_shown = SessionPage::Conversation;
    conversation::CostLedger m_ledger;
    conversation::BurnMeter m_burn;
    team::ArtifactLog m_made;
    std::string m_folder; ///< the one the person chose for the session
    LogReader m_log;
};

} // namespace quarterdeck::ui
