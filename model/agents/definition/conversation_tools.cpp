#include "model/agents/definition/conversation_tools.h"

#include <algorithm>
#include <array>

namespace quarterdeck::team {

namespace {

using formats::Tool;
using formats::ToolParameter;

ToolParameter text(const char* name, const char* description, bool isRequired = true)
{
    ToolParameter parameter;
    parameter.name = name;
    parameter.description = description;
    parameter.isRequired = isRequired;
    return parameter;
}

ToolParameter texts(const char* name, const char* description, bool isRequired)
{
    ToolParameter parameter = text(name, description, isRequired);
    parameter.type = "array";
    parameter.items = {ToolParameter()};
    return parameter;
}

Tool tool(const char* name, const char* description, std::vector<ToolParameter> parameters)
{
    Tool made;
    made.name = name;
    made.description = description;
    made.parameters = std::move(parameters);
    return made;
}

std::vector<Tool> leadersTools()
{
    return {
        tool(tool::publishTeamMessage,
             "Gives a member of the team a task, or tells it something. It sees nothing but what you write here and "
             "what it has heard before.",
             {text("content", "What you tell it: all that it needs for the task."),
              text("send_to", "The member's name.")}),
        tool(tool::appendTask, "Adds a task to the plan.",
             {text("task_id", "A short id that no other task has."),
              texts("dependent_task_ids", "Ids of the tasks that must be finished before.", true),
              text("instruction", "What is to be done."), text("assignee", "The member who does it.")}),
        tool(tool::resetTask, "Marks a task, and those that depend on it, as not done.", {text("task_id", "Its id.")}),
        tool(tool::replaceTask, "Replaces a task by another; those that depend on it are to be done again.",
             {text("task_id", "Its id."),
              texts("new_dependent_task_ids", "Ids of the tasks that must be finished before.", true),
              text("new_instruction", "What is to be done."), text("new_assignee", "The member who does it.")}),
        tool(tool::finishCurrentTask, "Marks the current task as done; the next one becomes current.", {}),
    };
}

std::vector<Tool> everybodysTools()
{
    return {
        tool(tool::askHuman, "Asks the person and waits for the answer. Ask only what you cannot find out or decide.",
             {text("question", "One question, whole by itself."),
              texts("options", "Answers to choose from; the person may answer otherwise.", false)}),
        tool(tool::replyToHuman, "Tells the person something.", {text("content", "What you tell.")}),
        tool(tool::end, "Ends your turn when there is nothing more for you to do now.",
             {text("summary", "What was done, in a few words.", false)}),
    };
}

} // namespace

bool isConversationTool(std::string_view name)
{
    constexpr std::array names{tool::publishTeamMessage, tool::appendTask, tool::resetTask,    tool::replaceTask,
                               tool::finishCurrentTask,  tool::askHuman,   tool::replyToHuman, tool::end};
    return std::ranges::any_of(names, [&](const char* one) { return name == one; });
}

std::vector<Tool> toolsFor(const RoleDefinition& role)
{
    std::vector<Tool> tools = role.isLeader ? leadersTools() : std::vector<Tool>();
    for (Tool& one : everybodysTools())
        tools.push_back(std::move(one));
    std::erase_if(tools, [&](const Tool& one) {
        const auto policy = role.tools.find(one.name);
        return policy != role.tools.end() && policy->second == ToolPolicy::Deny;
    });
    return tools;
}

} // namespace quarterdeck::team
