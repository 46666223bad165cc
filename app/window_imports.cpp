#include "app/window_imports.h"

#include "session/post.h"
#include "transfer/folder_watch.h"

#include <QElapsedTimer>
#include <QFileInfo>
#include <algorithm>
#include <ranges>
#include <utility>

namespace quarterdeck::app {

using transfer::FileReport;
using transfer::IfKnown;
using transfer::ImportedSession;
using transfer::ImportFile;
using transfer::ImportJob;
using transfer::ImportReport;
using transfer::ImportRequest;
using transfer::KnownSession;
using ui::view::NoticeTone;
using What = transfer::KnownSession::What;

namespace {

const QString importNotice = QStringLiteral("import");
const QString othersNotice = QStringLiteral("import.others");
const QString watchedNotice = QStringLiteral("watched");

QString text(const std::string& utf8) { return QString::fromStdString(utf8); }

QString nameOf(const std::string& path) { return QFileInfo(text(path)).fileName(); }

ImportRequest requestFor(const QStringList& paths, IfKnown ifKnown)
{
    ImportRequest request;
    request.ifKnown = ifKnown;
    for (const QString& path : paths)
        request.files.push_back({path.toStdString(), std::nullopt});
    return request;
}

/// The file is a recording, perhaps, but the library did not take it.
bool isNotStored(const FileReport& file)
{
    using conversation::ErrorCode;
    return file.error && file.error->code != ErrorCode::BadInput && file.error->code != ErrorCode::NotFound
        && file.error->code != ErrorCode::NewerVersion;
}

/// All of these, or they are no recordings.
bool isStored(const ImportReport& report, const QStringList& paths)
{
    return !report.isCancelled && std::ranges::none_of(report.files, [&](const FileReport& file) {
        return isNotStored(file) && paths.contains(text(file.path));
    });
}

/// It stands there as it stood before.
bool isLeft(const KnownSession& known) { return known.what != What::Differs && !known.isUpdated; }

/// So many files are named one by one when they fail.
constexpr int mostNotices = 3;

int failuresOf(const ImportReport& report)
{
    return static_cast<int>(
        std::ranges::count_if(report.files, [](const FileReport& file) { return file.error.has_value(); }));
}

/// What was left as it was.
struct Left
{
    std::vector<ImportFile> files; ///< and which of their sessions
    const KnownSession* first = nullptr;
    int sessions = 0;
    qint64 newMessages = 0;
};

Left leftOf(const ImportReport& report)
{
    Left left;
    for (const FileReport& file : report.files) {
        ImportFile again{file.path, std::nullopt};
        for (const KnownSession& known : file.known) {
            if (!isLeft(known))
                continue;
            again.only.push_back(known.place);
            left.newMessages += known.newMessages;
            left.first = left.first != nullptr ? left.first : &known;
            ++left.sessions;
        }
        if (!again.only.empty())
            left.files.push_back(std::move(again));
    }
    return left;
}

} // namespace

WindowImports::WindowImports(Engine& engine, QObject* parent) : QObject(parent), m_engine(engine) { }

ImportJob& WindowImports::prepare(ImportRequest request, bool isAsking)
{
    // Each has a notice of its own while others are under way.
    if (m_underWay++ == 0)
        m_notices = 0;
    const QString notice = m_notices == 0 ? importNotice : importNotice + u'.' + QString::number(m_notices);
    ++m_notices;
    const int files = static_cast<int>(request.files.size());
    auto* job = new ImportJob(m_engine.library(), std::move(request), this);
    connect(job, &ImportJob::finished, this, [this, job, notice, isAsking](const ImportReport& result) {
        --m_underWay;
        m_running.remove(notice);
        job->deleteLater();
        report(result, notice, isAsking);
    });
    m_running.insert(notice, job);
    connect(job, &ImportJob::progressed, this,
            [this, notice, last = QElapsedTimer()](const transfer::ImportProgress& progress) mutable {
                constexpr qint64 pauseMs = 300; // nobody reads faster
                if (last.isValid() && last.elapsed() < pauseMs)
                    return;
                last.start();
                tellProgress(notice, progress);
            });
    if (files > 0)
        emit noticeRaised({notice, NoticeTone::Plain, tr("Importing %n file(s)…", nullptr, files), {}, tr("Cancel")});
    return *job;
}

void WindowImports::tellProgress(const QString& notice, const transfer::ImportProgress& progress)
{
    constexpr qint64 whole = 100;
    const qint64 percent = progress.bytesTotal > 0 ? whole * progress.bytesRead / progress.bytesTotal : 0;
    const QString place = tr("“%1”, file %2 of %3: %4 %.")
                              .arg(nameOf(progress.path), QString::number(progress.file),
                                   QString::number(progress.files), QString::number(std::min(percent, whole)));
    ui::view::Notice told{notice, NoticeTone::Plain, tr("Importing %n file(s)…", nullptr, progress.files),
                          place + u' ' + tr("%n message(s).", nullptr, static_cast<int>(progress.messages)),
                          tr("Cancel")};
    told.isUpdate = true;
    emit noticeRaised(told);
}

void WindowImports::startForPerson(ImportRequest request, bool isAsking)
{
    ImportJob& job = prepare(std::move(request), isAsking);
    connect(&job, &ImportJob::finished, this, &WindowImports::show);
    job.start();
}

void WindowImports::start(const QStringList& paths) { startForPerson(requestFor(paths, IfKnown::LeaveAlone), true); }

void WindowImports::startFor(ImportGuest& guest)
{
    auto* job = new ImportJob(m_engine.library(), requestFor(guest.files(), guest.ifKnown()), this);
    QElapsedTimer begun;
    begun.start();
    connect(job, &ImportJob::progressed, this, [this, job, begun](const transfer::ImportProgress& progress) {
        constexpr qint64 briefMs = 1'000; // what is over before is only told of then
        if (begun.elapsed() < briefMs)
            return;
        m_running.insert(othersNotice, job);
        tellProgress(othersNotice, progress);
    });
    connect(job, &ImportJob::finished, this, [this, job](const ImportReport& result) {
        const bool isShown = m_running.value(othersNotice) == job;
        if (isShown)
            m_running.remove(othersNotice);
        job->deleteLater();
        if (!reportForOthers(result) && isShown)
            sayInPassing(othersNotice, tr("The import for another program ended."), tr("It brought no session."));
    });
    guest.follow(*job);
    job->start();
}

/// A shell may bring one file after the other, or many at once.
bool WindowImports::reportForOthers(const ImportReport& report)
{
    constexpr qint64 closeMs = 8'000; // about as long as a notice stays that passes
    session::post(m_engine.hub(), [hub = m_engine.hub()] { hub->refresh(); });
    if (!m_forOthers.since.isValid() || m_forOthers.since.elapsed() > closeMs)
        m_forOthers = {};
    m_forOthers.since.start();
    int sessions = 0;
    for (const FileReport& file : report.files) {
        sessions += static_cast<int>(file.sessions.size());
        sessions += static_cast<int>(std::ranges::count_if(file.known, &KnownSession::isUpdated));
        m_forOthers.messages += file.messages;
    }
    m_forOthers.sessions += sessions;
    if (sessions > 0)
        sayInPassing(othersNotice, tr("Another program imported %n session(s).", nullptr, m_forOthers.sessions),
                     tr("%n message(s) in all.", nullptr, static_cast<int>(m_forOthers.messages)));
    return sessions > 0;
}

void WindowImports::takeIn(const QStringList& paths, const std::function<void(bool isStored)>& done)
{
    m_watched.push_back({paths, done});
    if (m_taken.empty())
        takeWaiting();
}

/// All that wait, in one import: of a file that grew again meanwhile all of it comes in at once.
void WindowImports::takeWaiting()
{
    m_taken = std::exchange(m_watched, {});
    QStringList paths;
    for (const Watched& one : m_taken)
        paths += one.paths;
    paths.removeDuplicates();
    ImportRequest request = requestFor(paths, IfKnown::Update);
    request.memory = m_memory;
    for (ImportFile& file : request.files)
        file.isGrowing = transfer::FolderWatch::isOfLines(text(file.path));
    auto* job = new ImportJob(m_engine.library(), std::move(request), this);
    connect(job, &ImportJob::finished, this, [this, job](const ImportReport& result) {
        job->deleteLater();
        reportWatched(result);
        for (const Watched& one : std::exchange(m_taken, {}))
            if (one.done)
                one.done(isStored(result, one.paths));
        if (m_taken.empty() && !m_watched.empty())
            takeWaiting();
    });
    job->start();
}

void WindowImports::reportWatched(const ImportReport& report)
{
    QStringList sentences;
    qint64 messages = 0;
    for (const FileReport& file : report.files) {
        for (const ImportedSession& session : file.sessions) {
            sentences += tr("“%1” came in.").arg(text(session.title));
            m_cameIn = session.id;
        }
        for (const KnownSession& known : file.known | std::views::filter(&KnownSession::isUpdated)) {
            sentences += tr("“%1” went on.").arg(text(known.title));
            m_cameIn = known.id;
        }
        messages += file.messages;
        reportDifference(file);
    }
    if (sentences.empty())
        return;
    session::post(m_engine.hub(), [hub = m_engine.hub()] { hub->refresh(); });
    const int sessions = static_cast<int>(sentences.size());
    emit noticeRaised({watchedNotice, NoticeTone::Plain,
                       sessions == 1 ? sentences.front()
                                     : tr("%n session(s) of a watched folder came in or went on.", nullptr, sessions),
                       tr("%n new message(s).", nullptr, static_cast<int>(messages)), tr("Show it"), true});
}

void WindowImports::update(const QString& notice)
{
    if (notice == watchedNotice) {
        emit sessionMade(m_cameIn);
        return;
    }
    if (ImportJob* running = m_running.value(notice)) {
        running->cancel();
        return;
    }
    ImportRequest request;
    request.ifKnown = IfKnown::Update;
    request.files = m_asked.take(notice);
    for (ImportFile& file : request.files)
        file.only.clear(); // what has come in since is known, too
    if (!request.files.empty())
        startForPerson(std::move(request), false);
}

void WindowImports::importAsNew(const QString& notice)
{
    ImportRequest request;
    request.files = m_asked.take(notice);
    if (!request.files.empty())
        startForPerson(std::move(request), false);
}

/// The first session of the last file that had any: a new one, else one that is there.
void WindowImports::show(const ImportReport& report)
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

void WindowImports::report(const ImportReport& report, const QString& notice, bool isAsking)
{
    session::post(m_engine.hub(), [hub = m_engine.hub()] { hub->refresh(); });
    int sessions = 0;
    int updated = 0;
    bool isKnown = false;
    qint64 messages = 0;
    for (const FileReport& file : report.files) {
        sessions += static_cast<int>(file.sessions.size());
        messages += file.messages;
        isKnown = isKnown || std::ranges::any_of(file.known, isLeft);
        updated += static_cast<int>(std::ranges::count_if(file.known, &KnownSession::isUpdated));
    }
    const QString inAll = tr("%n message(s) in all.", nullptr, static_cast<int>(messages));
    const QString passedOver = report.passedOver == 0
        ? QString()
        : u' ' + tr("%n other file(s) are no recordings.", nullptr, static_cast<int>(report.passedOver));
    if (sessions > 0)
        sayInPassing(notice, tr("Imported %n session(s).", nullptr, sessions), inAll + passedOver);
    else if (updated > 0)
        sayInPassing(notice, tr("Updated %n session(s).", nullptr, updated),
                     tr("%n new message(s).", nullptr, static_cast<int>(messages)));
    else if (!isKnown && std::ranges::none_of(report.files, [](const auto& file) { return file.error.has_value(); }))
        say(notice, NoticeTone::Plain, tr("Nothing was imported."), tr("The library is as it was."));
    // Where nothing came in, the first reason takes the place of what was said meanwhile.
    bool isNoticeFree = sessions + updated == 0;
    const bool isSummed = failuresOf(report) > mostNotices;
    if (isSummed)
        reportFailures(report, std::exchange(isNoticeFree, false) ? notice : notice + QStringLiteral(".failed"));
    for (const FileReport& file : report.files) {
        if (!isSummed || !file.error)
            reportFile(file,
                       file.error && std::exchange(isNoticeFree, false) ? notice : notice + u':' + text(file.path));
        reportDifference(file);
    }
    reportKnown(report, isNoticeFree ? notice : notice + QStringLiteral(".known"), isAsking);
}

void WindowImports::reportKnown(const ImportReport& report, const QString& notice, bool isAsking)
{
    Left left = leftOf(report);
    if (left.first == nullptr)
        return;
    const bool hasNews = left.newMessages > 0;
    const int news = static_cast<int>(left.newMessages);
    const QString what = left.files.size() == 1
        ? (hasNews ? tr("“%1” was imported before, and has %n new message(s).", nullptr, news)
                   : tr("“%1” was imported before, and has nothing new."))
              .arg(nameOf(left.files.front().path))
        : hasNews
        ? tr("%n file(s) were imported before, and some have new messages.", nullptr,
             static_cast<int>(left.files.size()))
        : tr("%n file(s) were imported before, and have nothing new.", nullptr, static_cast<int>(left.files.size()));
    const QString meaning = left.sessions > 1
        ? tr("%n session(s) of the library are as they were.", nullptr, left.sessions)
        : (left.first->isArchived ? tr("It is “%1”, in the archive.") : tr("It is “%1”.")).arg(text(left.first->title));
    ui::view::Notice question{notice, NoticeTone::Plain, what, meaning, {}};
    if (isAsking && hasNews)
        question.button = tr("Update");
    if (isAsking)
        question.otherButton = tr("Import as new");
    m_asked.insert(notice, std::move(left.files));
    emit noticeRaised(question);
}

void WindowImports::reportFailures(const ImportReport& report, const QString& notice)
{
    const auto first = std::ranges::find_if(report.files, [](const auto& file) { return file.error.has_value(); });
    say(notice, NoticeTone::Danger, tr("%n file(s) were not imported.", nullptr, failuresOf(report)),
        tr("The first: %1").arg(text(first->error->sentence)));
}

void WindowImports::reportFile(const FileReport& file, const QString& notice)
{
    if (file.error) {
        say(notice, NoticeTone::Danger, text(file.error->sentence), tr("Nothing of it was imported."));
    } else if (file.problemCount > 0) {
        say(notice, NoticeTone::Limit,
            tr("%n record(s) of “%1” could not be read.", nullptr, static_cast<int>(file.problemCount))
                .arg(nameOf(file.path)),
            file.problems.empty() ? tr("The rest came in.") : text(file.problems.front().sentence));
    }
}

void WindowImports::reportDifference(const FileReport& file)
{
    const auto other = std::ranges::find(file.known, What::Differs, &KnownSession::what);
    if (other != file.known.end())
        say(importNotice + QStringLiteral(".differs:") + text(file.path), NoticeTone::Limit,
            tr("“%1” begins like “%2”, which was imported before, but goes on otherwise.")
                .arg(nameOf(file.path), text(other->title)),
            tr("It came in as a session of its own; the other one is as it was."));
}

void WindowImports::say(const QString& id, NoticeTone tone, const QString& what, const QString& meaning)
{
    emit noticeRaised({id, tone, what, meaning, {}});
}

void WindowImports::sayInPassing(const QString& id, const QString& what, const QString& meaning)
{
    emit noticeRaised({id, NoticeTone::Plain, what, meaning, {}, true});
}

} // namespace quarterdeck::app
