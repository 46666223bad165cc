#include "ui/toolbar/find_bar.h"

#include "ui/actions/action_registry.h"
#include "ui/theme/buttons.h"
#include "ui/theme/search_field.h"
#include "ui/theme/text_label.h"
#include "ui/theme/theme_controller.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLocale>

namespace quarterdeck::ui {

using theme::Color;
using theme::Icon;
using theme::Measure;

namespace {

constexpr int fieldWidth = 320;

QString wordsOf(const view::FindCount& count)
{
    const QLocale locale;
    if (!count.isAsked)
        return {};
    if (count.total == 0)
        return count.isWhole ? FindBar::tr("Nothing found") : FindBar::tr("Searching…");
    const QString total =
        count.isWhole ? locale.toString(count.total) : FindBar::tr("%1 so far").arg(locale.toString(count.total));
    return FindBar::tr("%1 of %2").arg(locale.toString(count.place), total);
}

} // namespace

FindBar::FindBar(const theme::ThemeController& theme, const ActionRegistry& actions, QWidget* parent)
    : Surface(theme, Color::BgWindow, Qt::BottomEdge, parent)
    , m_field(new theme::SearchField(theme, this))
    , m_count(new theme::TextLabel(theme, theme::TextRole::Meta, Color::Text2, QFont::Normal, this))
    , m_close(theme::makeIconButton(theme, QStringLiteral("find.close"), {}, Icon::X, theme::ButtonSize::Small, this))
{
    setObjectName(QStringLiteral("findBar"));
    m_field->setObjectName(QStringLiteral("find.field"));
    m_field->installEventFilter(this);
    m_count->setObjectName(QStringLiteral("find.count"));
    auto* row = new QHBoxLayout(this);
    row->addWidget(m_field, 1);
    for (const ActionId id : {ActionId::ViewFindPrevious, ActionId::ViewFindNext}) {
        QAction& action = actions[id];
        row->addWidget(theme::makeActionButton(theme, action,
                                               id == ActionId::ViewFindNext ? Icon::ChevronDown : Icon::ChevronUp,
                                               theme::ButtonSize::Small, this));
    }
    row->addWidget(m_count);
    row->addStretch(1);
    row->addWidget(m_close);
    const auto resize = [this, row] {
        const theme::Theme& look = this->theme();
        row->setContentsMargins(look.px(14), look.px(4), look.px(14), look.px(5));
        row->setSpacing(look.px(6));
        m_field->setMaximumWidth(look.px(fieldWidth));
        m_field->setMinimumWidth(look.px(fieldWidth / 2));
    };
    resize();
    connect(&theme, &theme::ThemeController::changed, this, resize);
    connect(m_field, &QLineEdit::textChanged, this, &FindBar::typedChanged);
    connect(m_close, &QToolButton::clicked, this, &FindBar::close);
    retranslate();
    hide();
}

void FindBar::open()
{
    const bool wasOpen = isOpen();
    show();
    m_field->setFocus(Qt::ShortcutFocusReason);
    m_field->selectAll();
    if (!wasOpen)
        emit opened();
}

void FindBar::close()
{
    if (!isOpen())
        return;
    hide();
    emit closed();
}

QString FindBar::typed() const { return m_field->text(); }

void FindBar::setCount(const view::FindCount& count)
{
    m_shown = count;
    m_count->setText(wordsOf(count));
    const bool isVain = count.isAsked && count.isWhole && count.total == 0;
    m_count->setColor(isVain ? Color::StatusFailed : Color::Text2);
}

bool FindBar::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress && watched == m_field) {
        const auto& key = static_cast<const QKeyEvent&>(*event);
        if (takeKey(key.key(), key.modifiers()))
            return true;
    }
    return Surface::eventFilter(watched, event);
}

bool FindBar::takeKey(int key, Qt::KeyboardModifiers modifiers)
{
    if (key == Qt::Key_Escape)
        close();
    else if (key != Qt::Key_Return && key != Qt::Key_Enter)
        return false;
    else if (modifiers.testFlag(Qt::ShiftModifier))
        emit previousWanted();
    else
        emit nextWanted();
    return true;
}

void FindBar::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    Surface::changeEvent(event);
}

void FindBar::retranslate()
{
    setAccessibleName(tr("Find in this conversation"));
    m_field->setAccessibleName(tr("Find in this conversation"));
    m_field->setPlaceholderText(tr("Find in this conversation"));
    m_close->setAccessibleName(tr("Close"));
    m_close->setToolTip(theme::toolTipWithShortcut(tr("Close"), QKeySequence(Qt::Key_Escape)));
    setCount(m_shown);
}

} // namespace quarterdeck::ui
