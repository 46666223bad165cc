#include "model/session/read_ahead.h"

#include <iterator>
#include <utility>
#include <vector>

namespace quarterdeck::replay {

ReadAhead::ReadAhead(conversation::SessionId session, session::Library& library, QObject* parent)
    : QObject(parent)
    , m_session(std::move(session))
    , m_library(library)
{ }

void ReadAhead::restart(conversation::EventSeq after)
{
    ++m_generation;
    m_events.clear();
    m_readTo = after;
    m_isReading = false;
    m_isEndRead = false;
    fill();
}

conversation::Event ReadAhead::take()
{
    conversation::Event event = std::move(m_events.front());
    m_events.pop_front();
    fill();
    return event;
}

void ReadAhead::readOn()
{
    if (!m_events.empty())
        return;
    m_isEndRead = false;
    fill();
}

void ReadAhead::fill()
{
    if (m_isReading || m_isEndRead || m_events.size() > pieceSize / 2)
        return;
    m_isReading = true;
    using Piece = session::Result<std::vector<session::Event>>;
    const auto taken = m_receiver.wrap<Piece>([this, generation = m_generation](Piece piece) {
        if (generation != m_generation)
            return;
        m_isReading = false;
        if (!piece) {
            emit failed(piece.error());
            return;
        }
        m_isEndRead = std::ssize(*piece) < pieceSize;
        if (!piece->empty())
            m_readTo = piece->back().seq;
        std::ranges::move(*piece, std::back_inserter(m_events));
        emit arrived();
    });
    m_library.readEvents(m_session, m_readTo, pieceSize, taken);
}

} // namespace quarterdeck::replay
