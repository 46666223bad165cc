#pragma once

#include "model/agents/run/agent.h"

#include <functional>
#include <map>
#include <memory>
#include <string>

/// Agents of a test: per role a free coroutine. `calls` counts how often each acted.
class TestAgents final : public quarterdeck::team::AgentFactory
{
public:
    using Task = QCoro::Task<quarterdeck::conversation::Result<void>>;
    using Mind = std::function<Task(quarterdeck::team::AgentContext, std::vector<quarterdeck::conversation::Message>)>;

    std::map<std::string, Mind> minds;
    std::shared_ptr<std::map<std::string, int>> calls = std::make_shared<std::map<std::string, int>>();

    std::shared_ptr<quarterdeck::team::Agent> makeAgent(const quarterdeck::conversation::SessionId&,
                                                        const quarterdeck::conversation::Role& role) override
    {
        const auto found = minds.find(role.name.str());
        if (found == minds.end())
            return nullptr;
        return std::make_shared<MindAgent>(found->second, calls);
    }

private:
    class MindAgent final : public quarterdeck::team::Agent
    {
    public:
        MindAgent(Mind mind, std::shared_ptr<std::map<std::string, int>> calls)
            : m_mind(std::move(mind))
            , m_calls(std::move(calls))
        { }
        Task act(quarterdeck::team::AgentContext context, std::vector<quarterdeck::conversation::Message> news) override
        {
            ++(*m_calls)[context.role().name.str()];
            return m_mind(std::move(context), std::move(news));
        }

    private:
        Mind m_mind;
        std::shared_ptr<std::map<std::string, int>> m_calls;
    };
};
