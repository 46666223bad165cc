#pragma once

#include "model/conversation/message.h"
#include "model/conversation/state/state.h"
#include "model/formats/export/session_writer.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <vector>

namespace quarterdeck::formats {

/// Moves answers of tools directly behind their calls, for formats whose servers refuse anything in between, which
/// waits meanwhile. Calls that nothing answers, or not soon enough, become text. Holds a limited number of messages.
class ToolResultSorter
{
public:
    struct One
    {
        conversation::Message message;
        conversation::ConversationState before{};
        bool isPrivate = false;
        nlohmann::json source{};      ///< null unless it comes from the format being written
        std::int64_t number = 0;      ///< the message's; 0 = not a message
        std::int64_t movedBefore = 0; ///< how many others it overtook to follow its call directly
        std::int64_t callsAsText = 0; ///< how many of its calls became text
    };
    /// Receives the messages in their new order.
    using Write = std::function<void(const One& one)>;

    void add(One one, const Write& write);
    /// Writes everything that waits, since nothing follows.
    void release(const Write& write);
    [[nodiscard]] bool isEmpty() const { return m_waiting.empty(); }
    /// Whether a message must go through here even if nothing waits.
    [[nodiscard]] static bool isCalling(const conversation::Message& message);

private:
    struct Waiting
    {
        One one;
        std::vector<conversation::ToolUseBlock> open; ///< its calls without an answer
        std::vector<One> answers;
    };
    /// The index of the first whose call is answered by this message; the number of messages if there is none.
    [[nodiscard]] std::size_t callerOf(const conversation::Message& message) const;
    void writeFirst(const Write& write);

    std::deque<Waiting> m_waiting; ///< the first has an open call
};

/// What formats that are lists of messages have in common. Questions and their answers become messages; anything that
/// is not a message is counted as lost.
class MessageListWriter : public SessionWriter
{
public:
    MessageListWriter(WriterContext context, std::string format);

    void begin(std::string& out) override;
    void event(const WrittenEvent& written, std::string& out) override;
    [[nodiscard]] std::vector<Loss> losses() const override { return m_losses.losses(); }

protected:
    struct Said
    {
        const conversation::Message& message;
        const conversation::ConversationState& before;
        bool isPrivate = false;
        /// The message's fields as given by the same format; null if it did not come from there.
        const nlohmann::json& source;
    };
    /// Everything before the first message. `fields`: what the session's file said beside its messages if it was of
    /// this format, otherwise null.
    virtual void open(const nlohmann::json& fields, std::string& out) = 0;
    virtual void message(const Said& said, std::string& out) = 0;

    /// From now on, answers of tools directly follow their calls, and calls without answers become text. The writer
    /// must end with `releaseHeld`.
    void bringAnswersToCalls() { m_bringsAnswers = !m_context.isExcerpt; }
    void releaseHeld(std::string& out);
    /// With a comma and a line break between them.
    void putElement(const std::string& text, std::string& out);
    [[nodiscard]] bool hasElements() const { return m_hasElements; }
    /// Counts what only our own format and MetaGPT's can carry, for a message that did not come from this format.
    void countLosses(const Said& said);
    /// Counts a role that no model server knows, if the format has no other.
    void countChatRole(const conversation::Message& message);
    /// Counts what OpenAI's messages have no place for, besides the blocks themselves.
    void countForm(const conversation::Message& message);
    /// Removes from the metadata what readers of other formats keep there for their own writers.
    void takeOutMarks(nlohmann::json& metadata) const;
    /// For formats in which only assistants call tools.
    void writeCallsAsText(std::vector<conversation::ContentBlock>& blocks);
    /// Counts pieces of a tool's answer of which only the text goes out.
    void countOutput(const conversation::ToolResultBlock& result);
    [[nodiscard]] const WriterContext& context() const { return m_context; }
    [[nodiscard]] LossCounter& counter() { return m_losses; }

private:
    void say(const conversation::Message& message, const WrittenEvent& written, bool isPrivate, std::string& out);
    [[nodiscard]] ToolResultSorter::Write writeTo(std::string& out);
    void ask(const conversation::Question& question, const WrittenEvent& written, std::string& out);
    void answer(const conversation::QuestionEnded& ended, const WrittenEvent& written, std::string& out);
    void deliver(const conversation::AnswerDelivered& delivered, std::string& out);

    WriterContext m_context;
    std::string m_format;      ///< as RecordedDetails has it
    bool m_isOwn = false;      ///< the session came from a file of this format
    bool m_isRecorded = false; ///< or from one of another format
    bool m_hasCosts = false;   ///< the first count of costs is in that file's fields, which are written again
    bool m_hasElements = false;
    bool m_bringsAnswers = false;
    ToolResultSorter m_held;
    std::map<conversation::QuestionId, ToolResultSorter::One> m_answers; ///< that a program of this format has later
    std::int64_t m_number = 0;                                           ///< the message's
    LossCounter m_losses;
};

/// `"name": value,` for each member.
[[nodiscard]] std::string membersText(const nlohmann::json& object);
/// A metadata member that a reader put there; null if there is none.
[[nodiscard]] nlohmann::json markOf(const conversation::Message& message, const char* key);
/// "name(input)", for formats that cannot express a call there.
[[nodiscard]] std::string callText(const conversation::ToolUseBlock& call);
/// Stands in for media that are not at hand.
[[nodiscard]] std::string placeholderText(const conversation::MediaSource& source);
/// All blocks as a single text, for formats that have nothing else; counts what is not text.
[[nodiscard]] std::string plainText(const conversation::Message& message, LossCounter& losses);
/// The text shown as sender: empty for the person.
[[nodiscard]] std::string senderName(const conversation::ConversationState& before,
                                     const conversation::Message& message);

} // namespace quarterdeck::formats
