#include "ui/dialogs/connection_text.h"

#include <QCoreApplication>
#include <QLocale>

namespace quarterdeck::ui {

namespace {

using Answer = team::ConnectionTestReport::Answer;

struct ConnectionWords
{
    Q_DECLARE_TR_FUNCTIONS(ConnectionWords)
};

void add(QStringList& lines, Answer answer, const QString& yes, const QString& no)
{
    if (answer != Answer::Unknown)
        lines.append(answer == Answer::Yes ? yes : no);
}

QString costOf(const conversation::Usage& usage)
{
    const QString tokens = QLocale().toString(static_cast<qlonglong>(usage.totalTokens()));
    if (!usage.cost)
        return ConnectionWords::tr("This test used %1 tokens.").arg(tokens);
    return ConnectionWords::tr("This test used %1 tokens, which cost $%2.")
        .arg(tokens, QString::number(*usage.cost, 'f', 4));
}

} // namespace

QStringList wordsOf(const team::ConnectionTestReport& report)
{
    QStringList lines;
    if (!report.models.empty())
        lines.append(ConnectionWords::tr("The server answered within %1 ms. Models: %2.")
                         .arg(report.roundTripMs)
                         .arg(report.models.size()));
    if (report.usage || report.streams != Answer::Unknown)
        lines.append(ConnectionWords::tr("“%1” answers.").arg(QString::fromStdString(report.model)));
    add(lines, report.streams, ConnectionWords::tr("It streams its answers."),
        ConnectionWords::tr("It does not stream: answers arrive all at once."));
    add(lines, report.callsTools, ConnectionWords::tr("It can call tools."),
        ConnectionWords::tr("It did not call a tool when asked to."));
    add(lines, report.seesImages, ConnectionWords::tr("It can see images."),
        ConnectionWords::tr("It cannot see images."));
    if (report.usage)
        lines.append(costOf(*report.usage));
    return lines;
}

} // namespace quarterdeck::ui
