#include "ui/present/present.h"

namespace quarterdeck::ui::present {

namespace {

TimelineState::MarkKind kindOf(session::TimelineMark::Kind kind)
{
    switch (kind) {
    case session::TimelineMark::Kind::Question:
        return TimelineState::MarkKind::Question;
    case session::TimelineMark::Kind::Error:
        return TimelineState::MarkKind::Error;
    case session::TimelineMark::Kind::PrivateChat:
        return TimelineState::MarkKind::PrivateChat;
    case session::TimelineMark::Kind::Mistake:
        return TimelineState::MarkKind::Mistake;
    }
    return TimelineState::MarkKind::Question;
}

/// 0 the person, 1..12 a role, -1 nobody.
int hueOf(const Members& members, const std::string& speaker)
{
    if (speaker.empty())
        return -1;
    const Member* member = find(members, conversation::RoleName(speaker));
    return member != nullptr ? member->look.hue : 0;
}

} // namespace

TimelineState timeline(const session::Timeline& timeline, const Members& members)
{
    TimelineState view;
    view.start = timeline.start;
    view.end = timeline.end;
    for (const session::Timeline::Bucket& bucket : timeline.buckets)
        view.buckets.push_back({bucket.events, hueOf(members, bucket.speaker)});
    for (const session::TimelineMark& mark : timeline.marks)
        view.marks.push_back({kindOf(mark.kind), mark.time, mark.endTime});
    return view;
}

} // namespace quarterdeck::ui::present
