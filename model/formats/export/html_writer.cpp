#include "model/conversation/decide/image_paths.h"
#include "model/conversation/outsiders.h"
#include "model/conversation/speaker.h"
#include "model/formats/export/calls_and_results.h"
#include "model/formats/export/markdown_html.h"
#include "model/formats/export/markdown_writer.h"
#include "model/formats/export/plain_picture.h"
#include "model/formats/export/row_text.h"
#include "model/formats/export/session_writer.h"
#include "model/formats/json/python_json.h"
#include "model/formats/openai/message_parts.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QFile>
#include <QRegularExpression>
#include <limits>
#include <nlohmann/json.hpp>

namespace quarterdeck::formats {

using namespace conversation;
using html::escaped;
using html::preformatted;

namespace {

/// One of the program's own style sheets, without comments.
std::string styleOf(const char* name)
{
    static const QRegularExpression comment(QStringLiteral(R"(/\*[\s\S]*?\*/\s*)"));
    QFile file{QString::fromLatin1(name)};
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()).remove(comment).toStdString()
                                          : std::string();
}

/// The dark theme's colours, for screens that prefer it.
std::string darkStyleIn(const std::string& tokens)
{
    const std::string head = R"(:root[data-theme="dark"] {)";
    const std::size_t begin = tokens.find(head);
    const std::size_t end = begin == std::string::npos ? begin : tokens.find('}', begin);
    if (end == std::string::npos)
        return {};
    return "@media screen and (prefers-color-scheme: dark) { :root[data-theme=\"light\"] {"
        + tokens.substr(begin + head.size(), end - begin - head.size()) + "} }\n";
}

/// What a program wrote, without what only a terminal turns into something: colours, the looks of the cursor. Any other
/// sequence stays and is seen.
std::string ofTerminal(const std::string& output)
{
    static const QRegularExpression sequence(
        QStringLiteral(R"(\x1b(?:\[(?:\d{0,3}[;:]){0,24}\d{0,3}m|\[[0-2]?K|\[\?\d{1,4}[hl]|\[0?J|\(B|[=>]))"));
    QString written = text(output);
    if (written.contains(QChar(0x1b)))
        written.remove(sequence);
    return preformatted(written);
}

constexpr std::size_t longestDrawing = 1'000'000; ///< bytes of a source; the window draws no longer ones

std::string ofJson(const JsonValue& value) { return preformatted(text(python_json::indentedText(value.json()))); }
std::string note(const QString& sentence) { return "<p class=\"note\">" + escaped(sentence) + "</p>\n"; }
std::string tool(const QString& sentence, bool isError = false)
{
    return std::string("<p class=\"tool") + (isError ? " error" : "") + "\">" + escaped(sentence) + "</p>\n";
}

struct BlockHtml
{
    const WriterContext& context;
    LossCounter& losses;

