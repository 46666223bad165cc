#include "ui/panels/diff_view.h"

#include "ui/present/visible_text.h"

#include <QRegularExpression>
#include <QTextBlock>
#include <algorithm>
#include <cmath>

namespace quarterdeck::ui {

namespace {
constexpr int mostLines = 12;
constexpr qsizetype mostShown = 3'000; ///< as many as the conversation shows of one
constexpr double textSize = 11.5;
constexpr double diffMargin = 4;

/// Only the two lines above the first hunk count as a file header. Anywhere else, or without a hunk, a line starting
/// with three signs may be an added or removed one, and nobody can approve a change that is partly hidden.
bool beginsWithFileHead(const QList<QStringView>& lines)
{
    static const QRegularExpression hunkHead(QStringLiteral(R"(^@@+ -\d{1,9}(,\d{1,9})? \+\d{1,9}(,\d{1,9})? @@)"));
    return lines.size() > 2 && lines.at(0).startsWith(QLatin1StringView("--- "))
        && lines.at(1).startsWith(QLatin1StringView("+++ ")) && hunkHead.match(lines.at(2).toString()).hasMatch();
}

struct Shown
{
    QStringList lines;
    int leftOut = 0;
};

Shown shownOf(const QString& diff)
{
    Shown shown;
    const QList<QStringView> lines = QStringView(diff).split(u'\n');
    for (qsizetype i = beginsWithFileHead(lines) ? 2 : 0; i < lines.size(); ++i) {
        if (shown.lines.size() < mostShown)
            shown.lines << wording::visibleText(lines.at(i).toString());
        else
            ++shown.leftOut;
    }
    return shown;
}

} // namespace

DiffView::DiffView(const theme::ThemeController& theme, const QString& diff, QWidget* parent)
    : QPlainTextEdit(parent)
    , m_theme(theme)
{
    const theme::Theme& look = theme.theme();
    setObjectName(QStringLiteral("questionDiff"));
    setAccessibleName(tr("Proposed changes"));
    setReadOnly(true);
    setTabChangesFocus(true);
    setFrameShape(QFrame::NoFrame);
    setLineWrapMode(QPlainTextEdit::NoWrap);
    setFont(look.monoFont(textSize));
    document()->setDocumentMargin(look.px(diffMargin));
    QPalette colours = palette();
    colours.setColor(QPalette::Base, look.color(theme::Color::CodeBg));
    colours.setColor(QPalette::Text, look.color(theme::Color::CodeText));
    setPalette(colours);
    setStyleSheet(QStringLiteral("QPlainTextEdit { background: %1; color: %2; }")
                      .arg(look.color(theme::Color::CodeBg).name(), look.color(theme::Color::CodeText).name()));
    const Shown shown = shownOf(diff);
    m_leftOut = shown.leftOut;
    setPlainText(shown.lines.join(u'\n'));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    colourLines();
}

void DiffView::colourLines()
{
    const theme::Theme& look = m_theme.theme();
    QList<QTextEdit::ExtraSelection> selections;
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        const QString line = block.text();
        const bool isAdded = line.startsWith(u'+');
        if (!isAdded && !line.startsWith(u'-') && !line.startsWith(QStringLiteral("@@")))
            continue;
        QTextEdit::ExtraSelection selection;
        selection.cursor = QTextCursor(block);
        selection.format.setProperty(QTextFormat::FullWidthSelection, true);
        if (line.startsWith(u'@'))
            selection.format.setForeground(look.color(theme::Color::Text3));
        else
            selection.format.setBackground(look.color(isAdded ? theme::Color::DiffAddBg : theme::Color::DiffDelBg));
        selections.append(selection);
    }
    setExtraSelections(selections);
}

QSize DiffView::sizeHint() const
{
    const int lines = std::clamp(blockCount(), 1, mostLines);
    const auto height = static_cast<int>(
        std::ceil(lines * blockBoundingRect(firstVisibleBlock()).height() + 2 * document()->documentMargin()));
    return {m_theme.theme().px(200), height + m_theme.theme().px(10)}; // a bar that scrolls sideways has room
}

QSize DiffView::minimumSizeHint() const { return {m_theme.theme().px(80), sizeHint().height()}; }

} // namespace quarterdeck::ui
