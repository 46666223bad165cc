#include "ui/present/connection.h"

#include "model/gateway/clients/client_kind.h"
#include "ui/present/program_text.h"

#include <QCoreApplication>
#include <algorithm>

namespace quarterdeck::ui::present {

namespace {

struct ConnectionWords
{
    Q_DECLARE_TR_FUNCTIONS(ConnectionWords)
};

gateway::ConnectedClient withoutRate(gateway::ConnectedClient program)
{
    program.messagesPerMinute = 0;
    program.openQuestions = 0;
    return program;
}

} // namespace

Connections::Connections(const gateway::ConnectedClients& programs)
{
    for (const gateway::ConnectedClient& program : programs) // those that are here come first
        if (!program.session.isEmpty())
            m_programs.try_emplace(program.session, program);
}

std::optional<view::Connection> Connections::of(const conversation::SessionId& session, const std::string& source,
                                                bool isImportedSession, conversation::Timestamp now) const
{
    if (isImportedSession)
        return std::nullopt;
    if (const auto found = m_programs.find(session); found != m_programs.end()) {
        const gateway::ConnectedClient& program = found->second;
        return view::Connection{program.isHere,
                                program_words::kind(program.kind),
                                program_words::since(program, now),
                                program_words::rate(program),
                                program_words::error(program, now),
                                !program.heard.has_value()};
    }
    const auto made = gateway::clientSourceOf(source);
    if (!made)
        return std::nullopt;
    return view::Connection{false, program_words::kind(made->kind), ConnectionWords::tr("Not connected"), {}, {}};
}

bool Connections::isSameButForRates(const Connections& other) const
{
    return std::ranges::equal(m_programs, other.m_programs, [](const auto& one, const auto& another) {
        return withoutRate(one.second) == withoutRate(another.second);
    });
}

} // namespace quarterdeck::ui::present
