#pragma once

#include "model/conversation/json_value.h"

#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <vector>

namespace quarterdeck::team {

struct PlanTask
{
    std::string id;
    std::vector<std::string> dependsOn;
    std::string instruction;
    std::string assignee;
    bool isFinished = false;
    friend bool operator==(const PlanTask&, const PlanTask&) = default;
};

/// A leader's plan: tasks in an order in which none precedes what it depends on (MetaGPT's Plan). The first
/// unfinished one is current. What is impossible is refused with a sentence for the model, and changes nothing. A
/// value.
class Plan
{
public:
    using Done = tl::expected<void, std::string>;

    [[nodiscard]] Done append(PlanTask task);
    /// Marks it as not done, along with those that depend on it.
    [[nodiscard]] Done reset(const std::string& id);
    /// Replaces the task with the same id; it and those that depend on it have to be done again.
    [[nodiscard]] Done replace(PlanTask task);
    [[nodiscard]] Done finishCurrent();

    [[nodiscard]] const std::vector<PlanTask>& tasks() const { return m_tasks; }
    [[nodiscard]] const PlanTask* current() const;
    /// A line per task, for the prompt and for a person.
    [[nodiscard]] std::string text() const;
    [[nodiscard]] conversation::JsonValue json() const;
    /// Empty if it is no plan.
    [[nodiscard]] static Plan from(const conversation::JsonValue& json);
    friend bool operator==(const Plan&, const Plan&) = default;

private:
    [[nodiscard]] PlanTask* find(const std::string& id);
    [[nodiscard]] Done sorted(std::vector<PlanTask> tasks);
    void reopen(const std::string& id);

    std::vector<PlanTask> m_tasks;
};

} // namespace quarterdeck::team
