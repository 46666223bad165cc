#pragma once

#include "app/owner_guests.h"

#include <memory>
#include <vector>

namespace quarterdeck::app {

/// Those who get the library when this process has closed it.
class Successors final
{
public:
    void add(Successor* who) { m_all.emplace_back(who); }
    [[nodiscard]] bool isEmpty() const { return m_all.empty(); }
    /// The library is closed. Runs the event loop until each of them has it, or has failed to: from then on somebody
    /// listens, or nobody has it.
    void succeed(const Yours& word);

private:
    std::vector<std::unique_ptr<Successor>> m_all;
};

} // namespace quarterdeck::app
