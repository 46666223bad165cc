#include "model/transfer/import/library_log_reader.h"

#include "model/conversation/message.h"
#include "model/formats/json/json_text.h"
#include "model/formats/recording/recording_builder.h"
#include "model/transfer/import/earlier_forms.h"
#include "model/transfer/library_access.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <string>
#include <utility>

namespace quarterdeck::transfer {

using conversation::Usage;

namespace {

constexpr std::array counts = {&Usage::promptTokens, &Usage::completionTokens, &Usage::cachedTokens,
                               &Usage::reasoningTokens, &Usage::durationMs};

} // namespace

void addPart(std::optional<Usage>& counted, const std::optional<Usage>& part)
{
    if (!counted || !part) {
        counted = part ? part : counted;
        return;
    }
    for (const auto count : counts) {
        (*counted).*count = conversation::saturatingSum((*counted).*count, (*part).*count);
    }
    if (part->cost) {
        counted->cost = counted->cost.value_or(0) + *part->cost;
    }
}

void subtract(std::optional<Usage>& usage, const std::optional<Usage>& counted)
{
    if (!usage || !counted) {
        return;
    }
    constexpr std::int64_t none = 0;
    for (const auto count : counts) {
        (*usage).*count = std::max((*usage).*count - (*counted).*count, none);
    }
    if (usage->cost && counted->cost) {
        usage->cost = std::max(*usage->cost - *counted->cost, 0.0);
    }
}

bool isNothing(const std::optional<Usage>& usage)
{
    constexpr double leastCost = 1e-9;
    return !usage || (usage->totalTokens() == 0 && usage->cost.value_or(0) < leastCost);
}

namespace {

constexpr MessageSequence heardMeanwhile = 0xFFFF;

} // namespace

MessageSequence laneOf(const conversation::Message& message)
{
    // As Claude Code names those that work for its agent; the reader keeps what it read there.
    const nlohmann::json& metadata = message.metadata.json();
    const auto source = metadata.is_object() ? metadata.find("source") : metadata.end();
    if (!metadata.is_object() || source == metadata.end() || !source->is_object()) {
        return 0;
    }
    // Where this stands among the rest depends on the version that wrote it, and earlier ones of ours left it out.
    const nlohmann::json type = source->value("type", nlohmann::json());
    if (type == "attachment" || type == "queue-operation") {
        return heardMeanwhile;
    }
    const auto agent = source->find("agentId");
    if (agent == source->end() || !agent->is_string() || source->value("isSidechain", nlohmann::json()) != true) {
        return 0;
    }
    constexpr std::size_t others = heardMeanwhile - 1;
    return static_cast<MessageSequence>(1 + std::hash<std::string>()(agent->get_ref<const std::string&>()) % others);
}

std::size_t piecesOf(const conversation::Message& message)
{
    return std::max(message.content.size() + (message.instructContent ? 1U : 0U), std::size_t{1});
}

using conversation::Address;
using conversation::Message;

namespace {

/// The agent that speaks, or is spoken to; null if there is none, or several.
const Address* agentIn(const Message& message)
{
    if (message.role == "assistant") {
        return &message.sentFrom;
    }
    return message.sendTo.size() == 1 ? &*message.sendTo.begin() : nullptr;
}

void setAgent(Message& message, const std::string& name)
{
    if (message.role == "assistant") {
        message.sentFrom = Address(name);
    } else {
        message.sendTo = {Address(name)};
    }
}

/// "Explore" of "Explore 2".
std::string kindOf(const std::string& name)
{
    const std::size_t last = name.find_last_not_of("0123456789");
    const bool isNumbered = last != std::string::npos && last > 0 && last + 1 < name.size() && name[last] == ' ';
    return isNumbered ? name.substr(0, last) : name;
}

} // namespace

bool AgentNames::isOfOne(const Message& read)
{
    const nlohmann::json& metadata = read.metadata.json();
    const auto source = metadata.is_object() ? metadata.find("source") : metadata.end();
    return metadata.is_object() && source != metadata.end() && source->is_object()
        && source->value("isSidechain", nlohmann::json()) == true;
}

std::optional<Message> AgentNames::headAs(const Message& stored, const Message& read) const
{
    const Address* there = agentIn(stored);
    const Address* here = agentIn(read);
    if (there == nullptr || here == nullptr || stored.role != read.role) {
        return std::nullopt;
    }
    const auto known = m_stored.find(here->str());
    if (known != m_stored.end() ? known->second != there->str() : m_taken.contains(there->str())) {
        return std::nullopt;
    }
    Message head;
    head.sentFrom = read.sentFrom;
    head.name = read.name;
    head.role = read.role;
    head.sendTo = read.sendTo;
    head.causeBy = read.causeBy;
    setAgent(head, there->str());
    return head;
}

void AgentNames::note(const Message& stored, const Message& read)
{
    if (m_stored.try_emplace(agentIn(read)->str(), agentIn(stored)->str()).second) {
        m_taken.insert(agentIn(stored)->str());
    }
}

std::string AgentNames::nameFor(const std::string& read)
{
    const auto known = m_stored.find(read);
    if (known != m_stored.end()) {
        return known->second;
    }
    const std::string kind = kindOf(read);
    std::string name = m_taken.contains(read) ? kind : read;
    for (int number = 2; m_taken.contains(name); ++number) {
        name = kind + " " + std::to_string(number);
    }
    m_taken.insert(name);
    return m_stored[read] = name;
}

void AgentNames::rename(conversation::RecordMessage& record)
{
    Message& message = record.message;
    const Address* agent = m_stored.empty() || !isOfOne(message) ? nullptr : agentIn(message);
    if (agent == nullptr) {
        return;
    }
    const std::string read = agent->str();
    const std::string name = nameFor(read);
    setAgent(message, name);
    std::ranges::replace(record.recipients, conversation::RoleName(read), conversation::RoleName(name));
}

void AgentNames::rename(conversation::Role& role)
{
    if (m_stored.contains(role.name.str()) || m_taken.contains(role.name.str())) {
        role.name = conversation::RoleName(nameFor(role.name.str()));
    }
}

using session::Event;

namespace {

/// This is all that is read of a log that merely looks alike.
constexpr std::int32_t firstPage = 16;
constexpr std::int32_t nextPages = 500;
/// Lanes that drift further apart are not compared.
constexpr std::size_t mostWaiting = std::size_t{64} << 20;
/// With more lanes, nobody asks which one used what.
constexpr std::size_t mostLanes = 1'000;

/// The message that an import recorded with this event; null if it was said here, and for all other events.
Message* recordedIn(Event& event)
{
    auto* published = std::get_if<conversation::MessagePublished>(&event.body);
    return published != nullptr && published->route.rule == conversation::RoutingRule::None ? &published->message
                                                                                            : nullptr;
}

/// Earlier versions stored Claude Code's notes without text.
bool isEmptyNote(const Message& message)
{
    static const conversation::Address program("Claude Code");
    return message.role == "system" && message.sentFrom == program && message.content == conversation::textBlocks({});
}

/// Also what Codex keeps for itself. False if the message had nothing else.
bool takeOutUnread(Message& message)
{
    static const conversation::Address codex("Codex");
    const auto isUnread = [](const conversation::ContentBlock& block) {
        const auto* unknown = std::get_if<conversation::UnknownBlock>(&block);
        const nlohmann::json value = unknown != nullptr ? unknown->value.json() : nlohmann::json();
        const nlohmann::json type = value.is_object() ? value.value("type", nlohmann::json()) : nlohmann::json();
        return type == "ghost_snapshot" || type == "compaction" || type == "compaction_summary";
    };
    return message.sentFrom != codex || std::erase_if(message.content, isUnread) == 0 || !message.content.empty();
}

/// The message's header: who speaks to whom.
Message headOf(const Message& message)
{
    Message head;
    head.sentFrom = message.sentFrom;
    head.name = message.name;
    head.role = message.role;
    head.sendTo = message.sendTo;
    head.causeBy = message.causeBy;
    return head;
}

/// Earlier versions took what MetaGPT's roles did not sign for the person's.
bool haveSameSender(const Message& stored, const Message& read)
{
    const bool isSame = stored.sentFrom == read.sentFrom || isEarlierSender(stored, read);
    return isSame && stored.name == read.name && stored.role == read.role;
}

/// Earlier versions stored the pieces of a tool's answer differently: with the bytes of pictures inside, and everything
/// as text.
bool isSameAnswer(const conversation::ContentBlock& stored, const conversation::ContentBlock& read)
{
    const auto* before = std::get_if<conversation::ToolResultBlock>(&stored);
    const auto* now = std::get_if<conversation::ToolResultBlock>(&read);
    return before != nullptr && now != nullptr && !before->id.empty() && before->id == now->id
        && before->name == now->name && before->isError == now->isError && !before->outputBlocks.isNull()
        && !now->outputBlocks.isNull();
}

/// What is beside the content of the record that a message was made of.
const nlohmann::json& sourceOf(const Message& message) { return formats::memberOf(message.metadata.json(), "source"); }

/// The id of that record, in formats whose records have one.
std::string recordOf(const Message& message)
{
    std::string record = formats::textMember(message.metadata.json(), formats::recordKey);
    return record.empty() ? formats::textMember(sourceOf(message), "uuid") : record;
}

/// Earlier versions stored some words of a record with what wraps them, and failures as if they were said.
bool areSameWords(const conversation::ContentBlock& stored, const conversation::ContentBlock& read)
{
    const auto* before = std::get_if<conversation::TextBlock>(&stored);
    const auto* now = std::get_if<conversation::TextBlock>(&read);
    const auto* failure = std::get_if<conversation::ToolResultBlock>(&read);
    return before != nullptr
        && ((now != nullptr && before->text.find(now->text) != std::string::npos)
            || (failure != nullptr && failure->isError && before->text == failure->output));
}

/// A resumed session may write the end of an answer again: earlier versions stored it twice.
void takeOutRepeated(Message& message)
{
    const nlohmann::json& metadata = message.metadata.json();
    if (!metadata.is_object() || !metadata.contains("further") || recordOf(message).empty()) {
        return;
    }
    std::vector<conversation::ContentBlock>& blocks = message.content;
    constexpr std::size_t most = 100;
    for (std::size_t i = 1; i < blocks.size() && blocks.size() < most; ++i) {
        const auto at = blocks.begin() + static_cast<std::ptrdiff_t>(i);
        if (std::find(blocks.begin(), at, *at) != at) {
            blocks.erase(at);
            --i;
        }
    }
}

bool isSamePiece(const Message& stored, std::size_t index, const ComparisonUnit& piece)
{
    const Message& read = *piece.message;
    const bool isBlock = index < stored.content.size();
    if (isBlock != (piece.index < read.content.size())) {
        return false;
    }
    if (!isBlock) {
        return stored.instructContent == read.instructContent;
    }
    const conversation::ContentBlock& block = read.content[piece.index];
    const conversation::ContentBlock& before = stored.content[index];
    return before == block || isSameAnswer(before, block) || isEarlierForm(before, block)
        || isEarlierOutput(before, block);
}

} // namespace

LibraryLogReader::LibraryLogReader(session::Library& library, session::SessionId session)
    : m_library(library)
    , m_session(std::move(session))
{ }

/// False at the end of the log.
bool LibraryLogReader::load()
{
    if (m_at >= m_events.size() && !m_hasAll) {
        const std::int32_t count = m_loaded.value == 0 ? firstPage : nextPages;
        auto page = awaitLibrary<std::vector<Event>>(
            [&](auto done) { m_library.readEvents(m_session, m_loaded, count, std::move(done)); });
        m_hasAll = !page || page->empty();
        m_events = m_hasAll ? std::vector<Event>() : std::move(*page);
        m_loaded = m_hasAll ? m_loaded : m_events.back().seq;
        m_at = 0;
    }
    return m_at < m_events.size();
}

const Event* LibraryLogReader::event() { return load() ? &m_events[m_at] : nullptr; }

bool LibraryLogReader::describesMembers()
{
    bool areDescribed = false;
    for (const Event* next = event(); next != nullptr; next = event()) {
        const auto* hired = std::get_if<conversation::RoleHired>(&next->body);
        if (hired == nullptr && !std::holds_alternative<conversation::SessionStarted>(next->body)) {
            break;
        }
        areDescribed = areDescribed || (hired != nullptr && isDescribed(hired->role));
        toNextEvent();
    }
    return areDescribed;
}

bool LibraryLogReader::hasTooMuch() const { return m_weight > mostWaiting; }

/// False at the end, or if too much of other lanes is waiting.
bool LibraryLogReader::takeOne(MessageSequence wanted)
{
    if (hasTooMuch() || !load()) {
        return false;
    }
    Event& event = m_events[m_at++];
    if (const auto* start = std::get_if<conversation::SessionStarted>(&event.body)) {
        const nlohmann::json& details = start->details.json();
        m_isGeminiCli = details.is_object() && details.value("format", nlohmann::json()) == "gemini_cli";
    }
    if (Message* recorded = recordedIn(event)) {
        if (!isEmptyNote(*recorded) && !(m_isGeminiCli && isAnsweredAgain(*recorded, m_answered))) {
            put(std::move(*recorded), event.seq, wanted);
        }
    } else if (const auto* growth = std::get_if<conversation::MessageExtended>(&event.body)) {
        put(*growth, event.time, wanted);
    } else if (const auto* told = std::get_if<conversation::UsageRecorded>(&event.body)) {
        put(*told);
    } else if (const auto* annotated = std::get_if<conversation::Annotated>(&event.body)) {
        m_annotated.insert(annotated->target);
    }
    return true;
}

void LibraryLogReader::put(Message message, session::EventSeq seq, MessageSequence wanted)
{
    const MessageSequence lane = laneOf(message);
    const StoredMessage stored{seq, std::ssize(message.content)};
    Newest& newest = m_newest[lane];
    m_laneOf.erase(newest.stored.seq.value);
    newest = {stored, headOf(message)};
    m_laneOf[seq.value] = lane;
    if (!takeOutUnread(message)) {
        return;
    }
    takeOutRepeated(message);
    const std::size_t weight = lane == wanted ? 0 : approximateSize(message);
    m_weight += weight;
    m_waiting[lane].entries.emplace_back(Part{std::move(message), stored, weight});
}

/// An import adds only whole blocks, and only to the last message.
void LibraryLogReader::put(const conversation::MessageExtended& growth, session::Timestamp at, MessageSequence wanted)
{
    const auto lane = m_laneOf.find(growth.target.value);
    if (lane == m_laneOf.end()) {
        return;
    }
    Newest& newest = m_newest[lane->second];
    if (growth.keptBlocks != newest.stored.blocks || growth.keptBytes != 0 || growth.content.empty()) {
        return;
    }
    newest.stored.blocks += std::ssize(growth.content);
    newest.head.sendTo = growth.sendTo.empty() ? newest.head.sendTo : growth.sendTo;
    Part part{newest.head, newest.stored};
    part.message.content = growth.content;
    part.message.timestamp = at;
    if (!takeOutUnread(part.message)) {
        return;
    }
    part.weight = lane->second == wanted ? 0 : approximateSize(part.message);
    m_weight += part.weight;
    m_waiting[lane->second].entries.emplace_back(std::move(part));
}

void LibraryLogReader::put(const conversation::UsageRecorded& told)
{
    if (told.role.isEmpty()) {
        addPart(m_wholeUsage, told.usage);
        return;
    }
    const auto isOf = [&](const auto& one) { return one.second.head.sentFrom.str() == told.role.str(); };
    const auto lane = m_newest.size() > mostLanes ? m_newest.end() : std::ranges::find_if(m_newest, isOf);
    if (lane != m_newest.end()) {
        m_waiting[lane->first].entries.emplace_back(told.usage);
    }
}

/// Adds the reported usage of what was passed.
void LibraryLogReader::settle(MessageSequence lane, Waiting& waiting)
{
    while (!waiting.entries.empty()) {
        const auto* usage = std::get_if<conversation::Usage>(&waiting.entries.front());
        if (usage == nullptr) {
            return;
        }
        addPart(m_lanes[lane].lastUsage, *usage);
        waiting.entries.pop_front();
    }
}

const LibraryLogReader::Part* LibraryLogReader::next(MessageSequence lane)
{
    Waiting& waiting = m_waiting[lane];
    do {
        settle(lane, waiting);
    } while (waiting.entries.empty() && takeOne(lane));
    settle(lane, waiting);
    return waiting.entries.empty() ? nullptr : &std::get<Part>(waiting.entries.front());
}

bool LibraryLogReader::isNext(MessageSequence lane, const ComparisonUnit& piece)
{
    for (const Part* part = next(lane); part != nullptr; part = next(lane)) {
        if (isEqual(lane, *part, piece)) {
            return true;
        }
        if (!passOver(lane, *part)) {
            return false;
        }
    }
    return false;
}

bool LibraryLogReader::isEqual(MessageSequence lane, const Part& part, const ComparisonUnit& piece)
{
    const Message& stored = part.message;
    const std::size_t index = m_waiting[lane].piece;
    const std::string record = recordOf(*piece.message);
    const bool isOfSameRecord = !record.empty() && record == recordOf(stored);
    const bool isOfAgent = AgentNames::isOfOne(*piece.message);
    const std::optional<Message> renamed = isOfAgent ? m_agents.headAs(stored, *piece.message) : std::nullopt;
    const Message& head = renamed ? *renamed : *piece.message;
    const bool areBlocks = index < stored.content.size() && piece.index < piece.message->content.size();
    const bool isSameText = isSamePiece(stored, index, piece)
        || (isOfSameRecord && areBlocks && areSameWords(stored.content[index], piece.message->content[piece.index]));
    // Earlier versions may have taken others' words for the person's.
    const bool isSameSender =
        isOfSameRecord || haveSameSender(stored, head) || isEarlierSpeaker(stored, *piece.message);
    if (!isSameText || !isSameSender) {
        return false;
    }
    const bool isPart = piecesOf(stored) - index < piecesOf(*piece.message) - piece.index;
    const bool isSame = isPart || isOfSameRecord || (stored.sendTo == head.sendTo && stored.causeBy == head.causeBy)
        || areEarlierHearers(stored, *piece.message);
    if (isSame && renamed) {
        m_agents.note(stored, *piece.message);
    }
    return isSame;
}

/// What is in the way, if the file does not say it, any more or a second time.
bool LibraryLogReader::passOver(MessageSequence lane, const Part& part)
{
    const std::string record = recordOf(part.message);
    const std::string type = formats::textMember(sourceOf(part.message), "type");
    const bool isTakenBack =
        m_takenBack != nullptr && !record.empty() && m_takenBack->contains(record.substr(0, record.find('/')));
    const bool isRepeated = !record.empty() && m_passedRecords.contains(record);
    const bool isNothingSaid = type == "api-request-blob" || type == "result" || type == "queue-operation";
    if (m_waiting[lane].piece > 0 || (!isTakenBack && !isRepeated && !isNothingSaid)) {
        return false;
    }
    if (isTakenBack) {
        m_passedOver.insert(part.stored.seq);
        addPart(m_wholeUsage, part.message.usage); // the file counts it as the session's now, if at all
    }
    removeNext(lane);
    return true;
}

void LibraryLogReader::passOverRest()
{
    const MessageSequences known = lanes(); // a copy, since they are made as they are asked for
    for (const auto& [lane, passed] : known) {
        const Part* part = next(lane);
        while (part != nullptr && passOver(lane, *part)) {
            part = next(lane);
        }
    }
}

std::vector<session::EventSeq> LibraryLogReader::takenBack() const
{
    std::vector<session::EventSeq> found;
    std::ranges::set_difference(m_passedOver, m_annotated, std::back_inserter(found));
    return found;
}

void LibraryLogReader::removeNext(MessageSequence lane)
{
    Waiting& waiting = m_waiting[lane];
    m_weight -= std::get<Part>(waiting.entries.front()).weight;
    waiting.entries.pop_front();
    waiting.piece = 0;
}

void LibraryLogReader::toNextPiece(MessageSequence lane)
{
    const Part* part = next(lane);
    if (part == nullptr) {
        return;
    }
    Waiting& waiting = m_waiting[lane];
    StoredSequence& passed = m_lanes[lane];
    ++passed.pieces;
    if (++waiting.piece < piecesOf(part->message)) {
        return;
    }
    passed.open = part->stored;
    addPart(passed.lastUsage, part->message.usage);
    m_lastTime = std::max(m_lastTime, part->message.timestamp);
    if (std::string record = recordOf(part->message); !record.empty()) {
        m_passedRecords.insert(std::move(record));
    }
    removeNext(lane);
}

bool LibraryLogReader::hasEnded()
{
    const auto hasEntries = [](const auto& one) { return !one.second.entries.empty(); };
    do {
        (void)lanes();
        if (std::ranges::any_of(m_waiting, hasEntries)) {
            return false;
        }
    } while (takeOne(0));
    return !hasTooMuch();
}

const MessageSequences& LibraryLogReader::lanes()
{
    for (auto& [lane, waiting] : m_waiting) {
        settle(lane, waiting);
    }
    return m_lanes;
}

} // namespace quarterdeck::transfer
