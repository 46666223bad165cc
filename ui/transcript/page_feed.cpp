#include "ui/transcript/page_feed.h"

#include "model/conversation/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <string_view>
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

namespace {

bool isWithinCharacter(std::string_view text, std::size_t at)
{
    return at < text.size() && conversation::utf8::isContinuation(text[at]);
}

std::string_view beginningOf(std::string_view text)
{
    if (text.size() <= StreamingDiff::longest)
        return text;
    std::size_t end = StreamingDiff::longest;
    for (int back = 0; back < 3 && isWithinCharacter(text, end); ++back)
        --end;
    return text.substr(0, end);
}

} // namespace

nlohmann::json StreamingDiff::tell(const session::StreamingMessage& draft, bool isHere)
{
    nlohmann::json message{{"id", draft.id}, {"tokens", draft.tokens}, {"done", draft.isDone || !isHere}};
    if (!isHere)
        message["gone"] = true;
    if (draft.isDone || !isHere) {
        m_texts.erase(draft.id);
        return message;
    }
    std::string& sent = m_texts[draft.id];
    const std::string_view now = beginningOf(draft.text);
    // All of it, unless what was sent is its beginning and ends between characters.
    const bool goesOn = !sent.empty() && now.starts_with(sent) && !isWithinCharacter(now, sent.size());
    message[goesOn ? "add" : "text"] = std::string(goesOn ? now.substr(sent.size()) : now);
    sent = now;
    return message;
}

StreamingFeed::StreamingFeed(QObject* parent) : QObject(parent)
{
    m_frame.setSingleShot(true);
    m_frame.setInterval(frameMs);
    connect(&m_frame, &QTimer::timeout, this, &StreamingFeed::flush);
}

void StreamingFeed::put(const session::StreamingMessage& draft)
{
    m_drafts.insert_or_assign(draft.id, draft);
    m_changed.insert(draft.id);
    if (!m_frame.isActive())
        m_frame.start();
}

void StreamingFeed::sendAll()
{
    for (const auto& [id, draft] : m_drafts)
        m_changed.insert(id);
    flush();
}

void StreamingFeed::clear()
{
    m_frame.stop();
    m_changed.clear();
    m_drafts.clear();
}

void StreamingFeed::flush()
{
    for (const std::string& id : std::exchange(m_changed, {})) {
        const session::StreamingMessage draft = m_drafts[id];
        if (draft.isDone)
            m_drafts.erase(id);
        emit due(draft);
    }
}

ScrollPosition scrollPosition(const Anchor& anchor, const std::optional<LineAtTop>& line)
{
    const bool isOfIt = line && anchor.align == Align::Start && line->ordinal == anchor.ordinal.value;
    return {anchor, isOfIt ? std::optional(line->line) : std::nullopt};
}

nlohmann::json anchorJson(const Anchor& anchor, const std::optional<LineAtTop>& line)
{
    nlohmann::json value{{"ordinal", anchor.ordinal.value}, {"align", wordFor(anchor.align).data()}};
    if (const auto kept = scrollPosition(anchor, line).line)
        value["line"] = {{"part", kept->part}, {"characters", kept->characters}, {"below", kept->below}};
    return value;
}

nlohmann::json searchJson(const Search& search, int generation, bool isToReveal)
{
    using nlohmann::json;
    json phrases = json::array();
    for (const session::SearchPhrase& phrase : search.phrases)
        phrases.push_back({{"text", phrase.text}, {"prefix", phrase.isPrefix}});
    json value{{"generation", generation},
               {"phrases", std::move(phrases)},
               {"current", search.current ? search.current->value : -1},
               {"fromEnd", search.isFromEnd},
               {"reveal", isToReveal}};
    if (search.rows) {
        json rows = json::array();
        for (const conversation::Ordinal row : *search.rows)
            rows.push_back(row.value);
        value["rows"] = std::move(rows);
    }
    return value;
}

} // namespace quarterdeck::ui::transcript
