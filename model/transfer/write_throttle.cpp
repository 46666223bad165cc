#include "model/transfer/write_throttle.h"

namespace quarterdeck::transfer {

void WriteThrottle::begin()
{
    const std::scoped_lock lock(m_state->mutex);
    ++m_state->underWay;
}

void WriteThrottle::end(State& state, std::optional<session::Error> error)
{
    const std::scoped_lock lock(state.mutex);
    --state.underWay;
    if (error && !state.error) {
        state.error = std::move(error);
    }
    state.changed.notify_all();
}

void WriteThrottle::waitBelow(int count)
{
    std::unique_lock lock(m_state->mutex);
    m_state->changed.wait(lock, [&] { return m_state->underWay < count || m_state->isAbandoned; });
}

void WriteThrottle::abandon()
{
    const std::scoped_lock lock(m_state->mutex);
    m_state->isAbandoned = true;
    m_state->changed.notify_all();
}

std::optional<session::Error> WriteThrottle::error() const
{
    const std::scoped_lock lock(m_state->mutex);
    return m_state->error;
}

void WriteThrottle::forgetError()
{
    const std::scoped_lock lock(m_state->mutex);
    m_state->error.reset();
}

} // namespace quarterdeck::transfer
