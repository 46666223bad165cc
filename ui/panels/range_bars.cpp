#include "ui/panels/range_bars.h"

#include "ui/theme/buttons.h"
#include "ui/theme/labels.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QIntValidator>
#include <QLineEdit>
#include <QLocale>
#include <QShortcut>

namespace quarterdeck::ui {

using theme::ButtonSize;
using theme::Color;

CopyRangeBar::CopyRangeBar(const theme::ThemeController& theme, QWidget* parent)
    : Surface(theme, Color::BgWindow, Qt::BottomEdge, parent)
    , m_says(new theme::TextLabel(theme, theme::TextRole::Ui, Color::Text1, QFont::Normal, this))
    , m_toEnd(theme::makeButton(theme, QStringLiteral("range.toEnd"), {}, theme::ButtonKind::Normal, theme::Icon::None,
                                ButtonSize::Small, this))
    , m_close(theme::makeIconButton(theme, QStringLiteral("range.close"), {}, theme::Icon::X, ButtonSize::Small, this))
{
    setObjectName(QStringLiteral("rangeBar"));
    m_says->setObjectName(QStringLiteral("range.says"));
    auto* row = new QHBoxLayout(this);
    row->addWidget(m_says);
    row->addWidget(m_toEnd);
    row->addStretch(1);
    row->addWidget(m_close);
    connect(m_toEnd, &QPushButton::clicked, this, &CopyRangeBar::toEndRequested);
    connect(m_close, &QToolButton::clicked, this, &CopyRangeBar::close);
    // The transcript may have the focus; shortcuts of hidden widgets are inactive.
    auto* escape = new QShortcut(QKeySequence(Qt::Key_Escape), this);
    connect(escape, &QShortcut::activated, this, &CopyRangeBar::close);
    connect(escape, &QShortcut::activatedAmbiguously, this, &CopyRangeBar::close); // the page's, which leaves a replay
    connect(&theme, &theme::ThemeController::changed, this, &CopyRangeBar::resizeParts);
    resizeParts();
    retranslate();
    hide();
}

void CopyRangeBar::resizeParts()
{
    layout()->setContentsMargins(theme().px(14), theme().px(4), theme().px(14), theme().px(5));
    layout()->setSpacing(theme().px(10));
}

void CopyRangeBar::open() { show(); }

void CopyRangeBar::close()
{
    if (!isOpen())
        return;
    hide();
    emit closed();
}

void CopyRangeBar::setRange(const view::CopiedRange& range)
{
    const QLocale locale;
    m_range = range;
    const bool isAsking = range.count == 0;
    m_toEnd->setVisible(isAsking);
    m_says->setText(isAsking ? tr("Copying from row %1: click the last row").arg(locale.toString(range.first))
                             : tr("Copying: %1 of %2").arg(locale.toString(range.read), locale.toString(range.count)));
}

void CopyRangeBar::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    Surface::changeEvent(event);
}

void CopyRangeBar::retranslate()
{
    setAccessibleName(tr("Copy several messages"));
    theme::setButtonText(controller(), *m_toEnd, tr("To the end"));
    m_close->setAccessibleName(tr("Cancel"));
    m_close->setToolTip(theme::toolTipWithShortcut(tr("Cancel"), QKeySequence(Qt::Key_Escape)));
    setRange(m_range);
}

namespace {

constexpr int numberWidth = 76;

QLineEdit* makeNumber(const char* name, QWidget* parent)
{
    auto* field = new QLineEdit(parent);
    field->setObjectName(QString::fromLatin1(name));
    field->setProperty("tier", QStringLiteral("small"));
    field->setValidator(new QIntValidator(1, 999'999'999, field));
    return field;
}

} // namespace

PrintBar::PrintBar(const theme::ThemeController& theme, QWidget* parent)
    : Surface(theme, Color::BgWindow, Qt::BottomEdge, parent)
    , m_says(new theme::TextLabel(theme, theme::TextRole::Ui, Color::Text1, QFont::Normal, this))
    , m_first(makeNumber("print.first", this))
    , m_to(new theme::TextLabel(theme, theme::TextRole::Ui, Color::Text1, QFont::Normal, this))
    , m_last(makeNumber("print.last", this))
    , m_note(new theme::TextLabel(theme, theme::TextRole::Meta, Color::Text2, QFont::Normal, this))
    , m_paper(theme::makeButton(theme, QStringLiteral("print.paper"), {}, theme::ButtonKind::Normal, theme::Icon::None,
                                ButtonSize::Small, this))
    , m_file(theme::makeButton(theme, QStringLiteral("print.file"), {}, theme::ButtonKind::Normal, theme::Icon::None,
                               ButtonSize::Small, this))
    , m_close(theme::makeIconButton(theme, QStringLiteral("print.close"), {}, theme::Icon::X, ButtonSize::Small, this))
{
    setObjectName(QStringLiteral("printBar"));
    m_says->setObjectName(QStringLiteral("print.says"));
    m_note->setObjectName(QStringLiteral("print.note"));
    auto* row = new QHBoxLayout(this);
    for (QWidget* part : std::initializer_list<QWidget*>{m_says, m_first, m_to, m_last, m_paper, m_file, m_note})
        row->addWidget(part);
    row->addStretch(1);
    row->addWidget(m_close);
    connectParts();
    connect(&theme, &theme::ThemeController::changed, this, &PrintBar::resizeParts);
    resizeParts();
    retranslate();
    hide();
}

