#include "ui/controllers/go_to_controller.h"

#include "ui/panels/find_bars.h"
#include "ui/present/names_and_links.h"
#include "ui/transcript/transcript_page.h"

#include <algorithm>

namespace quarterdeck::ui {

namespace {

using session::EventSeq;
using session::Result;
using session::Rows;
using view::GoToTarget;

QDateTime local(session::Timestamp time) { return QDateTime::fromMSecsSinceEpoch(time.msSinceEpoch); }

} // namespace

GoToController::GoToController(GoToBar& bar, transcript::TranscriptView& view, TranscriptController& transcript,
                               CurrentSession& viewed, const ActionRegistry& actions, QObject* parent)
    : QObject(parent)
    , m_bar(bar)
    , m_view(view)
    , m_transcript(transcript)
    , m_viewed(viewed)
{
    connect(&actions[ActionId::ViewGoTo], &QAction::triggered, &m_bar, &GoToBar::open);
    connect(&m_bar, &GoToBar::opened, this, &GoToController::begin);
    connect(&m_bar, &GoToBar::closed, &m_view, qOverload<>(&QWidget::setFocus));
    connect(&m_bar, &GoToBar::typedChanged, this, &GoToController::read);
    connect(&m_bar, &GoToBar::wanted, this, &GoToController::go);
    connect(&m_view.page(), &transcript::TranscriptPage::visibleRangeChanged, this,
            [this](conversation::Ordinal first) { m_firstInSight = first.value; });
    const auto follow = [this] {
        if (m_bar.isOpen())
            read();
    };
    connect(&m_transcript, &TranscriptController::channelShown, this, follow);
    connect(&m_transcript, &TranscriptController::momentShown, this, follow);
    connect(&m_viewed, &CurrentSession::rowsChanged, this, follow);
}

/// A time without a day means one near what is in sight.
void GoToController::begin()
{
    m_timeInSight = {};
    read();
    if (m_viewed.isEmpty())
        return;
    const session::RowsRequest request{m_viewed.id(), m_transcript.channel(), {m_firstInSight}, 1, m_viewed.asOf()};
    m_viewed.library().readRows(request, m_receiver.wrap<Result<Rows>>([this, wanted = ++m_wanted](Result<Rows> found) {
        if (wanted != m_wanted || !found || found->rows.empty())
            return;
        m_timeInSight = local(found->rows.front().event.time);
        read();
    }));
}

void GoToController::read() { m_bar.setPlace(place()); }

GoToTarget GoToController::place() const
{
    GoToTarget place;
    place.total = m_transcript.rowCount();
    const SessionProxy::State& state = m_viewed.state();
    if (m_bar.typed().trimmed().isEmpty() || !state)
        return place;
    if (wording::messageLinkIn(m_bar.typed())) {
        place.kind = GoToTarget::Kind::Link;
        return place;
    }
    const auto typed = readTypedTarget(m_bar.typed());
    if (!typed) {
        place.kind = GoToTarget::Kind::Unread;
    } else if (typed->number) {
        place.kind = GoToTarget::Kind::Row;
        place.row = std::max<std::int64_t>(*typed->number, 1);
    } else if (!state->areTimesKnown()) {
        place.kind = GoToTarget::Kind::Untimed;
    } else {
        place.kind = GoToTarget::Kind::Moment;
        const QDateTime end = local(state->lastTime());
        place.moment = momentOf(*typed, {local(state->startedAt()), end, m_timeInSight.isNull() ? end : m_timeInSight});
    }
    return place;
}

void GoToController::go()
{
    const GoToTarget place = this->place();
    if (place.kind == GoToTarget::Kind::Row)
        goToRow(place.row);
    else if (place.kind == GoToTarget::Kind::Moment)
        goToMoment(place.moment);
    else if (place.kind == GoToTarget::Kind::Link)
        followLink(*wording::messageLinkIn(m_bar.typed()));
    else
        m_bar.setPlace(place);
}

void GoToController::followLink(const wording::MessageLink& link)
{
    m_bar.close();
    emit linkFollowed(link.session, link.seq);
}

/// There are as many rows up to the last event before it as before the row that is meant.
void GoToController::goToMoment(const QDateTime& moment)
{
    const auto goBehind = [this, wanted = ++m_wanted](Result<Rows> before) {
        if (wanted == m_wanted && before)
            goToRow(before->total + 1);
    };
    const auto count = [this, goBehind, id = m_viewed.id()](Result<EventSeq> last) {
        if (last && id == m_viewed.id())
            m_viewed.library().readRows({id, m_transcript.channel(), {0}, 1, *last},
                                        m_receiver.wrap<Result<Rows>>(goBehind));
    };
    m_viewed.library().seqAt(m_viewed.id(), {moment.toMSecsSinceEpoch() - 1}, m_receiver.wrap<Result<EventSeq>>(count));
}

void GoToController::goToRow(std::int64_t row)
{
    const std::int64_t last = m_transcript.rowCount();
    if (last > 0)
        m_view.page().scrollTo({{std::clamp<std::int64_t>(row, 1, last) - 1}, transcript::Align::Start}, true);
    m_bar.close();
}

} // namespace quarterdeck::ui
