#pragma once

#include "model/formats/recording/recording_builder.h"

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace quarterdeck::formats {

/// A recorded session that is titled after the first thing the person says: what comes before waits, up to some
/// messages. Hires whoever speaks or is spoken to.
class TitledRecordingBuilder
{
public:
    TitledRecordingBuilder(const ByteSource& source, SessionSink& sink, const ReadLimits& limits,
                           RecordedDetails details);

    /// Before the session has begun: its title instead; and what the source says beside its messages.
    void setTitle(std::string title) { m_title = std::move(title); }
    [[nodiscard]] RecordedDetails& details() { return m_details; }
    [[nodiscard]] bool hasBegun() const { return m_session.hasBegun(); }
    /// What a text of the person suggests as a title.
    struct Suggestion
    {
        std::string title;
        bool isMakeshift = false; ///< used only if no later text is better
    };
    using Suggest = std::function<Suggestion(const std::string& text)>;
    /// Without it each text is a title.
    void setTitleRule(Suggest suggest) { m_suggest = std::move(suggest); }
    void add(conversation::Message message);
    /// Usage of the whole session beside that of its messages.
    void setUsage(conversation::Usage usage) { m_usage = std::move(usage); }
    /// Begins what has not begun, and ends. False if there was no message at all.
    bool end();

private:
    void takeTitle(const std::string& text);
    void begin();
    void hireAllOf(const conversation::Message& message);

    std::string m_file;
    RecordedDetails m_details;
    RecordingBuilder m_session;
    std::vector<conversation::Message> m_waiting;
    std::string m_title;
    std::string m_makeshiftTitle;
    Suggest m_suggest;
    std::optional<conversation::Usage> m_usage;
};

} // namespace quarterdeck::formats