void PrintBar::connectParts()
{
    for (QLineEdit* field : {m_first, m_last}) {
        connect(field, &QLineEdit::textChanged, this, &PrintBar::refresh);
        connect(field, &QLineEdit::returnPressed, this, [this] { choose(m_choice.toFile); });
    }
    connect(m_paper, &QPushButton::clicked, this, [this] { choose(false); });
    connect(m_file, &QPushButton::clicked, this, [this] { choose(true); });
    connect(m_close, &QToolButton::clicked, this, &PrintBar::close);
    // The transcript may have the focus; shortcuts of hidden widgets are inactive.
    auto* escape = new QShortcut(QKeySequence(Qt::Key_Escape), this);
    connect(escape, &QShortcut::activated, this, &PrintBar::close);
    connect(escape, &QShortcut::activatedAmbiguously, this, &PrintBar::close); // the page's, which leaves a replay
}

void PrintBar::resizeParts()
{
    layout()->setContentsMargins(theme().px(14), theme().px(4), theme().px(14), theme().px(5));
    layout()->setSpacing(theme().px(8));
    for (QLineEdit* field : {m_first, m_last})
        field->setFixedWidth(theme().px(numberWidth));
}

void PrintBar::ask(const Choice& choice)
{
    m_choice = choice;
    m_of = 0;
    m_first->setText(QString::number(choice.first));
    m_last->setText(QString::number(choice.last));
    refresh();
    show();
    m_first->setFocus(Qt::ShortcutFocusReason);
    m_first->selectAll();
}

void PrintBar::showProgress(int rows, int of, bool isLaidOut)
{
    m_rows = rows;
    m_of = of;
    m_isLaidOut = isLaidOut;
    refresh();
    show();
}

void PrintBar::close()
{
    if (!isOpen())
        return;
    hide();
    emit closed();
}

bool PrintBar::isPossible() const
{
    const qint64 first = m_first->text().toLongLong();
    const qint64 last = m_last->text().toLongLong();
    return first >= 1 && first <= last && last <= m_choice.total && last - first < m_choice.most;
}

void PrintBar::choose(bool toFile)
{
    if (!isAsking() || !isPossible())
        return;
    if (toFile)
        emit fileRequested(m_first->text().toLongLong(), m_last->text().toLongLong());
    else
        emit paperRequested(m_first->text().toLongLong(), m_last->text().toLongLong());
}

void PrintBar::refresh()
{
    const QLocale locale;
    const bool isWorking = m_of > 0;
    for (QWidget* part : std::initializer_list<QWidget*>{m_first, m_to, m_last, m_note, m_paper, m_file})
        part->setVisible(!isWorking);
    if (isWorking) {
        m_says->setText(m_isLaidOut ? tr("Printing: creating the pages")
                                    : tr("Printing: %1 of %2").arg(locale.toString(m_rows), locale.toString(m_of)));
        return;
    }
    m_says->setText(tr("Print messages from"));
    const bool isLong = m_choice.total > m_choice.most;
    const bool isTurned = m_first->text().toLongLong() > m_last->text().toLongLong() && !m_last->text().isEmpty();
    m_note->setText(isTurned     ? tr("The first message cannot come after the last.")
                        : isLong ? tr("%1 in total; at most %2 can be printed at once.")
                                       .arg(locale.toString(m_choice.total), locale.toString(m_choice.most))
                                 : tr("%1 in total.").arg(locale.toString(m_choice.total)));
    m_note->setColor(isPossible() ? Color::Text2 : Color::StatusFailed);
    m_paper->setEnabled(isPossible());
    m_file->setEnabled(isPossible());
}

void PrintBar::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    Surface::changeEvent(event);
}

void PrintBar::retranslate()
{
    setAccessibleName(tr("Print messages"));
    m_first->setAccessibleName(tr("First message to print"));
    m_last->setAccessibleName(tr("Last message to print"));
    m_to->setText(tr("to"));
    theme::setButtonText(controller(), *m_paper, tr("Print…"));
    theme::setButtonText(controller(), *m_file, tr("Save as PDF…"));
    m_close->setAccessibleName(tr("Cancel"));
    m_close->setToolTip(theme::toolTipWithShortcut(tr("Cancel"), QKeySequence(Qt::Key_Escape)));
    refresh();
}

} // namespace quarterdeck::ui
