#include "random_conversation.h"

#include <nlohmann/json.hpp>

using namespace quarterdeck::conversation;

namespace {
const std::vector<std::string> memberNames{"Mike", "Alice", "Bob", "Alex", "David", "李雷", "Eve"};
const std::vector<std::string> addresses{"Mike", "Alice",   "Bob",       "Alex",     "David",  "李雷",
                                         "Eve",  "Nobody",  "<all>",     "<none>",   "<self>", "no one",
                                         "",     "<human>", "class.Bob", "Engineer", "team",   "Architect"};
const std::vector<std::string> texts{"",
                                     "hello",
                                     "写一个贪吃蛇游戏",
                                     "line1\nline2: colon",
                                     "\"quoted\\\"",
                                     "😀 \u0001",
                                     "see a.png and dir.png",
                                     "[Message] from User to Mike: nested"};
const std::vector<std::string> causes{"", "QuickThink", "metagpt.actions.di.run_command.RunCommand", "WritePRD"};
const std::vector<std::string> chatRoles{"user", "assistant", "system", "tool", "Architect", ""};
const std::vector<std::string> metadataKeys{"agent", "priority", "broadcast", "images", "k"};
} // namespace

int RandomConversation::below(int limit)
{
    // Not uniform_int_distribution, whose results differ between standard libraries.
    return static_cast<int>(m_engine() % static_cast<std::uint32_t>(limit));
}

const std::string& RandomConversation::oneOf(const Names& names)
{
    return names[static_cast<std::size_t>(below(static_cast<int>(names.size())))];
}

std::string RandomConversation::text() { return oneOf(texts); }

/// In turn: one more random number would make another log of each seed.
RunCause RandomConversation::cause()
{
    ++m_causes;
    return {static_cast<RunCauseKind>(m_causes % 4), m_causes % 9 / 2.0};
}
std::string RandomConversation::id() { return "q" + std::to_string(below(40)); }
std::string RandomConversation::address() { return oneOf(addresses); }
RoleName RandomConversation::roleName() { return RoleName(oneOf(memberNames)); }
Timestamp RandomConversation::time() { return {below(1'000'000)}; }

JsonValue RandomConversation::json(int depth)
{
    switch (below(depth > 0 ? 7 : 5)) {
    case 0:
        return {};
    case 1:
        return JsonValue(chance(50));
    case 2:
        return JsonValue(below(1000) - 500);
    case 3:
        return JsonValue(below(1000) / 7.0);
    case 4:
        return JsonValue(text());
    case 5:
        return JsonValue(nlohmann::json::array({json(depth - 1).json(), json(depth - 1).json()}));
    default:
        return JsonValue(nlohmann::json{{oneOf(metadataKeys), json(depth - 1).json()}});
    }
}

std::optional<Usage> RandomConversation::usage()
{
    if (chance(60)) {
        return {};
    }
    Usage usage{"model", below(1000), below(1000), {}, below(9000)};
    if (chance(70)) {
        usage.cost = below(1000) / 1000.0;
    }
    if (chance(30)) {
        usage.cachedTokens = below(1000);
        usage.reasoningTokens = below(1000);
    }
    return usage;
}

