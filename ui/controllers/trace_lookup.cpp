#include "ui/controllers/trace_lookup.h"

#include "model/conversation/channel.h"

#include <algorithm>
#include <utility>

namespace quarterdeck::ui {

namespace {

/// How many events with spans are read, half of them before the selected one. Exporters send seconds at once.
constexpr std::int32_t around = 100;

std::int64_t recordedIn(const conversation::ConversationState& state)
{
    const auto found = state.channels().find(conversation::channel::spans);
    return found == state.channels().end() ? 0 : found->second;
}

} // namespace

TraceLookup::TraceLookup(CurrentSession& viewed, QObject* parent) : QObject(parent), m_viewed(viewed) { }

void TraceLookup::clear()
{
    m_seq = {};
    m_recorded = 0;
    ++m_readings;
    m_spans.clear();
}

void TraceLookup::find(conversation::EventSeq seq)
{
    const std::int64_t recorded = m_viewed.state() ? recordedIn(*m_viewed.state()) : 0;
    if (seq == m_seq && recorded == m_recorded)
        return;
    if (seq != m_seq)
        m_spans.clear();
    m_seq = seq;
    m_recorded = recorded;
    ++m_readings;
    if (recorded == 0)
        return;
    session::RowsRequest request;
    request.session = m_viewed.id();
    request.channel = conversation::channel::spans;
    request.count = 1;
    request.asOf = seq;
    using Found = session::Result<session::Rows>;
    m_viewed.library().readRows(request, m_receiver.wrap<Found>([this, reading = m_readings](const Found& rows) {
        if (rows && reading == m_readings)
            readAround(rows->total);
    }));
}

void TraceLookup::readAround(std::int64_t before)
{
    session::RowsRequest request;
    request.session = m_viewed.id();
    request.channel = conversation::channel::spans;
    request.first = {std::max<std::int64_t>(0, before - around / 2)};
    request.count = around;
    request.asOf = m_viewed.asOf();
    using Found = session::Result<session::Rows>;
    m_viewed.library().readRows(request, m_receiver.wrap<Found>([this, reading = m_readings](const Found& rows) {
        if (rows && reading == m_readings)
            take(*rows);
    }));
}

void TraceLookup::take(const session::Rows& rows)
{
    std::vector<conversation::Span> spans;
    for (const session::Row& row : rows.rows)
        if (const auto* recorded = std::get_if<conversation::SpansRecorded>(&row.event.body))
            spans.insert(spans.end(), recorded->spans.begin(), recorded->spans.end());
    if (spans == m_spans)
        return;
    m_spans = std::move(spans);
    emit found();
}

} // namespace quarterdeck::ui
