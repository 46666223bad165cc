#include "workspace/files_controller.h"

#include "ui/present/present.h"

namespace quarterdeck::ui {

FilesController::FilesController(FilesPage& page, ViewedSession& viewed, QObject* parent)
    : QObject(parent)
    , m_page(page)
    , m_viewed(viewed)
    , m_log(viewed, {}, [this](const session::Event& event) { m_made.add(event); })
{
    connect(&m_log, &LogReader::advanced, this, &FilesController::refresh);
    connect(&m_log, &LogReader::startedOver, this, [this] {
        m_made = {};
        m_page.setFiles({}, true);
    });
}

void FilesController::setShown(bool isShown)
{
    if (isShown && !m_log.isWanted())
        m_page.setFocus(Qt::OtherFocusReason);
    m_log.setWanted(isShown);
}

void FilesController::refresh()
{
    if (m_log.isWanted())
        m_page.setFiles(present::madeFiles(m_made.files(), m_viewed.members()), m_log.isReading());
}

} // namespace quarterdeck::ui
