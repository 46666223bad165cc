#pragma once

#include "model/session/library.h"
#include "model/session/post.h"

#include <QEventLoop>
#include <optional>

namespace quarterdeck::app {

/// Asks the library and runs the event loop until it answers: reads are answered on another thread, writes on this one.
template <typename T, typename Ask>
[[nodiscard]] session::Result<T> await(Ask&& ask)
{
    QEventLoop loop;
    std::optional<session::Result<T>> answer;
    ask([&](session::Result<T> result) {
        session::post(&loop, [&, given = std::move(result)]() mutable {
            answer = std::move(given);
            loop.quit();
        });
    });
    loop.exec();
    return std::move(*answer);
}

} // namespace quarterdeck::app
