#include "ui/controllers/scroll_positions.h"

#include "model/conversation/channel.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>

namespace quarterdeck::ui {

using conversation::ChannelKey;
using conversation::SessionId;

void ScrollPositions::keep(const transcript::TranscriptView& view)
{
    if (const auto place = view.place())
        keep(view.shown().session, view.shown().channel, *place);
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

} // namespace quarterdeck::ui
