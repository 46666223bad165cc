#include "app/services/engine.h"

#include "app/services/backup_scheduler.h"
#include "model/session/post.h"
#include "storage/open_library.h"

#include <QEventLoop>
#include <QLoggingCategory>
#include <thread>
#include <utility>

namespace quarterdeck::app {

namespace {

Q_LOGGING_CATEGORY(logEngine, "quarterdeck.app.engine")

/// What stands in the way of a library that is damaged: that itself, or what kept it from being recovered.
const session::Error& obstacle(const session::Error& error, const std::optional<session::Error>& recovery)
{
    const bool isInTheWay = recovery && recovery->code != conversation::ErrorCode::Damaged;
    return isInTheWay && error.code == conversation::ErrorCode::Damaged ? *recovery : error;
}

std::shared_ptr<session::Library> standInFor(const session::Error& error, QObject* completionContext)
{
    qCWarning(logEngine).noquote() << QString::fromStdString(error.sentence) << QString::fromStdString(error.detail);
    return storage::makeUnavailableLibrary(
        completionContext, session::Error{conversation::ErrorCode::ReadOnly, error.sentence, error.detail});
}

} // namespace

Engine::Engine() : m_context(std::make_unique<QObject>())
{
    m_thread.setObjectName(QStringLiteral("engine"));
    m_context->moveToThread(&m_thread);
    m_thread.start();
}

void Engine::recover(const std::string& libraryPath, const std::function<void(int percent)>& recovering)
{
    if (auto report = storage::recoverLibrary(libraryPath, recovering))
        m_recovery = std::move(*report);
    else
        m_recoveryFailure = report.error();
}

void Engine::open(const std::string& libraryPath, const std::function<void(int percent)>& recovering, Opening how)
{
    if (how == Opening::Recovered)
        recover(libraryPath, recovering);
    const auto access = how == Opening::Anew ? storage::Access::Anew : storage::Access::ReadWrite;
    auto library = storage::openLibrary(libraryPath, m_context.get(), access);
    if (!library && library.error().code == conversation::ErrorCode::Damaged && how == Opening::AsItIs) {
        recover(libraryPath, recovering);
        if (m_recovery)
            library = storage::openLibrary(libraryPath, m_context.get());
    }
    if (!library && library.error().code == conversation::ErrorCode::Locked) {
        m_lockedReason = library.error();
        auto readable = storage::openLibrary(libraryPath, m_context.get(), storage::Access::ReadOnly);
        if (readable)
            library = std::move(readable);
    }
    m_hasStandIn = !library;
    m_isLost = !library && library.error().code == conversation::ErrorCode::NotFound;
    m_library =
        library ? std::move(*library) : standInFor(obstacle(library.error(), m_recoveryFailure), m_context.get());
}

std::unique_ptr<Engine> Engine::start(const std::string& libraryPath,
                                      const std::function<void(int percent)>& recovering, Opening how)
{
    auto engine = std::unique_ptr<Engine>(new Engine);
    QEventLoop loop;
    std::thread opening([&] {
        const auto tell = [&](int percent) {
            if (recovering)
                session::post(&loop, [&recovering, percent] { recovering(percent); });
        };
        engine->open(libraryPath, tell, how);
        session::post(&loop, [&loop] { loop.quit(); });
    });
    loop.exec();
    opening.join();
    if (!engine->m_library->isReadOnly())
        engine->m_backups = std::make_unique<BackupScheduler>(libraryPath);
    engine->startHub();
    return engine;
}

std::unique_ptr<Engine> Engine::show(const session::Result<std::string>& libraryPath)
{
    auto engine = std::unique_ptr<Engine>(new Engine);
    QObject* const context = engine->m_context.get();
    auto library = libraryPath.and_then(
        [&](const std::string& path) { return storage::openLibrary(path, context, storage::Access::ReadOnly); });
    engine->m_hasStandIn = !library;
    engine->m_library = library ? std::move(*library) : standInFor(library.error(), context);
    engine->startHub();
    return engine;
}

void Engine::startHub()
{
    run([&] {
        m_hub = new session::SessionHub(m_library);
        m_hub->start();
    });
}

Engine::~Engine()
{
    m_backups.reset();
    run([this] {
        for (auto part = m_parts.rbegin(); part != m_parts.rend(); ++part)
            delete *part;
        delete m_hub;
    });
    // The library commits what is queued; nobody receives its last completions.
    m_library.reset();
    m_thread.quit();
    m_thread.wait();
}

void Engine::addPart(const std::function<QObject*(session::SessionHub&)>& make)
{
    run([&] { m_parts.push_back(make(*m_hub)); });
}

void Engine::removePart(QObject* part)
{
    run([&] {
        std::erase(m_parts, part);
        delete part;
    });
}

void Engine::run(const std::function<void()>& call)
{
    QMetaObject::invokeMethod(m_context.get(), call, Qt::BlockingQueuedConnection);
}

} // namespace quarterdeck::app
