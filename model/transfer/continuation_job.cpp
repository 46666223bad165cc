#include "model/transfer/continuation_job.h"

#include "model/session/post.h"
#include "model/transfer/continuation.h"

#include <thread>

namespace quarterdeck::transfer {

class ContinuationJob::Private
{
public:
    Private(ContinuationJob& job, std::shared_ptr<session::Library> library, ContinuationRequest request)
        : work(std::move(library), std::move(request), [&job](std::int64_t events, std::int64_t total) {
            session::post(&job, [&job, events, total] { emit job.progressed(events, total); });
        })
    { }

    Continuation work;
    std::thread thread;
};

ContinuationJob::ContinuationJob(std::shared_ptr<session::Library> library, ContinuationRequest request,
                                 QObject* parent)
    : QObject(parent)
    , d(std::make_unique<Private>(*this, std::move(library), std::move(request)))
{ }

ContinuationJob::~ContinuationJob()
{
    // Completions may be posted to this very thread, which waits here.
    d->work.abandon();
    if (d->thread.joinable()) {
        d->thread.join();
    }
}

void ContinuationJob::start()
{
    d->thread = std::thread([this] {
        const ContinuationReport report = d->work.run();
        session::post(this, [this, report] { emit finished(report); });
    });
}

void ContinuationJob::cancel() { d->work.cancel(); }

} // namespace quarterdeck::transfer
