#pragma once

#include "model/conversation/decide/decide.h"

namespace quarterdeck::conversation {

/// Collects the consequences of one intent: numbers and dates the events, and hands out ids.
class DecisionBuilder
{
public:
    DecisionBuilder(const ConversationState& state, const DecideContext& context) : m_state(state), m_context(context)
    { }

    [[nodiscard]] const ConversationState& state() const { return m_state; }
    [[nodiscard]] const RoutingSettings& routing() const { return m_state.routing(); }
    [[nodiscard]] bool isMgx() const { return routing().fidelity == Fidelity::Mgx; }
    [[nodiscard]] const DecideContext& context() const { return m_context; }
    [[nodiscard]] std::string makeId() const;

    void add(EventBody body);
    void refuse(Error error) { m_decision.error = std::move(error); }
    void setPublished() { m_decision.isPublished = true; }
    void setRoute(Route route) { m_decision.route = std::move(route); }
    [[nodiscard]] Decision take() { return std::move(m_decision); }

private:
    const ConversationState& m_state;
    const DecideContext& m_context;
    Decision m_decision;
};

} // namespace quarterdeck::conversation
