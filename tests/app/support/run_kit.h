#pragma once

#include "app/cli/commands.h"
#include "model/agents/provider/model_connection.h"
#include "model/conversation/state/state.h"
#include "model/session/library.h"
#include "tests/model_server/model_server.h"

#include <QObject>
#include <QStringList>
#include <QTemporaryDir>
#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace quarterdeck::test {

using namespace conversation;

inline constexpr const char* pair = R"({"format": "quarterdeck-team", "version": 1, "name": "Pair", "public": false,
    "model": {"connection": "elsewhere", "model": "small"}, "retries": 0,
    "roles": [{"name": "Mike", "leader": true}, {"name": "Bob"}]})";

inline constexpr const char* script = R"({"key": "secret", "rules": [
    {"when": {"system": "You are Bob"}, "reply": "Three."},
    {"when": {"system": "You are Mike", "turn": 0}, "reply": {"tool_calls": [
        {"name": "publish_team_message", "arguments": {"content": "Count.", "send_to": "Bob"}}]}},
    {"when": {"system": "You are Mike", "turn": 1}, "reply": {"tool_calls": [{"name": "end", "arguments": {}}]}},
    {"when": {"system": "You are Mike", "turn": 2}, "reply": {"tool_calls": [
        {"name": "ask_human", "arguments": {"question": "Enough?", "options": ["Yes", "No"]}}]}},
    {"when": {"system": "You are Mike"}, "reply": "Three it is."}]})";

[[nodiscard]] model_server::Script scriptOf(const char* text);

/// `quarterdeck run` in this process, against a model server over real sockets, with a library of its own.
class RunKit
{
protected:
    void begin();
    [[nodiscard]] app::CommandLine lineFor(const QString& team) const;
    /// What a run tells, with its `code`.
    nlohmann::json printedBy(const app::CommandLine& line);
    int run(const app::CommandLine& line);
    /// What is written there meanwhile.
    [[nodiscard]] QByteArray redirected(int descriptor, const std::function<void()>& act) const;
    [[nodiscard]] QByteArray errorsOf(const std::function<void()>& act) const;
    QString write(const char* name, const QByteArray& bytes) const;
    /// What was said in the only session, as "Mike: text".
    [[nodiscard]] QStringList spoken() const;
    [[nodiscard]] ConversationState state() const;
    /// How the only session began, as JSON.
    [[nodiscard]] std::string started() const;
    [[nodiscard]] team::ModelConnection storedConnection(const char* name) const;
    static void store(const std::vector<team::ModelConnection>& connections);
    [[nodiscard]] std::shared_ptr<session::Library> library() const;

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<model_server::ModelServer> m_server;
    QObject m_completions;
};

} // namespace quarterdeck::test
