#pragma once

#include "tests/support/wait.h"

#include <QProcess>
#include <QString>
#include <QStringList>
#include <cstdint>
#include <nlohmann/json.hpp>

namespace quarterdeck::test {

/// quarterdeck-mcp, as a client starts it.
class BridgeProgram
{
public:
    explicit BridgeProgram(std::uint16_t port, const QStringList& more = {QStringLiteral("--no-start")})
        : BridgeProgram(QStringList{QStringLiteral("--port"), QString::number(port)} + more)
    { }
    explicit BridgeProgram(const QStringList& arguments,
                           const QProcessEnvironment& environment = QProcessEnvironment::systemEnvironment())
    {
        m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        m_process.setProcessEnvironment(environment);
        m_process.start(QStringLiteral(QUARTERDECK_BIN "/quarterdeck-mcp"), arguments);
    }
    ~BridgeProgram() { kill(); }
    Q_DISABLE_COPY_MOVE(BridgeProgram)

    void say(const nlohmann::json& message) { sayLine(QByteArray::fromStdString(message.dump())); }
    void sayLine(const QByteArray& line) { m_process.write(line + '\n'); }
    void initialize()
    {
        say({{"jsonrpc", "2.0"},
             {"id", 0},
             {"method", "initialize"},
             {"params",
              {{"protocolVersion", "2025-06-18"},
               {"capabilities", nlohmann::json::object()},
               {"clientInfo", {{"name", "by hand"}, {"version", "1"}}}}}});
    }
    void ask(const nlohmann::json& id, const char* question, const nlohmann::json& meta = {})
    {
        nlohmann::json params = {{"name", "ask_human"}, {"arguments", {{"question", question}}}};
        if (!meta.is_null())
            params["_meta"] = meta;
        say({{"jsonrpc", "2.0"}, {"id", id}, {"method", "tools/call"}, {"params", params}});
    }
    void call(const nlohmann::json& id, const char* tool, const nlohmann::json& arguments)
    {
        say({{"jsonrpc", "2.0"},
             {"id", id},
             {"method", "tools/call"},
             {"params", {{"name", tool}, {"arguments", arguments}}}});
    }
    [[nodiscard]] nlohmann::json nextLine(int timeoutMs = waitLimitMs)
    {
        if (!waitFor([&] { return m_process.canReadLine(); }, timeoutMs))
            return nullptr;
        return nlohmann::json::parse(m_process.readLine().toStdString(), nullptr, false);
    }
    /// As by SIGKILL: it can say no goodbye.
    void kill()
    {
        m_process.kill();
        m_process.waitForFinished();
    }
    [[nodiscard]] bool isSilent() const { return !m_process.canReadLine(); }
    void sayNoMore() { m_process.closeWriteChannel(); }
    [[nodiscard]] int exitCode()
    {
        const bool hasEnded = waitFor([&] { return m_process.state() == QProcess::NotRunning; });
        return hasEnded && m_process.exitStatus() == QProcess::NormalExit ? m_process.exitCode() : -1;
    }

private:
    QProcess m_process;
};

} // namespace quarterdeck::test
