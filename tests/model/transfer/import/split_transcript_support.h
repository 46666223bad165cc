#pragma once

#include "model/conversation/message_extension.h"
#include "tests/model/transfer/transfer_support.h"
#include "tests/support/test_library.h"

#include <QDir>
#include <QFileInfo>
#include <QTest>
#include <map>
#include <nlohmann/json.hpp>

namespace quarterdeck::test {

using nlohmann::json;

inline constexpr const char* sessionOfLines = "5e55";

/// A record of the main agent's file, or of a sub-agent's.
struct Line
{
    QString file;
    json record;
};

inline QByteArray textOf(const json& record) { return QByteArray::fromStdString(record.dump()) + '\n'; }

inline QString fileOf(const std::string& agent)
{
    if (agent.empty())
        return QStringLiteral("5e55.jsonl");
    const QString name = QStringLiteral("agent-%1.jsonl").arg(QString::fromStdString(agent));
    return agent == "b" ? QStringLiteral("5e55/subagents/") + name : name;
}

/// Two sub-agents at work beside each other, each with an answer in two records.
inline std::vector<Line> lines()
{
    std::vector<Line> all;
    const auto add = [&](const std::string& agent, const json& message) {
        const auto number = std::to_string(10 + all.size());
        json record = {{"sessionId", sessionOfLines},
                       {"uuid", "u" + number},
                       {"timestamp", "2026-01-01T10:00:" + number + ".000Z"},
                       {"type", message.at("role")},
                       {"message", message}};
        if (!agent.empty()) {
            record["agentId"] = agent;
            record["isSidechain"] = true;
        }
        all.push_back({fileOf(agent), record});
    };
    const auto said = [](const char* id, const json& block) {
        return json{{"role", "assistant"}, {"id", id}, {"content", {block}}};
    };
    const auto text = [](const char* what) { return json{{"type", "text"}, {"text", what}}; };
    const auto task = [](const char* id, const char* prompt) {
        return json{{"type", "tool_use"},
                    {"id", id},
                    {"name", "Task"},
                    {"input", {{"prompt", prompt}, {"subagent_type", "Explore"}}}};
    };
    const auto result = [](const char* id, const char* what) {
        return json{{"role", "user"}, {"content", {{{"type", "tool_result"}, {"tool_use_id", id}, {"content", what}}}}};
    };
    add("", {{"role", "user"}, {"content", "Look around."}});
    add("", said("m1", task("t1", "Look left.")));
    add("", said("m1", task("t2", "Look right.")));
    add("a", {{"role", "user"}, {"content", "Look left."}});
    add("b", {{"role", "user"}, {"content", "Look right."}});
    add("a", said("a1", text("I look")));
    add("b", said("b1", text("I look, too")));
    add("a", said("a1", {{"type", "tool_use"}, {"id", "x"}, {"name", "Grep"}, {"input", json::object()}}));
    add("b", said("b1", text("and see")));
    add("a", result("x", "nothing"));
    add("a", said("a2", text("Nothing left.")));
    add("", result("t1", "Nothing left."));
    add("", result("t2", "A tree."));
    add("", said("m2", text("A tree.")));
    return all;
}

/// "Claude > Explore: Look left.", as they are in the transcript.
inline QStringList transcriptOf(Library& library, const session::SessionId& id)
{
    std::map<session::EventSeq, conversation::Message> messages;
    for (const session::Event& event : eventsOf(library, id)) {
        if (const auto* published = std::get_if<conversation::MessagePublished>(&event.body)) {
            messages[event.seq] = published->message;
        } else if (const auto* growth = std::get_if<conversation::MessageExtended>(&event.body)) {
            conversation::applyExtension(messages.at(growth->target), *growth);
        }
    }
    QStringList said;
    for (const auto& [seq, message] : messages) {
        std::string text = message.sentFrom.str() + " > " + message.sendTo.begin()->str() + ":";
        for (const auto& block : message.content) {
            text += ' ' + std::to_string(block.index());
        }
        said << QString::fromStdString(text + ' ' + conversation::textOf(message));
    }
    return said;
}

/// A folder for Claude Code transcripts with sub-agents in files of their own, and a library for them.
class SplitTranscriptTest : public QObject
{
protected:
    void openFolder()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_library = makeTestLibrary(&m_completions);
        m_memory = transfer::newImportCheckpoints();
    }
    [[nodiscard]] QString path(const QString& file) const { return m_folder->filePath(file); }
    void write(const Line& line) const
    {
        QDir().mkpath(QFileInfo(path(line.file)).path());
        QFile file(path(line.file));
        QVERIFY(file.open(QIODevice::Append));
        file.write(textOf(line.record));
    }
    [[nodiscard]] transfer::ImportReport take(const QStringList& paths)
    {
        transfer::ImportRequest request;
        for (const QString& one : paths) {
            request.files.push_back({one.toStdString(), {}, {}, one.endsWith(QStringLiteral(".jsonl"))});
        }
        request.ifKnown = transfer::DuplicatePolicy::Update;
        request.memory = m_memory;
        return import(m_library, request);
    }

    QObject m_completions;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::shared_ptr<Library> m_library;
    std::shared_ptr<transfer::ImportCheckpoints> m_memory;
};

} // namespace quarterdeck::test