    std::string operator()(const TextBlock& block) const
    {
        return "<div class=\"said\">" + htmlFromMarkdown(block.text) + "</div>\n";
    }
    std::string operator()(const ThinkingBlock& block) const
    {
        return block.text.empty() ? "" : "<div class=\"thinking said\">" + htmlFromMarkdown(block.text) + "</div>\n";
    }
    std::string operator()(const MediaBlock& block) const
    {
        const MediaSource& source = block.source;
        const QString name = text(!source.name.empty()      ? source.name
                                      : !source.url.empty() ? source.url
                                                            : source.mediaType);
        const auto bytes = block.kind == MediaKind::Image && !source.hash.isEmpty() && context.bytesOf
            ? context.bytesOf(source.hash)
            : std::optional<std::string>();
        return picture(name, bytes);
    }
    std::string operator()(const ToolUseBlock& block) const
    {
        return tool(Markdown::tr("Calls %1").arg(text(block.name)))
            + (block.rawInput.empty() ? ofJson(block.input) : preformatted(text(block.rawInput)));
    }
    std::string operator()(const ToolResultBlock& block) const
    {
        const QString name = text(block.name.empty() ? block.id : block.name);
        const QString head = name.isEmpty() ? (block.isError ? Markdown::tr("Error") : Markdown::tr("Result"))
            : block.isError                 ? Markdown::tr("Error from %1").arg(name)
                                            : Markdown::tr("Result of %1").arg(name);
        const std::vector<ResultPart> pieces = resultParts(block);
        std::string shown = tool(head, block.isError);
        for (const ResultPart& piece : pieces)
            shown += ofPart(piece);
        if (pieces.empty())
            shown +=
                ofTerminal(block.output) + (block.outputBlocks.isNull() ? std::string() : ofJson(block.outputBlocks));
        return shown;
    }
    std::string operator()(const UnknownBlock& block) const { return ofJson(block.value); }

private:
    [[nodiscard]] std::string htmlFromMarkdown(const std::string& markdown) const
    {
        html::SourceFallbacks writtenOut;
        std::string shown = html::htmlFromMarkdown(markdown, writtenOut);
        losses.add(LossKind::Diagrams, writtenOut.diagrams);
        losses.add(LossKind::Formulas, writtenOut.formulas);
        return shown;
    }
    /// Recognised by content: only pictures are embedded, and a drawing's source is told. Everything else is named.
    [[nodiscard]] std::string picture(const QString& name, const std::optional<std::string>& bytes) const
    {
        const std::string type = bytes ? imageTypeOf(*bytes) : std::string();
        if (bytes && isSvg(*bytes) && bytes->size() <= longestDrawing) {
            losses.add(LossKind::Diagrams);
            return drawing(name, *bytes);
        }
        const html::PlainPicture plain = type.empty() ? html::PlainPicture() : html::plainPicture(*bytes, type);
        if (plain.bytes.empty()) {
            losses.add(LossKind::Media);
            const QString why =
                plain.isTooLarge ? QStringLiteral(" · ") + Markdown::tr("more than 64 million pixels") : QString();
            return "<p class=\"tool\">[" + escaped(name) + "]" + escaped(why) + "</p>\n";
        }
        const auto size = static_cast<qsizetype>(plain.bytes.size());
        return "<p><img alt=\"" + escaped(name) + "\" src=\"data:" + type + ";base64,"
            + QByteArray::fromRawData(plain.bytes.data(), size).toBase64().toStdString() + "\"></p>\n";
    }
    /// Nothing draws SVG here, and inside the page it might load or run something once it is opened by itself: so it is
    /// its source, folded.
    static std::string drawing(const QString& name, const std::string& source)
    {
        return "<details><summary class=\"tool\">[" + escaped(name) + "] · SVG</summary>\n"
            + preformatted(QString::fromStdString(source)) + "</details>\n";
    }
    [[nodiscard]] std::string ofPart(const ResultPart& part) const
    {
        if (part.kind == ResultPart::Kind::Text)
            return ofTerminal(part.text);
        if (part.kind == ResultPart::Kind::Other)
            return ofJson(part.value);
        if (!part.stored.hash.isEmpty())
            return (*this)(MediaBlock{part.media, part.stored});
        const auto data = readDataUrl(part.url, std::numeric_limits<std::int64_t>::max());
        const std::string& name = !part.name.empty() ? part.name : data ? data->mediaType : part.url;
        const bool isShown = data && part.media == MediaKind::Image;
        return picture(text(name).left(200), isShown ? std::optional(data->bytes) : std::nullopt);
    }
};

std::string htmlHead(const RowText& row, const QString& when, const QString& usage = {})
{
    std::string line = "<header><b><bdi>" + escaped(row.speaker) + "</bdi></b>";
    if (!row.recipients.isEmpty())
        line += " → <bdi>" + escaped(row.recipients) + "</bdi>";
    if (row.isPrivate)
        line += " · <span class=\"mark\">" + escaped(Markdown::tr("private")) + "</span>";
    for (const QString& one : {when, usage})
        line += one.isEmpty() ? std::string() : " · " + escaped(one);
    return line + "</header>\n";
}

/// A single file that needs nothing else: style and pictures inside, no scripts, nothing that loads and no links. It is
/// for reading, on paper too.
class HtmlWriter final : public SessionWriter
{
public:
    explicit HtmlWriter(WriterContext context) : m_context(std::move(context)) { }

