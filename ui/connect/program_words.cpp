#include "connect/program_words.h"

#include "ui/wording/quantities.h"
#include "ui/wording/visible_text.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QStringList>

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

} // namespace

QString kind(gateway::ProgramKind kind)
{
    using gateway::ProgramKind;
    switch (kind) {
    case ProgramKind::AgentScope:
        return ProgramWords::tr("AgentScope");
    case ProgramKind::Mcp:
        return ProgramWords::tr("MCP");
    case ProgramKind::Api:
        return ProgramWords::tr("JSON over HTTP");
    case ProgramKind::MetaGpt:
        return ProgramWords::tr("MetaGPT");
    case ProgramKind::Traces:
        return ProgramWords::tr("OpenTelemetry");
    }
    return {};
}

QString title(const gateway::ConnectedProgram& program)
{
    const QString shown = wording::visibleText(program.title).simplified();
    return shown.isEmpty() ? ProgramWords::tr("A program without a name") : shown;
}

QString since(const gateway::ConnectedProgram& program, conversation::Timestamp now)
{
    const QString moment = momentOf(program.since, now);
    const bool isRefused = program.session.isEmpty() && !program.isHere && program.lastError.status != 0;
    return program.isHere ? ProgramWords::tr("Connected since %1").arg(moment)
        : isRefused       ? ProgramWords::tr("Refused")
                          : ProgramWords::tr("Gone since %1").arg(moment);
}

QString rate(const gateway::ConnectedProgram& program)
{
    QStringList parts;
    if (program.isHere || program.messagesPerMinute > 0)
        parts.append(ProgramWords::tr("%n message(s) a minute", nullptr, program.messagesPerMinute));
    if (program.openQuestions > 0)
        parts.append(ProgramWords::tr("%n open question(s)", nullptr, program.openQuestions));
    return parts.join(QStringLiteral(" · "));
}

QString state(const gateway::ConnectedProgram& program, conversation::Timestamp now)
{
    QStringList parts{since(program, now), rate(program)};
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" · "));
}

QString error(const gateway::ConnectedProgram& program, conversation::Timestamp now)
{
    const gateway::ProgramError& last = program.lastError;
    if (last.status == 0 && last.sentence.empty())
        return {};
    const QString moment = momentOf(last.time, now);
    // The gateway's own are said to programs in English; what a program says stays as it is.
    const QString said = QCoreApplication::translate("GatewayRefusals", last.sentence.c_str());
    const QString sentence = wording::visibleText(said, longestError).simplified();
    if (last.status == 0)
        return ProgramWords::tr("%1: %2", "time, what went wrong").arg(moment, sentence);
    const QString status = QString::number(last.status);
    return sentence.isEmpty() ? ProgramWords::tr("%1: refused (%2)", "time, status of HTTP").arg(moment, status)
                              : ProgramWords::tr("%1: refused (%2): %3").arg(moment, status, sentence);
}

} // namespace quarterdeck::ui::program_words
