#pragma once

#include "model/session/session.h"

#include <QObject>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace quarterdeck::bench {

/// When each message of a session was committed, as told to the first listener. A part of the engine. Thread: engine,
/// unless stated otherwise.
class CommitTimes final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CommitTimes)
public:
    explicit CommitTimes(session::Session& session);

    /// A message that was seen, and when, in milliseconds since 1970.
    struct Seen
    {
        int number = 0; ///< of its id, "m<number>"
        double atMs = 0;
    };
    /// How long each message took from its commit until it, or a later one, was seen; sorted. `seen` is in order.
    /// Thread: any.
    [[nodiscard]] std::vector<double> delays(const std::vector<Seen>& seen) const;

private:
    void note(const session::Event& event);

    mutable std::mutex m_mutex;
    std::map<int, std::size_t> m_places; ///< by number
    std::vector<double> m_times;         ///< in the order of the log
};

} // namespace quarterdeck::bench
