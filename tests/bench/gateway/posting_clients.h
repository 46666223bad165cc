#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace quarterdeck::bench {

struct Posting
{
    std::uint16_t port = 0;
    int connections = 1;
    bool isKeptAlive = true;    ///< false: a new connection per message, as AgentScope does
    int messages = 1000;        ///< by all of them together
    int firstNumber = 0;        ///< of the messages' ids, which must not repeat
    std::string run = "run";    ///< by which the names of the runs begin: each connection has one of its own
    std::size_t imageBytes = 0; ///< of the image that each message has besides; 0 = it has none
    int perSecond = 0;          ///< of each connection; 0 = as fast as they are answered
    const std::atomic<bool>* isOver = nullptr; ///< where it becomes true, no more are posted
};

struct Posted
{
    std::vector<double> milliseconds; ///< from the first byte of each message to its answer; sorted
    double seconds = 0;               ///< of all
    double clientCpuSeconds = 0;      ///< of the posting threads
    int refused = 0;                  ///< answers that were not 200
};

/// Posts messages of 1 kB, each connection on a thread of its own, with one request at a time. Their texts and ids end
/// with their number. Blocks.
[[nodiscard]] Posted postMessages(const Posting& posting);

} // namespace quarterdeck::bench
