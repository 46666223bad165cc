#include "ui/controllers/inspector_controller.h"

#include "model/conversation/channel.h"
#include "model/formats/export/session_writer.h"
#include "ui/present/present.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>
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

using conversation::MessagePublished;
using Rows = session::Result<session::Rows>;

PromptReadJob::PromptReadJob(std::shared_ptr<session::Library> library, Wanted wanted, Done done)
    : m_library(std::move(library))
    , m_wanted(std::move(wanted))
    , m_done(std::move(done))
{
    m_request.session = m_wanted.session;
    m_request.channel = conversation::channel::inboxOf(m_wanted.role);
    m_request.count = 1;
    m_request.asOf = m_wanted.event.seq;
}

void PromptReadJob::start()
{
    m_library->readRows(m_request, [self = shared_from_this()](const Rows& rows) { self->takeCount(rows); });
}

void PromptReadJob::takeCount(const Rows& rows)
{
    if (!rows)
        return m_done({});
    const auto& message = std::get<MessagePublished>(m_wanted.event.body).message;
    m_search = std::make_unique<team::PromptRebuilder>(m_wanted.team, m_wanted.role, message, rows->total);
    readOn();
}

void PromptReadJob::readOn()
{
    const auto piece = m_search->wanted();
    if (!piece)
        return finish();
    m_request.first = {piece->from};
    m_request.count = static_cast<std::int32_t>(piece->to - piece->from);
    m_library->readRows(m_request, [self = shared_from_this()](const Rows& rows) { self->takePiece(rows); });
}

void PromptReadJob::takePiece(const Rows& rows)
{
    if (!rows)
        return m_done({});
    std::vector<team::InboxRow> inbox;
    for (const session::Row& row : rows->rows)
        if (const auto* published = std::get_if<MessagePublished>(&row.event.body))
            inbox.push_back({row.event.seq, *published});
    m_search->add(std::move(inbox));
    readOn();
}

