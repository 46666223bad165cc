#include "app/services/samples.h"

#include "model/session/post.h"

namespace quarterdeck::app {

using session::SessionSummary;
using transfer::ImportJob;
using transfer::ImportReport;
using Summaries = session::Result<std::vector<SessionSummary>>;

namespace {

/// When the data sets were published: the sessions themselves have no times.
constexpr session::Timestamp whoAndWhenTime{1'746'090'000'000}; // 2025-05-01 09:00 UTC
constexpr session::Timestamp tauBenchTime{1'718'960'400'000};   // 2024-06-21 09:00 UTC

void startImport(const std::shared_ptr<session::Library>& library, QObject* context,
                 std::function<void(const ImportReport&)> done)
{
    auto* job = new ImportJob(library, sampleSessions(), context);
    QObject::connect(job, &ImportJob::finished, context, [job, done = std::move(done)](const ImportReport& report) {
        done(report);
        job->deleteLater();
    });
    job->start();
}

/// Waits for the list of sessions; deleted with its context.
class Offer final : public QObject
{
public:
    Offer(std::shared_ptr<session::Library> library, QObject* context, std::function<void(const ImportReport&)> done)
        : QObject(context)
        , m_library(std::move(library))
        , m_done(std::move(done))
        , m_receiver(this)
    { }

    void ask()
    {
        m_library->listSessions(m_receiver.wrap<Summaries>([this](const Summaries& sessions) {
            if (sessions && sessions->empty() && !m_library->isReadOnly()) {
                startImport(m_library, parent(), std::move(m_done));
            } else {
                m_done({});
            }
            deleteLater();
        }));
    }

private:
    std::shared_ptr<session::Library> m_library;
    std::function<void(const ImportReport&)> m_done;
    session::CallbackGuard m_receiver;
};

} // namespace

transfer::ImportRequest sampleSessions()
{
    transfer::ImportRequest request;
    request.areSamples = true;
    request.files = {{":/samples/airline_trip.json", tauBenchTime},
                     {":/samples/gaming_awards.json", whoAndWhenTime},
                     {":/samples/house_prices.json", whoAndWhenTime}};
    return request;
}

void importSamples(const std::shared_ptr<session::Library>& library, QObject* context,
                   std::function<void(const ImportReport&)> done)
{
    (new Offer(library, context, std::move(done)))->ask();
}

} // namespace quarterdeck::app
