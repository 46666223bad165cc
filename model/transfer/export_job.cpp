#include "model/transfer/export_job.h"

#include "model/session/post.h"
#include "model/transfer/log_export.h"

#include <QDir>
#include <QFileInfo>
#include <QProcessEnvironment>
#include <thread>

namespace quarterdeck::transfer {

std::vector<std::string> homeFolders()
{
    std::vector<std::string> homes{QDir::homePath().toStdString()};
    const std::string withoutLinks = QFileInfo(QDir::homePath()).canonicalFilePath().toStdString();
    if (!withoutLinks.empty() && withoutLinks != homes.front()) {
        homes.push_back(withoutLinks);
    }
    return homes;
}

std::vector<std::string> keysOfEnvironment()
{
    std::vector<std::string> keys;
    const QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    const QStringList names = environment.keys();
    for (const QString& name : names) {
        std::string value = environment.value(name).toStdString();
        if (formats::isSecretsName(name.toStdString(), value)) {
            keys.push_back(std::move(value));
        }
    }
    return keys;
}

class ExportJob::Private
{
public:
    Private(ExportJob& job, std::shared_ptr<session::Library> library, ExportRequest request)
        : work(std::move(library), std::move(request), &job, [&job](std::int64_t events, std::int64_t total) {
            session::post(&job, [&job, events, total] { emit job.progressed(events, total); });
        })
    { }

    LogExport work;
    std::thread thread;
};

ExportJob::ExportJob(std::shared_ptr<session::Library> library, ExportRequest request, QObject* parent)
    : QObject(parent)
    , d(std::make_unique<Private>(*this, std::move(library), std::move(request)))
{ }

ExportJob::~ExportJob()
{
    // Completions may be posted to this very thread, which waits here.
    d->work.abandon();
    if (d->thread.joinable()) {
        d->thread.join();
    }
}

void ExportJob::start()
{
    d->thread = std::thread([this] {
        const ExportReport report = d->work.run();
        session::post(this, [this, report] { emit finished(report); });
    });
}

void ExportJob::cancel() { d->work.cancel(); }

} // namespace quarterdeck::transfer
