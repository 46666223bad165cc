#pragma once

#include "model/session/session.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>

namespace quarterdeck::ui::transcript {

/// How far channels have been read: how many of their rows have been in sight, or are above one that was. Whoever
/// returns to a place in one is told how many came since. Thread: ui.
class ReadProgress
{
public:
    static constexpr std::size_t most = 500;

    /// In a channel that was not opened before, nothing is news.
    std::int64_t opened(const conversation::SessionId& session, const conversation::ChannelKey& channel,
                        std::int64_t total)
    {
        if (m_seen.size() >= most && m_seen.count({session, channel}) == 0)
            m_seen.clear();
        return m_seen.emplace(Key{session, channel}, total).first->second;
    }
    void see(const conversation::SessionId& session, const conversation::ChannelKey& channel, std::int64_t rows)
    {
        std::int64_t& seen = m_seen[{session, channel}];
        seen = std::max(seen, rows);
    }

private:
    using Key = std::pair<conversation::SessionId, conversation::ChannelKey>;
    std::map<Key, std::int64_t> m_seen;
};

} // namespace quarterdeck::ui::transcript
