#include "app/desktop/watched_folders_controller.h"

#include <QDir>
#include <QFileDialog>
#include <QTimer>
#include <algorithm>

namespace quarterdeck::app {

WatchedFoldersController::WatchedFoldersController(Settings& settings, ImportController& imports,
                                                   ui::WatchedFoldersMenu& menu, QWidget& window)
    : QObject(&window)
    , m_settings(settings)
    , m_imports(imports)
    , m_menu(menu)
    , m_window(window)
    , m_takenUpTo(settings.watchedFolders())
{
    connect(&m_menu, &ui::WatchedFoldersMenu::unwatched, this, &WatchedFoldersController::unwatch);
    for (auto folder = m_takenUpTo.constBegin(); folder != m_takenUpTo.constEnd(); ++folder)
        begin(folder.key(), folder.value());
    m_menu.setFolders(m_takenUpTo.keys());
}

void WatchedFoldersController::choose()
{
    auto* dialog = new QFileDialog(&m_window, tr("Watch a folder"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    connect(dialog, &QFileDialog::fileSelected, this, &WatchedFoldersController::watch);
    dialog->open();
}

void WatchedFoldersController::watch(const QString& folder)
{
    const QString path = QDir(folder).absolutePath();
    if (m_watches.contains(path))
        return;
    m_takenUpTo.insert(path, 0);
    begin(path, 0);
    keep();
}

void WatchedFoldersController::unwatch(const QString& folder)
{
    delete m_watches.take(folder);
    m_takenUpTo.remove(folder);
    keep();
}

void WatchedFoldersController::begin(const QString& folder, qint64 since)
{
    auto* watch = new transfer::FolderWatch(folder, since, this);
    m_watches.insert(folder, watch);
    connect(watch, &transfer::FolderWatch::cut, &m_imports,
            [this, folder](qint64 most) { m_imports.sayWatchIsCut(folder, most); });
    connect(watch, &transfer::FolderWatch::changed, this, [this, folder](const QStringList& files, qint64 lookedAt) {
        m_imports.takeIn(files, [self = QPointer(this), folder, files, lookedAt](bool isStored) {
            if (self.isNull() || !self->m_takenUpTo.contains(folder))
                return;
            if (!isStored) {
                self->takeLater(folder, files);
                return;
            }
            // Older files that did not come in must count as new after a restart.
            if (!self->haveAllCome(folder, files))
                return;
            self->m_takenUpTo[folder] = std::max(self->m_takenUpTo[folder], lookedAt);
            self->m_settings.setWatchedFolders(self->m_takenUpTo);
        });
    });
}

bool WatchedFoldersController::haveAllCome(const QString& folder, const QStringList& files)
{
    QSet<QString>& late = m_late[folder];
    late -= QSet<QString>(files.begin(), files.end());
    return late.isEmpty();
}

/// The disk may be full: whatever did not come in is retried until it does.
void WatchedFoldersController::takeLater(const QString& folder, const QStringList& files)
{
    m_late[folder] += QSet<QString>(files.begin(), files.end());
    QTimer::singleShot(m_retryPause, m_watches.value(folder),
                       [watch = m_watches.value(folder), files] { watch->tellAgain(files); });
}

void WatchedFoldersController::keep()
{
    m_settings.setWatchedFolders(m_takenUpTo);
    m_menu.setFolders(m_takenUpTo.keys());
}

} // namespace quarterdeck::app
