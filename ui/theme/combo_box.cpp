#include "ui/theme/combo_box.h"

#include "ui/theme/paint.h"
#include "ui/theme/theme_controller.h"

#include <QAbstractItemView>
#include <QLineEdit>
#include <QPainter>
#include <QWheelEvent>

namespace quarterdeck::ui::theme {

namespace {

constexpr double fieldPadding = 8;
constexpr double textInset = 10; // as a line edit, which has two more of its own
constexpr double chevron = 14;
constexpr double leastWidth = 96;
constexpr double usualWidth = 180;

} // namespace

ComboBox::ComboBox(const ThemeController& theme, QWidget* parent) : QComboBox(parent), m_theme(theme)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAttribute(Qt::WA_Hover);
    setFocusPolicy(Qt::StrongFocus); // not by the wheel
    connect(&theme, &ThemeController::changed, this, &ComboBox::dress);
    dress();
}

void ComboBox::dress()
{
    const Theme& look = m_theme.theme();
    setFont(look.font(TextRole::Ui));
    view()->setFont(look.font(TextRole::Ui));
    placeEdit();
    updateGeometry();
    update();
}

void ComboBox::setFreeText()
{
    setEditable(true);
    setInsertPolicy(QComboBox::NoInsert);
    lineEdit()->setProperty("bare", true); // the frame is the box's own
    lineEdit()->installEventFilter(this);
    placeEdit();
}

void ComboBox::setNames(const QString& objectName, const QString& accessibleName)
{
    const auto name = [&](QWidget* part, const QString& end) {
        part->setObjectName(objectName + end);
        part->setAccessibleName(accessibleName);
    };
    name(this, {});
    name(view(), QStringLiteral(".list"));
    if (lineEdit() != nullptr)
        name(lineEdit(), QStringLiteral(".text"));
}

QSize ComboBox::sizeHint() const
{
    const Theme& look = m_theme.theme();
    return {look.px(usualWidth), look.px(Measure::HControl)};
}

QSize ComboBox::minimumSizeHint() const
{
    const Theme& look = m_theme.theme();
    return {look.px(leastWidth), look.px(Measure::HControl)};
}

void ComboBox::placeEdit()
{
    if (lineEdit() == nullptr)
        return;
    const Theme& look = m_theme.theme();
    lineEdit()->setGeometry(look.px(fieldPadding), 2, width() - look.px(2 * fieldPadding + chevron), height() - 4);
}

/// QComboBox now and then moves it back to where the style wants it.
bool ComboBox::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == lineEdit() && (event->type() == QEvent::Move || event->type() == QEvent::Resize))
        placeEdit();
    return QComboBox::eventFilter(watched, event);
}

void ComboBox::resizeEvent(QResizeEvent* event)
{
    QComboBox::resizeEvent(event);
    placeEdit();
}

/// Scrolling a form passes over it, so the wheel belongs to the form.
void ComboBox::wheelEvent(QWheelEvent* event) { event->ignore(); }

void ComboBox::paintEvent(QPaintEvent*)
{
    const Theme& look = m_theme.theme();
    const double scale = look.options().textScale;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool isEdited = lineEdit() != nullptr && lineEdit()->hasFocus();
    const double line = isEdited ? 2 : 1;
    painter.setPen(QPen(look.color(isEdited ? Color::Accent : Color::Line2), line));
    painter.setBrush(look.color(Color::BgInput));
    const double radius = look.measure(Measure::R2);
    painter.drawRoundedRect(QRectF(rect()).adjusted(line / 2, line / 2, -line / 2, -line / 2), radius, radius);
    const double right = width() - (fieldPadding + chevron) * scale;
    if (lineEdit() == nullptr)
        paintText(painter, QRectF(textInset * scale, 0, right - textInset * scale, height()), currentText(),
                  look.font(TextRole::Ui), look.color(isEnabled() ? Color::Text1 : Color::TextDisabled));
    paintIcon(painter, Icon::ChevronDown, QRectF(right, 0, chevron * scale, height()), look.px(chevron),
              look.color(isEnabled() ? Color::Text2 : Color::TextDisabled));
}

} // namespace quarterdeck::ui::theme
