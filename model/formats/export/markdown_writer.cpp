#include "model/formats/export/markdown_writer.h"

#include "model/formats/export/calls_and_results.h"
#include "model/formats/export/row_text.h"
#include "model/formats/export/session_writer.h"
#include "model/formats/json/python_json.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QRegularExpression>
#include <QString>
#include <QStringList>
#include <QUrl>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace quarterdeck::formats::markdown {

/// Foreign text as part of a Markdown document of ours.

/// One line that starts nothing of its own: names, titles.
[[nodiscard]] QString escaped(QString name);
/// In a fence longer than any inside it.
[[nodiscard]] QString fenced(const QString& content, const QString& language = {});
/// As written, except for what would reach beyond it: an open fence is closed, and HTML that runs to the end of the
/// document (a comment, a script) is escaped.
[[nodiscard]] QString contained(const QString& content);
/// Without what a terminal would obey when it shows the document: sequences that set colours or move the cursor are
/// left out, other control characters are shown as replaced.
[[nodiscard]] QString withoutControls(QString document);

namespace {

/// The fence that is open while a text is read line by line (CommonMark 4.5).
class OpenFence
{
public:
    [[nodiscard]] bool isOpen() const { return !m_fence.isEmpty(); }
    [[nodiscard]] const QString& fence() const { return m_fence; }
    void read(const QString& line)
    {
        static const QRegularExpression mark(QStringLiteral("^ {0,3}(`{3,}|~{3,})(.*)$"));
        const QRegularExpressionMatch match = mark.match(line);
        if (!match.hasMatch())
            return;
        const QString found = match.captured(1);
        const QString rest = match.captured(2);
        if (!isOpen()) {
            const bool isInline = found.startsWith(QLatin1Char('`')) && rest.contains(QLatin1Char('`'));
            m_fence = isInline ? QString() : found;
        } else if (found.startsWith(m_fence) && rest.trimmed().isEmpty()) {
            m_fence.clear();
        }
    }

private:
    QString m_fence;
};

/// HTML blocks that no blank line ends (CommonMark 4.6, kinds 1 to 5).
const QRegularExpression& openHtml()
{
    static const QRegularExpression start(
        QStringLiteral("^([ >]*)<(?=!|\\?|(?:script|pre|style|textarea)(?:[\\s>]|$))"),
        QRegularExpression::CaseInsensitiveOption);
    return start;
}

} // namespace

QString escaped(QString name)
{
    static const QRegularExpression special(QStringLiteral(R"(([\\`*_{}\[\]()<>#|!~]))"));
    return name.replace(special, QStringLiteral("\\\\1")).simplified();
}

QString fenced(const QString& content, const QString& language)
{
    static const QRegularExpression ticks(QStringLiteral("`{3,}"));
    qsizetype longest = 2;
    for (const QRegularExpressionMatch& match : ticks.globalMatch(content))
        longest = std::max(longest, match.capturedLength());
    const QString fence(longest + 1, QLatin1Char('`'));
    return fence + language + QLatin1Char('\n') + content + QLatin1Char('\n') + fence;
}

QString contained(const QString& content)
{
    OpenFence fence;
    QStringList lines = content.split(QLatin1Char('\n'));
    for (QString& line : lines) {
        if (!fence.isOpen())
            line.replace(openHtml(), QStringLiteral("\\1\\<"));
        fence.read(line);
    }
    if (fence.isOpen())
        lines << fence.fence();
    return lines.join(QLatin1Char('\n'));
}

QString withoutControls(QString document)
{
    const auto isControl = [](QChar character) {
        const char16_t code = character.unicode();
        return (code < 0x20 && code != u'\n' && code != u'\t' && code != u'\r') || (code >= 0x7f && code < 0xa0);
    };
    if (std::none_of(document.cbegin(), document.cend(), isControl))
        return document;
    static const QRegularExpression sequence(
        QStringLiteral("\\x1b(?:\\[[0-?]{0,64}[ -/]{0,8}[@-~]|\\][^\\x07\\x1b\n]{0,2048}(?:\\x07|\\x1b\\\\)|[@-Z^_])"));
    document.remove(sequence);
    for (QChar& character : document) {
        if (isControl(character))
            character = QChar::ReplacementCharacter;
    }
    return document;
}

} // namespace quarterdeck::formats::markdown

namespace quarterdeck::formats {

using namespace conversation;
using markdown::fenced;

namespace {

const QString gap = QStringLiteral("\n\n");

QString indentedJson(const JsonValue& value) { return text(python_json::indentedText(value.json())); }

QString quoted(QString content)
{
    return QStringLiteral("> ") + content.replace(QLatin1Char('\n'), QStringLiteral("\n> "));
}

struct BlockMarkdown
{
    const QString& folder; ///< of attachments, beside the file; empty = they are named only

