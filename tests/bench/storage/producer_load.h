#pragma once

#include <QObject>
#include <cstddef>
#include <functional>

namespace quarterdeck::bench {

/// Producers of one thread that send to one receiver: each sends its next when its last is durable.
class ProducerLoad final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ProducerLoad)
public:
    using Durable = std::function<void()>;
    /// Sends the one of this number, and calls back when it is durable.
    using Send = std::function<void(std::size_t number, Durable durable)>;

    explicit ProducerLoad(Send send) : m_send(std::move(send)) { }

    struct Figures
    {
        double seconds = 0;
        double meanBatch = 0; ///< acknowledgements per turn of the event loop
    };
    [[nodiscard]] Figures run(std::size_t count, int producers);

private:
    void sendNext();
    void noteAcknowledgement();

    Send m_send;
    std::size_t m_count = 0;
    std::size_t m_next = 0;
    std::size_t m_acknowledged = 0;
    int m_batches = 0;
    bool m_isBatchNoted = false;
};

} // namespace quarterdeck::bench
