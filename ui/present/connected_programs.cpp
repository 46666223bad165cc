#include "ui/present/connected_programs.h"

#include "model/gateway/clients/client_activity.h"
#include "ui/present/quantities.h"
#include "ui/present/visible_text.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QRegularExpression>
#include <QStringList>

#include <algorithm>

namespace quarterdeck::ui::program_words {

namespace {

struct ProgramWords
{
    Q_DECLARE_TR_FUNCTIONS(ProgramWords)
};

constexpr qsizetype longestError = 300;

/// "14:02", or with the day when that is another one.
QString momentOf(conversation::Timestamp time, conversation::Timestamp now)
{
    const auto dayOf = [](conversation::Timestamp one) {
        return QDateTime::fromMSecsSinceEpoch(one.msSinceEpoch).date();
    };
    const QString clock = wording::clockTime(time);
    return dayOf(time) == dayOf(now) ? clock : ProgramWords::tr("%1, %2").arg(wording::dayOfYear(time), clock);
}

/// The gateway's own sentences were sent in English, some with numbers in them; what a program says stays as it is.
QString refusalInWords(const std::string& sentence)
{
    const QString said = QString::fromStdString(sentence);
    QString known = QCoreApplication::translate("GatewayRefusals", sentence.c_str());
    if (known != said)
        return known;
    static const QRegularExpression number(QStringLiteral("\\d+"));
    QStringList numbers;
    QString pattern;
    qsizetype end = 0;
    for (auto found = number.globalMatch(said); found.hasNext() && numbers.size() < 9;) {
        const QRegularExpressionMatch match = found.next();
        numbers.append(match.captured());
        pattern += said.mid(end, match.capturedStart() - end) + u'%' + QString::number(numbers.size());
        end = match.capturedEnd();
    }
    pattern += said.mid(end);
    known = QCoreApplication::translate("GatewayRefusals", pattern.toUtf8().constData());
    if (known == pattern)
        return said;
    for (const QString& one : numbers)
        known = known.arg(one);
    return known;
}

} // namespace

QString kind(gateway::ClientKind kind)
{
    using gateway::ClientKind;
    switch (kind) {
    case ClientKind::AgentScope:
        return ProgramWords::tr("AgentScope");
    case ClientKind::Mcp:
        return ProgramWords::tr("MCP");
    case ClientKind::Api:
        return ProgramWords::tr("JSON over HTTP");
    case ClientKind::MetaGpt:
        return ProgramWords::tr("MetaGPT");
    case ClientKind::Traces:
        return ProgramWords::tr("OpenTelemetry");
    }
    return {};
}

QString title(const gateway::ConnectedClient& program)
{
    const QString shown = wording::visibleText(program.title).simplified();
    return shown.isEmpty() ? ProgramWords::tr("Unnamed program") : shown;
}

QString since(const gateway::ConnectedClient& program, conversation::Timestamp now)
{
    const QString moment = momentOf(program.since, now);
    const bool isRefused = program.session.isEmpty() && !program.isHere && program.lastError.status != 0;
    if (program.isHere && program.heard) // it may have ended since without a word
        return ProgramWords::tr("Last heard from at %1").arg(momentOf(*program.heard, now));
    return program.isHere ? ProgramWords::tr("Connected since %1").arg(moment)
        : isRefused       ? ProgramWords::tr("Refused")
        : program.heard   ? ProgramWords::tr("Nothing heard since %1").arg(moment)
                          : ProgramWords::tr("Disconnected since %1").arg(moment);
}

QString rate(const gateway::ConnectedClient& program)
{
    QStringList parts;
    if (program.isHere || program.messagesPerMinute > 0)
        parts.append(ProgramWords::tr("%n message(s) per minute", nullptr, program.messagesPerMinute));
    if (program.openQuestions > 0)
        parts.append(ProgramWords::tr("%n open question(s)", nullptr, program.openQuestions));
    return parts.join(QStringLiteral(" · "));
}

QString state(const gateway::ConnectedClient& program, conversation::Timestamp now)
{
    QStringList parts{since(program, now), rate(program)};
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" · "));
}

QString error(const gateway::ConnectedClient& program, conversation::Timestamp now)
{
    const gateway::ClientError& last = program.lastError;
    if (last.status == 0 && last.sentence.empty())
        return {};
    const QString moment = momentOf(last.time, now);
    const QString said = refusalInWords(last.sentence);
    const QString sentence = wording::visibleText(said, longestError).simplified();
    if (last.status == 0)
        return ProgramWords::tr("%1: %2", "time, what went wrong").arg(moment, sentence);
    const QString status = QString::number(last.status);
    return sentence.isEmpty() ? ProgramWords::tr("%1: refused (%2)", "time, status of HTTP").arg(moment, status)
                              : ProgramWords::tr("%1: refused (%2): %3").arg(moment, status, sentence);
}

} // namespace quarterdeck::ui::program_words

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
