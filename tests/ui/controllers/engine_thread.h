#pragma once

#include "model/session/session_hub.h"
#include "tests/model/session/support/scripted_library.h"
#include "tests/model/session/support/session_kit.h"
#include "tests/support/wait.h"

#include <QObject>
#include <QThread>
#include <atomic>
#include <functional>
#include <memory>
#include <vector>

namespace quarterdeck::test {

/// An engine on its own thread, as in the program. Use library and hub in `run`.
class EngineThread
{
public:
    EngineThread()
    {
        context.moveToThread(&m_thread);
        m_thread.start();
        run([this] {
            library = std::make_shared<ScriptedLibrary>(&context);
            hub = std::make_unique<session::SessionHub>(library);
        });
    }
    ~EngineThread()
    {
        run([this] { hub.reset(); });
        library.reset();
        m_thread.quit();
        m_thread.wait();
    }
    EngineThread(const EngineThread&) = delete;
    EngineThread& operator=(const EngineThread&) = delete;

    /// Runs it on the engine thread and waits for it.
    void run(const std::function<void()>& call)
    {
        QMetaObject::invokeMethod(&context, call, Qt::BlockingQueuedConnection);
    }
    /// A new session with the usual team.
    [[nodiscard]] session::Session* create(const char* title = "A session")
    {
        std::atomic<session::Session*> made = nullptr;
        run([&] {
            conversation::SessionStarted settings;
            settings.title = title;
            hub->create(settings, usualTeam(), [&](session::Result<session::Session*> created) { made = *created; });
        });
        (void)waitFor([&] { return made != nullptr; });
        return made;
    }
    /// Submits all of them and returns when they are durable and shown.
    void commit(session::Session* session, const std::vector<conversation::Intent>& intents)
    {
        std::atomic<std::size_t> answered = 0;
        run([&] {
            for (const conversation::Intent& intent : intents)
                session->submit(intent, [&](const conversation::Decision&) { ++answered; });
        });
        while (answered < intents.size()) // and not by an event loop: the ui thread has its back turned
            QThread::yieldCurrentThread();
        run([] {});
    }

    QObject context;
    std::shared_ptr<ScriptedLibrary> library;
    std::unique_ptr<session::SessionHub> hub;

private:
    QThread m_thread;
};

} // namespace quarterdeck::test
