#pragma once

#include "model/session/library.h"

#include <cstdint>
#include <functional>

namespace quarterdeck::test {

/// What to make. The same order gives the same log, with the same id.
struct SessionOrder
{
    std::int64_t messages = 1000;
    std::uint64_t seed = 1;
};

struct WrittenSession
{
    session::SessionId id;
    std::int64_t messages = 0;
    std::int64_t events = 0;
    std::int64_t rows = 0; ///< of the channel `everything`
};

/// Makes a realistic session and writes it in big batches; nobody sees it before all of it is durable. NotAllowed if
/// the library has it already. Thread: one with an event loop on which the library's completion context lives; returns
/// when everything is written, and runs the loop meanwhile.
[[nodiscard]] session::Result<WrittenSession>
writeSession(session::Library& library, const SessionOrder& order,
             const std::function<void(std::int64_t messages)>& progress = {});

} // namespace quarterdeck::test
