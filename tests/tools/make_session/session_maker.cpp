#include "session_maker.h"

#include "model/conversation/compose.h"
#include "model/conversation/decide/decide.h"
#include "model/session/session.h"
#include "texts.h"

#include <array>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

namespace quarterdeck::test {

using namespace conversation;

namespace {

constexpr Timestamp firstMorning{1'767'600'000'000}; // 2026-01-05, 08:00
constexpr std::int64_t closingMessages = 100;
constexpr std::uint64_t closingSeed = 0x5eed0fe4d;
constexpr int scenesOfARound = 6;

struct Member
{
    const char* name;
    const char* profile;
};
constexpr std::array<Member, 8> team{{{"Mike", "Team Leader"},
                                      {"Alice", "Product Manager"},
                                      {"Bob", "Architect"},
                                      {"Alex", "Engineer"},
                                      {"David", "Data Analyst"},
                                      {"Eve", "Tester"},
                                      {"李雷", "Translator"},
                                      {"Grace", "Writer"}}};
constexpr std::array<const char*, 5> actions{"WritePRD", "WriteDesign", "WriteCode", "RunTests", "SummarizeCode"};
constexpr std::array<const char*, 4> tools{"run_command", "read_file", "search_code", "browse"};

std::vector<ContentBlock> one(std::string text) { return {TextBlock{std::move(text)}}; }

} // namespace

SessionMaker::SessionMaker(std::uint64_t seed, std::int64_t messages, std::vector<MediaSource> pictures)
    : m_random(seed)
    , m_ids(seed + 1)
    , m_seed(seed)
    , m_messages(messages)
    , m_limit(messages > 2 * closingMessages ? messages - closingMessages : messages)
    , m_pictures(std::move(pictures))
    , m_now(firstMorning)
{
    begin();
}

void SessionMaker::begin()
{
    StartSession start;
    start.settings.title = "A session of " + std::to_string(m_messages) + " messages";
    start.settings.rounds = 0;
    submit(start);
    for (const Member& member : team) {
        HireRole hire;
        hire.role.name = RoleName(member.name);
        hire.role.profile = member.profile;
        hire.role.kind = &member == &team.front() ? RoleKind::TeamLeader : RoleKind::Member;
        submit(hire);
    }
    submit(SetRunState{RunState::Running, {}});
}

bool SessionMaker::goOn()
{
    if (m_error || m_state.messageCount() >= m_messages)
        return false;
    if (isFull()) {
        m_random = Random(m_seed ^ closingSeed);
        m_scenes = 0;
        m_limit = m_messages;
    }
    scene();
    unobserved();
    if (++m_scenes % scenesOfARound == 0)
        closeRound();
    return !m_error;
}

std::vector<session::LogRecord> SessionMaker::takeRecords() { return std::exchange(m_records, {}); }

std::vector<ConversationState> SessionMaker::takeSnapshots() { return std::exchange(m_snapshots, {}); }

void SessionMaker::scene()
{
    const int kind = m_random.below(100);
    if (kind < 55)
        requestAndWork();
    else if (kind < 75)
        teamTalk();
    else if (kind < 85)
        privateChat();
    else if (kind < 96)
        questionAndAnswer();
    else if (kind < 98)
        failure();
    else
        pause();
}

/// The person asks for something, the leader hands it out, and those who got it work at it.
void SessionMaker::requestAndWork()
{
    sayAsUser(texts::request(m_random), false);
    for (int handed = m_random.between(1, 3); handed > 0; --handed) {
        const RoleName role = someMember();
        sayAsRole(m_state.routing().leader, role.str(), one(texts::talk(m_random)));
        work(role);
    }
    tellUser(m_state.routing().leader, one(texts::markdown(m_random)));
}

void SessionMaker::work(const RoleName& role)
{
    setActivity(role, RoleActivity::Acting, m_random.oneOf(actions));
    for (int steps = m_random.between(1, 5); steps > 0; --steps)
        sayAsRole(role, m_random.chance(70) ? m_state.routing().leader.str() : someMember().str(), workBlocks());
    setActivity(role, RoleActivity::Idle);
}

void SessionMaker::teamTalk()
{
    for (int words = m_random.between(5, 18); words > 0; --words) {
        const RoleName role = someMember();
        const bool isForAll = m_random.chance(25);
        sayAsRole(role, isForAll ? address::all.str() : someMember().str(), one(texts::talk(m_random)));
    }
}

void SessionMaker::privateChat()
{
    const RoleName role = someMember();
    for (int turns = m_random.between(1, 3); turns > 0; --turns) {
        sayAsUser("@" + role.str() + " " + texts::talk(m_random), true);
        tellUser(role, one(texts::talk(m_random)));
    }
}

void SessionMaker::questionAndAnswer()
{
    const RoleName asker = someMember();
    Question question;
    question.id = QuestionId(makeId());
    question.asker = asker;
    question.text = texts::question(m_random);
    question.reason = m_random.chance(50) ? texts::sentence(m_random) : std::string();
    question.urgency = static_cast<Urgency>(m_random.below(3));
    if (m_random.chance(60))
        for (const std::string& label : {texts::optionLabel(m_random), std::string("Something else")})
            question.options.push_back({label, texts::sentence(m_random)});
    const std::string option = question.options.empty() ? std::string() : question.options.front().label;
    setActivity(asker, RoleActivity::WaitingForUser);
    submit(AskUser{question});
    endQuestion(question.id, option);
    setActivity(asker, RoleActivity::Idle);
    sayAsRole(asker, m_state.routing().leader.str(), one(texts::talk(m_random)));
}

void SessionMaker::endQuestion(const QuestionId& id, const std::string& option)
{
    const int way = m_random.below(10);
    if (way == 0)
        submit(DeclineQuestion{id});
    else if (way == 1)
        submit(WithdrawQuestion{id});
    else
        submit(AnswerQuestion{id, option, option.empty() ? one(texts::talk(m_random)) : Blocks{}, {}});
    if (way > 1)
        submit(AcknowledgeAnswer{id});
}

void SessionMaker::failure()
{
    const RoleName role = someMember();
    setActivity(role, RoleActivity::Failed, "The service answered 503 three times.");
    const EventSeq failed = m_state.lastSeq();
    sayAsUser("@" + role.str() + " Please try it once more.", false);
    setActivity(role, RoleActivity::Idle);
    sayAsRole(role, m_state.routing().leader.str(), workBlocks());
    submit(Annotate{{failed, m_random.chance(50) ? AnnotationKind::Mistake : AnnotationKind::Note,
                     texts::sentence(m_random), "reviewer"}});
}

void SessionMaker::pause()
{
    submit(SetRunState{RunState::Paused, "Paused by the person."});
    submit(SetPublicChat{false});
    privateChat();
    submit(SetPublicChat{true});
    submit(SetRunState{RunState::Running, {}});
}

/// Everybody takes what is in the buffer.
void SessionMaker::unobserved()
{
    for (const Member& member : team) {
        const RoleState* role = m_state.role(RoleName(member.name));
        if (role != nullptr && role->unread() > 0)
            submit(ObserveMail{role->role.name, false});
    }
}

void SessionMaker::closeRound() { submit(StartRound{static_cast<std::int32_t>(team.size())}); }

SessionMaker::Blocks SessionMaker::workBlocks()
{
    Blocks blocks;
    if (m_random.chance(12))
        blocks.push_back(ThinkingBlock{texts::thinking(m_random), {}});
    const int kind = m_random.below(100);
    if (kind < 30)
        blocks.push_back(TextBlock{texts::talk(m_random)});
    else if (kind < 48)
        blocks.push_back(TextBlock{texts::markdown(m_random)});
    else if (kind < 62)
        blocks.push_back(TextBlock{texts::code(m_random)});
    else if (kind < 67)
        blocks.push_back(TextBlock{texts::diff(m_random)});
    else if (kind < 88)
        addToolCall(blocks);
    else if (kind < 93)
        blocks.push_back(TextBlock{texts::document(m_random)});
    else if (kind < 95)
        blocks.push_back(UnknownBlock{JsonValue({{"type", "citation"}, {"source", texts::fileName(m_random)}})});
    else
        blocks.push_back(TextBlock{texts::sentence(m_random)});
    if (!m_pictures.empty() && kind >= 95)
        blocks.push_back(
            MediaBlock{MediaKind::Image,
                       m_pictures[static_cast<std::size_t>(m_random.below(static_cast<int>(m_pictures.size())))]});
    return blocks;
}

void SessionMaker::addToolCall(Blocks& blocks)
{
    const std::string id = "call_" + makeId().substr(0, 12);
    const std::string tool = m_random.oneOf(tools);
    const std::string file = texts::fileName(m_random);
    blocks.push_back(TextBlock{texts::sentence(m_random)});
    blocks.push_back(ToolUseBlock{id, tool, JsonValue({{"path", file}, {"limit", m_random.below(500)}}), {}});
    const bool isError = m_random.chance(8);
    const int lines = m_random.chance(10) ? m_random.between(60, 200) : m_random.between(1, 12);
    blocks.push_back(ToolResultBlock{
        id, tool, isError ? "No such file: " + file : texts::commandOutput(m_random, lines), {}, isError});
}

Usage SessionMaker::usage()
{
    Usage usage{
        "a-large-model", m_random.between(400, 9000), m_random.between(20, 1200), {}, m_random.between(600, 25'000)};
    usage.cost = static_cast<double>(usage.totalTokens()) / 1e6;
    return usage;
}

RoleName SessionMaker::someMember()
{
    return RoleName(team[static_cast<std::size_t>(m_random.between(1, static_cast<int>(team.size()) - 1))].name);
}

void SessionMaker::sayAsUser(const std::string& typed, bool isPrivate)
{
    if (isFull())
        return;
    auto composed = composeMessage(m_state, typed, isPrivate ? Audience::OnlyNamed : Audience::ByDefault, {},
                                   [this] { return makeId(); });
    if (composed)
        submit(*composed);
    else
        m_error = composed.error();
}

void SessionMaker::sayAsRole(const RoleName& role, const std::string& to, Blocks blocks)
{
    if (isFull() || to == role.str())
        return;
    if (role == m_state.routing().leader) {
        submit(PublishTeamMessage{role, std::move(blocks), to, usage(), {}});
        return;
    }
    RolePublish said{role, {}};
    said.message.content = std::move(blocks);
    said.message.sendTo = {Address(to)};
    said.message.role = "assistant";
    said.message.causeBy = ActionName(std::string("metagpt.actions.") + m_random.oneOf(actions));
    said.message.usage = usage();
    submit(said);
}

void SessionMaker::tellUser(const RoleName& role, Blocks blocks)
{
    if (!isFull())
        submit(ReplyToUser{role, std::move(blocks), usage(), {}});
}

void SessionMaker::setActivity(const RoleName& role, RoleActivity activity, const std::string& detail)
{
    submit(SetRoleActivity{role, activity, detail, activity == RoleActivity::Acting, activity == RoleActivity::Idle});
}

void SessionMaker::submit(const Intent& intent)
{
    if (m_error)
        return;
    m_now.msSinceEpoch += m_random.between(400, 30'000);
    Decision decision = decide(
        m_state, intent, {m_now, m_now.msSinceEpoch - firstMorning.msSinceEpoch, [this] { return makeId(); }, {}});
    m_error = std::move(decision.error);
    auto records = session::makeLogRecords(m_state, decision.events);
    std::move(records.begin(), records.end(), std::back_inserter(m_records));
    if (m_state.lastSeq().value - m_lastSnapshot >= session::snapshotSpacing) {
        m_lastSnapshot = m_state.lastSeq().value;
        m_snapshots.push_back(m_state);
    }
}

/// 32 hex digits, as the program makes them.
std::string SessionMaker::makeId()
{
    constexpr std::string_view digits = "0123456789abcdef";
    std::string id;
    for (const std::uint64_t half : {m_ids.next(), m_ids.next()})
        for (int shift = 60; shift >= 0; shift -= 4)
            id += digits[(half >> static_cast<unsigned>(shift)) & 15U];
    return id;
}

} // namespace quarterdeck::test
