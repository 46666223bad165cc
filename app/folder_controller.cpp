#include "app/folder_controller.h"

#include <QDir>
#include <QFileDialog>
#include <algorithm>

namespace quarterdeck::app {

FolderController::FolderController(Settings& settings, WindowImports& imports, ui::WatchMenu& menu, QWidget& window)
    : QObject(&window)
    , m_settings(settings)
    , m_imports(imports)
    , m_menu(menu)
    , m_window(window)
    , m_takenUpTo(settings.watchedFolders())
{
    connect(&m_menu, &ui::WatchMenu::unwatched, this, &FolderController::unwatch);
    for (auto folder = m_takenUpTo.constBegin(); folder != m_takenUpTo.constEnd(); ++folder)
        begin(folder.key(), folder.value());
    m_menu.setFolders(m_takenUpTo.keys());
}

void FolderController::choose()
{
    auto* dialog = new QFileDialog(&m_window, tr("Watch a folder"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    connect(dialog, &QFileDialog::fileSelected, this, &FolderController::watch);
    dialog->open();
}

void FolderController::watch(const QString& folder)
{
    const QString path = QDir(folder).absolutePath();
    if (m_watches.contains(path))
        return;
    m_takenUpTo.insert(path, 0);
    begin(path, 0);
    keep();
}

void FolderController::unwatch(const QString& folder)
{
    delete m_watches.take(folder);
    m_takenUpTo.remove(folder);
    keep();
}

void FolderController::begin(const QString& folder, qint64 since)
{
    auto* watch = new transfer::FolderWatch(folder, since, this);
    m_watches.insert(folder, watch);
    connect(watch, &transfer::FolderWatch::changed, this, [this, folder](const QStringList& files, qint64 lookedAt) {
        m_imports.takeIn(files, [self = QPointer(this), folder, lookedAt] {
            if (self.isNull() || !self->m_takenUpTo.contains(folder))
                return;
            self->m_takenUpTo[folder] = std::max(self->m_takenUpTo[folder], lookedAt);
            self->m_settings.setWatchedFolders(self->m_takenUpTo);
        });
    });
}

void FolderController::keep()
{
    m_settings.setWatchedFolders(m_takenUpTo);
    m_menu.setFolders(m_takenUpTo.keys());
}

} // namespace quarterdeck::app
