#include "ui/transcript/row_chunker.h"

#include <algorithm>
#include <utility>

namespace quarterdeck::ui::transcript {

RowChunker::RowChunker(QObject* parent) : QObject(parent)
{
    m_turn.setSingleShot(true);
    m_turn.setInterval(0);
    connect(&m_turn, &QTimer::timeout, this, &RowChunker::sendNext);
}

void RowChunker::forget()
{
    m_turn.stop();
    m_waiting.clear();
    if (std::exchange(m_sent, 0) > 0)
        emit part({});
}

void RowChunker::send(Text text)
{
    m_waiting.enqueue(std::move(text));
    if (!m_turn.isActive())
        sendNext();
}

/// A piece of the first, or all texts if they are short.
void RowChunker::sendNext()
{
    qsizetype room = longestPiece;
    while (!m_waiting.isEmpty()) {
        const Text& first = m_waiting.head();
        const qsizetype left = first.json.size() - m_sent;
        if (left > room) {
            if (room < longestPiece)
                break; // the next turn has all of its room
            qsizetype end = m_sent + room;
            if (first.json.at(end - 1).isHighSurrogate())
                --end; // half a character would not arrive
            const QString piece = first.json.mid(m_sent, end - m_sent);
            m_sent = end;
            emit part(piece);
            break;
        }
        room -= left;
        const Text last = m_waiting.dequeue();
        const QString end = m_sent == 0 ? last.json : last.json.mid(std::exchange(m_sent, 0));
        if (last.kind == Kind::Rows)
            emit rows(end);
        else
            emit changed(end);
    }
    if (!m_waiting.isEmpty())
        m_turn.start();
}

} // namespace quarterdeck::ui::transcript
