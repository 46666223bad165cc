#include "ui/theme/input_bar.h"

#include "ui/theme/buttons.h"
#include "ui/theme/search_field.h"
#include "ui/theme/text_label.h"
#include "ui/theme/theme_controller.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>

namespace quarterdeck::ui {

using theme::Color;

namespace {
constexpr int fieldWidth = 320;
}

InputBar::InputBar(const theme::ThemeController& theme, const QString& name, theme::Icon icon, QWidget* parent)
    : Surface(theme, Color::BgWindow, Qt::BottomEdge, parent)
    , m_row(new QHBoxLayout(this))
    , m_field(new theme::SearchField(theme, this, icon))
    , m_says(new theme::TextLabel(theme, theme::TextRole::Meta, Color::Text2, QFont::Normal, this))
    , m_close(theme::makeIconButton(theme, name + QStringLiteral(".close"), {}, theme::Icon::X,
                                    theme::ButtonSize::Small, this))
{
    setObjectName(name + QStringLiteral("Bar"));
    m_field->setObjectName(name + QStringLiteral(".field"));
    m_field->installEventFilter(this);
    m_says->setObjectName(name + QStringLiteral(".says"));
    m_says->setElideMode(Qt::ElideRight);
    m_row->addWidget(m_field, 1);
    m_row->addWidget(m_says);
    m_row->addStretch(1);
    m_row->addWidget(m_close);
    resizeParts();
    connect(&theme, &theme::ThemeController::changed, this, &InputBar::resizeParts);
    connect(m_field, &QLineEdit::textChanged, this, &InputBar::typedChanged);
    connect(m_close, &QToolButton::clicked, this, &InputBar::close);
    hide();
}

void InputBar::resizeParts()
{
    const theme::Theme& look = theme();
    m_row->setContentsMargins(look.px(14), look.px(4), look.px(14), look.px(5));
    m_row->setSpacing(look.px(6));
    m_field->setMaximumWidth(look.px(fieldWidth));
    m_field->setMinimumWidth(look.px(fieldWidth / 2));
}

void InputBar::addButton(QAction& action, theme::Icon icon)
{
    m_row->insertWidget(m_row->indexOf(m_says),
                        theme::makeActionButton(controller(), action, icon, theme::ButtonSize::Small, this));
}

void InputBar::name(const QString& name, const QString& placeholder)
{
    setAccessibleName(name);
    m_field->setAccessibleName(name);
    m_field->setPlaceholderText(placeholder);
    m_close->setAccessibleName(tr("Close"));
    m_close->setToolTip(theme::toolTipWithShortcut(tr("Close"), QKeySequence(Qt::Key_Escape)));
}

void InputBar::explain(const QString& words)
{
    m_field->setToolTip(words);
    m_field->setAccessibleDescription(words);
}

void InputBar::showHint(const QString& words, bool isVain)
{
    m_says->setText(words);
    m_says->setToolTip(isVain ? words : QString()); // it may be a sentence for which there is no room
    m_says->setColor(isVain ? Color::StatusFailed : Color::Text2);
}

void InputBar::open()
{
    const bool wasOpen = isOpen();
    show();
    m_field->setFocus(Qt::ShortcutFocusReason);
    m_field->selectAll();
    if (!wasOpen)
        emit opened();
}

void InputBar::close()
{
    if (!isOpen())
        return;
    hide();
    emit closed();
}

QString InputBar::typed() const { return m_field->text(); }

bool InputBar::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress && watched == m_field) {
        const auto& key = static_cast<const QKeyEvent&>(*event);
        if (takeKey(key.key(), key.modifiers()))
            return true;
    }
    return Surface::eventFilter(watched, event);
}

bool InputBar::takeKey(int key, Qt::KeyboardModifiers modifiers)
{
    if (key == Qt::Key_Escape)
        close();
    else if (key == Qt::Key_Return || key == Qt::Key_Enter)
        enter(modifiers);
    else
        return false;
    return true;
}

void InputBar::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    Surface::changeEvent(event);
}

} // namespace quarterdeck::ui