void PromptReadJob::finish()
{
    Found found;
    if (auto prompt = m_search->prompt(*m_wanted.state)) {
        found.text = QString::fromStdString(team::textOf(*prompt));
        found.json = QString::fromStdString(
            team::openAiJsonOf(*prompt).dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
        found.prompt = std::make_shared<const team::RebuiltPrompt>(std::move(*prompt));
    }
    m_done(std::move(found));
}

PromptLookup::PromptLookup(CurrentSession& viewed, QObject* parent) : QObject(parent), m_viewed(viewed) { }

void PromptLookup::clear()
{
    ++m_readings;
    m_event.reset();
    m_role.reset();
    m_isWanted = false;
    m_isReading = false;
    m_isRead = false;
    m_found = {};
}

void PromptLookup::find(const session::Event& event, bool isWanted)
{
    if (!m_event || m_event->seq != event.seq) {
        clear();
        m_event = event;
        const auto* published = std::get_if<MessagePublished>(&event.body);
        if (published != nullptr)
            m_role = team::PromptRebuilder::roleOf(*m_viewed.state(), published->message);
        if (m_role && m_teamOf != m_viewed.id())
            findTeam();
    }
    m_isWanted = isWanted;
    readIfWanted();
}

/// It is in the session's first event.
void PromptLookup::findTeam()
{
    m_teamOf = m_viewed.id();
    m_team.reset();
    using Events = session::Result<std::vector<session::Event>>;
    m_viewed.library().readEvents(m_viewed.id(), {0}, 1,
                                  m_receiver.wrap<Events>([this, session = m_viewed.id()](const Events& first) {
                                      if (m_teamOf == session)
                                          takeTeam(first);
                                  }));
}

void PromptLookup::takeTeam(const session::Result<std::vector<session::Event>>& first)
{
    const auto* begun =
        first && !first->empty() ? std::get_if<conversation::SessionStarted>(&first->front().body) : nullptr;
    if (begun == nullptr)
        return;
    const auto started = team::startedTeamOf(*begun);
    if (!started || !*started)
        return;
    m_team = (*started)->team;
    if (m_role)
        emit changed();
}

void PromptLookup::readIfWanted()
{
    if (!m_isWanted || !isOffered() || m_isReading || m_isRead)
        return;
    m_isReading = true;
    const auto done = m_receiver.wrap<PromptReadJob::Found>([this, reading = m_readings](PromptReadJob::Found found) {
        if (reading != m_readings)
            return;
        m_found = std::move(found);
        m_isReading = false;
        m_isRead = true;
        emit changed();
    });
    PromptReadJob::Wanted wanted{m_viewed.id(), m_viewed.state(), *m_event, *m_role, *m_team};
    std::make_shared<PromptReadJob>(m_viewed.sharedLibrary(), std::move(wanted), done)->start();
}

namespace {

using Events = session::Result<std::vector<session::Event>>;

}

InspectorController::InspectorController(InspectorPanel& panel, Dock& dock, CurrentSession& viewed, QObject* parent)
    : QObject(parent)
    , m_panel(panel)
    , m_dock(dock)
    , m_viewed(viewed)
    , m_trace(viewed)
    , m_seen(viewed)
{
    connect(&m_trace, &TraceLookup::found, this, &InspectorController::refresh);
    connect(&m_seen, &PromptLookup::changed, this, &InspectorController::refresh);
    connect(&panel, &InspectorPanel::pageChosen, this, &InspectorController::refresh);
    connect(&panel, &InspectorPanel::rawFormatChosen, this, &InspectorController::refresh);
    connect(&panel, &InspectorPanel::messageRequested, this, &InspectorController::messageRequested);
    connect(&panel, &InspectorPanel::titleChanged, this,
            [this](const QString& title) { m_dock.title().setSubtitle(title); });
    connect(&viewed, &CurrentSession::sessionChanged, this, [this] {
        m_first.reset();
        m_made = {};
        clear();
    });
    connect(&viewed, &CurrentSession::stateChanged, this, &InspectorController::refresh);
}

void InspectorController::clear()
{
    m_chosen.reset();
    m_event.reset();
    m_trace.clear();
    m_seen.clear();
    refresh();
    emit chosenChanged({});
}

void InspectorController::choose(conversation::EventSeq seq)
{
    if (m_viewed.isEmpty())
        return;
    m_chosen = seq;
    emit chosenChanged(seq);
    readFirst();
    m_viewed.library().readEvents(m_viewed.id(), {seq.value - 1}, 1,
                                  m_receiver.wrap<Events>([this, seq](Events events) {
                                      if (!events || events->empty() || events->front().seq != seq || m_chosen != seq)
                                          return;
                                      m_event = std::move(events->front());
                                      refresh();
                                  }));
}

/// It tells where the session came from.
void InspectorController::readFirst()
{
    if (m_first)
        return;
    m_viewed.library().readEvents(m_viewed.id(), {0}, 1,
                                  m_receiver.wrap<Events>([this, session = m_viewed.id()](Events events) {
                                      if (!events || events->empty() || m_viewed.isEmpty() || m_viewed.id() != session)
                                          return;
                                      m_first = std::move(events->front());
                                      refresh();
                                  }));
}

/// Done once: a busy session changes many times a second, but its old messages do not.
const QString& InspectorController::rawAs(const std::string& format)
{
    const formats::ExportFormat* wanted = formats::exportFormat(format);
    const bool isMade = m_made.seq == m_event->seq && m_made.format == format;
    if (!isMade && wanted != nullptr && m_first)
        m_made = {m_event->seq, format,
                  QString::fromStdString(formats::messageForm(*wanted, *m_first, *m_event, *m_viewed.state()))};
    else if (!isMade)
        m_made = {};
    return m_made.text;
}

void InspectorController::refresh()
{
    const auto moment = m_viewed.asOf();
    if (m_chosen && moment && *moment < *m_chosen) {
        clear(); // the clock stands before it
        return;
    }
    InspectorState view;
    if (m_event && m_viewed.state()) {
        m_trace.find(m_event->seq);
        view = present::inspector(*m_event, *m_viewed.state(), m_viewed.members(), m_viewed.isReplaying());
        const std::string format = m_panel.rawFormat();
        if (m_panel.page() == InspectorPanel::Page::Raw && !format.empty())
            view.raw = rawAs(format);
        present::addTrace(view, m_trace.spans(), *m_event);
        m_seen.find(*m_event, m_panel.page() == InspectorPanel::Page::Prompt);
        view.seen.isOffered = m_seen.isOffered();
        view.seen.isRead = m_seen.isRead();
        present::addSeen(view, m_seen.found().prompt.get(), m_viewed.members());
        view.seen.text = m_seen.found().text;
        view.seen.json = m_seen.found().json;
    }
    if (view == m_shown)
        return; // a busy session changes many times a second, and its old messages do not
    m_shown = view;
    m_panel.setView(std::move(view));
}

void InspectorController::showRaw(conversation::EventSeq seq)
{
    choose(seq);
    m_panel.showPage(InspectorPanel::Page::Raw);
}

} // namespace quarterdeck::ui
