#pragma once

#include "model/session/library.h"
#include "model/session/post.h"

#include <QElapsedTimer>
#include <QEventLoop>
#include <QObject>
#include <QThread>
#include <QTimer>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

namespace quarterdeck::test {

/// Makes one call of a library and runs the event loop until it is answered. Thread: one with an event loop on which
/// the library's completion context lives.
template <typename T>
[[nodiscard]] session::Result<T> await(const std::function<void(session::Done<T>)>& call)
{
    constexpr int patienceMs = 60'000;
    QEventLoop loop;
    QObject context;
    std::optional<session::Result<T>> answer;
    call([&](session::Result<T> result) {
        session::post(&context, [&, result = std::move(result)]() mutable {
            answer = std::move(result);
            loop.quit();
        });
    });
    QTimer::singleShot(patienceMs, &loop, &QEventLoop::quit);
    loop.exec();
    if (!answer)
        qFatal("the library did not answer");
    return std::move(*answer);
}

/// The same by the name of the call: await(library, &Library::readState, id, std::nullopt).
template <typename T, typename... Parameters, typename... Arguments>
[[nodiscard]] session::Result<T> await(session::Library& library,
                                       void (session::Library::*call)(Parameters..., session::Done<T>),
                                       Arguments&&... arguments) requires(sizeof...(Parameters) == sizeof...(Arguments))
{
    return await<T>([&](session::Done<T> done) { (library.*call)(arguments..., std::move(done)); });
}

/// As a person does it: it goes to the archive, and is deleted there.
[[nodiscard]] inline session::Result<session::Nothing> archiveAndRemove(session::Library& library,
                                                                        const session::SessionId& session)
{
    session::SessionLabels labels;
    labels.archivedAt = session::Timestamp{1};
    const auto archived = await<session::Nothing>(
        [&](session::Done<session::Nothing> done) { library.setLabels(session, labels, std::move(done)); });
    if (!archived)
        return archived;
    return await<session::Nothing>(
        [&](session::Done<session::Nothing> done) { library.removeSession(session, std::move(done)); });
}

/// Whether it comes true within a minute: there is no answer for what the writer does by itself.
[[nodiscard]] inline bool comesTrue(const std::function<bool()>& condition)
{
    constexpr int patienceMs = 60'000;
    QElapsedTimer clock;
    clock.start();
    while (!condition()) {
        if (clock.elapsed() > patienceMs)
            return false;
        QThread::yieldCurrentThread();
    }
    return true;
}

} // namespace quarterdeck::test
