#include "model/formats/formats_read.h"

#include <algorithm>

namespace quarterdeck::formats {

const std::vector<FormatRead>& formatsRead()
{
    static const std::vector<FormatRead> all = {
        {"claude_code", "Claude Code", "1.0, 2.1.332",
         "speakers, tools, thinking, pictures, tokens, cost, sub-agents; what was taken back is counted",
         "snapshots of files"},
        {"codex", "Codex", "0.171",
         "speakers, tools, thinking, pictures, tokens, sub-agents; what was taken back is counted",
         "encrypted thoughts"},
        {"opencode", "OpenCode", "1.18",
         "speakers, tools, thinking, pictures, tokens, cost, sub-agents; what was taken back is counted",
         "snapshots of files"},
        {"cursor", "Cursor's databases", "of 2024-11, of 2025-10", "speakers, tools, thinking, tokens",
         "pictures (named), context, checkpoints of files"},
        {"gemini_cli", "Gemini CLI", "0.61", "speakers, tools, thinking, pictures, tokens, sub-agents",
         "checkpoints of files"},
        {"qwen_code", "Qwen Code", "0.18, 0.24", "speakers, tools, thinking, tokens, sub-agents", ""},
        {"cline", "Cline, Roo Code: tasks, sessions", "tasks of 2025 and 2026, 3.0",
         "speakers, tools, thinking, pictures, tokens, cost",
         "sub-agents (sessions of their own), checkpoints of files"},
        {"pi", "pi", "0.73",
         "speakers, tools, thinking, pictures, tokens, cost; of branches the one that goes on, the others are counted",
         "changes of the model"},
        {"copilot", "GitHub Copilot CLI", "1.0",
         "speakers, tools, thinking, pictures, tokens, sub-agents; what was taken back is counted",
         "encrypted thoughts, snapshots of files"},
        {"aider", "Aider's chat history", "0.86", "speakers, thinking, tokens (rounded), cost",
         "which tools it ran, times after the first"},
        {"swe_agent", "SWE-agent's trajectories", "", "speakers, tools, tokens, cost", "demonstrations, states"},
        {"openhands", "OpenHands: trajectories, conversations, benchmarks", "0.9 to 1.1, SDK of 2025-10 and 2026-06",
         "speakers, tools, thinking, pictures, tokens, cost; what was taken back is counted",
         "links to the SDK's sub-agents"},
        {"inspect", "Inspect AI's logs", "0.3",
         "speakers, tools (also those of the server), thinking, pictures, tokens, cost, scores", "events"},
        {"autogen", "AutoGen: saved states, lists of messages", "0.4.0 to 0.7",
         "speakers, recipients, tools, thinking, pictures, tokens", "teams within agents"},
        {"openai", "OpenAI: chats, responses, batches, τ-bench", "τ-bench of 2024",
         "speakers, tools (also those of the server), thinking, pictures, tokens", "encrypted thoughts"},
        {"anthropic", "Anthropic: messages, batches", "",
         "speakers, tools (also those of the server), thinking, pictures, tokens", ""},
        {"gemini", "Gemini: requests and responses", "", "speakers, tools, thinking, pictures, tokens", ""},
        {"ai_studio", "Google AI Studio", "", "speakers, thinking, tokens", "files on Google Drive"},
        {"langchain", "LangChain, LangGraph", "", "speakers, tools, thinking, pictures, tokens", ""},
        {"langsmith", "LangSmith's runs", "SDK 0.1 to 0.12",
         "speakers, tools, thinking, pictures, tokens, cost; what was said again in each call, once",
         "chains between, attachments"},
        {"ai_sdk", "Vercel's AI SDK", "", "speakers, tools, thinking, pictures", "tokens"},
        {"chatgpt", "ChatGPT's export", "",
         "speakers, tools, thinking, pictures beside the file, links of references; of branches the one shown last",
         "other branches (counted), tokens"},
        {"claude_ai", "Claude.ai's export", "of 2024, of 2026",
         "speakers, tools, thinking, texts of attached files; of branches the last",
         "other branches (counted), files (named), projects"},
        {"open_webui", "Open WebUI's exported chats", "of 2025-04",
         "speakers, tools, thinking, pictures, tokens; several models; of branches the current one",
         "other branches (counted), sources, files of the server (named)"},
        {"librechat", "LibreChat's exported conversations", "of 2024-05",
         "speakers, tools, thinking, tokens, cost; of branches the one shown",
         "other branches (counted), files of the server (named)"},
        {"agentscope", "AgentScope: saved sessions, memories, states", "1.0",
         "speakers, tools, thinking, pictures, tokens", "plans, permissions"},
        {"agentscope_studio", "AgentScope Studio's database", "1.0", "speakers, tools, thinking, pictures, tokens",
         "traces"},
        {"metagpt", "MetaGPT: teams and messages", "main of 2025-06", "speakers, recipients, causes, tokens, cost",
         "who remembers what (counted)"},
        {"metagpt_log", "MetaGPT's log", "main of 2025-06", "speakers, recipients, causes", "what is no message"},
        {"metagpt_pickle", "MetaGPT's pickled message", "0.4 to 0.8", "speaker, recipients, cause", ""},
        {"metagpt_messages", "MetaGPT's lists of messages", "main of 2025-06", "speakers, recipients, causes", ""},
        {"who_and_when", "Who&When", "the published set", "speakers, the annotated mistake", ""},
        {"quarterdeck", "Quarterdeck's JSON lines and packages", "all", "everything", ""},
    };
    return all;
}

std::string formatsReadTable()
{
    std::string table = "| format | seen in real files | carried | not carried |\n|---|---|---|---|\n";
    for (const FormatRead& one : formatsRead()) {
        table += "| " + one.name + " | " + (one.seen.empty() ? "none: *experimental*" : one.seen) + " | " + one.carried
            + " | " + one.leftOut + (one.leftOut.empty() ? "|\n" : " |\n");
    }
    return table;
}

bool isExperimental(const std::string& kind)
{
    return std::ranges::any_of(formatsRead(),
                               [&](const FormatRead& one) { return one.kind == kind && one.seen.empty(); });
}

} // namespace quarterdeck::formats
