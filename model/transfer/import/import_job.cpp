#include "model/transfer/import/import_job.h"

#include "model/session/post.h"
#include "model/transfer/import/import_worker.h"

#include <thread>

namespace quarterdeck::transfer {

class ImportJob::Private
{
public:
    Private(ImportJob& job, std::shared_ptr<Library> library, ImportRequest request)
        : worker(std::move(library), std::move(request), [&job](const ImportProgress& progress) {
            session::post(&job, [&job, progress] { emit job.progressed(progress); });
        })
    { }

    ImportWorker worker;
    std::thread thread;
};

ImportJob::ImportJob(std::shared_ptr<Library> library, ImportRequest request, QObject* parent)
    : QObject(parent)
    , d(std::make_unique<Private>(*this, std::move(library), std::move(request)))
{ }

ImportJob::~ImportJob()
{
    // Completions may be posted to this very thread, which waits here.
    d->worker.abandon();
    if (d->thread.joinable()) {
        d->thread.join();
    }
}

void ImportJob::start()
{
    d->thread = std::thread([this] {
        const ImportReport report = d->worker.run();
        session::post(this, [this, report] { emit finished(report); });
    });
}

void ImportJob::cancel() { d->worker.cancel(); }

} // namespace quarterdeck::transfer
