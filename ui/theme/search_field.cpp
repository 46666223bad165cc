#include "ui/theme/search_field.h"

#include "ui/theme/buttons.h"
#include "ui/theme/labels.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>

namespace quarterdeck::ui::theme {

SearchField::SearchField(const ThemeController& theme, QWidget* parent, Icon icon)
    : QLineEdit(parent)
    , m_theme(theme)
    , m_icon(new IconLabel(theme, icon, Color::Text3, 14, this))
    , m_keyCap(new KeyCapLabel(theme, this))
    , m_clear(makeIconButton(theme, QStringLiteral("clear"), {}, Icon::X, ButtonSize::Small, this))
{
    m_icon->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_keyCap->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_clear->setFocusPolicy(Qt::TabFocus);
    m_clear->setCursor(Qt::ArrowCursor);
    connect(m_clear, &QToolButton::clicked, this, [this] {
        clear();
        setFocus(Qt::MouseFocusReason);
    });
    retranslate();
    connect(this, &QLineEdit::textChanged, this, &SearchField::place);
    connect(&theme, &ThemeController::changed, this, &SearchField::place);
    place();
}

void SearchField::setKeys(const QKeySequence& keys)
{
    m_keys = keys;
    m_keyCap->setKeys(keys);
    place();
}

void SearchField::setClearable(bool isClearable)
{
    m_isClearable = isClearable;
    place();
}

void SearchField::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QLineEdit::changeEvent(event);
}

void SearchField::retranslate()
{
    m_clear->setAccessibleName(tr("Clear"));
    m_clear->setToolTip(toolTipWithShortcut(m_clear->accessibleName(), QKeySequence(Qt::Key_Escape)));
}

void SearchField::resizeEvent(QResizeEvent* event)
{
    QLineEdit::resizeEvent(event);
    place();
}

void SearchField::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && !text().isEmpty())
        clear();
    else
        QLineEdit::keyPressEvent(event);
}

void SearchField::place()
{
    const Theme& look = m_theme.theme();
    const QSize icon = m_icon->sizeHint();
    m_icon->setGeometry(look.px(8), (height() - icon.height()) / 2, icon.width(), icon.height());
    const QSize cap = m_keyCap->sizeHint();
    const bool showsCap = !m_keys.isEmpty() && text().isEmpty() && width() > look.px(120);
    m_keyCap->setVisible(showsCap);
    m_keyCap->setGeometry(width() - cap.width() - look.px(6), (height() - cap.height()) / 2, cap.width(), cap.height());
    const bool canClear = m_isClearable && !text().isEmpty();
    const QSize clear = m_clear->sizeHint();
    m_clear->setVisible(canClear);
    m_clear->setGeometry(width() - clear.width() - look.px(2), (height() - clear.height()) / 2, clear.width(),
                         clear.height());
    setTextMargins(look.px(19), 0, canClear ? clear.width() : showsCap ? cap.width() + look.px(4) : 0, 0);
}

} // namespace quarterdeck::ui::theme

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
