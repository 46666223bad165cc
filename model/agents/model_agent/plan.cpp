#include "model/agents/model_agent/plan.h"

#include "model/agents/model_agent/memory.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

namespace quarterdeck::team {

namespace {

using nlohmann::json;

constexpr std::size_t mostTasks = 200;

tl::unexpected<std::string> refused(std::string why) { return tl::unexpected(std::move(why)); }

std::string joined(const std::vector<std::string>& words)
{
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : ", ") + word;
    return text;
}

bool dependsOn(const PlanTask& task, const std::string& id)
{
    return std::ranges::find(task.dependsOn, id) != task.dependsOn.end();
}

} // namespace

PlanTask* Plan::find(const std::string& id)
{
    const auto found = std::ranges::find(m_tasks, id, &PlanTask::id);
    return found == m_tasks.end() ? nullptr : &*found;
}

/// Repeatedly takes the first task whose requirements have all been taken, so the order changes only where it must.
Plan::Done Plan::sorted(std::vector<PlanTask> tasks)
{
    std::set<std::string> known;
    for (const PlanTask& task : tasks)
        known.insert(task.id);
    for (const PlanTask& task : tasks)
        for (const std::string& needed : task.dependsOn)
            if (!known.contains(needed))
                return refused("Task " + task.id + " depends on " + needed + ", which is no task of the plan.");
    std::vector<PlanTask> order;
    std::set<std::string> taken;
    while (!tasks.empty()) {
        const auto next = std::ranges::find_if(tasks, [&](const PlanTask& task) {
            return std::ranges::all_of(task.dependsOn, [&](const std::string& id) { return taken.contains(id); });
        });
        if (next == tasks.end())
            return refused("The tasks would depend on each other in a circle: " + tasks.front().id + ".");
        taken.insert(next->id);
        order.push_back(std::move(*next));
        tasks.erase(next);
    }
    m_tasks = std::move(order);
    return {};
}

void Plan::reopen(const std::string& id)
{
    std::vector<std::string> open = {id};
    std::set<std::string> seen = {id};
    while (!open.empty()) {
        const std::string one = open.back();
        open.pop_back();
        if (PlanTask* task = find(one))
            task->isFinished = false;
        for (const PlanTask& task : m_tasks)
            if (dependsOn(task, one) && seen.insert(task.id).second)
                open.push_back(task.id);
    }
}

Plan::Done Plan::append(PlanTask task)
{
    if (task.id.empty())
        return refused("A task needs an id.");
    if (find(task.id) != nullptr)
        return refused("There is a task " + task.id + " already: use replace_task.");
    if (m_tasks.size() >= mostTasks)
        return refused("The plan has " + std::to_string(mostTasks) + " tasks; more are not possible.");
    std::vector<PlanTask> tasks = m_tasks;
    tasks.push_back(std::move(task));
    return sorted(std::move(tasks));
}

Plan::Done Plan::reset(const std::string& id)
{
    if (find(id) == nullptr)
        return refused("There is no task " + id + " in the plan.");
    reopen(id);
    return {};
}

Plan::Done Plan::replace(PlanTask task)
{
    const std::string id = task.id;
    if (find(id) == nullptr)
        return refused("There is no task " + id + " in the plan.");
    std::vector<PlanTask> tasks = m_tasks;
    *std::ranges::find(tasks, id, &PlanTask::id) = std::move(task);
    Done done = sorted(std::move(tasks));
    if (done)
        reopen(id);
    return done;
}

Plan::Done Plan::finishCurrent()
{
    const auto next = std::ranges::find(m_tasks, false, &PlanTask::isFinished);
    if (next == m_tasks.end())
        return refused("No task of the plan is open.");
    next->isFinished = true;
    return {};
}

const PlanTask* Plan::current() const
{
    const auto next = std::ranges::find(m_tasks, false, &PlanTask::isFinished);
    return next == m_tasks.end() ? nullptr : &*next;
}

std::string Plan::text() const
{
    std::string text;
    const PlanTask* now = current();
    for (const PlanTask& task : m_tasks) {
        text += task.isFinished ? "[x] " : &task == now ? "[>] " : "[ ] ";
        text += task.id + ": " + task.instruction;
        if (!task.assignee.empty())
            text += " (" + task.assignee + ")";
        if (!task.dependsOn.empty())
            text += " after " + joined(task.dependsOn);
        text += "\n";
    }
    return text.empty() ? "The plan is empty.\n" : text;
}

conversation::JsonValue Plan::json() const
{
    nlohmann::json tasks = nlohmann::json::array();
    for (const PlanTask& task : m_tasks)
        tasks.push_back({{"task_id", task.id},
                         {"dependent_task_ids", task.dependsOn},
                         {"instruction", task.instruction},
                         {"assignee", task.assignee},
                         {"is_finished", task.isFinished}});
    return conversation::JsonValue(std::move(tasks));
}

Plan Plan::from(const conversation::JsonValue& value)
{
    std::vector<PlanTask> tasks;
    if (!value.json().is_array() || value.json().size() > mostTasks)
        return {};
    for (const nlohmann::json& one : value.json()) {
        if (!one.is_object())
            return {};
        PlanTask task{textAt(one, "task_id"), {}, textAt(one, "instruction"), textAt(one, "assignee"), false};
        const auto finished = one.find("is_finished");
        task.isFinished = finished != one.end() && finished->is_boolean() && finished->get<bool>();
        const auto needed = one.find("dependent_task_ids");
        if (needed != one.end() && needed->is_array())
            for (const nlohmann::json& id : *needed)
                if (id.is_string())
                    task.dependsOn.push_back(id.get<std::string>());
        tasks.push_back(std::move(task));
    }
    Plan plan;
    return plan.sorted(std::move(tasks)) ? plan : Plan();
}

} // namespace quarterdeck::team
