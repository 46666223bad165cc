#pragma once

#include "app/services/instance_peers.h"

#include <memory>
#include <vector>

namespace quarterdeck::app {

/// Those who get the library once this process has closed it.
class HandoffQueue final
{
public:
    void add(HandoffTarget* who) { m_all.emplace_back(who); }
    [[nodiscard]] bool isEmpty() const { return m_all.empty(); }
    /// Call it when the library is closed. Runs the event loop until each of them has it open or has failed: from then
    /// on somebody listens, or nobody owns it.
    void succeed(const LibraryReleased& word);

private:
    std::vector<std::unique_ptr<HandoffTarget>> m_all;
};

} // namespace quarterdeck::app
