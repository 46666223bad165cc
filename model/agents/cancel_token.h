#pragma once

#include "model/agents/callbacks.h"

#include <functional>

namespace quarterdeck::team {

/// Tells coroutines that nobody wants their result any more. QCoro has no cancellation: a wait registers here, is woken
/// by `cancel` (a network reply aborts), and checks `isCancelled` afterwards. Once, and for good. Thread: one, the
/// engine.
class CancelToken
{
public:
    [[nodiscard]] bool isCancelled() const { return m_isCancelled; }
    void cancel()
    {
        if (m_isCancelled)
            return;
        m_isCancelled = true;
        m_callbacks.callAll();
    }
    /// `call` runs when it is cancelled; at once if it already is.
    [[nodiscard]] Callbacks::Registration onCancel(std::function<void()> call)
    {
        if (m_isCancelled) {
            call();
            return {};
        }
        return m_callbacks.add(std::move(call));
    }

private:
    Callbacks m_callbacks;
    bool m_isCancelled = false;
};

} // namespace quarterdeck::team
