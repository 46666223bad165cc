#pragma once

#include "model/conversation/intent.h"
#include "model/conversation/state/state.h"
#include "model/session/library.h"
#include "random.h"

#include <optional>
#include <string>
#include <vector>

namespace quarterdeck::test {

/// Makes the log of a realistic session, scene by scene, by the conversation's own rules: what the person and eight
/// roles want goes through `decide`, as if it had happened. The same seed, length and pictures give the same log. The
/// last scenes depend on the seed alone, so that the ends of a short and a long session look the same. No I/O.
class SessionMaker
{
public:
    SessionMaker(std::uint64_t seed, std::int64_t messages, std::vector<conversation::MediaSource> pictures);

    /// Continues by one scene, of about twenty messages at most; false once all messages are made.
    [[nodiscard]] bool goOn();
    /// What was made since the last call.
    [[nodiscard]] std::vector<session::LogRecord> takeRecords();
    /// The states that a live session would have kept since the last call.
    [[nodiscard]] std::vector<conversation::ConversationState> takeSnapshots();
    [[nodiscard]] const conversation::ConversationState& state() const { return m_state; }
    /// Of an intent that the rules refused: nothing is made after it.
    [[nodiscard]] const std::optional<conversation::Error>& error() const { return m_error; }

private:
    using Blocks = std::vector<conversation::ContentBlock>;

    void begin();
    void scene();
    void requestAndWork();
    void teamTalk();
    void privateChat();
    void questionAndAnswer();
    void failure();
    void pause();
    void unobserved();
    void work(const conversation::RoleName& role);
    void closeRound();

    void sayAsUser(const std::string& typed, bool isPrivate);
    void sayAsRole(const conversation::RoleName& role, const std::string& to, Blocks blocks);
    void tellUser(const conversation::RoleName& role, Blocks blocks);
    void setActivity(const conversation::RoleName& role, conversation::RoleActivity activity,
                     const std::string& detail = {});
    void endQuestion(const conversation::QuestionId& id, const std::string& option);
    [[nodiscard]] Blocks workBlocks();
    void addToolCall(Blocks& blocks);
    [[nodiscard]] conversation::Usage usage();
    [[nodiscard]] conversation::RoleName someMember();

    void submit(const conversation::Intent& intent);
    [[nodiscard]] bool isFull() const { return m_error || m_state.messageCount() >= m_limit; }
    [[nodiscard]] std::string makeId();

    Random m_random;
    Random m_ids;
    std::uint64_t m_seed;
    std::int64_t m_messages;
    std::int64_t m_limit; ///< messages of the part that is being made
    std::vector<conversation::MediaSource> m_pictures;
    conversation::ConversationState m_state;
    conversation::Timestamp m_now;
    std::int64_t m_lastSnapshot = 0;
    int m_scenes = 0;
    std::vector<session::LogRecord> m_records;
    std::vector<conversation::ConversationState> m_snapshots;
    std::optional<conversation::Error> m_error;
};

} // namespace quarterdeck::test
