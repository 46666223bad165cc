#include "app/services/packages.h"

#include "model/transfer/import/import_job.h"
#include "storage/open_library.h"

#include <QEventLoop>

#include <algorithm>
#include <utility>

namespace quarterdeck::app {

transfer::PackageFiles packageFiles()
{
    return {[](const std::string& path, QObject* completions) { return storage::openLibrary(path, completions); },
            [](const std::string& path) { return storage::sealPackage(path); }};
}

using session::Result;
using transfer::FileReport;
using transfer::ImportJob;

namespace {

/// Imports the file into a new library, which is closed again.
Result<FileReport> taken(const QString& path, const std::string& into, const std::function<void(int)>& progressed)
{
    QObject completions;
    const auto library = storage::openLibrary(into, &completions);
    if (!library) {
        return tl::unexpected(library.error());
    }
    transfer::ImportRequest request;
    request.files.push_back({path.toStdString(), std::nullopt});
    ImportJob job(*library, std::move(request));
    QEventLoop loop;
    FileReport taken;
    QObject::connect(&job, &ImportJob::progressed, &loop, [&](const transfer::ImportProgress& progress) {
        constexpr std::int64_t whole = 100;
        progressed(static_cast<int>(whole * progress.bytesRead / std::max<std::int64_t>(progress.bytesTotal, 1)));
    });
    QObject::connect(&job, &ImportJob::finished, &loop, [&](const transfer::ImportReport& report) {
        taken = report.files.front();
        loop.quit();
    });
    job.start();
    loop.exec();
    return taken;
}

} // namespace

std::string OpenedPackage::library() const { return m_folder.filePath(QStringLiteral("package.db")).toStdString(); }

Result<std::unique_ptr<OpenedPackage>> OpenedPackage::open(const QString& path,
                                                           const std::function<void(int)>& progressed)
{
    std::unique_ptr<OpenedPackage> package(new OpenedPackage);
    const auto report = taken(path, package->library(), progressed);
    if (!report) {
        return tl::unexpected(report.error());
    }
    if (report->error) {
        return tl::unexpected(*report->error);
    }
    package->m_session = report->sessions.front().id;
    if (const auto sealed = storage::sealPackage(package->library()); !sealed) {
        return tl::unexpected(sealed.error());
    }
    return package;
}

} // namespace quarterdeck::app
