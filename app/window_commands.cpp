#include "app/window_commands.h"

#include "app/log_file.h"
#include "session/post.h"
#include "team/teams.h"

#include <QDesktopServices>
#include <QDir>
#include <QFileInfo>
#include <QSysInfo>
#include <QUrl>
#include <algorithm>
#include <utility>

namespace quarterdeck::app {

namespace {

const QString importNotice = QStringLiteral("import");

QString text(const std::string& utf8) { return QString::fromStdString(utf8); }

} // namespace

WindowCommands::WindowCommands(Engine& engine, Settings& settings, Language& language, double demoPace)
    : m_engine(engine)
    , m_settings(settings)
    , m_language(language)
{
    m_engine.addPart([this, demoPace](session::SessionHub& hub) {
        m_teams = new team::Teams(hub, demoPace);
        return m_teams;
    });
    connect(m_teams, &team::Teams::failed, this, [this](const conversation::Error& error) {
        say(QStringLiteral("team"), ui::view::NoticeTone::Danger, text(error.sentence));
    });
}

WindowCommands::~WindowCommands() = default;

void WindowCommands::startDemo()
{
    const auto started =
        m_receiver.on<session::Result<conversation::SessionId>>([this](const auto& id) { reportStart(id); });
    session::post(m_teams, [teams = m_teams, language = m_language.current().toStdString(), started] {
        teams->startDemo(language, [started](const session::Result<session::Session*>& opened) {
            if (opened)
                started((*opened)->id());
            else
                started(tl::unexpected(opened.error()));
        });
    });
}

void WindowCommands::reportStart(const session::Result<conversation::SessionId>& started)
{
    if (started) {
        emit sessionMade(*started);
        return;
    }
    const QString sentence = text(started.error().sentence);
    say(QStringLiteral("team"), ui::view::NoticeTone::Danger, sentence);
    emit nothingMade(sentence);
}

void WindowCommands::steer(const conversation::SessionId& session, ui::Steering what)
{
    const auto command = what == ui::Steering::Step ? team::RunCommand::Step
        : what == ui::Steering::Stop                ? team::RunCommand::Stop
                                                    : team::RunCommand::RunOrPause;
    session::post(m_teams, [teams = m_teams, session, command] { teams->command(session, command); });
}

void WindowCommands::wake(const conversation::SessionId& session)
{
    session::post(m_teams, [teams = m_teams, session] { teams->wake(session); });
}

transfer::ImportJob& WindowCommands::prepareImport(const QStringList& paths)
{
    transfer::ImportRequest request;
    for (const QString& path : paths)
        request.files.push_back({path.toStdString(), std::nullopt});
    // Each has a notice of its own while others are under way.
    if (m_importsUnderWay++ == 0)
        m_importNotices = 0;
    const QString notice = m_importNotices == 0 ? importNotice : importNotice + u'.' + QString::number(m_importNotices);
    ++m_importNotices;
    auto* job = new transfer::ImportJob(m_engine.library(), std::move(request), this);
    connect(job, &transfer::ImportJob::finished, this, [this, job, notice](const transfer::ImportReport& report) {
        --m_importsUnderWay;
        job->deleteLater();
        reportImport(report, notice);
    });
    if (!paths.isEmpty())
        say(notice, ui::view::NoticeTone::Plain, tr("Importing %n file(s)…", nullptr, static_cast<int>(paths.size())));
    return *job;
}

void WindowCommands::importFiles(const QStringList& paths)
{
    transfer::ImportJob& job = prepareImport(paths);
    connect(&job, &transfer::ImportJob::finished, this, &WindowCommands::showImported);
    job.start();
}

void WindowCommands::importFor(ImportGuest& guest)
{
    transfer::ImportJob& job = prepareImport(guest.files());
    guest.follow(job);
    job.start();
}

/// The first session of the last file that had any.
void WindowCommands::showImported(const transfer::ImportReport& report)
{
    const auto hasSessions = [](const transfer::FileReport& file) { return !file.sessions.empty(); };
    const auto last = std::find_if(report.files.rbegin(), report.files.rend(), hasSessions);
    if (last != report.files.rend()) {
        emit sessionMade(last->sessions.front().id);
        return;
    }
    const bool hasReason = !report.files.empty() && report.files.front().error;
    emit nothingMade(hasReason ? text(report.files.front().error->sentence) : tr("Nothing was imported."));
}

void WindowCommands::reportImport(const transfer::ImportReport& report, const QString& notice)
{
    session::post(m_engine.hub(), [hub = m_engine.hub()] { hub->refresh(); });
    int sessions = 0;
    qint64 messages = 0;
    for (const transfer::FileReport& file : report.files) {
        sessions += static_cast<int>(file.sessions.size());
        messages += file.messages;
    }
    if (sessions > 0)
        sayInPassing(notice, tr("Imported %n session(s).", nullptr, sessions),
                     tr("%n message(s) in all.", nullptr, static_cast<int>(messages)));
    else if (std::ranges::none_of(report.files, [](const auto& file) { return file.error.has_value(); }))
        say(notice, ui::view::NoticeTone::Plain, tr("Nothing was imported."), tr("The library is as it was."));
    // Where nothing came in, the first reason takes the place of what was said meanwhile.
    bool isNoticeFree = sessions == 0;
    for (const transfer::FileReport& file : report.files)
        reportFile(file, file.error && std::exchange(isNoticeFree, false) ? notice : notice + u':' + text(file.path));
}

void WindowCommands::reportFile(const transfer::FileReport& file, const QString& id)
{
    if (file.error) {
        say(id, ui::view::NoticeTone::Danger, text(file.error->sentence), tr("Nothing of it was imported."));
    } else if (file.problemCount > 0) {
        say(id, ui::view::NoticeTone::Limit,
            tr("%n record(s) of “%1” could not be read.", nullptr, static_cast<int>(file.problemCount))
                .arg(QFileInfo(text(file.path)).fileName()),
            file.problems.empty() ? tr("The rest came in.") : text(file.problems.front().sentence));
    }
}

void WindowCommands::exportSession(const conversation::SessionId& session, const QString& path)
{
    auto* job = new transfer::ExportJob(m_engine.library(), {session, path.toStdString(), {}}, this);
    connect(job, &transfer::ExportJob::finished, this, [this, job, path](const transfer::ExportReport& report) {
        if (report.error)
            say(QStringLiteral("export"), ui::view::NoticeTone::Danger, text(report.error->sentence),
                tr("Nothing was left behind."));
        else if (!report.isCancelled)
            tellExported(path, report);
        job->deleteLater();
    });
    job->start();
}

/// What was taken out stays until it is read: the file is not all that is here.
void WindowCommands::tellExported(const QString& path, const transfer::ExportReport& report)
{
    const QString what = tr("Exported to %1.").arg(QDir::toNativeSeparators(path));
    QStringList meaning{tr("%n event(s).", nullptr, static_cast<int>(report.events))};
    for (const formats::Redaction& redaction : report.redactions)
        meaning.append(text(redaction.sentence));
    if (report.redactions.empty())
        sayInPassing(QStringLiteral("export"), what, meaning.front());
    else
        say(QStringLiteral("export"), ui::view::NoticeTone::Limit, what, meaning.join(u' '));
}

void WindowCommands::setLanguage(const QString& language)
{
    m_settings.setLanguage(language);
    m_language.use(language);
}

void WindowCommands::showLog() { QDesktopServices::openUrl(QUrl::fromLocalFile(LogFile::defaultFolder())); }

QString WindowCommands::diagnostics() const
{
    return QStringLiteral("Quarterdeck %1\nQt %2, %3, %4\nLibrary: %5\n")
        .arg(QCoreApplication::applicationVersion(), QString::fromLatin1(qVersion()), QSysInfo::prettyProductName(),
             QSysInfo::currentCpuArchitecture(),
             m_engine.library()->isReadOnly() ? QStringLiteral("read-only") : QStringLiteral("writable"));
}

void WindowCommands::say(const QString& id, ui::view::NoticeTone tone, const QString& what, const QString& meaning)
{
    emit noticeRaised({id, tone, what, meaning, {}});
}

void WindowCommands::sayInPassing(const QString& id, const QString& what, const QString& meaning)
{
    emit noticeRaised({id, ui::view::NoticeTone::Plain, what, meaning, {}, true});
}

} // namespace quarterdeck::app
