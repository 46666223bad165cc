#include "engine_kit.h"

#include "model/conversation/channel.h"
#include "storage/open_library.h"
#include "tests/storage/support/await.h"
#include "tests/support/test_library.h"
#include "tests/support/wait.h"

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using session::Library;

EngineKit::EngineKit(Where where, const Wrap& wrap) : m_where(where), m_wrap(wrap) { openLibrary(); }

EngineKit::~EngineKit()
{
    m_hub.reset();
    m_library.reset();
}

void EngineKit::openLibrary()
{
    if (m_where == Where::Memory) {
        m_library = test::makeTestLibrary(&m_context);
    } else {
        auto opened = storage::openLibrary(m_folder.filePath(QStringLiteral("library.db")).toStdString(), &m_context);
        if (!opened)
            qFatal("%s", opened.error().sentence.c_str());
        m_library = *opened;
    }
    if (m_wrap)
        m_library = m_wrap(m_library);
    m_hub = std::make_unique<session::SessionHub>(m_library);
}

void EngineKit::reopen()
{
    m_hub.reset();
    m_library.reset();
    openLibrary();
}

void EngineKit::restartHub()
{
    m_hub.reset();
    // As at the program's end: what the old sessions said is on the disk before a new one reads it.
    (void)test::await<session::Nothing>([this](auto done) { m_library->saveDraft(SessionId("nobody"), {}, done); });
    m_hub = std::make_unique<session::SessionHub>(m_library);
}

session::Session* EngineKit::create(bool isPublic)
{
    SessionStarted settings;
    settings.title = "Test";
    settings.isPublic = isPublic;
    return create(settings, usualTeam());
}

session::Session* EngineKit::create(SessionStarted settings, std::vector<Role> team)
{
    session::Session* made = nullptr;
    bool isDone = false;
    m_hub->create(std::move(settings), std::move(team), [&](session::Result<session::Session*> session) {
        made = session.value_or(nullptr);
        isDone = true;
    });
    (void)test::waitFor([&] { return isDone; });
    return made;
}

session::Session* EngineKit::open(const SessionId& id)
{
    session::Session* opened = nullptr;
    bool isDone = false;
    m_hub->open(id, [&](const session::Result<session::Session*>& session) {
        opened = session.value_or(nullptr);
        isDone = true;
    });
    (void)test::waitFor([&] { return isDone; });
    return opened;
}

conversation::Decision EngineKit::submit(Session& session, Intent intent)
{
    conversation::Decision outcome;
    bool isDone = false;
    session.submit(std::move(intent), [&](conversation::Decision one) {
        outcome = std::move(one);
        isDone = true;
    });
    (void)test::waitFor([&] { return isDone; });
    return outcome;
}

conversation::Decision EngineKit::tell(Session& session, const std::string& role, const std::string& text,
                                       bool isPrivate)
{
    Publish publish;
    publish.message.content = textBlocks(text);
    publish.message.sendTo = {Address(role.empty() ? "Mike" : role)};
    if (!role.empty()) {
        publish.userDefinedRecipient = role;
        publish.isPrivate = isPrivate;
    }
    return submit(session, publish);
}

std::vector<Event> EngineKit::log(const SessionId& id)
{
    const auto events =
        readNow<std::vector<Event>>([&](auto done) { m_library->readEvents(id, {0}, 1'000'000, std::move(done)); });
    return events.value_or(std::vector<Event>());
}

std::vector<Event> EngineKit::inbox(const SessionId& id, const std::string& role)
{
    return rows(id, channel::inboxOf(RoleName(role)));
}

std::vector<Event> EngineKit::rows(const SessionId& id, const ChannelKey& channel)
{
    session::RowsRequest request;
    request.session = id;
    request.channel = channel;
    request.count = 200;
    const auto rows = readNow<session::Rows>([&](auto done) { m_library->readRows(request, std::move(done)); });
    std::vector<Event> events;
    if (rows)
        for (const session::Row& row : rows->rows)
            events.push_back(row.event);
    return events;
}

std::vector<Role> usualTeam()
{
    std::vector<Role> team;
    const std::initializer_list<std::pair<const char*, const char*>> members = {{"Mike", "Team Leader"},
                                                                                {"Alice", "Product Manager"},
                                                                                {"Bob", "Architect"},
                                                                                {"Alex", "Engineer"},
                                                                                {"David", "Data Analyst"}};
    for (const auto& [name, profile] : members) {
        Role role;
        role.name = RoleName(name);
        role.profile = profile;
        role.kind = team.empty() ? RoleKind::TeamLeader : RoleKind::Member;
        team.push_back(role);
    }
    return team;
}

ConversationState foldOf(const std::vector<Event>& events)
{
    ConversationState state;
    for (const Event& event : events)
        state.apply(event);
    return state;
}

std::vector<std::string> textsOf(const std::vector<Event>& events)
{
    std::vector<std::string> texts;
    for (const MessagePublished& published : bodiesOf<MessagePublished>(events))
        texts.push_back(textOf(published.message));
    return texts;
}
