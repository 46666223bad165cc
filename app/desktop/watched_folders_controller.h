#pragma once

#include "app/desktop/import_controller.h"
#include "app/desktop/settings.h"
#include "model/transfer/folder_watch.h"
#include "ui/shell/watched_folders_menu.h"

#include <QMap>
#include <QObject>
#include <QPointer>
#include <QSet>
#include <QWidget>
#include <chrono>

namespace quarterdeck::app {

/// The watched folders: chosen by the person, stored in the settings with the time up to which each has been imported.
/// Thread: ui. A child of the window; imports and settings must outlive it.
class WatchedFoldersController final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(WatchedFoldersController)
public:
    WatchedFoldersController(Settings& settings, ImportController& imports, ui::WatchedFoldersMenu& menu,
                             QWidget& window);
    ~WatchedFoldersController() override = default;

    /// Asks for one, and watches it.
    void choose();
    void watch(const QString& folder);
    void unwatch(const QString& folder);

private:
    void begin(const QString& folder, qint64 since);
    void keep();
    [[nodiscard]] bool haveAllCome(const QString& folder, const QStringList& files);
    void takeLater(const QString& folder, const QStringList& files);

    Settings& m_settings;
    ImportController& m_imports;
    ui::WatchedFoldersMenu& m_menu;
    QWidget& m_window;
    static constexpr std::chrono::seconds m_retryPause{5};
    QMap<QString, qint64> m_takenUpTo; ///< by folder, in milliseconds since 1970
    QMap<QString, transfer::FolderWatch*> m_watches;
    QMap<QString, QSet<QString>> m_late; ///< by folder: files that could not be stored
};

} // namespace quarterdeck::app
