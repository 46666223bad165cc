#include "model/formats/export/call_names.h"
#include "model/formats/export/markdown_row.h"
#include "model/formats/export/markdown_strings.h"
#include "model/formats/export/markdown_text.h"
#include "model/formats/export/qt_text.h"
#include "model/formats/export/writers.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QStringList>

namespace quarterdeck::formats {

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
        out += head.toStdString();
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
