#include "came_back.h"

#include "app/services/packages.h"
#include "model/transfer/export_job.h"
#include "model/transfer/import/import_job.h"
#include "tests/support/wait.h"

#include <QTemporaryDir>
#include <optional>

namespace quarterdeck::hostile {

using session::Result;
using session::SessionId;

namespace {

constexpr int limitMs = 60'000;

/// Waits until the job is done.
template <typename Report, typename Job>
Result<Report> run(Job& job)
{
    std::optional<Report> told;
    QObject::connect(&job, &Job::finished, &job, [&](const Report& report) { told = report; });
    job.start();
    if (!test::waitFor([&] { return told.has_value(); }, limitMs))
        return tl::unexpected(session::Error{conversation::ErrorCode::BadInput, "It took too long.", {}});
    return *std::move(told);
}

Result<session::Nothing> writeTo(const std::string& path, const std::shared_ptr<session::Library>& library,
                                 const SessionId& session, const std::string& format)
{
    transfer::ExportRequest request;
    request.session = session;
    request.path = path;
    request.format = format;
    request.isRedacted = false;
    request.packages = app::packageFiles();
    transfer::ExportJob job(library, request);
    const auto report = run<transfer::ExportReport>(job);
    if (!report)
        return tl::unexpected(report.error());
    if (report->error)
        return tl::unexpected(*report->error);
    return session::Nothing{};
}

Result<SessionId> readFrom(const std::string& path, const std::shared_ptr<session::Library>& library)
{
    transfer::ImportRequest request;
    request.files.push_back({path, {}});
    transfer::ImportJob job(library, request);
    const auto report = run<transfer::ImportReport>(job);
    if (!report)
        return tl::unexpected(report.error());
    const transfer::FileReport& file = report->files.at(0);
    if (file.error)
        return tl::unexpected(*file.error);
    if (file.sessions.size() != 1 || file.problemCount != 0)
        return tl::unexpected(
            session::Error{conversation::ErrorCode::BadInput, "The file does not hold the one session whole.", {}});
    return file.sessions.front().id;
}

} // namespace

Result<SessionId> exportAndImport(const std::shared_ptr<session::Library>& library, const SessionId& session,
                                  const std::string& format)
{
    const QTemporaryDir folder;
    const std::string path = folder.filePath(QStringLiteral("session.")).toStdString() + format;
    return writeTo(path, library, session, format).and_then([&](session::Nothing) { return readFrom(path, library); });
}

} // namespace quarterdeck::hostile
