#include "model/agents/model_agent/memory.h"

#include "model/agents/provider/token_costs.h"
#include "model/conversation/decide/decide.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cctype>

namespace quarterdeck::team {

using nlohmann::json;

const json* stepNote(const conversation::Message& message)
{
    const json& metadata = message.metadata.json();
    if (!metadata.is_object())
        return nullptr;
    const auto found = metadata.find(step::key);
    return found != metadata.end() && found->is_object() ? &*found : nullptr;
}

std::string textAt(const json& object, const char* key)
{
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

namespace {

constexpr std::array kinds = {"image", "audio", "video", "file", "message"};

std::optional<std::int64_t> countAt(const json& object, const char* key)
{
    constexpr std::int64_t most = 1'000'000'000;
    const auto found = object.find(key);
    if (found == object.end() || !found->is_number_integer())
        return std::nullopt;
    return std::clamp<std::int64_t>(found->get<std::int64_t>(), 0, most);
}

} // namespace

AnswerNote noteOf(const ChatReply& reply)
{
    AnswerNote note;
    if (reply.isCut)
        note.cutAt = reply.usage ? reply.usage->completionTokens : 0;
    note.isUsageEstimated = reply.isUsageEstimated;
    for (const formats::SerializerLoss& loss : reply.losses)
        ++note.losses[kinds.at(static_cast<std::size_t>(loss.what))];
    return note;
}

void addTo(json& step, const AnswerNote& note)
{
    if (note.cutAt)
        step["cut"] = *note.cutAt;
    if (note.isUsageEstimated)
        step["estimated"] = true;
    if (note.isStopped)
        step["stopped"] = true;
    if (!note.losses.empty())
        step["saw"]["losses"] = note.losses;
}

AnswerNote answerNoteOf(const conversation::Message& message)
{
    AnswerNote note;
    const json* step = stepNote(message);
    if (step == nullptr)
        return note;
    note.cutAt = countAt(*step, "cut");
    note.isUsageEstimated = step->value("estimated", json()) == json(true);
    note.isStopped = step->value("stopped", json()) == json(true);
    const auto saw = step->find("saw");
    const auto losses = saw == step->end() || !saw->is_object() ? json::const_iterator() : saw->find("losses");
    if (saw == step->end() || !saw->is_object() || losses == saw->end() || !losses->is_object())
        return note;
    for (const char* kind : kinds)
        if (const auto count = countAt(*losses, kind); count && *count > 0)
            note.losses[kind] = *count;
    return note;
}

namespace {

using conversation::Message;
using conversation::MessagePublished;
using Kind = MemoryEntry::Kind;

bool isOwn(const conversation::Role& role, const Message& message)
{
    return conversation::addressesOf(role).contains(message.sentFrom);
}

bool isForItself(const MessagePublished& published)
{
    return std::ranges::any_of(published.route.deliveries, [](const conversation::Delivery& one) {
        return one.reason == conversation::DeliveryReason::Self;
    });
}

std::int64_t numberAt(const json& object, const char* key)
{
    const auto found = object.find(key);
    return found != object.end() && found->is_number_integer() ? found->get<std::int64_t>() : 0;
}

/// Anybody may have written the log: positions, each once, and not without limit.
std::vector<std::int64_t> placesAt(const json& object, const char* key)
{
    constexpr std::size_t most = 5'000;
    const auto found = object.find(key);
    std::set<std::int64_t> places;
    if (found != object.end() && found->is_array() && found->size() <= most)
        for (const json& one : *found)
            if (one.is_number_integer() && one.get<std::int64_t>() >= 0)
                places.insert(one.get<std::int64_t>());
    return {places.begin(), places.end()};
}

void readNote(const json& note, MemoryEntry& row)
{
    const std::string kind = textAt(note, "step");
    row.kind = kind == step::result ? Kind::Result
        : kind == step::said        ? Kind::Said
        : kind == step::summary     ? Kind::Summary
        : kind == step::told        ? Kind::Mail
        : kind == step::change      ? Kind::Change
        : kind == step::cut         ? Kind::Cut
                                    : Kind::Reply;
    const auto saw = note.find("saw");
    if (saw != note.end() && saw->is_object())
        row.seenTo = numberAt(*saw, "to");
    row.of = conversation::MessageId(textAt(note, "of"));
    row.covers = numberAt(note, "covers");
    row.call = textAt(note, "call");
    if (const auto token = note.find("token"); token != note.end())
        row.token = conversation::JsonValue(*token);
    if (note.contains("text"))
        row.text = textAt(note, "text");
    if (const auto plan = note.find("plan"); plan != note.end())
        row.plan = conversation::JsonValue(*plan);
}

/// A change is for the person to see, and part of no prompt.
std::int64_t tokensOf(const MemoryEntry& row) { return row.kind == Kind::Change ? 0 : estimatedTokens(row.message); }

json sawJson(const PromptRecord& seen)
{
    json saw{{"from", seen.from}, {"to", seen.to}, {"tokens", seen.tokens}};
    if (seen.leftOut > 0)
        saw["left_out"] = seen.leftOut;
    if (seen.hasSummary)
        saw["summary"] = true;
    if (seen.tools > 0)
        saw["tools"] = seen.tools;
    if (!seen.digest.empty())
        saw["digest"] = seen.digest;
    if (!seen.kept.empty())
        saw["kept"] = seen.kept;
    if (seen.room > 0)
        saw["room"] = seen.room;
    return saw;
}

conversation::JsonValue noted(json note) { return conversation::JsonValue(json{{step::key, std::move(note)}}); }

} // namespace

std::optional<ChangeStep> changeIn(const conversation::Event& event)
{
    const auto* published = std::get_if<MessagePublished>(&event.body);
    if (published == nullptr || published->message.causeBy != conversation::action::step)
        return std::nullopt;
    const json* note = stepNote(published->message);
    if (note == nullptr || textAt(*note, "step") != step::change || !note->contains("token"))
        return std::nullopt;
    return ChangeStep{published->message.sentFrom.as<conversation::RoleName>(),
                      conversation::JsonValue(note->at("token"))};
}

std::optional<MemoryEntry> InboxMemory::understood(const conversation::ConversationState& state, const InboxRow& row,
                                                   std::int64_t place) const
{
    MemoryEntry remembered;
    remembered.place = place;
    remembered.seq = row.seq;
    const conversation::RoleState* role = state.role(m_role);
    if (role == nullptr || !isOwn(role->role, row.published.message)) {
        remembered.message = conversation::deliveredMessage(row.published);
        return remembered;
    }
    if (!isForItself(row.published))
        return std::nullopt;
    remembered.message = row.published.message;
    if (const json* note = stepNote(row.published.message))
        readNote(*note, remembered);
    else if (row.published.route.rule == conversation::RoutingRule::None)
        remembered.kind = Kind::Said; // in the recording that this session continues
    else
        return std::nullopt;
    return remembered;
}

void InboxMemory::append(const conversation::ConversationState& state, const std::vector<InboxRow>& rows)
{
    for (const InboxRow& row : rows) {
        if (auto one = understood(state, row, m_end++)) {
            m_tokens += tokensOf(*one);
            m_rows.push_back(std::move(*one));
        }
    }
}

void InboxMemory::prepend(const conversation::ConversationState& state, const std::vector<InboxRow>& rows)
{
    for (auto row = rows.rbegin(); row != rows.rend(); ++row) {
        if (auto one = understood(state, *row, --m_first)) {
            m_tokens += tokensOf(*one);
            m_rows.push_front(std::move(*one));
        }
    }
}

void InboxMemory::keepNewest(std::size_t count)
{
    while (m_rows.size() > count) {
        m_first = m_rows.front().place + 1;
        m_tokens -= tokensOf(m_rows.front());
        m_rows.pop_front();
    }
}

void InboxMemory::setKept(std::set<std::int64_t> places, std::vector<MemoryEntry> older)
{
    m_kept = std::move(places);
    m_older = std::move(older);
    std::erase_if(m_older, [this](const MemoryEntry& row) { return row.place >= m_first; });
}

bool InboxMemory::hasSummary() const
{
    return std::ranges::any_of(m_rows, [](const MemoryEntry& row) { return row.kind == Kind::Summary; });
}

std::optional<StepPromptRecord> promptRecordIn(const Message& step)
{
    const json* note = stepNote(step);
    if (note == nullptr || !note->contains("saw") || !note->at("saw").is_object())
        return std::nullopt;
    const json& saw = note->at("saw");
    StepPromptRecord found;
    found.seen.from = numberAt(saw, "from");
    found.seen.to = numberAt(saw, "to");
    found.seen.leftOut = numberAt(saw, "left_out");
    found.seen.hasSummary = saw.value("summary", json()) == json(true);
    found.seen.tokens = numberAt(saw, "tokens");
    found.seen.tools = numberAt(saw, "tools");
    found.seen.digest = textAt(saw, "digest");
    found.seen.kept = placesAt(saw, "kept");
    found.seen.room = std::max<std::int64_t>(0, numberAt(saw, "room"));
    if (textAt(*note, "step") == step::summary)
        found.covers = numberAt(*note, "covers");
    return found;
}

conversation::MessageId replyBehind(const Message& step)
{
    const json* note = stepNote(step);
    return conversation::MessageId(note == nullptr ? std::string() : textAt(*note, "of"));
}

conversation::MessageId replyThatSaid(const conversation::MessageId& message)
{
    const std::string& id = message.str();
    const std::size_t dash = id.rfind('-');
    const bool isOfCall = dash != std::string::npos && dash > 0 && dash + 1 < id.size()
        && std::all_of(id.begin() + static_cast<std::ptrdiff_t>(dash) + 1, id.end(),
                       [](unsigned char c) { return std::isdigit(c) != 0; });
    return conversation::MessageId(isOfCall ? id.substr(0, dash) : std::string());
}

bool hasPlan(const Message& step)
{
    const json* note = stepNote(step);
    return note != nullptr && note->contains("plan") && !note->at("plan").is_null();
}

conversation::JsonValue replyMetadata(const char* kind, const PromptRecord& seen, const AnswerNote& answer)
{
    json note{{"step", kind}, {"saw", sawJson(seen)}};
    addTo(note, answer);
    return noted(std::move(note));
}

conversation::JsonValue resultMetadata(const conversation::MessageId& reply, conversation::JsonValue plan)
{
    json note{{"step", step::result}, {"of", reply.str()}};
    if (!plan.isNull())
        note["plan"] = plan.json();
    return noted(std::move(note));
}

conversation::JsonValue toldMetadata() { return noted({{"step", step::told}}); }

conversation::JsonValue changeMetadata(const conversation::MessageId& reply, const std::string& call,
                                       const conversation::JsonValue& token, const std::optional<std::string>& text)
{
    json note{{"step", step::change}, {"of", reply.str()}, {"call", call}, {"token", token.json()}};
    if (text)
        note["text"] = *text;
    return noted(std::move(note));
}

conversation::JsonValue summaryMetadata(std::int64_t covers, const PromptRecord& seen)
{
    return noted({{"step", step::summary}, {"covers", covers}, {"saw", sawJson(seen)}});
}

} // namespace quarterdeck::team
