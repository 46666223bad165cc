#pragma once

#include "model/session/library.h"

#include <functional>
#include <future>
#include <memory>

namespace quarterdeck::transfer {

/// Waits for a read: its answer comes on the reader thread, which never waits for this one.
template <typename T>
session::Result<T> awaitLibrary(const std::function<void(session::Done<T>)>& ask)
{
    auto promise = std::make_shared<std::promise<session::Result<T>>>();
    auto answer = promise->get_future();
    ask([promise](session::Result<T> result) { promise->set_value(std::move(result)); });
    return answer.get();
}

} // namespace quarterdeck::transfer
