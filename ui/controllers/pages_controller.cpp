#include "ui/controllers/pages_controller.h"

#include "model/agents/definition/team_definition.h"
#include "ui/controllers/session_proxy.h"
#include "ui/present/present.h"

#include <utility>

namespace quarterdeck::ui {

PagesController::PagesController(FilesPage& files, CostPage& cost, CurrentSession& viewed, AppCommands& commands,
                                 QObject* parent)
    : QObject(parent)
    , m_files(files)
    , m_cost(cost)
    , m_viewed(viewed)
    , m_log(viewed, {}, [this](const session::Event& event) { take(event); })
{
    connect(&m_log, &SessionEventReader::advanced, this, &PagesController::refresh);
    connect(&m_log, &SessionEventReader::startedOver, this, &PagesController::clear);
    connect(&files, &FilesPage::openRequested, this,
            [this, &commands](const std::string& path) { commands.openArtifact(placeOf(path)); });
    connect(&files, &FilesPage::folderRequested, this,
            [this, &commands](const std::string& path) { commands.showArtifact(placeOf(path)); });
}

void PagesController::take(const session::Event& event)
{
    m_ledger.take(event, *m_viewed.state());
    m_burn.add(event);
    m_made.add(event);
    if (const auto* started = std::get_if<conversation::SessionStarted>(&event.body))
        if (const auto team = team::startedTeamOf(*started); team && *team)
            m_folder = (*team)->folder.path;
}

ArtifactRef PagesController::placeOf(const std::string& path) const { return {m_viewed.id(), m_folder, path}; }

void PagesController::clear()
{
    m_ledger = {};
    m_burn = {};
    m_made = {};
    m_folder.clear();
    view::Cost nothingYet;
    nothingYet.isReading = true;
    m_cost.setCost(std::move(nothingYet));
    m_files.setFiles({}, true);
}

void PagesController::setShown(SessionPage page)
{
    if (std::exchange(m_shown, page) == page)
        return;
    if (page == SessionPage::Cost)
        m_cost.setFocus(Qt::OtherFocusReason);
    else if (page == SessionPage::Files)
        m_files.setFocus(Qt::OtherFocusReason);
    m_log.setWanted(page != SessionPage::Conversation);
    refresh(); // what was read for the other page
}

void PagesController::showFiles()
{
    // What a recording or a program mentions is elsewhere, and its log may name any folder on this computer.
    const auto& live = m_viewed.live();
    m_files.setCanOpen(live && !live->isImportedSession() && m_viewed.state()->source().empty());
    m_files.setFiles(present::madeFiles(m_made.files(), m_viewed.members()), m_log.isReading());
}

void PagesController::refresh()
{
    if (!m_viewed.state())
        return; // both say that it is being read
    if (m_shown == SessionPage::Files)
        showFiles();
    if (m_shown != SessionPage::Cost)
        return;
    view::Cost cost = present::cost(m_ledger, m_burn.rate(), *m_viewed.state(), m_viewed.members());
    cost.isReading = m_log.isReading();
    m_cost.setCost(std::move(cost));
}

} // namespace quarterdeck::ui
