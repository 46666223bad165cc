#include "ui/theme/search_field.h"

#include "ui/theme/buttons.h"
#include "ui/theme/painted_labels.h"
#include "ui/theme/theme_controller.h"

#include <QEvent>
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
