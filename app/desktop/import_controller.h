#pragma once

#include "app/desktop/settings.h"
#include "app/services/engine.h"
#include "app/services/instance_server.h"
#include "model/transfer/folder_watch.h"
#include "model/transfer/import/import_job.h"
#include "ui/present/notice_board.h"
#include "ui/shell/menus.h"

#include <QElapsedTimer>
#include <QHash>
#include <QMap>
#include <QObject>
#include <QPointer>
#include <QSet>
#include <QStringList>
#include <QWidget>

#include <chrono>
#include <functional>
#include <vector>

namespace quarterdeck::app {

/// Imports for the window, and the notices about them. A notice asks what to do with what was imported before. Thread:
/// ui.
class ImportController final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ImportController)
public:
    ImportController(Engine& engine, ui::NoticeBoard& notices, QObject* parent = nullptr);
    ~ImportController() override = default;

    void start(const QStringList& paths);
    /// For another process, which has also said what to do with known sessions, and is told about progress and
    /// problems: here a single notice mentions what came in, and the window keeps showing what it shows.
    void startFor(ImportPeer& peer);
    /// Files of a watched folder, as they are when it is their turn: a notice tells of what came in, another one, once,
    /// of what is wrong with it, and none of what is no recording. One import is under way at a time, and takes all
    /// that waited. `done` is called with whether all of it is durable: where not, the library could not take it.
    void takeIn(const QStringList& paths, const std::function<void(bool isStored)>& done);
    /// A watched folder has more than the `most` files that are examined.
    void sayWatchIsCut(const QString& folder, qint64 most);

signals:
    /// A session that the person asked for is there.
    void sessionMade(const quarterdeck::conversation::SessionId& session);
    /// There will be none, as a notice says, too.
    void nothingMade(const QString& sentence);

private:
    /// What is reported of imports for others: one notice for all that happen close together.
    struct ForOthers
    {
        int sessions = 0;
        qint64 messages = 0;
        QElapsedTimer since; ///< the last one ended
    };
    /// False if nothing came in.
    bool reportForOthers(const transfer::ImportReport& report);
    /// To be started; notices report on it. `isAsking`: known content can be imported once more.
    [[nodiscard]] transfer::ImportJob& prepare(transfer::ImportRequest request, bool isAsking);
    /// New content is added to the existing sessions.
    void update(std::vector<transfer::ImportFile> files);
    /// Or they are imported a second time.
    void importAsNew(std::vector<transfer::ImportFile> files);
    void startForUser(transfer::ImportRequest request, bool isAsking);
    void report(const transfer::ImportReport& report, const QString& notice, bool isAsking);
    void reportDifference(const transfer::FileReport& file);
    /// For files that nobody passed explicitly; what was reported about a file is not repeated.
    void reportTrouble(const transfer::ImportReport& report);
    void show(const transfer::ImportReport& report);
    void reportWatched(const transfer::ImportReport& report);
    void takeWaiting();
    void tellBegun(const QString& notice, transfer::ImportJob& job, int files);
    void tellProgress(const QString& notice, transfer::ImportJob& job, const transfer::ImportProgress& progress);
    void sayInPassing(const QString& id, const QString& what, const QString& meaning);

    Engine& m_engine;
    ui::NoticeBoard& m_notices;
    int m_underWay = 0;
    int m_shown = 0; ///< notices of running and earlier ones
    ForOthers m_forOthers;
    struct Watched
    {
        QStringList paths;
        std::function<void(bool isStored)> done;
    };
    std::vector<Watched> m_watched;   ///< waiting for the one that is running
    std::vector<Watched> m_taken;     ///< being imported
    conversation::SessionId m_cameIn; ///< the last session that came from a watched folder
    std::shared_ptr<transfer::ImportCheckpoints> m_memory = transfer::newImportCheckpoints();
    QSet<QString> m_troubles;                           ///< reported problems of watched files, with their kind
    const transfer::ImportJob* m_othersShown = nullptr; ///< whose progress the notice about other programs shows
};

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
