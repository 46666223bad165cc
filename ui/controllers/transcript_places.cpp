#include "ui/controllers/transcript_places.h"

#include "model/conversation/channel.h"
#include "ui/transcript/transcript_page.h"

#include <QElapsedTimer>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <utility>

namespace quarterdeck::ui {

using conversation::ChannelKey;
using conversation::SessionId;

void ScrollPositions::keep(const transcript::TranscriptView& view)
{
    const transcript::ChannelView& shown = view.page().shown();
    if (const auto place = view.page().place())
        keep(shown.session, shown.channel, *place);
}

void ScrollPositions::keep(const SessionId& session, const ChannelKey& channel, const transcript::ScrollPosition& place)
{
    m_kept.remove_if([&](const Kept& kept) { return kept.session == session && kept.channel == channel; });
    if (!place.anchor)
        return; // the end is where a channel opens anyway
    m_kept.push_front({session, channel, place});
    if (m_kept.size() > most)
        m_kept.pop_back();
}

transcript::ScrollPosition ScrollPositions::placeIn(const SessionId& session, const ChannelKey& channel) const
{
    const auto found = std::ranges::find_if(
        m_kept, [&](const Kept& kept) { return kept.session == session && kept.channel == channel; });
    return found == m_kept.end() ? transcript::ScrollPosition() : found->place;
}

ChannelKey ScrollPositions::channelOf(const SessionId& session) const
{
    const auto found = std::ranges::find(m_channels, session, &std::pair<SessionId, ChannelKey>::first);
    return found == m_channels.end() ? conversation::channel::everything : found->second;
}

void ScrollPositions::keepChannel(const SessionId& session, const ChannelKey& channel)
{
    m_channels.remove_if([&](const auto& kept) { return kept.first == session; });
    if (session.isEmpty() || channel == conversation::channel::everything)
        return;
    m_channels.emplace_front(session, channel);
    if (m_channels.size() > most)
        m_channels.pop_back();
}

QByteArray ScrollPositions::toJson() const
{
    QJsonArray all;
    for (const Kept& kept : m_kept) {
        const transcript::LineInRow line = kept.place.line.value_or(transcript::LineInRow());
        QJsonArray one{QString::fromStdString(kept.session.str()), QString::fromStdString(kept.channel.str()),
                       static_cast<double>(kept.place.anchor->ordinal.value),
                       static_cast<int>(kept.place.anchor->align)};
        if (kept.place.line)
            for (const int part : {line.part, line.characters, line.below})
                one.append(part);
        all.append(one);
    }
    QJsonArray channels;
    for (const auto& [session, channel] : m_channels)
        channels.append(QJsonArray{QString::fromStdString(session.str()), QString::fromStdString(channel.str())});
    return QJsonDocument(QJsonObject{{QStringLiteral("places"), all}, {QStringLiteral("channels"), channels}})
        .toJson(QJsonDocument::Compact);
}

void ScrollPositions::readJson(const QByteArray& json)
{
    const QJsonObject all = QJsonDocument::fromJson(json).object();
    const auto text = [](const QJsonValue& value) { return value.toString().toStdString(); };
    const QJsonArray places = all[QStringLiteral("places")].toArray();
    for (qsizetype i = places.size(); i-- > 0;) { // the latest comes first again
        const QJsonArray one = places.at(i).toArray();
        const double ordinal = one.at(2).toDouble(-1);
        const int align = one.at(3).toInt(-1);
        constexpr double highest = 1LL << 53; // JSON's numbers are exact up to there
        const bool isPlace =
            ordinal >= 0 && ordinal <= highest && align >= 0 && align <= static_cast<int>(transcript::Align::End);
        if (text(one.at(0)).empty() || !isPlace)
            continue;
        transcript::ScrollPosition kept{
            transcript::Anchor{{static_cast<std::int64_t>(ordinal)}, static_cast<transcript::Align>(align)}, {}};
        if (one.size() == 7)
            kept.line = transcript::LineInRow{one.at(4).toInt(), one.at(5).toInt(), one.at(6).toInt()};
        keep(SessionId(text(one.at(0))), ChannelKey(text(one.at(1))), kept);
    }
    const QJsonArray channels = all[QStringLiteral("channels")].toArray();
    for (qsizetype i = channels.size(); i-- > 0;) {
        const QJsonArray one = channels.at(i).toArray();
        keepChannel(SessionId(text(one.at(0))), ChannelKey(text(one.at(1))));
    }
}

namespace {

constexpr int pauseMs = 500; ///< a busy session does not ask for its marks more often
/// They take long to find in a very long session; the pause is then this multiple of it.
constexpr int pauseFactor = 10;

transcript::ScrollMark::Kind scrollMarkKind(const session::ChannelMark& mark,
                                            const conversation::ConversationState& state)
{
    using Kind = transcript::ScrollMark::Kind;
    switch (mark.kind) {
    case session::TimelineMark::Kind::Error:
        return Kind::Error;
    case session::TimelineMark::Kind::PrivateChat:
        return Kind::PrivateChat;
    case session::TimelineMark::Kind::Mistake:
        return Kind::Mistake;
    case session::TimelineMark::Kind::Question:
        break;
    }
    const bool waits = std::ranges::find(state.openQuestions(), mark.seq, &conversation::OpenQuestion::askedSeq)
        != state.openQuestions().end();
    return waits ? Kind::Question : Kind::EndedQuestion;
}

} // namespace

TranscriptMarks::TranscriptMarks(transcript::TranscriptView& view, CurrentSession& viewed, QObject* parent)
    : QObject(parent)
    , m_view(view)
    , m_viewed(viewed)
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(pauseMs);
    connect(&m_timer, &QTimer::timeout, this, &TranscriptMarks::read);
    connect(&view.page(), &transcript::TranscriptPage::painted, this, [this] {
        if (std::exchange(m_isDue, false))
            read();
    });
}