    void begin(std::string& out) override
    {
        const std::string title = escaped(text(m_context.last.title()));
        const std::string tokens = styleOf(":/export/theme/tokens.css");
        out += "<!DOCTYPE html>\n<html data-theme=\"light\">\n<head>\n<meta http-equiv=\"Content-Security-Policy\" "
               "content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
               "form-action 'none'\">\n<meta charset=\"utf-8\">\n<meta name=\"referrer\" content=\"no-referrer\">\n"
               "<meta name=\"viewport\" content=\"width=device-width\">\n<title>"
            + title + "</title>\n<style>\n" + tokens + darkStyleIn(tokens) + styleOf(":/export/export/transcript.css")
            + "</style>\n</head>\n<body>\n<h1><bdi>" + title + "</bdi></h1>\n";
        const QString count = Markdown::tr("%n message(s)", nullptr, static_cast<int>(m_context.last.messageCount()));
        out += note(m_context.last.source().empty() ? count
                                                    : text(m_context.last.source()) + QStringLiteral(" · ") + count);
        if (m_context.last.kind() == SessionKind::Demo)
            out += note(Markdown::tr("This is a scripted demo: what its members say was written in advance."));
    }
    void event(const WrittenEvent& written, std::string& out) override;
    void end(std::string& out) override { out += "</body>\n</html>\n"; }
    [[nodiscard]] std::vector<Loss> losses() const override { return m_losses.losses(); }

private:
    void putContent(const std::vector<ContentBlock>& content, std::string& out)
    {
        for (const ContentBlock& block : content)
            out += std::visit(BlockHtml{m_context, m_losses}, block);
    }
    void putMessage(const Message& message, std::string& out)
    {
        putContent(message.content, out);
        if (message.instructContent)
            out += ofJson(message.instructContent->value);
    }
    void putQuestion(const Question& question, std::string& out)
    {
        out += BlockHtml{m_context, m_losses}(TextBlock{question.text});
        if (!question.reason.empty())
            out += "<p class=\"why\">" + escaped(text(question.reason)) + "</p>\n";
        for (const MediaBlock& image : question.images)
            out += BlockHtml{m_context, m_losses}(image);
        for (const QuestionOption& option : question.options) {
            const QString mark = option.label == question.defaultOption ? Markdown::tr("default") : QString();
            out += "<p>• <bdi>" + escaped(text(option.label)) + "</bdi>" + beside(mark)
                + beside(text(option.description)) + "</p>\n";
        }
        for (const FormField& field : formFields(question.schema)) {
            out += "<p>• <bdi>" + escaped(field.name) + "</bdi>" + beside(field.remarks) + beside(field.description)
                + "</p>\n";
        }
        if (const QString deadline = deadlineText(question); !deadline.isEmpty())
            out += note(deadline);
    }
    static std::string beside(const QString& remark)
    {
        return remark.isEmpty() ? "" : " <bdi class=\"beside\">" + escaped(remark) + "</bdi>";
    }
    void putAmendment(const WrittenEvent& written, const Event& amendment, std::string& out);

    WriterContext m_context;
    CallNames m_calls;
    LossCounter m_losses;
    std::int64_t m_number = 0; ///< of the message
};

void HtmlWriter::event(const WrittenEvent& written, std::string& out)
{
    const Event& event = m_calls.named(written.event);
    const bool isMessage = std::holds_alternative<MessagePublished>(event.body);
    m_number += isMessage ? 1 : 0;
    m_losses.at(isMessage ? m_number : 0);
    if (!written.isRow)
        return;
    const RowText row = rowText(written.before, event);
    const auto* published = std::get_if<MessagePublished>(&event.body);
    const auto* asked = std::get_if<QuestionAsked>(&written.event.body);
    const bool isYours = published != nullptr && isFromUser(published->message) && !isToldByProgram(published->message);
    out += std::string("<article class=\"") + (isYours ? "you " : "") + (row.isPrivate ? "private " : "")
        + (asked != nullptr ? "question" : "row") + "\">\n";
    if (row.speaker.isEmpty()) {
        out += note(row.text);
    } else {
        const auto moment = QDateTime::fromMSecsSinceEpoch(written.event.time.msSinceEpoch);
        const QString when =
            m_context.last.areTimesKnown() ? moment.toString(QStringLiteral("yyyy-MM-dd HH:mm:ss")) : QString();
        out += htmlHead(row, when, published != nullptr ? usageText(published->message.usage) : QString());
        if (published != nullptr)
            putMessage(published->message, out);
        else if (asked != nullptr)
            putQuestion(asked->question, out);
        else
            out += preformatted(row.text);
    }
    for (const Event& amendment : written.amendments)
        putAmendment(written, amendment, out);
    out += "</article>\n";
}

void HtmlWriter::putAmendment(const WrittenEvent& written, const Event& amendment, std::string& out)
{
    const auto* asked = std::get_if<QuestionAsked>(&written.event.body);
    if (const auto* ended = std::get_if<QuestionEnded>(&amendment.body); ended != nullptr && asked != nullptr) {
        const RowText end = questionEndText(asked->question.asker, ended->end);
        if (end.speaker.isEmpty()) {
            out += note(end.text);
            return;
        }
        out += htmlHead(end, {});
        const bool isAnswered = ended->end.kind == QuestionEndKind::Answered;
        putContent(isAnswered ? answerContent(ended->end) : textBlocks(end.text.toStdString()), out);
    } else if (std::holds_alternative<Annotated>(amendment.body)
               || std::holds_alternative<HeldDropped>(amendment.body)) {
        out += note(rowText(written.before, amendment).text);
    }
}

} // namespace

std::unique_ptr<SessionWriter> htmlWriter(WriterContext context)
{
    return std::make_unique<HtmlWriter>(std::move(context));
}

} // namespace quarterdeck::formats
