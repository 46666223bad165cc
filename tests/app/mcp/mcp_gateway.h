#pragma once

#include "model/gateway/gateway.h"
#include "model/gateway/program_access.h"
#include "tests/model/session/support/session_kit.h"
#include "tests/support/wait.h"

#include <QCoreApplication>
#include <QTemporaryDir>
#include <memory>
#include <string>
#include <utility>

namespace quarterdeck::test {

/// The gateway on a library of its own, with the token of an installation of its own: programs started by the test find
/// that.
struct McpGateway
{
    McpGateway()
    {
        QCoreApplication::setApplicationName(QStringLiteral("quarterdeck"));
        qputenv("XDG_DATA_HOME", folder.path().toLocal8Bit());
        qputenv("XDG_RUNTIME_DIR", folder.path().toLocal8Bit());
        token = gateway::accessTokenAt(gateway::accessTokenPath()).value_or(std::string());
        open(0);
    }
    void open(std::uint16_t at)
    {
        kit.hub->start();
        auto started = gateway::Gateway::start(*kit.hub, at, token);
        if (started)
            server = std::move(*started);
        port = server ? server->port() : at;
        isLocal = server && server->listenAt(gateway::localAddress(library().toStdString())).has_value();
    }
    /// By this it is found without a port. There is no such file.
    [[nodiscard]] QString library() const { return folder.filePath(QStringLiteral("library.db")); }
    void close()
    {
        server.reset();
        kit.reopen();
    }
    /// The only open question, when it is this one.
    [[nodiscard]] conversation::QuestionId asked(const std::string& text)
    {
        conversation::QuestionId found;
        static_cast<void>(waitFor([&] {
            for (const session::SessionSummary& one : kit.hub->summaries())
                for (const conversation::OpenQuestion& open : one.openQuestions)
                    if (open.question.text == text)
                        found = open.question.id;
            return !found.isEmpty();
        }));
        return found;
    }
    [[nodiscard]] bool submit(const conversation::Intent& intent)
    {
        return !kit.submit(kit.open(kit.hub->summaries().front().id), intent).error;
    }
    [[nodiscard]] bool answer(const conversation::QuestionId& id, const std::string& said)
    {
        conversation::AnswerQuestion answer;
        answer.id = id;
        answer.content = conversation::textBlocks(said);
        return submit(answer);
    }
    [[nodiscard]] std::size_t openQuestions() const
    {
        std::size_t count = 0;
        for (const session::SessionSummary& one : kit.hub->summaries())
            count += one.openQuestions.size();
        return count;
    }

    QTemporaryDir folder;
    std::string token;
    SessionKit kit;
    std::unique_ptr<gateway::Gateway> server;
    std::uint16_t port = 0;
    bool isLocal = false;
};

} // namespace quarterdeck::test
