#include "model/formats/metagpt/message_list_reader.h"

#include "model/formats/format_errors.h"
#include "model/formats/json/json_shape.h"
#include "model/formats/json/json_text.h"
#include "model/formats/json/record_reader.h"
#include "model/formats/metagpt/merged_storage.h"
#include "model/formats/metagpt/parsed_message.h"
#include "model/formats/recording/titled_recording_builder.h"

#include <algorithm>
#include <utility>

namespace quarterdeck::formats {

using errors::RejectReason;
using nlohmann::json;

namespace {

/// Has keys that no other system's messages have.
bool isMessage(const Keys& keys)
{
    return keys.contains("content") && keys.contains("cause_by")
        && (keys.contains("sent_from") || keys.contains("send_to"));
}

/// The messages of one file on their way into a session.
class MessageList
{
public:
    MessageList(const ByteSource& source, SessionSink& sink, const ReadLimits& limits)
        : m_source(source)
        , m_sink(sink)
        , m_session(source, sink, limits, {"metagpt", {}, nullptr})
    { }

    void add(json record, const SourceLocation& place)
    {
        if (const json& storage = memberOf(record, "storage"); storage.is_array() && !record.contains("content")) {
            addMemory(storage, place);
        } else {
            const std::int64_t number = std::max(place.run, place.message); // of the element of a list
            addMessage(std::move(record), {place.line, 0, number, {}});
        }
    }
    void end()
    {
        giveHeld();
        m_session.end();
    }

private:
    void addMemory(const json& storage, SourceLocation place)
    {
        metagpt::MergedStorage merged;
        merged.add(storage);
        for (metagpt::MergedStorage::Entry& entry : merged.result()) {
            place.message = static_cast<std::int64_t>(entry.place) + 1;
            addMessage(std::move(entry.message), place);
        }
    }
    /// An addressed copy directly precedes the original.
    void addMessage(json message, const SourceLocation& place)
    {
        const std::string id = textMember(message, "id");
        const bool isSame = !id.empty() && textMember(m_held, "id") == id;
        if (isSame && metagpt::isAddressedCopy(textMember(m_held, "content"))) {
            m_held["content"] = memberOf(message, "content");
            return;
        }
        giveHeld();
        m_held = std::move(message);
        m_place = place;
    }
    void giveHeld()
    {
        if (m_held.is_null()) {
            return;
        }
        auto read = metagpt::readMessage(std::exchange(m_held, nullptr));
        if (!read) {
            return m_sink.reportProblem(errors::problem(m_source.name(), m_place, RejectReason::WrongContent));
        }
        metagpt::reportFault(*read, m_source.name(), m_place, m_sink);
        if (!m_hasTitle) {
            m_session.setTitle(conversation::textOf(read->message));
            m_hasTitle = true;
        }
        m_session.add(std::move(read->message));
    }

    const ByteSource& m_source;
    SessionSink& m_sink;
    TitledRecordingBuilder m_session;
    json m_held; ///< the last one
    SourceLocation m_place;
    bool m_hasTitle = false;
};

} // namespace

bool MessageListReader::recognises(const JsonShape& shape) const
{
    const auto storage = shape.listKeys.find("storage");
    return shape.isObject && (isMessage(shape.keys) || (storage != shape.listKeys.end() && isMessage(storage->second)));
}

Result<std::size_t> MessageListReader::read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                            const ReadLimits& limits) const
{
    MessageList list(source, sink, limits);
    RecordReader records(source, shape.layout, limits);
    auto count = records.forEachGood(
        sink, [&](json record, const SourceLocation& place) { list.add(std::move(record), place); });
    if (count) {
        list.end();
    }
    return count;
}

} // namespace quarterdeck::formats
