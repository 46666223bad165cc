#include "ui/controllers/transcript_controller.h"

#include "model/conversation/channel.h"
#include "model/conversation/speaker.h"
#include "ui/present/names_and_links.h"
#include "ui/present/present.h"
#include "ui/present/routing_text.h"
#include "ui/transcript/transcript_page.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QStringList>
#include <algorithm>
#include <iterator>
#include <utility>

namespace quarterdeck::ui {

namespace {

using conversation::ChannelKey;
using conversation::EventSeq;

const QString sentNotice = QStringLiteral("sent");
const QString linkNotice = QStringLiteral("link");
const QString rowsNotice = QStringLiteral("rows");
/// Private chats and inboxes without a tab.
view::ChannelTabs choicesBeside(const conversation::ConversationState& state, const view::ChannelTabs& tabs)
{
    view::ChannelTabs choices;
    for (const conversation::RoleState& role : state.roles()) {
        const QString inbox = wording::text(conversation::channel::inboxOf(role.role.name).str());
        const bool isOpen = std::ranges::any_of(tabs, [&](const view::ChannelTab& tab) { return tab.id == inbox; });
        if (!isOpen)
            choices.push_back({inbox, view::ChannelKind::Inbox, wording::text(role.role.name)});
    }
    return choices;
}

} // namespace

TranscriptController::TranscriptController(transcript::TranscriptView& view, ChannelBar& channels,
                                           CurrentSession& viewed, NoticeBoard& notices, QObject* parent)
    : QObject(parent)
    , m_view(view)
    , m_channels(channels)
    , m_viewed(viewed)
    , m_notices(notices)
    , m_marks(view, viewed)
{
    connect(&viewed, &CurrentSession::sessionChanged, this, [this] {
        m_places.keep(m_view);
        m_channel = channelToOpen();
        m_inboxes.clear();
        if (conversation::channel::isInbox(m_channel))
            m_inboxes.insert(conversation::channel::roleOf(m_channel));
        showSession(m_places.placeIn(m_viewed.id(), m_channel));
    });
    connect(&viewed, &CurrentSession::replayToggled, this, [this](bool isReplaying) {
        if (isReplaying)
            m_places.keep(m_view);
        else
            showSession(m_places.placeIn(m_viewed.id(), m_channel));
    });
    connect(&viewed, &CurrentSession::stateChanged, this, &TranscriptController::showMoment);
    connect(&viewed, &CurrentSession::rowsChanged, this, [this](const SessionChange& change) {
        m_view.page().setExtent(rowCount());
        if (!change.amended.empty())
            m_view.page().refreshRows(change.amended);
        m_marks.refreshSoon();
    });
    transcript::TranscriptPage& page = view.page();
    connect(&viewed, &CurrentSession::streamingMessageChanged, &page, &transcript::TranscriptPage::showDraft);
    connect(&page, &transcript::TranscriptPage::visibleRangeChanged, this,
            [this](conversation::Ordinal, conversation::Ordinal last, bool isAtEnd) {
                m_lastInSight = isAtEnd ? std::nullopt : std::optional(last);
            });
    connect(&channels, &ChannelBar::channelChosen, this,
            [this](const QString& id) { openChannel(ChannelKey(id.toStdString())); });
    page.onCall<transcript::calls::Action>(this,
                                           [this](const transcript::calls::Action& call) { act(call.name, call.seq); });
    connect(&page, &transcript::TranscriptPage::linkClicked, this, &TranscriptController::askAboutLink);
    connect(&page, &transcript::TranscriptPage::linkRefused, this, [this](const QString& sentence) {
        m_notices.post({linkNotice, view::NoticeTone::Plain, sentence, {}, {}, true}, m_viewed.id());
    });
    connect(&page, &transcript::TranscriptPage::readFailed, this, &TranscriptController::tellRowsFailed);
    connect(&page, &transcript::TranscriptPage::failed, this, &TranscriptController::tellPageFailed);
    connect(&page, &transcript::TranscriptPage::readRecovered, &notices, [&notices] { notices.withdraw(rowsNotice); });
}

/// They are retried automatically, and at once when the person wants it.
void TranscriptController::tellRowsFailed(const session::Error& error)
{
    if (error.code == conversation::ErrorCode::Damaged) {
        emit damageFound(error);
        return;
    }
    const auto notice = [this, sentence = wording::text(error.sentence)] {
        return view::Notice{rowsNotice,
                            view::NoticeTone::Danger,
                            sentence,
                            tr("It will be tried again after a while. Stored data has not changed."),
                            {tr("Try again"), [this] { m_view.page().tryAgain(); }}};
    };
    m_notices.post(notice, m_viewed.id());
}

void TranscriptController::tellPageFailed()
{
    const auto notice = [this] {
        return view::Notice{QStringLiteral("page"),
                            view::NoticeTone::Danger,
                            tr("The transcript stopped working."),
                            tr("The session continues and is still being stored."),
                            {tr("Reload"), [this] { m_view.page().load(); }}};
    };
    m_notices.post(notice, m_viewed.id());
}

void TranscriptController::tellReadFailed(const session::Error& error)
{
    if (error.code == conversation::ErrorCode::Damaged) {
        emit damageFound(error);
        return;
    }
    m_notices.post({QStringLiteral("reading"),
                    view::NoticeTone::Danger,
                    wording::text(error.sentence),
                    tr("Stored data has not changed."),
                    {}},
                   m_viewed.id());
}

std::int64_t TranscriptController::rowCount() const
{
    return m_viewed.state() ? m_viewed.state()->rowCount(m_channel) : 0;
}

void TranscriptController::present()
{
    if (!m_viewed.state())
        return;
    const auto presentation =
        transcript::presentationOf(*m_viewed.state(), m_viewed.isReplaying(), m_viewed.live()->isImportedSession());
    m_view.setPresentation(presentation);
    refreshQuestions(presentation.undelivered);
}

/// A question may be out of sight when its asker takes the answer.
void TranscriptController::refreshQuestions(const std::set<conversation::QuestionId>& undelivered)
{
    std::vector<conversation::QuestionId> changed;
    std::ranges::set_symmetric_difference(std::exchange(m_undelivered, undelivered), undelivered,
                                          std::back_inserter(changed));
    std::vector<EventSeq> rows;
    for (const conversation::QuestionId& id : changed)
        if (const auto* ended = m_viewed.state()->endedQuestion(id))
            rows.push_back(ended->askedSeq);
    if (!rows.empty())
        m_view.page().refreshRows(rows);
}

void TranscriptController::showSession(const transcript::ScrollPosition& place)
{
    m_shownMoment.reset();
    m_lastInSight.reset();
    emit channelShown(m_channel);
    m_marks.begin(m_channel);
    if (m_viewed.isEmpty()) {
        m_view.page().openChannel({});
        return;
    }
    present();
    refreshTabs();
    m_view.page().openChannel({m_viewed.id(), m_channel, rowCount(), m_viewed.asOf(), place.anchor, place.line});
    m_shownMoment = m_viewed.asOf();
}

void TranscriptController::goToEnd()
{
    if (const std::int64_t rows = rowCount(); rows > 0)
        m_view.page().scrollTo({{rows - 1}, transcript::Align::End}, false);
}

void TranscriptController::showSent(EventSeq message)
{
    using Place = session::Result<conversation::Ordinal>;
    m_viewed.library().ordinalOf(m_viewed.id(), m_channel, message,
                                 m_receiver.wrap<Place>([this, message, channel = m_channel](const Place& place) {
                                     if (place)
                                         goToEnd();
                                     else if (channel == m_channel)
                                         sayWhereSentIs(message);
                                 }));
}

void TranscriptController::sayWhereSentIs(EventSeq message)
{
    m_notices.post({sentNotice,
                    view::NoticeTone::Plain,
                    tr("Sent. It does not appear in this channel."),
                    {},
                    {tr("Show it"), [this, message] { goTo(message); }},
                    true},
                   m_viewed.id());
}

void TranscriptController::refresh()
{
    refreshTabs();
    present();
}

/// A replay's moment reaches the page as a new extent of the same channel; live news comes through `rowsChanged`.
void TranscriptController::showMoment()
{
    refresh();
    const auto moment = m_viewed.asOf();
    if (!moment || moment == m_shownMoment)
        return;
    if (!m_shownMoment)
        m_view.page().openChannel({m_viewed.id(), m_channel, rowCount(), moment, std::nullopt});
    else
        m_view.page().setMoment(*moment, rowCount());
    m_shownMoment = moment;
    m_marks.refreshSoon();
    emit momentShown();
}

void TranscriptController::refreshTabs()
{
    if (!m_viewed.state())
        return;
    const view::ChannelTabs tabs = present::channels(*m_viewed.state(), m_inboxes, m_channel);
    m_channels.setTabs(tabs);
    m_channels.setChoices(choicesBeside(*m_viewed.state(), tabs));
    m_channels.setCurrent(wording::text(m_channel.str()));
}

void TranscriptController::openChannel(const ChannelKey& channel)
{
    if (m_viewed.isEmpty() || channel == m_channel)
        return;
    m_places.keep(m_view);
    m_channel = channel;
    m_places.keepChannel(m_viewed.id(), channel);
    if (conversation::channel::isInbox(channel))
        m_inboxes.insert(conversation::channel::roleOf(channel));
    showSession(m_places.placeIn(m_viewed.id(), channel));
}

/// The one looked at last, if the session still has it.
ChannelKey TranscriptController::channelToOpen() const
{
    const ChannelKey kept = m_places.channelOf(m_viewed.id());
    return m_viewed.state() && m_viewed.state()->rowCount(kept) > 0 ? kept : conversation::channel::everything;
}

void TranscriptController::withEventInSight(const std::function<void(EventSeq)>& call)
{
    if (!m_viewed.state())
        return;
    const EventSeq newest = m_viewed.state()->lastSeq();
    if (!m_lastInSight)
        return call(newest);
    using Rows = session::Result<session::Rows>;
    m_viewed.library().readRows({m_viewed.id(), m_channel, *m_lastInSight, 1, {}},
                                m_receiver.wrap<Rows>([call, newest](const Rows& read) {
                                    call(read && !read->rows.empty() ? read->rows.front().event.seq : newest);
                                }));
}

QByteArray TranscriptController::scrollPositions()
{
    m_places.keep(m_view);
    return m_places.toJson();
}

void TranscriptController::openInbox(const conversation::RoleName& role)
{
    openChannel(conversation::channel::inboxOf(role));
}

void TranscriptController::fillIn(EventSeq question)
{
    m_view.page().fillIn(question);
    m_view.setFocus(Qt::OtherFocusReason); // what is typed next is for the form
    goTo(question);
}

void TranscriptController::goTo(EventSeq seq) { lookFor(seq, m_channel); }

void TranscriptController::lookFor(EventSeq seq, const ChannelKey& channel)
{
    using Place = session::Result<conversation::Ordinal>;
    const auto found = [this, seq, channel, id = m_viewed.id()](const Place& place) {
        if (id != m_viewed.id())
            return;
        if (place)
            arriveAt(seq, channel);
        else if (place.error().code != conversation::ErrorCode::NotFound)
            tellReadFailed(place.error());
        else if (channel != conversation::channel::everything)
            lookFor(seq, conversation::channel::everything);
        else
            m_notices.post({QStringLiteral("gone"),
                            view::NoticeTone::Plain,
                            tr("There is no such message in this session."),
                            {},
                            {}},
                           m_viewed.id());
    };
    m_viewed.library().ordinalOf(m_viewed.id(), channel, seq, m_receiver.wrap<Place>(found));
}

void TranscriptController::arriveAt(EventSeq seq, const ChannelKey& channel)
{
    emit wentTo();
    if (const auto moment = m_viewed.asOf(); moment && *moment < seq)
        m_viewed.endReplay(); // it does not exist at that moment
    openChannel(channel);
    m_view.page().scrollToEvent(seq, transcript::Align::Center, true);
}

void TranscriptController::withEvent(EventSeq seq, const std::function<void(const session::Event&)>& call)
{
    using Events = session::Result<std::vector<session::Event>>;
    m_viewed.library().readEvents(m_viewed.id(), {seq.value - 1}, 1,
                                  m_receiver.wrap<Events>([seq, call](Events events) {
                                      if (events && !events->empty() && events->front().seq == seq)
                                          call(events->front());
                                  }));
}

void TranscriptController::mark(EventSeq message, bool isKept)
{
    if (m_viewed.isReplaying() || m_viewed.live() == nullptr)
        return;
    m_viewed.live()->submit(conversation::PinMessage{message, isKept},
                            m_receiver.wrap<conversation::Decision>([this](const conversation::Decision& outcome) {
                                if (outcome.error)
                                    m_notices.post({QStringLiteral("mark"),
                                                    view::NoticeTone::Danger,
                                                    wording::text(outcome.error->sentence),
                                                    tr("The message was not marked."),
                                                    {}},
                                                   m_viewed.id());
                            }));
}

void TranscriptController::act(transcript::RowAction action, EventSeq seq)
{
    switch (action) {
    case transcript::RowAction::SendTo:
        withEvent(seq, [this](const session::Event& event) {
            if (const auto* published = std::get_if<conversation::MessagePublished>(&event.body))
                emit forwardRequested(wording::text(conversation::textOf(published->message)));
        });
        break;
    case transcript::RowAction::Reply:
        withEvent(seq, [this](const session::Event& event) {
            const auto* published = std::get_if<conversation::MessagePublished>(&event.body);
            if (published == nullptr || !m_viewed.state())
                return;
            if (const conversation::RoleState* speaker = conversation::speakerOf(*m_viewed.state(), published->message))
                emit replyRequested(wording::text(speaker->role.name.str()));
        });
        break;
    case transcript::RowAction::Raw:
        emit rawRequested(seq);
        break;
    case transcript::RowAction::CopyLink:
        QGuiApplication::clipboard()->setText(wording::MessageLink{m_viewed.id(), seq}.text());
        break;
    case transcript::RowAction::Keep:
    case transcript::RowAction::LetGo:
        mark(seq, action == transcript::RowAction::Keep);
        break;
    case transcript::RowAction::TryAgain:
        withEvent(seq, [this](const session::Event& event) {
            if (const auto* failed = std::get_if<conversation::RoleActivityChanged>(&event.body))
                emit retryRequested(wording::text(failed->role.str()));
        });
        break;
    case transcript::RowAction::ChooseConnection:
        withEvent(seq, [this](const session::Event& event) {
            if (const auto* failed = std::get_if<conversation::RoleActivityChanged>(&event.body))
                emit connectionRequested(wording::text(failed->detail));
        });
        break;
    case transcript::RowAction::CopyFrom:
        emit copyFromRequested(seq);
        break;
    case transcript::RowAction::DecideHeld:
        emit heldRequested(seq);
        break;
    case transcript::RowAction::OpenPrivateChannel:
        withEvent(seq, [this](const session::Event& event) {
            const auto* published = std::get_if<conversation::MessagePublished>(&event.body);
            if (published != nullptr && !published->route.directChatRoles.empty())
                openChannel(conversation::channel::privateWith(published->route.directChatRoles.front()));
        });
        break;
    }
}

void TranscriptController::askAboutLink(const transcript::LinkQuestion& link)
{
    if (link.reasons.empty()) {
        openLink(link); // a notice that asks about another one goes on asking
        return;
    }
    const transcript::LinkWarning warning = transcript::warningOf(link);
    m_notices.post({linkNotice,
                    view::NoticeTone::Limit,
                    warning.where,
                    warning.why,
                    {tr("Open anyway"), [this, link] { openLink(link); }}},
                   m_viewed.id());
}

void TranscriptController::openLink(const transcript::LinkQuestion& link)
{
    if (transcript::openLinkSafely(link))
        return;
    m_notices.post(
        {linkNotice, view::NoticeTone::Plain, tr("No program on this desktop can open %1.").arg(link.address), {}, {}},
        m_viewed.id());
}

} // namespace quarterdeck::ui
