#include "formats/markdown_row.h"

#include "formats/row_text.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QRegularExpression>
#include <QStringList>
#include <algorithm>
#include <nlohmann/json.hpp>

namespace quarterdeck::formats {

using namespace conversation;

namespace {

struct Markdown
{
    Q_DECLARE_TR_FUNCTIONS(Markdown)
};

const QString gap = QStringLiteral("\n\n");

QString text(const std::string& utf8) { return QString::fromStdString(utf8); }

QString jsonText(const JsonValue& value)
{
    return text(value.json().dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
}

/// A fence that is longer than any in what it holds.
QString fenced(const QString& content, const QString& language = {})
{
    static const QRegularExpression ticks(QStringLiteral("`{3,}"));
    qsizetype longest = 2;
    for (const QRegularExpressionMatch& match : ticks.globalMatch(content))
        longest = std::max(longest, match.capturedLength());
    const QString fence(longest + 1, QLatin1Char('`'));
    return fence + language + QLatin1Char('\n') + content + QLatin1Char('\n') + fence;
}

QString quoted(QString content)
{
    return QStringLiteral("> ") + content.replace(QLatin1Char('\n'), QStringLiteral("\n> "));
}

/// What others wrote, where it must not begin anything of its own.
QString escaped(QString name)
{
    static const QRegularExpression special(QStringLiteral(R"(([\\`*_{}\[\]()<>#|!~]))"));
    return name.replace(special, QStringLiteral("\\\\1")).simplified();
}

struct BlockMarkdown
{
    QString operator()(const TextBlock& block) const { return text(block.text); }
    QString operator()(const ThinkingBlock& block) const { return quoted(text(block.text)); }
    QString operator()(const MediaBlock& block) const
    {
        const MediaSource& source = block.source;
        const QString where =
            source.hash.isEmpty() ? text(source.url) : QStringLiteral("attachment:") + text(source.hash.str());
        const QString name = escaped(text(source.name.empty() ? source.mediaType : source.name));
        const QString link = QStringLiteral("[%1](<%2>)").arg(name, where);
        return block.kind == MediaKind::Image ? QLatin1Char('!') + link : link;
    }
    QString operator()(const ToolUseBlock& block) const
    {
        const QString head = Markdown::tr("Calls %1").arg(escaped(text(block.name)));
        return head + gap
            + (block.rawInput.empty() ? fenced(jsonText(block.input), QStringLiteral("json"))
                                      : fenced(text(block.rawInput)));
    }
    QString operator()(const ToolResultBlock& block) const
    {
        const QString name = escaped(text(block.name));
        const QString head =
            block.isError ? Markdown::tr("Error of %1").arg(name) : Markdown::tr("Result of %1").arg(name);
        return head + gap + fenced(text(block.output))
            + (block.outputBlocks.isNull() ? QString()
                                           : gap + fenced(jsonText(block.outputBlocks), QStringLiteral("json")));
    }
    QString operator()(const UnknownBlock& block) const
    {
        return fenced(jsonText(block.value), QStringLiteral("json"));
    }
};

QString messageBody(const Message& message)
{
    QStringList parts;
    for (const ContentBlock& block : message.content)
        parts << std::visit(BlockMarkdown{}, block);
    if (message.instructContent)
        parts << fenced(jsonText(message.instructContent->value), QStringLiteral("json"));
    return parts.join(gap);
}

QString questionBody(const Question& question)
{
    QString body = text(question.text);
    if (!question.options.empty())
        body += QLatin1Char('\n');
    for (const QuestionOption& option : question.options)
        body += QStringLiteral("\n- ") + escaped(text(option.label));
    return body;
}

QString head(const RowText& row, const QString& when)
{
    const QString who = row.recipients.isEmpty()
        ? escaped(row.speaker)
        : escaped(row.speaker) + QStringLiteral(" → ") + escaped(row.recipients);
    QString line = QStringLiteral("**%1**").arg(who);
    if (row.isPrivate)
        line += QStringLiteral(" · ") + Markdown::tr("private");
    return when.isEmpty() ? line : line + QStringLiteral(" · ") + when;
}

QString noted(const QString& sentence) { return QStringLiteral("*%1*").arg(escaped(sentence)); }

QString endOf(const RoleName& asker, const QuestionEnd& end)
{
    const RowText row = questionEndText(asker, end);
    return row.speaker.isEmpty() ? noted(row.text) : head(row, {}) + gap + row.text;
}

} // namespace

QString markdownRow(const ConversationState& state, const Event& event, std::span<const Event> amendments)
{
    const RowText row = rowText(state, event);
    if (row.speaker.isEmpty())
        return noted(row.text) + QLatin1Char('\n');
    const auto moment = QDateTime::fromMSecsSinceEpoch(event.time.msSinceEpoch);
    QStringList parts{
        head(row, state.areTimesKnown() ? moment.toString(QStringLiteral("yyyy-MM-dd HH:mm:ss")) : QString())};
    const auto* asked = std::get_if<QuestionAsked>(&event.body);
    if (const auto* published = std::get_if<MessagePublished>(&event.body))
        parts << messageBody(published->message);
    else if (asked != nullptr)
        parts << questionBody(asked->question);
    else
        parts << row.text;
    for (const Event& amendment : amendments) {
        if (const auto* ended = std::get_if<QuestionEnded>(&amendment.body); ended != nullptr && asked != nullptr)
            parts << endOf(asked->question.asker, ended->end);
        else if (std::holds_alternative<Annotated>(amendment.body))
            parts << noted(rowText(state, amendment).text);
    }
    return parts.join(gap) + QLatin1Char('\n');
}

} // namespace quarterdeck::formats
