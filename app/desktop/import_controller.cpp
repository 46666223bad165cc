#include "app/desktop/import_controller.h"

#include "app/desktop/import_words.h"
#include "app/services/language.h"
#include "model/session/post.h"
#include "model/transfer/folder_watch.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFileDialog>
#include <QFileInfo>
#include <QLocale>
#include <QTimer>

#include <algorithm>
#include <utility>

namespace quarterdeck::app {

using transfer::DuplicatePolicy;
using transfer::DuplicateSession;
using transfer::FileReport;
using transfer::ImportedSession;
using transfer::ImportFile;
using transfer::ImportJob;
using transfer::ImportReport;
using transfer::ImportRequest;
using ui::view::NoticeTone;

namespace {

const QString importNotice = QStringLiteral("import");
const QString othersNotice = QStringLiteral("import.others");
const QString watchedNotice = QStringLiteral("watched");

ImportRequest requestFor(const QStringList& paths, DuplicatePolicy ifKnown)
{
    ImportRequest request;
    request.ifKnown = ifKnown;
    for (const QString& path : paths)
        request.files.push_back({path.toStdString(), std::nullopt});
    return request;
}

/// It may be a recording, but the library did not store it.
bool isNotStored(const FileReport& file)
{
    using conversation::ErrorCode;
    return file.error && file.error->code != ErrorCode::BadInput && file.error->code != ErrorCode::NotFound
        && file.error->code != ErrorCode::NewerVersion;
}

/// Whether all of these were stored or are no recordings. One that nobody asked for counts for the file it belongs to.
bool isStored(const ImportReport& report, const QStringList& paths, const QStringList& allPaths)
{
    return !report.isCancelled && std::ranges::none_of(report.files, [&](const FileReport& file) {
        return isNotStored(file) && (paths.contains(text(file.path)) || !allPaths.contains(text(file.path)));
    });
}

/// A button of the notice about this import.
ui::view::NoticeAction cancelling(const QString& label, ImportJob& job)
{
    return {label, [running = QPointer(&job)] {
                if (running)
                    running->cancel();
            }};
}

} // namespace

ImportController::ImportController(Engine& engine, ui::NoticeBoard& notices, QObject* parent)
    : QObject(parent)
    , m_engine(engine)
    , m_notices(notices)
{ }

ImportJob& ImportController::prepare(ImportRequest request, bool isAsking)
{
    // Each has a notice of its own while several are under way.
    if (m_underWay++ == 0)
        m_shown = 0;
    const QString notice = m_shown == 0 ? importNotice : importNotice + u'.' + QString::number(m_shown);
    ++m_shown;
    const int files = static_cast<int>(request.files.size());
    auto* job = new ImportJob(m_engine.library(), std::move(request), this);
    connect(job, &ImportJob::finished, this, [this, job, notice, isAsking](const ImportReport& result) {
        --m_underWay;
        job->deleteLater();
        report(result, notice, isAsking);
    });
    connect(job, &ImportJob::progressed, this,
            [this, job, notice, last = QElapsedTimer()](const transfer::ImportProgress& progress) mutable {
                constexpr qint64 pauseMs = 300; // nobody reads faster
                if (last.isValid() && last.elapsed() < pauseMs)
                    return;
                last.start();
                tellProgress(notice, *job, progress);
            });
    if (files > 0)
        tellBegun(notice, *job, files);
    return *job;
}

void ImportController::tellBegun(const QString& notice, ImportJob& job, int files)
{
    m_notices.post(
        {notice, NoticeTone::Plain, tr("Importing %n file(s)…", nullptr, files), {}, cancelling(tr("Cancel"), job)});
}

void ImportController::tellProgress(const QString& notice, ImportJob& job, const transfer::ImportProgress& progress)
{
    constexpr qint64 whole = 100;
    const qint64 percent = progress.bytesTotal > 0 ? whole * progress.bytesRead / progress.bytesTotal : 0;
    const QString place = tr("“%1”, file %2 of %3: %4%.")
                              .arg(QFileInfo(text(progress.path)).fileName(), QLocale().toString(progress.file),
                                   QLocale().toString(progress.files), QString::number(std::min(percent, whole)));
    ui::view::Notice told{notice, NoticeTone::Plain, tr("Importing %n file(s)…", nullptr, progress.files),
                          place + u' ' + tr("%n message(s).", nullptr, static_cast<int>(progress.messages)),
                          cancelling(tr("Cancel"), job)};
    told.isUpdate = true;
    m_notices.post(told);
}

void ImportController::startForUser(ImportRequest request, bool isAsking)
{
    ImportJob& job = prepare(std::move(request), isAsking);
    connect(&job, &ImportJob::finished, this, &ImportController::show);
    job.start();
}

void ImportController::start(const QStringList& paths)
{
    startForUser(requestFor(paths, DuplicatePolicy::LeaveAlone), true);
}

void ImportController::startFor(ImportPeer& peer)
{
    auto* job = new ImportJob(m_engine.library(), requestFor(peer.files(), peer.ifKnown()), this);
    QElapsedTimer begun;
    begun.start();
    connect(job, &ImportJob::progressed, this, [this, job, begun](const transfer::ImportProgress& progress) {
        constexpr qint64 briefMs = 1'000; // what is over before is only told of then
        if (begun.elapsed() < briefMs)
            return;
        if (std::exchange(m_othersShown, job) != job)
            tellBegun(othersNotice, *job, progress.files);
        tellProgress(othersNotice, *job, progress);
    });
    connect(job, &ImportJob::finished, this, [this, job](const ImportReport& result) {
        const bool isShown = m_othersShown == job;
        if (isShown)
            m_othersShown = nullptr;
        job->deleteLater();
        if (!reportForOthers(result) && isShown)
            sayInPassing(othersNotice, tr("The import requested by another program has ended."),
                         tr("It added no session."));
    });
    peer.follow(*job);
    job->start();
}

/// A shell may pass files one after the other, or many at once.
bool ImportController::reportForOthers(const ImportReport& report)
{
    constexpr qint64 closeMs = 8'000; // about as long as a notice stays that passes
    session::post(m_engine.hub(), [hub = m_engine.hub()] { hub->refresh(); });
    if (!m_forOthers.since.isValid() || m_forOthers.since.elapsed() > closeMs)
        m_forOthers = {};
    m_forOthers.since.start();
    int sessions = 0;
    for (const FileReport& file : report.files) {
        sessions += static_cast<int>(file.sessions.size());
        sessions += static_cast<int>(std::ranges::count_if(file.known, &DuplicateSession::isUpdated));
        m_forOthers.messages += file.messages;
    }
    m_forOthers.sessions += sessions;
    if (sessions > 0)
        sayInPassing(othersNotice, tr("Another program imported %n session(s).", nullptr, m_forOthers.sessions),
                     tr("%n message(s) in total.", nullptr, static_cast<int>(m_forOthers.messages)));
    return sessions > 0;
}

void ImportController::takeIn(const QStringList& paths, const std::function<void(bool isStored)>& done)
{
    m_watched.push_back({paths, done});
    if (m_taken.empty())
        takeWaiting();
}

/// Imports everything that is waiting at once; a file that grew again meanwhile comes in whole.
void ImportController::takeWaiting()
{
    m_taken = std::exchange(m_watched, {});
    QStringList paths;
    for (const Watched& one : m_taken)
        paths += one.paths;
    paths.removeDuplicates();
    ImportRequest request = requestFor(paths, DuplicatePolicy::Update);
    request.memory = m_memory;
    for (ImportFile& file : request.files) {
        file.isGrowing = transfer::FolderWatch::isOfLines(text(file.path));
        file.isFound = true;
    }
    auto* job = new ImportJob(m_engine.library(), std::move(request), this);
    connect(job, &ImportJob::finished, this, [this, job, paths](const ImportReport& result) {
        job->deleteLater();
        reportWatched(result);
        for (const Watched& one : std::exchange(m_taken, {}))
            if (one.done)
                one.done(isStored(result, one.paths, paths));
        if (m_taken.empty() && !m_watched.empty())
            takeWaiting();
    });
    job->start();
}

void ImportController::reportWatched(const ImportReport& report)
{
    QStringList sentences;
    qint64 messages = 0;
    for (const FileReport& file : report.files) {
        for (const ImportedSession& session : file.sessions) {
            sentences += tr("“%1” was added.").arg(text(session.title));
            m_cameIn = session.id;
        }
        for (const DuplicateSession& known : file.known) {
            if (!known.isUpdated)
                continue;
            sentences += tr("“%1” was updated.").arg(text(known.title));
            m_cameIn = known.id;
        }
        messages += file.messages;
        reportDifference(file);
    }
    reportTrouble(report);
    if (sentences.empty())
        return;
    session::post(m_engine.hub(), [hub = m_engine.hub()] { hub->refresh(); });
    const int sessions = static_cast<int>(sentences.size());
    m_notices.post({watchedNotice,
                    NoticeTone::Plain,
                    sessions == 1 ? sentences.front()
                                  : tr("%n session(s) from a watched folder were added or updated.", nullptr, sessions),
                    messages > 0 ? tr("%n new message(s).", nullptr, static_cast<int>(messages)) : QString(),
                    {tr("Show it"), [this] { emit sessionMade(m_cameIn); }},
                    true});
}

void ImportController::update(std::vector<ImportFile> files)
{
    ImportRequest request;
    request.ifKnown = DuplicatePolicy::Update;
    request.files = std::move(files);
    for (ImportFile& file : request.files)
        file.only.clear(); // what has come in since is known, too
    startForUser(std::move(request), false);
}

void ImportController::importAsNew(std::vector<ImportFile> files)
{
    ImportRequest request;
    request.files = std::move(files);
    startForUser(std::move(request), false);
}

/// The first session of the last file that had any: a new one if possible, else an existing one.
void ImportController::show(const ImportReport& report)
{
    const auto hasSessions = [](const FileReport& file) { return !file.sessions.empty(); };
    const auto last = std::find_if(report.files.rbegin(), report.files.rend(), hasSessions);
    if (last != report.files.rend()) {
        emit sessionMade(last->sessions.front().id);
        return;
    }
    const auto isKnown = [](const FileReport& file) { return !file.error && !file.known.empty(); };
    const auto known = std::find_if(report.files.rbegin(), report.files.rend(), isKnown);
    if (known != report.files.rend()) {
        emit sessionMade(known->known.front().id);
        return;
    }
    const bool hasReason = !report.files.empty() && report.files.front().error;
    emit nothingMade(hasReason ? text(report.files.front().error->sentence) : tr("Nothing was imported."));
}

void ImportController::report(const ImportReport& report, const QString& notice, bool isAsking)
{
    session::post(m_engine.hub(), [hub = m_engine.hub()] { hub->refresh(); });
    ImportWords words = importWords(report, isAsking);
    words.notice.id = notice;
    words.notice.button.act = [this, left = words.left] { update(left); };
    words.notice.otherButton.act = [this, left = std::move(words.left)] { importAsNew(left); };
    m_notices.post(words.notice);
}

/// For files that nobody passed explicitly: each gets its own notice, since others come and go.
void ImportController::reportDifference(const FileReport& file)
{
    if (const QStringList said = differenceOf(file); !said.isEmpty())
        m_notices.post({importNotice + QStringLiteral(".differs:") + text(file.path),
                        NoticeTone::Limit,
                        said.front(),
                        said.back(),
                        {}});
}

void ImportController::reportTrouble(const ImportReport& report)
{
    ImportReport untold;
    for (const FileReport& file : report.files) {
        const QString trouble = troubleOf(file);
        const QString told = trouble + u':' + text(file.path);
        if (trouble.isEmpty() || m_troubles.contains(told))
            continue;
        m_troubles.insert(told);
        untold.files.push_back(file);
    }
    if (untold.files.empty())
        return;
    ui::view::Notice notice = troubleNotice(untold);
    notice.id = watchedNotice + QStringLiteral(".trouble:") + text(untold.files.front().path);
    m_notices.post(notice);
}

void ImportController::sayWatchIsCut(const QString& folder, qint64 most)
{
    m_notices.post({watchedNotice + QStringLiteral(".cut:") + folder,
                    NoticeTone::Limit,
                    tr("Only part of “%1” is watched.").arg(QDir::toNativeSeparators(folder)),
                    //: %1 is a number
                    tr("It has more than %1 files that may be recordings; the rest are ignored. Watch the subfolder "
                       "that holds the recordings instead.")
                        .arg(QLocale().toString(most)),
                    {}});
}

void ImportController::sayInPassing(const QString& id, const QString& what, const QString& meaning)
{
    m_notices.post({id, NoticeTone::Plain, what, meaning, {}, true});
}

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