void TranscriptMarks::begin(const conversation::ChannelKey& channel)
{
    m_channel = channel;
    ++m_reading; // an answer for what was shown before is late
    m_isReading = false;
    m_isDue = !m_viewed.isEmpty();
    m_timer.stop();
    m_own.clear();
    show();
    if (!m_isDue)
        tellThatRead();
}

void TranscriptMarks::refreshSoon()
{
    if (!m_timer.isActive())
        m_timer.start();
}

void TranscriptMarks::setFound(std::vector<transcript::ScrollMark> marks)
{
    m_found = std::move(marks);
    show();
}

void TranscriptMarks::whenRead(std::function<void()> done)
{
    if (!m_isDue && m_timer.isActive())
        read();
    m_waiting.push_back(std::move(done));
    if (!m_isDue && !m_isReading)
        tellThatRead();
}

void TranscriptMarks::tellThatRead()
{
    for (const auto& done : std::exchange(m_waiting, {}))
        done();
}

void TranscriptMarks::read()
{
    const int reading = ++m_reading;
    m_timer.stop();
    m_isReading = !m_viewed.isEmpty();
    if (!m_isReading)
        return;
    QElapsedTimer clock;
    clock.start();
    m_viewed.library().readMarks(
        m_viewed.id(), m_channel, m_viewed.asOf(), m_receiver.wrap<Marks>([this, reading, clock](const Marks& marks) {
            if (reading != m_reading)
                return;
            m_timer.setInterval(std::max(pauseMs, static_cast<int>(clock.elapsed()) * pauseFactor));
            take(marks);
        }));
}

void TranscriptMarks::take(const Marks& marks)
{
    m_isReading = false;
    if (marks && m_viewed.state()) {
        m_own.clear();
        for (const session::ChannelMark& mark : *marks)
            m_own.push_back({scrollMarkKind(mark, *m_viewed.state()), mark.first, mark.last});
        show();
    }
    if (!m_isDue)
        tellThatRead();
}

void TranscriptMarks::show()
{
    std::vector<transcript::ScrollMark> marks = m_own;
    marks.insert(marks.end(), m_found.begin(), m_found.end());
    m_view.setMarks(std::move(marks));
}

} // namespace quarterdeck::ui
