#pragma once

#include "team/artifacts.h"
#include "ui/made/files_page.h"
#include "workspace/log_reader.h"

namespace quarterdeck::ui {

/// Lists what the viewed session's team has made, while somebody looks at it. Thread: ui.
class FilesController final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FilesController)
public:
    FilesController(FilesPage& page, ViewedSession& viewed, QObject* parent = nullptr);

    /// Nothing is read while it is not shown.
    void setShown(bool isShown);

private:
    void refresh();

    FilesPage& m_page;
    ViewedSession& m_viewed;
    team::ArtifactLog m_made;
    LogReader m_log;
};

} // namespace quarterdeck::ui