    QString operator()(const TextBlock& block) const { return markdown::contained(text(block.text)); }
    QString operator()(const ThinkingBlock& block) const
    {
        return block.text.empty() ? QString() : quoted(text(block.text)); // a server may keep it to itself
    }
    QString operator()(const MediaBlock& block) const
    {
        const MediaSource& source = block.source;
        const QString where = source.hash.isEmpty() ? address(text(source.url)) : place() + text(source.hash.str());
        const QString name = markdown::escaped(text(source.name.empty() ? source.mediaType : source.name));
        const QString link = QStringLiteral("[%1](<%2>)").arg(name, where);
        return block.kind == MediaKind::Image ? QLatin1Char('!') + link : link;
    }
    QString operator()(const ToolUseBlock& block) const
    {
        const QString head = Markdown::tr("Calls %1").arg(markdown::escaped(text(block.name)));
        return head + gap
            + (block.rawInput.empty() ? fenced(indentedJson(block.input), QStringLiteral("json"))
                                      : fenced(text(block.rawInput)));
    }
    QString operator()(const ToolResultBlock& block) const
    {
        const QString name = markdown::escaped(text(block.name.empty() ? block.id : block.name));
        QStringList parts{name.isEmpty()      ? (block.isError ? Markdown::tr("Error") : Markdown::tr("Result"))
                              : block.isError ? Markdown::tr("Error from %1").arg(name)
                                              : Markdown::tr("Result of %1").arg(name)};
        const std::vector<ResultPart> pieces = resultParts(block);
        for (const ResultPart& piece : pieces)
            parts << ofPart(piece);
        if (pieces.empty()) {
            parts << fenced(text(block.output));
            if (!block.outputBlocks.isNull())
                parts << fenced(indentedJson(block.outputBlocks), QStringLiteral("json"));
        }
        return parts.join(gap);
    }
    QString operator()(const UnknownBlock& block) const
    {
        return fenced(indentedJson(block.value), QStringLiteral("json"));
    }

private:
    [[nodiscard]] QString ofPart(const ResultPart& part) const
    {
        if (part.kind == ResultPart::Kind::Text)
            return fenced(text(part.text));
        if (part.kind == ResultPart::Kind::Other)
            return fenced(indentedJson(part.value), QStringLiteral("json"));
        if (!part.stored.hash.isEmpty())
            return (*this)(MediaBlock{part.media, part.stored});
        const std::string type = part.url.starts_with("data:") ? part.url.substr(5, part.url.find(';') - 5) : part.url;
        return (*this)(MediaBlock{part.media, {{}, part.url, type, part.name, 0, 0, 0}});
    }
    /// Contains nothing that would end the link around it.
    static QString address(QString url)
    {
        return url.replace(QLatin1Char('<'), QStringLiteral("%3C"))
            .replace(QLatin1Char('>'), QStringLiteral("%3E"))
            .simplified();
    }
    [[nodiscard]] QString place() const
    {
        return folder.isEmpty() ? QStringLiteral("attachment:")
                                : QString::fromLatin1(QUrl::toPercentEncoding(folder)) + QLatin1Char('/');
    }
};

QString messageBody(const Message& message, const QString& folder)
{
    QStringList parts;
    for (const ContentBlock& block : message.content) {
        const QString part = std::visit(BlockMarkdown{folder}, block);
        if (!part.isEmpty() || !std::holds_alternative<ThinkingBlock>(block))
            parts << part;
    }
    if (message.instructContent)
        parts << fenced(indentedJson(message.instructContent->value), QStringLiteral("json"));
    return parts.join(gap);
}

QString noted(const QString& sentence) { return QStringLiteral("*%1*").arg(markdown::escaped(sentence)); }

QString questionBody(const Question& question, const QString& folder)
{
    QString body = markdown::contained(text(question.text));
    if (!question.reason.empty())
        body += gap + markdown::contained(text(question.reason));
    for (const MediaBlock& image : question.images)
        body += gap + BlockMarkdown{folder}(image);
    if (!question.options.empty())
        body += QLatin1Char('\n');
    for (const QuestionOption& option : question.options) {
        body += QStringLiteral("\n- ") + markdown::escaped(text(option.label));
        if (option.label == question.defaultOption)
            body += QStringLiteral(" (%1)").arg(Markdown::tr("default"));
        if (!option.description.empty())
            body += QStringLiteral(" — ") + markdown::escaped(text(option.description));
    }
    const std::vector<FormField> fields = formFields(question.schema);
    if (!fields.empty())
        body += QLatin1Char('\n');
    for (const FormField& field : fields) {
        body += QStringLiteral("\n- ") + markdown::escaped(field.name);
        for (const QString& one : {field.remarks, field.description})
            body += one.isEmpty() ? QString() : QStringLiteral(" — ") + markdown::escaped(one);
    }
    if (const QString deadline = deadlineText(question); !deadline.isEmpty())
        body += gap + noted(deadline);
    return body;
}

QString head(const RowText& row, const QString& when, const QString& usage = {})
{
    const QString who = row.recipients.isEmpty()
        ? markdown::escaped(row.speaker)
        : markdown::escaped(row.speaker) + QStringLiteral(" → ") + markdown::escaped(row.recipients);
    QString line = QStringLiteral("**%1**").arg(who);
    if (row.isPrivate)
        line += QStringLiteral(" · ") + Markdown::tr("private");
    for (const QString& one : {when, usage})
        line += one.isEmpty() ? QString() : QStringLiteral(" · ") + one;
    return line;
}

QString endOf(const RoleName& asker, const QuestionEnd& end, const QString& folder)
{
    const RowText row = questionEndText(asker, end);
    if (row.speaker.isEmpty())
        return noted(row.text);
    Message said;
    said.content = end.kind == QuestionEndKind::Answered ? answerContent(end) : textBlocks(row.text.toStdString());
    return head(row, {}) + gap + messageBody(said, folder);
}

} // namespace

QString markdownRow(const ConversationState& state, const Event& event, std::span<const Event> amendments,
                    const QString& attachmentsFolder)
{
    const RowText row = rowText(state, event);
    if (row.speaker.isEmpty())
        return markdown::withoutControls(noted(row.text) + QLatin1Char('\n'));
    const auto moment = QDateTime::fromMSecsSinceEpoch(event.time.msSinceEpoch);
    const QString when = state.areTimesKnown() ? moment.toString(QStringLiteral("yyyy-MM-dd HH:mm:ss")) : QString();
    const auto* asked = std::get_if<QuestionAsked>(&event.body);
    const auto* published = std::get_if<MessagePublished>(&event.body);
    QStringList parts{head(row, when, published != nullptr ? usageText(published->message.usage) : QString())};
    if (published != nullptr)
        parts << messageBody(published->message, attachmentsFolder);
    else if (asked != nullptr)
        parts << questionBody(asked->question, attachmentsFolder);
    else
        parts << row.text;
    for (const Event& amendment : amendments) {
        if (const auto* ended = std::get_if<QuestionEnded>(&amendment.body); ended != nullptr && asked != nullptr)
            parts << endOf(asked->question.asker, ended->end, attachmentsFolder);
        else if (std::holds_alternative<Annotated>(amendment.body)
                 || std::holds_alternative<HeldDropped>(amendment.body))
            parts << noted(rowText(state, amendment).text);
    }
    return markdown::withoutControls(parts.join(gap) + QLatin1Char('\n'));
}

using conversation::ConversationState;

namespace {

/// Where it came from and when, as far as known.
QString origin(const ConversationState& state)
{
    QStringList parts;
    if (!state.source().empty())
        parts << markdown::escaped(text(state.source()));
    if (state.areTimesKnown())
        parts << QDateTime::fromMSecsSinceEpoch(state.startedAt().msSinceEpoch)
                     .toString(QStringLiteral("yyyy-MM-dd HH:mm"));
    parts << Markdown::tr("%n message(s)", nullptr, static_cast<int>(state.messageCount()));
    return QStringLiteral("*%1*\n").arg(parts.join(QStringLiteral(" · ")));
}

QString member(const conversation::Role& role)
{
    const QString name = QStringLiteral("- **%1**").arg(markdown::escaped(text(role.name.str())));
    const QString what = markdown::escaped(text(role.profile.empty() ? role.goal : role.profile));
    return (what.isEmpty() ? name : name + QStringLiteral(" – ") + what) + QLatin1Char('\n');
}

/// A transcript for people: title and team, then the rows as the window shows them.
class MarkdownWriter final : public SessionWriter
{
public:
    explicit MarkdownWriter(WriterContext context) : m_context(std::move(context)) { }

    void begin(std::string& out) override
    {
        const ConversationState& state = m_context.last;
        QString head = QStringLiteral("# %1\n\n").arg(markdown::escaped(text(state.title()))) + origin(state);
        if (state.kind() == conversation::SessionKind::Demo)
            head += QStringLiteral("\n*%1*\n")
                        .arg(Markdown::tr("This is a scripted demo: what its members say was written in advance."));
        if (!state.roles().empty())
            head += QLatin1Char('\n');
        for (const conversation::RoleState& one : state.roles())
            head += member(one.role);
        out += markdown::withoutControls(head).toStdString();
    }
    void event(const WrittenEvent& written, std::string& out) override
    {
        const conversation::Event& event = m_calls.named(written.event);
        if (!written.isRow)
            return;
        out += "\n---\n\n";
        out += markdownRow(written.before, event, written.amendments, text(m_context.attachmentsFolder)).toStdString();
    }
    void end(std::string&) override { }

private:
    WriterContext m_context;
    CallNames m_calls;
};

} // namespace

std::unique_ptr<SessionWriter> markdownWriter(WriterContext context)
{
    return std::make_unique<MarkdownWriter>(std::move(context));
}

} // namespace quarterdeck::formats
