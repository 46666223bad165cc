#include "model/formats/recording/titled_recording_builder.h"

#include <algorithm>

namespace quarterdeck::formats {

using conversation::Address;
using conversation::Message;

TitledRecordingBuilder::TitledRecordingBuilder(const ByteSource& source, SessionSink& sink, const ReadLimits& limits,
                                               RecordedDetails details)
    : m_file(source.name())
    , m_details(std::move(details))
    , m_session(source, sink, limits)
{ }

void TitledRecordingBuilder::add(Message message)
{
    if (m_session.hasBegun()) {
        hireAllOf(message);
        m_session.add(std::move(message));
        return;
    }
    constexpr std::size_t mostWaiting = 16;
    if (m_title.empty() && message.sentFrom.isEmpty()) {
        takeTitle(conversation::textOf(message));
    }
    m_waiting.push_back(std::move(message));
    if (!m_title.empty() || m_waiting.size() >= mostWaiting) {
        begin();
    }
}

void TitledRecordingBuilder::takeTitle(const std::string& text)
{
    Suggestion suggestion = m_suggest ? m_suggest(text) : Suggestion{text};
    std::string& title = suggestion.isMakeshift ? m_makeshiftTitle : m_title;
    if (title.empty()) {
        title = std::move(suggestion.title);
    }
}

bool TitledRecordingBuilder::end()
{
    if (!m_session.hasBegun() && !m_waiting.empty()) {
        begin();
    }
    if (m_session.hasBegun()) {
        if (m_usage) {
            m_session.addUsage(std::move(*m_usage));
        }
        m_session.end();
    }
    return m_session.hasBegun();
}

void TitledRecordingBuilder::begin()
{
    for (const Message& message : m_waiting) {
        hireAllOf(message);
    }
    const auto dated =
        std::ranges::find_if(m_waiting, [](const Message& message) { return message.timestamp.msSinceEpoch != 0; });
    if (dated != m_waiting.end()) {
        m_session.startAt(dated->timestamp); // what has no time before it takes this one
    }
    m_session.begin(titleFrom(m_title.empty() ? m_makeshiftTitle : m_title, baseName(m_file)), m_details);
    for (Message& message : m_waiting) {
        m_session.add(std::move(message));
    }
    m_waiting.clear();
}

void TitledRecordingBuilder::hireAllOf(const Message& message)
{
    m_session.addRole(message.sentFrom.str());
    for (const Address& recipient : message.sendTo) {
        if (recipient != conversation::address::all && recipient != conversation::address::none
            && recipient != conversation::address::noOne && recipient != conversation::address::person) {
            m_session.addRole(recipient.str());
        }
    }
}

} // namespace quarterdeck::formats
