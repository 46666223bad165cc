#include "storage/log/stored_record.h"

#include "model/conversation/attachments.h"
#include "model/conversation/json/event_json.h"
#include "model/session/payload_packing.h"
#include "storage/log/log_reader.h"
#include "storage/storage_errors.h"

#include <nlohmann/json.hpp>

#include <exception>
#include <string_view>
#include <utility>
#include <variant>

namespace quarterdeck::storage {

using namespace conversation;

namespace {

/// Adds up the parts of an event that may be long.
class TextCounter
{
public:
    explicit TextCounter(std::size_t most) : m_left(most) { }

    [[nodiscard]] bool isOver() const { return m_isOver; }
    void add(const EventBody& body) { std::visit(*this, body); }

    void operator()(const MessagePublished& published)
    {
        add(published.message.content);
        add(published.message.metadata);
        if (published.message.instructContent) {
            add(published.message.instructContent->schema);
            add(published.message.instructContent->value);
        }
    }
    void operator()(const MessageExtended& grown)
    {
        add(grown.content);
        add(grown.metadata);
    }
    void operator()(const QuestionAsked& asked)
    {
        add(asked.question.text);
        add(asked.question.reason);
        for (const QuestionOption& option : asked.question.options) {
            add(option.label);
            add(option.description);
        }
        add(asked.question.schema);
    }
    void operator()(const QuestionEnded& ended)
    {
        add(ended.end.content);
        add(ended.end.form);
    }
    void operator()(const SpansRecorded& recorded)
    {
        for (const Span& span : recorded.spans) {
            add(span.error);
            add(span.attributes);
        }
    }
    void operator()(const SessionStarted& started) { add(started.details); }
    void operator()(const Annotated& annotated) { add(annotated.text); }
    void operator()(const UnknownEvent& unknown) { add(unknown.payload); }
    template <typename Small>
    void operator()(const Small&)
    { }

    void operator()(const TextBlock& block) { add(block.text); }
    void operator()(const ThinkingBlock& block) { add(block.text); }
    void operator()(const MediaBlock& block) { add(block.source.url); }
    void operator()(const ToolUseBlock& block)
    {
        add(block.input);
        add(block.rawInput);
    }
    void operator()(const ToolResultBlock& block)
    {
        add(block.output);
        add(block.outputBlocks);
    }
    void operator()(const UnknownBlock& block) { add(block.value); }

private:
    void add(std::size_t bytes)
    {
        m_isOver = m_isOver || bytes > m_left;
        m_left -= m_isOver ? 0 : bytes;
    }
    void add(const std::string& text) { add(text.size()); }
    void add(const std::vector<ContentBlock>& blocks)
    {
        for (const ContentBlock& block : blocks)
            std::visit(*this, block);
    }
    void add(const JsonValue& value)
    {
        if (!value.isNull())
            add(value.json());
    }
    /// No deeper than foreign JSON may be (`maxJsonDepth`).
    void add(const nlohmann::json& value)
    {
        constexpr std::size_t perValue = 8;
        const auto* text = value.get_ptr<const std::string*>();
        add(perValue + (text != nullptr ? text->size() : 0));
        if (!value.is_structured())
            return;
        for (auto child = value.begin(); child != value.end() && !m_isOver; ++child)
            add(*child);
    }

    std::size_t m_left;
    bool m_isOver = false;
};

} // namespace

bool hasMoreText(const std::vector<session::LogRecord>& records, std::size_t bytes)
{
    TextCounter counter(bytes);
    for (const session::LogRecord& record : records) {
        counter.add(record.event.body);
        if (counter.isOver())
            return true;
    }
    return false;
}

} // namespace quarterdeck::storage

namespace quarterdeck::storage::sqlite {

namespace {

void keepPlain(std::string payload, StoredRecord& record)
{
    record.payloadBytes = static_cast<std::int64_t>(payload.size());
    record.isPacked = false;
    record.payload = std::move(payload);
}

void keepPayload(std::string_view payload, StoredRecord& record)
{
    record.payloadBytes = static_cast<std::int64_t>(payload.size());
    std::optional<std::string> packed = session::packedPayload(payload);
    record.isPacked = packed.has_value();
    record.payload = packed ? std::move(*packed) : std::string(payload);
}

/// Of events that were merged where the log comes from, the last of a run stands for all.
bool isJoined(const session::Event& event, std::vector<StoredRecord>& records)
{
    if (records.empty() || !records.back().mergedBefore || !isMerged(event.body))
        return false;
    StoredRecord& last = records.back();
    ++*last.mergedBefore;
    last.seq = event.seq;
    last.time = event.time;
    last.monotonicMs = event.monotonicMs;
    keepPlain(mergedPayload(*last.mergedBefore), last);
    return true;
}

/// From the serialised record rather than the event, so that reading it back yields the same: bytes that are not UTF-8
/// are different by then.
std::shared_ptr<const search::Document> documentOf(const StoredRecord& record)
{
    const session::Result<conversation::EventBody> body =
        conversation::eventFromPayload(record.kind, record.version, record.payload);
    return body ? std::make_shared<const search::Document>(search::documentOf(*body, record.speaker)) : nullptr;
}

StoredRecord stored(session::LogRecord&& record)
{
    const session::Event& event = record.event;
    StoredRecord result;
    result.seq = event.seq;
    result.time = event.time;
    result.monotonicMs = event.monotonicMs;
    result.kind = conversation::kindOf(event.body);
    const auto* unknown = std::get_if<conversation::UnknownEvent>(&event.body);
    result.version = unknown != nullptr ? unknown->version : conversation::eventVersion;
    if (isMerged(event.body)) {
        result.mergedBefore = 0;
        keepPlain(mergedPayload(0), result);
    } else {
        keepPayload(conversation::payloadView(event.body), result);
    }
    result.speaker = speakerOf(record);
    result.marks = marksOf(event);
    for (const conversation::MediaSource& media : conversation::attachmentsOf(event.body))
        result.attachments.push_back(media.hash);
    result.channels = std::move(record.channels);
    result.amends = record.amends;
    if (result.payload.size() > session::largestPackedPayload) {
        // The thread may not write again for long, so it releases the buffer that this took.
        (void)conversation::payloadView(conversation::SessionStarted());
        // A growth may be merged with others before it is indexed.
        if (!result.amends)
            result.document = documentOf(result);
    }
    return result;
}

} // namespace

session::Result<std::vector<StoredRecord>> storedRecords(std::vector<session::LogRecord> records)
{
    std::vector<StoredRecord> result;
    result.reserve(records.size());
    try {
        for (session::LogRecord& record : records)
            if (!isJoined(record.event, result))
                result.push_back(stored(std::move(record)));
    } catch (const std::exception& failure) {
        return tl::unexpected(errors::unwritableEvent(failure.what()));
    }
    return result;
}

std::size_t sizeOf(const std::vector<StoredRecord>& records)
{
    constexpr std::size_t perRecord = 120;
    constexpr std::size_t perChannel = 30;
    std::size_t size = 0;
    for (const StoredRecord& record : records)
        size += perRecord + record.payload.size() + perChannel * record.channels.size();
    return size;
}

} // namespace quarterdeck::storage::sqlite
