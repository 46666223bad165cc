#include "ui/panels/question_parts.h"

#include "ui/images/image_input.h"
#include "ui/panels/question_card.h"
#include "ui/present/names_and_links.h"
#include "ui/present/quantities.h"
#include "ui/present/visible_text.h"
#include "ui/theme/labels.h"
#include "ui/theme/paint.h"

#include <QClipboard>
#include <QDropEvent>
#include <QGuiApplication>
#include <QImage>
#include <QKeyEvent>
#include <QMimeData>
#include <QPainter>
#include <QRegularExpression>
#include <QTextBlock>
#include <QTextLayout>

#include <algorithm>
#include <cmath>

namespace quarterdeck::ui {

AnswerField::AnswerField(const QString& text, QWidget* parent) : QLineEdit(text, parent) { }

void AnswerField::keyPressEvent(QKeyEvent* event)
{
    const QMimeData* pasted = event->matches(QKeySequence::Paste) ? QGuiApplication::clipboard()->mimeData() : nullptr;
    if (pasted != nullptr && isImagePaste(*pasted))
        take(*pasted);
    else
        QLineEdit::keyPressEvent(event);
}

void AnswerField::dragEnterEvent(QDragEnterEvent* event)
{
    if (isImageDrop(*event->mimeData()))
        event->acceptProposedAction();
    else
        QLineEdit::dragEnterEvent(event);
}

void AnswerField::dragMoveEvent(QDragMoveEvent* event)
{
    if (isImageDrop(*event->mimeData()))
        event->acceptProposedAction();
    else
        QLineEdit::dragMoveEvent(event);
}

void AnswerField::dropEvent(QDropEvent* event)
{
    if (!isImageDrop(*event->mimeData()))
        return QLineEdit::dropEvent(event);
    take(*event->mimeData());
    event->acceptProposedAction();
}

void AnswerField::take(const QMimeData& given)
{
    if (const QStringList files = view::localFiles(given); !files.isEmpty())
        emit imageFilesChosen(files);
    else
        emit imagePasted(qvariant_cast<QImage>(given.imageData()));
}

namespace {
constexpr double leastOptionHeight = 26;
constexpr double sidePadding = 10;
constexpr double verticalPadding = 8;
constexpr double optionLineHeight = 18;
constexpr int optionLinesAtMost = 4;
} // namespace

OptionButton::OptionButton(const theme::ThemeController& theme, Look look, QWidget* parent)
    : QPushButton(parent)
    , m_theme(theme)
    , m_look(std::move(look))
{
    setObjectName(QStringLiteral("questionOption"));
    setProperty("tier", QStringLiteral("wrap")); // its height is its own, not the sheet's
    setAutoDefault(false);
    setAttribute(Qt::WA_Hover);
    setEnabled(!m_look.isPast);
    QSizePolicy policy(QSizePolicy::Ignored, QSizePolicy::Minimum); // Fixed would hold it at one line
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setToolTip(theme::plainToolTip(m_look.label));
    // The accessible name rather than the text, which would turn each "&" of an agent into a shortcut.
    setAccessibleName(m_look.isDefault ? tr("%1 (default)").arg(m_look.label) : m_look.label);
}

QFont OptionButton::labelFont() const { return m_theme.theme().font(theme::TextRole::Ui, QFont::Medium); }

bool OptionButton::isWiderThan(int width) const
{
    return theme::textWidth(labelFont(), m_look.label) + m_theme.theme().px(2 * sidePadding) > width;
}

QSize OptionButton::sizeHint() const { return {m_theme.theme().px(60), m_theme.theme().px(leastOptionHeight)}; }

std::vector<QString> OptionButton::linesFor(int width) const
{
    QTextLayout layout(m_look.label, labelFont());
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    std::vector<QString> lines;
    layout.beginLayout();
    while (static_cast<int>(lines.size()) < optionLinesAtMost) {
        QTextLine line = layout.createLine();
        if (!line.isValid())
            break;
        line.setLineWidth(width);
        const bool isLast = static_cast<int>(lines.size()) + 1 == optionLinesAtMost;
        lines.push_back(isLast ? m_look.label.mid(line.textStart()) // elided when painted
                               : m_look.label.mid(line.textStart(), line.textLength()).trimmed());
    }
    layout.endLayout();
    return lines;
}

int OptionButton::innerWidth(int width) const { return std::max(20, width - 2 * m_theme.theme().px(sidePadding)); }

int OptionButton::heightForWidth(int width) const
{
    const theme::Theme& look = m_theme.theme();
    const int lines = static_cast<int>(linesFor(innerWidth(width)).size());
    return std::max(look.px(leastOptionHeight), lines * look.px(optionLineHeight) + look.px(verticalPadding));
}

void OptionButton::paintEvent(QPaintEvent*)
{
    const theme::Theme& look = m_theme.theme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool isMarked = m_look.isDefault && !m_look.isPast;
    const double line = isMarked ? 2 : 1;
    const theme::Color edge = m_look.isPast ? theme::Color::AskLine
        : isMarked                          ? theme::Color::AskEdge
                                            : theme::Color::Line2;
    const theme::Color fill = isDown() ? theme::Color::BgPressed
        : underMouse()                 ? theme::Color::BgHover
                                       : theme::Color::BgRaised;
    painter.setPen(QPen(look.color(edge), line));
    painter.setBrush(m_look.isPast ? QBrush(Qt::NoBrush) : QBrush(look.color(fill)));
    const double radius = look.measure(theme::Measure::R2);
    painter.drawRoundedRect(QRectF(rect()).adjusted(line / 2, line / 2, -line / 2, -line / 2), radius, radius);
    const std::vector<QString> lines = linesFor(innerWidth(width()));
    const double height = lines.size() > 1 ? look.px(optionLineHeight) : QWidget::height();
    double top = (QWidget::height() - height * static_cast<double>(lines.size())) / 2;
    for (const QString& text : lines) {
        theme::paintText(painter, QRectF(look.px(sidePadding), top, innerWidth(width()), height), text, labelFont(),
                         look.color(m_look.isPast ? theme::Color::Text2 : theme::Color::Text1),
                         Qt::AlignVCenter | (lines.size() > 1 ? Qt::AlignLeft : Qt::AlignHCenter));
        top += height;
    }
}

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

namespace {
// qint64: after constants of a std:: type, lupdate does not find the class of the next tr().
constexpr qint64 deadlineUrgentMs = 60'000;
constexpr qint64 freshAgeMs = 60'000;
constexpr qint64 toldToTheSecondMs = 20 * 60'000; ///< above it minutes are enough

QString remainingWords(qint64 ms)
{
    if (ms <= 0)
        return QuestionCard::tr("time is up");
    if (ms >= toldToTheSecondMs)
        return QuestionCard::tr("%1 left").arg(wording::duration(ms));
    return QuestionCard::tr("%1:%2 left").arg(ms / 60'000).arg(ms / 1000 % 60, 2, 10, QLatin1Char('0'));
}
} // namespace

void DeadlineClock::showOn(theme::RingLabel& ring, theme::TextLabel& words) const
{
    if (isPaused) {
        ring.setRemaining(1.0, false);
        words.setText(QuestionCard::tr("paused"));
        words.setColor(theme::Color::Text3);
        ring.setAccessibleName(QuestionCard::tr("The deadline is paused"));
        return;
    }
    const std::int64_t left = deadline.msSinceEpoch - now.msSinceEpoch;
    const std::int64_t whole = askedAt ? deadline.msSinceEpoch - askedAt->msSinceEpoch : left;
    const double part = whole > 0 ? static_cast<double>(left) / static_cast<double>(whole) : 0.0;
    const bool isUrgent = left < deadlineUrgentMs && !isPast;
    ring.setRemaining(std::clamp(part, 0.0, 1.0), isUrgent);
    words.setText(remainingWords(left));
    words.setColor(isUrgent ? theme::Color::StatusFailed : theme::Color::AskText);
    ring.setAccessibleName(words.text());
}

QString ageWords(std::int64_t ms)
{
    QString words =
        ms < freshAgeMs ? QuestionCard::tr("just now") : QuestionCard::tr("waiting %1").arg(wording::duration(ms));
    return words.replace(u' ', QChar::Nbsp);
}

} // namespace quarterdeck::ui
