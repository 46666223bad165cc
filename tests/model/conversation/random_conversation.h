#pragma once

#include "model/conversation/intent.h"
#include "model/conversation/state/state.h"

#include <random>
#include <string>
#include <vector>

/// Seeded random values: what anybody might want, and what any log might contain, sensible or not. The same seed gives
/// the same.
class RandomConversation
{
public:
    explicit RandomConversation(std::uint32_t seed) : m_engine(seed) { }

    [[nodiscard]] quarterdeck::conversation::Intent intent(const quarterdeck::conversation::ConversationState& state);
    [[nodiscard]] quarterdeck::conversation::EventBody body();
    [[nodiscard]] quarterdeck::conversation::RoutingSettings settings();
    [[nodiscard]] quarterdeck::conversation::Message message();
    [[nodiscard]] quarterdeck::conversation::HoldRule holdRule();
    [[nodiscard]] int below(int limit);
    [[nodiscard]] bool chance(int percent) { return below(100) < percent; }

private:
    using Names = std::vector<std::string>;

    [[nodiscard]] quarterdeck::conversation::Intent talk(const quarterdeck::conversation::ConversationState& state);
    [[nodiscard]] quarterdeck::conversation::Intent manage(const quarterdeck::conversation::ConversationState& state);
    [[nodiscard]] quarterdeck::conversation::Intent ask(const quarterdeck::conversation::ConversationState& state);

    [[nodiscard]] const std::string& oneOf(const Names& names);
    [[nodiscard]] std::string text();
    [[nodiscard]] quarterdeck::conversation::RunCause cause();
    [[nodiscard]] std::string id();
    [[nodiscard]] std::string address();
    [[nodiscard]] quarterdeck::conversation::RoleName roleName();
    [[nodiscard]] quarterdeck::conversation::Timestamp time();
    [[nodiscard]] quarterdeck::conversation::JsonValue json(int depth = 2);
    [[nodiscard]] std::optional<quarterdeck::conversation::Usage> usage();
    [[nodiscard]] quarterdeck::conversation::ContentBlock block();
    [[nodiscard]] std::vector<quarterdeck::conversation::ContentBlock> blocks();
    [[nodiscard]] quarterdeck::conversation::MediaBlock media();
    [[nodiscard]] quarterdeck::conversation::Span span();
    [[nodiscard]] quarterdeck::conversation::Role role();
    [[nodiscard]] quarterdeck::conversation::Route route();
    [[nodiscard]] quarterdeck::conversation::Question question();
    [[nodiscard]] quarterdeck::conversation::QuestionEnd questionEnd();
    [[nodiscard]] quarterdeck::conversation::SessionStarted started();
    [[nodiscard]] quarterdeck::conversation::QuestionId
    questionId(const quarterdeck::conversation::ConversationState& state);

    std::mt19937 m_engine;
    int m_causes = 0;
};
