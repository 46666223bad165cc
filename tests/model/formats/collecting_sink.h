#pragma once

#include "model/formats/session_reader.h"

#include <QFile>
#include <QString>
#include <QStringList>
#include <array>
#include <optional>
#include <vector>

namespace quarterdeck::test {

using namespace quarterdeck::formats;

struct CollectedSession
{
    SessionStarted settings;
    std::vector<Role> team;
    std::vector<RecordedMessage> messages;
    std::vector<Event> events;
    bool hasEnded = false;
    std::optional<conversation::Usage> usage{}; ///< of which no message tells
};

inline const conversation::Message& messageAt(const CollectedSession& session, std::size_t index)
{
    return session.messages.at(index).record.message;
}

/// Who says what to whom, with the kinds of the blocks: "Claude > Tools: text use".
template <typename SpeakerOf>
QStringList linesOf(const CollectedSession& session, SpeakerOf speakerOf)
{
    constexpr std::array kinds = {"text", "thinking", "media", "use", "result", "unknown"};
    QStringList lines;
    for (const RecordedMessage& recorded : session.messages) {
        const conversation::Message& message = recorded.record.message;
        QString line = QString::fromStdString(speakerOf(message) + " > " + message.sendTo.begin()->str() + ":");
        for (const auto& block : message.content) {
            line += QLatin1Char(' ') + QLatin1String(kinds.at(block.index()));
        }
        lines << line;
    }
    return lines;
}

/// Keeps everything that a reader finds.
class CollectingSink final : public SessionSink
{
public:
    void beginSession(SessionStarted settings, std::vector<Role> team, Timestamp) override
    {
        sessions.push_back({std::move(settings), std::move(team), {}, {}, false});
    }
    void acceptRole(Role role, Timestamp) override { sessions.back().team.push_back(std::move(role)); }
    void acceptMessage(RecordedMessage message) override { sessions.back().messages.push_back(std::move(message)); }
    void acceptUsage(conversation::Usage usage, Timestamp) override { sessions.back().usage = std::move(usage); }
    void beginLog() override { sessions.emplace_back(); }
    void acceptEvent(Event event) override { sessions.back().events.push_back(std::move(event)); }
    void acceptAttachment(RecordedAttachment attachment) override { attachments.push_back(std::move(attachment)); }
    void endSession() override { sessions.back().hasEnded = true; }
    void reportProblem(ImportProblem problem) override { problems.push_back(std::move(problem)); }
    [[nodiscard]] bool isStopped() const override { return stopAfter && sessions.size() >= *stopAfter; }

    std::vector<CollectedSession> sessions;
    std::vector<RecordedAttachment> attachments;
    std::vector<ImportProblem> problems;
    std::optional<std::size_t> stopAfter;
};

inline constexpr Timestamp fileTime{1'700'000'000'000};

inline Result<std::string> readText(const std::string& name, const std::string& text, SessionSink& sink,
                                    const ReadLimits& limits = {})
{
    MemorySource source(name, text, fileTime);
    return ReaderRegistry::standard().read(source, sink, limits);
}

inline std::string testData(const QString& path)
{
    QFile file(QStringLiteral(QUARTERDECK_TEST_DATA "/") + path);
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

} // namespace quarterdeck::test