Span RandomConversation::span()
{
    return {id(),
            id(),
            chance(50) ? id() : std::string(),
            text(),
            text(),
            below(1'000'000),
            below(9'000),
            usage().value_or(Usage()),
            chance(80) ? std::string() : text(),
            json()};
}

MediaBlock RandomConversation::media()
{
    MediaBlock block;
    block.kind = static_cast<MediaKind>(below(4));
    block.source = {
        AttachmentHash(chance(50) ? "ab12" : ""), text(), "image/png", text(), below(99), below(99), below(99)};
    return block;
}

ContentBlock RandomConversation::block()
{
    switch (below(6)) {
    case 0:
        return ThinkingBlock{text(), text()};
    case 1:
        return media();
    case 2:
        return ToolUseBlock{id(), text(), json(), text()};
    case 3:
        return ToolResultBlock{id(), text(), text(), json(), chance(50)};
    case 4:
        return UnknownBlock{json()};
    default:
        return TextBlock{text()};
    }
}

std::vector<ContentBlock> RandomConversation::blocks()
{
    std::vector<ContentBlock> blocks;
    for (int count = below(4); count > 0; --count) {
        blocks.push_back(block());
    }
    return blocks;
}

Message RandomConversation::message()
{
    Message message;
    message.id = MessageId(chance(50) ? "" : id());
    message.sentFrom = Address(chance(40) ? "" : address());
    message.name = chance(80) ? "" : text();
    message.role = oneOf(chatRoles);
    message.sendTo.clear();
    for (int count = below(4); count > 0; --count) {
        message.sendTo.insert(Address(address()));
    }
    message.causeBy = ActionName(oneOf(causes));
    message.content = blocks();
    if (chance(10)) {
        message.instructContent = StructuredContent{json(), json()};
    }
    message.metadata = json();
    message.timestamp = chance(50) ? Timestamp() : time();
    message.timestampText = chance(80) ? "" : text();
    message.invocationId = chance(80) ? "" : id();
    message.usage = usage();
    return message;
}

Role RandomConversation::role()
{
    Role role;
    role.name = RoleName(chance(5) ? "" : oneOf(memberNames));
    role.profile = chance(30) ? "" : oneOf({"Engineer", "Architect", "Team Leader"});
    role.classPath = chance(30) ? "" : "class." + role.name.str();
    if (chance(20)) {
        role.addresses = {Address(address()), Address(address())};
    }
    role.kind = role.name.str() == "Mike" ? RoleKind::TeamLeader : RoleKind::Member;
    role.goal = text();
    if (chance(40)) {
        role.watch = {ActionName(oneOf(causes))};
    }
    role.observeAll = chance(80);
    role.memoryEnabled = chance(80);
    return role;
}

RoutingSettings RandomConversation::settings()
{
    RoutingSettings settings;
    settings.fidelity = chance(30) ? Fidelity::Mgx : Fidelity::Quarterdeck;
    settings.switches = RoutingOptions::fromBits(static_cast<std::uint32_t>(below(64)));
    settings.leader = chance(80) ? RoleName("Mike") : roleName();
    settings.addressNote = static_cast<AddressNote>(below(3));
    if (chance(20)) {
        settings.filters = {oneOf({"priority", "broadcast"})};
    }
    settings.directChatTimeoutMs = below(3) * 1000;
    return settings;
}

SessionStarted RandomConversation::started()
{
    SessionStarted started;
    started.kind = static_cast<SessionKind>(below(4));
    started.title = text();
    started.routing = settings();
    started.isPublic = chance(50);
    started.source = text();
    started.details = json();
    if (chance(50)) {
        started.budget = below(100) / 8.0;
    }
    started.rounds = below(9);
    return started;
}

Route RandomConversation::route()
{
    Route route;
    route.rule = static_cast<RoutingRule>(below(7));
    route.wasPublic = chance(50);
    route.isPrivate = chance(30);
    route.leaderAdded = chance(50);
    route.withoutLeader = chance(10);
    route.isUndelivered = chance(10);
    route.isFiltered = chance(10);
    route.filteredBy = text();
    route.unknownRecipients = {Address(address())};
    route.lateAnswerTo = QuestionId(chance(80) ? "" : id());
    route.directChatRoles = {roleName(), roleName()};
    route.directChat = DirectChatId(id());
    route.busyRoles = {roleName()};
    route.deliveries = {{roleName(), static_cast<DeliveryReason>(below(4))}, {roleName(), DeliveryReason::Everyone}};
    route.hasAddressedCopy = chance(50);
    route.addressNote = text();
    if (chance(10)) {
        route.hold = Hold{HoldRuleId(id()), text(), roleName(), {{roleName(), DeliveryReason::Named}}, chance(20)};
    } else if (chance(10)) {
        route.release = Release{{1 + below(99)}, chance(50), chance(50), text()};
    }
    return route;
}

HoldRule RandomConversation::holdRule()
{
    HoldRule rule;
    rule.id = HoldRuleId(id());
    rule.name = text();
    rule.isOn = chance(80);
    if (chance(30)) {
        rule.from = {roleName(), roleName()};
    }
    if (chance(30)) {
        rule.to = {Address(address()), address::person};
    }
    rule.cause = ActionName(chance(80) ? "" : oneOf(causes));
    rule.tool = chance(90) ? "" : text();
    rule.text = chance(60) ? "" : text();
    rule.isPattern = chance(30);
    return rule;
}

Question RandomConversation::question()
{
    Question question;
    question.id = QuestionId(chance(20) ? "" : id());
    question.asker = roleName();
    question.text = text();
    question.reason = text();
    if (chance(60)) {
        question.options = {{"4×4", text()}, {"5×5", text()}};
        question.defaultOption = chance(80) ? "4×4" : "6×6";
    }
    if (chance(20)) {
        question.schema = JsonValue(nlohmann::json{{"type", "object"}, {"required", {"k"}}});
    }
    if (chance(20)) {
        question.images = {media()};
    }
    if (chance(50)) {
        question.deadline = time();
    }
    question.isDeadlinePaused = chance(20);
    question.urgency = static_cast<Urgency>(below(3));
    question.askedAt = time();
    return question;
}

QuestionEnd RandomConversation::questionEnd()
{
    return {static_cast<QuestionEndKind>(below(4)), text(), blocks(), json(), text(), time()};
}

EventBody RandomConversation::body()
{
    switch (below(26)) {
    case 0:
        return started();
    case 1:
        return SessionRenamed{text()};
    case 2:
        return RoleHired{role()};
    case 3:
        return DirectChatOpened{DirectChatId(id()), roleName(), chance(50)};
    case 4:
        return DirectChatEnded{DirectChatId(id()), roleName(), static_cast<DirectChatEndReason>(below(3))};
    case 5:
        return PublicChatSet{chance(50)};
    case 6:
        return QuestionAsked{question()};
    case 7:
        return QuestionEnded{QuestionId(id()), questionEnd()};
    case 8:
        return QuestionDeadlineMoved{QuestionId(id()), chance(50) ? std::optional(time()) : std::nullopt, chance(50),
                                     text()};
    case 9:
        return AnswerDelivered{QuestionId(id()), MessageId(chance(50) ? id() : std::string())};
    case 10:
        return MailObserved{roleName(), below(100) - 10, chance(50)};
    case 11:
        return RoleActivityChanged{roleName(), static_cast<RoleActivity>(below(6)), text(), chance(50), chance(50)};
    case 12:
        return RunStateChanged{static_cast<RunState>(below(6)), text(), cause()};
    case 13:
        return RoundStarted{below(99), below(9)};
    case 14:
        return BudgetSet{chance(50) ? std::optional(below(100) / 8.0) : std::nullopt};
    case 15:
        return UsageRecorded{roleName(), usage().value_or(Usage())};
    case 16:
        return Annotated{{below(99)}, static_cast<AnnotationKind>(below(2)), text(), text()};
    case 17:
        return MessageExtended{{below(99)}, below(3), below(20),           message().content,
                               chance(50),  json(),   {Address(address())}};
    case 18:
        return SpansRecorded{{span(), span()}};
    case 19:
        return UnknownEvent{"from_the_future", 2 + below(9), json()};
    case 20:
        return MessagePinned{{below(99)}, chance(70), text()};
    case 21:
        return HoldRuleSet{holdRule(), text()};
    case 22:
        return HoldRuleRemoved{HoldRuleId(id()), text(), text()};
    case 23:
        return HeldDropped{{below(99)}, text(), chance(50), text()};
    case 24:
        return RoleModeSet{roleName(), static_cast<RoleMode>(below(3)), text()};
    default:
        return MessagePublished{message(), route()};
    }
}

QuestionId RandomConversation::questionId(const ConversationState& state)
{
    const auto& open = state.openQuestions();
    if (!open.empty() && chance(70)) {
        return open[static_cast<std::size_t>(below(static_cast<int>(open.size())))].question.id;
    }
    const auto& answered = state.undeliveredAnswers();
    return !answered.empty() && chance(70) ? answered.front() : QuestionId(id());
}

Intent RandomConversation::talk(const ConversationState& state)
{
    switch (below(7)) {
    case 0: {
        Publish direct{message(), roleName().str(), {}, chance(50)};
        direct.message.sentFrom = Address();
        direct.message.sendTo = {Address(direct.userDefinedRecipient)};
        return direct;
    }
    case 1:
        return Publish{message(), chance(70) ? "" : address(), chance(60) ? "" : "Team Leader", chance(20)};
    case 2:
        return PublishTeamMessage{state.routing().leader, blocks(), address(), usage(), json()};
    case 3:
        return ReplyToUser{roleName(), blocks(), usage(), json(), {}, chance(50)};
    case 4:
        return RecordMessage{message(), {roleName(), roleName()}};
    case 5:
        return RecordStep{roleName(), message()};
    default:
        return RolePublish{roleName(), message(), chance(50)};
    }
}

Intent RandomConversation::manage(const ConversationState&)
{
    switch (below(13)) {
    case 0:
        return RenameSession{text()};
    case 1:
        return HireRole{role()};
    case 2:
        return SetPublicChat{chance(50)};
    case 3:
        return EndDirectChat{roleName(), chance(50) ? DirectChatEndReason::EndedByUser : DirectChatEndReason::TimedOut};
    case 4:
    case 5:
        return ObserveMail{roleName(), chance(50)};
    case 6:
        return SetRoleActivity{roleName(), static_cast<RoleActivity>(below(6)), text(), chance(20), chance(50)};
    case 7:
        return SetRunState{static_cast<RunState>(below(6)), text()};
    case 8:
        return StartRound{below(9)};
    case 9:
        return SetBudget{chance(50) ? std::optional(below(100) / 8.0 - 1.0) : std::nullopt};
    case 10:
        return RecordUsage{roleName(), usage().value_or(Usage())};
    case 11:
        return PinMessage{{below(99)}, chance(70)};
    default:
        return Annotate{{{below(99)}, AnnotationKind::Note, text(), text()}};
    }
}

Intent RandomConversation::ask(const ConversationState& state)
{
    const QuestionId about = questionId(state);
    switch (below(7)) {
    case 0:
        return AnswerQuestion{about, chance(50) ? "4×4" : "", blocks(), json(), chance(50) ? "person" : "phone"};
    case 1:
        return DeclineQuestion{about};
    case 2:
        return WithdrawQuestion{about};
    case 3:
        return TimeOutQuestion{about};
    case 4:
        return MoveDeadline{about, chance(70) ? std::optional(time()) : std::nullopt, chance(30)};
    case 5:
        return AcknowledgeAnswer{about};
    default:
        return AskUser{question()};
    }
}

Intent RandomConversation::intent(const ConversationState& state)
{
    if (state.lastSeq().value == 0 && chance(90)) {
        StartSession start{started()};
        start.settings.budget.reset();
        return start;
    }
    const int kind = below(100);
    return kind < 45 ? talk(state) : kind < 70 ? ask(state) : manage(state);
}
