#include "app/cli/finish_index.h"

#include "app/services/await.h"
#include "model/session/library_status.h"

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QEventLoop>
#include <QLocale>
#include <QTimer>
#include <chrono>
#include <optional>

namespace quarterdeck::app {

using session::LibraryStatus;

namespace {

/// How often to ask how much is left.
constexpr std::chrono::milliseconds lookSpell{100};
/// One step of the index may take seconds on a slow disk. Without any progress for this long, it has stalled.
constexpr std::chrono::seconds longestStandstill{30};

void pause()
{
    QEventLoop loop;
    QTimer::singleShot(lookSpell, &loop, &QEventLoop::quit);
    loop.exec();
}

/// False if it was stopped or cannot be done now.
bool waitForIndex(session::Library& library, Console& console, const std::stop_token& stop)
{
    session::LibraryMonitor* signs = session::LibraryMonitor::of(library);
    std::optional<std::int64_t> left;
    QDeadlineTimer patience;
    while (signs != nullptr && !stop.stop_requested() && !signs->writingTrouble()) {
        const auto vitals = await<LibraryStatus>([&](auto done) { signs->readLibraryStatus(std::move(done)); });
        if (!vitals || vitals->indexLag == 0)
            return vitals.has_value();
        if (left != vitals->indexLag)
            patience = QDeadlineTimer(longestStandstill);
        else if (patience.hasExpired())
            return false;
        left = vitals->indexLag;
        console.progress(QCoreApplication::translate("CommandLine", "Indexing for search: %1 events left")
                             .arg(QLocale().toString(static_cast<qlonglong>(*left))));
        pause();
    }
    return false;
}

} // namespace

void finishIndex(session::Library& library, InstanceServer& owner, ImportService& service, Console& console,
                 const std::stop_source& stop)
{
    owner.setFace(InstanceServer::InstanceRole::Index);
    QObject context;
    QObject::connect(&owner, &InstanceServer::libraryRequested, &context, [&stop] { stop.request_stop(); });
    do {
        service.finish();
    } while (waitForIndex(library, console, stop.get_token()) && service.isBusy());
    service.finish(); // who came meanwhile
}

} // namespace quarterdeck::app
