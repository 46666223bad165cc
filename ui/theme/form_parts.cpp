#include "ui/theme/form_parts.h"

#include "ui/theme/buttons.h"
#include "ui/theme/icons.h"
#include "ui/theme/labels.h"
#include "ui/theme/paint.h"
#include "ui/theme/theme.h"

#include <QAbstractItemView>
#include <QButtonGroup>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPlainTextEdit>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWheelEvent>

#include <cmath>

namespace quarterdeck::ui::theme {

QPushButton* makeDialogButton(const ThemeController& theme, const char* objectName, QWidget* parent, ButtonKind kind,
                              Icon icon)
{
    return makeButton(theme, QString::fromLatin1(objectName), {}, kind, icon, ButtonSize::Normal, parent);
}

QLabel* makeFieldLabel(const ThemeController& theme, QWidget* parent)
{
    return new TextLabel(theme, TextRole::Meta, Color::Text2, QFont::Medium, parent);
}

QLineEdit* makeLineField(const char* objectName, QWidget* parent)
{
    auto* field = new QLineEdit(parent);
    field->setObjectName(QString::fromLatin1(objectName));
    return field;
}

QPlainTextEdit* makeTextField(const ThemeController& theme, const char* objectName, int height, QWidget* parent)
{
    constexpr int padding = 8; // as the fields of one line
    auto* field = new QPlainTextEdit(parent);
    field->setObjectName(QString::fromLatin1(objectName));
    field->setTabChangesFocus(true);
    field->document()->setDocumentMargin(padding);
    field->setFixedHeight(theme.theme().px(height));
    return field;
}

QSpinBox* makeNumberField(const ThemeController& theme, const char* objectName, int least, int most, QWidget* parent)
{
    constexpr int width = 96;
    auto* box = new QSpinBox(parent);
    box->setObjectName(QString::fromLatin1(objectName));
    box->setRange(least, most);
    box->setGroupSeparatorShown(true);
    box->setButtonSymbols(QAbstractSpinBox::NoButtons);
    box->setFixedSize(theme.theme().px(width), theme.theme().px(Measure::HControl));
    box->findChild<QLineEdit*>()->setObjectName(QStringLiteral("qt_spinbox_lineedit"));
    return box;
}

void addField(QVBoxLayout& column, QLabel& label, QWidget& field)
{
    constexpr int gap = 8; // to the field before
    if (column.count() > 0)
        column.addSpacing(gap);
    label.setBuddy(&field);
    column.addWidget(&label);
    column.addWidget(&field);
}

void nameField(QLabel& label, const QString& text)
{
    label.setText(text);
    if (label.buddy() != nullptr)
        label.buddy()->setAccessibleName(text);
}

void removeAll(QLayout& layout)
{
    while (QLayoutItem* item = layout.takeAt(0)) {
        delete item->widget();
        delete item;
    }
}

WarningBox makeWarningBox(const ThemeController& theme, const QString& objectName, const WarningWords& words,
                          QWidget* parent)
{
    constexpr int iconSize = 32;
    auto* box = new QMessageBox(QMessageBox::NoIcon, words.title, words.what, QMessageBox::Cancel, parent);
    box->setObjectName(objectName);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText);
    box->setInformativeText(words.meaning);
    // The box's own format is not that of this label (Qt 6.4), and names that others chose are in it.
    for (auto* label : box->findChildren<QLabel*>())
        label->setTextFormat(Qt::PlainText);
    const Theme& look = theme.theme();
    box->setIconPixmap(
        iconPixmap(Icon::TriangleAlert, look.px(iconSize), look.color(Color::DangerText), box->devicePixelRatioF()));
    auto* doIt = makeButton(theme, objectName + QStringLiteral(".doIt"), words.button, ButtonKind::Normal, Icon::None,
                            ButtonSize::Normal, box);
    box->addButton(doIt, QMessageBox::DestructiveRole);
    box->setDefaultButton(QMessageBox::Cancel);
    box->button(QMessageBox::Cancel)->setIcon({}); // the desktop's
    return {box, doIt};
}

namespace {
constexpr double side = 16;
constexpr double wordGap = 7;
constexpr double boxRadius = 4;
constexpr double rowHeight = 24;
} // namespace

PaintedCheckBox::PaintedCheckBox(const ThemeController& theme, QWidget* parent) : QCheckBox(parent), m_theme(theme)
{
    setFocusPolicy(Qt::TabFocus);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

QSize PaintedCheckBox::sizeHint() const
{
    const Theme& look = m_theme.theme();
    const double words = textWidth(look.font(TextRole::Meta), text());
    return {look.px(side + wordGap) + static_cast<int>(std::ceil(words)) + 2, look.px(rowHeight)};
}

void PaintedCheckBox::paintEvent(QPaintEvent*)
{
    const Theme& look = m_theme.theme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double box = look.px(side);
    const QRectF place(0, std::round((height() - box) / 2), box, box);
    const bool isHovered = underMouse() && isEnabled();
    painter.setPen(look.color(isChecked() ? Color::Accent : Color::Line3));
    painter.setBrush(look.color(isChecked() ? Color::Accent : isHovered ? Color::BgHover : Color::BgInput));
    painter.drawRoundedRect(place.adjusted(0.5, 0.5, -0.5, -0.5), boxRadius, boxRadius);
    if (isChecked())
        paintIcon(painter, Icon::Check, place, look.px(12), look.color(Color::OnAccent));
    const double left = look.px(side + wordGap);
    paintText(painter, QRectF(left, 0, width() - left, height()), text(), look.font(TextRole::Meta),
              look.color(isEnabled() ? Color::Text1 : Color::TextDisabled));
}

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

namespace {
constexpr double buttonHeight = 22;
constexpr double besideText = 10;
constexpr double besideIcon = 7;
constexpr double iconSide = 14;
constexpr int frame = 2;
} // namespace

SegmentedChoice::SegmentedChoice(const ThemeController& theme, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_row(new QHBoxLayout(this))
    , m_group(new QButtonGroup(this))
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    m_row->setContentsMargins(frame, frame, frame, frame);
    m_row->setSpacing(0);
    connect(m_group, &QButtonGroup::idClicked, this, &SegmentedChoice::chosen);
    connect(m_group, &QButtonGroup::idToggled, this, &SegmentedChoice::dress);
    connect(&theme, &ThemeController::changed, this, &SegmentedChoice::dress);
}

void SegmentedChoice::setChoices(const QStringList& objectNames, const QStringList& names)
{
    for (int i = 0; i < objectNames.size(); ++i) {
        auto* button = new QToolButton(this);
        button->setObjectName(objectNames.at(i));
        button->setCheckable(true);
        button->setProperty("choice", true);
        m_group->addButton(button, i);
        m_row->addWidget(button);
    }
    setNames(names);
    setCurrent(0);
}

void SegmentedChoice::setNames(const QStringList& names)
{
    for (int i = 0; i < names.size(); ++i) {
        m_group->button(i)->setText(names.at(i));
        m_group->button(i)->setAccessibleName(names.at(i));
    }
    dress();
}

void SegmentedChoice::setIcons(const QList<Icon>& icons)
{
    for (int i = 0; i < icons.size(); ++i)
        m_group->button(i)->setIcon(themedIcon(m_theme, icons.at(i)));
}

void SegmentedChoice::setNarrow(bool on)
{
    m_isNarrow = on;
    dress();
}

void SegmentedChoice::setCurrent(int index) { m_group->button(index)->setChecked(true); }

int SegmentedChoice::current() const { return m_group->checkedId(); }

/// All as wide as when chosen, so that nothing moves when another one is.
void SegmentedChoice::dress()
{
    const Theme& look = m_theme.theme();
    const QFontMetrics widest(look.font(TextRole::Meta, QFont::Medium));
    for (QAbstractButton* button : m_group->buttons()) {
        static_cast<QToolButton*>(button)->setToolButtonStyle(m_isNarrow ? Qt::ToolButtonIconOnly
                                                                         : Qt::ToolButtonTextOnly);
        button->setIconSize({look.px(iconSide), look.px(iconSide)});
        button->setToolTip(m_isNarrow ? button->accessibleName() : QString());
        button->setFont(look.font(TextRole::Meta, button->isChecked() ? QFont::Medium : QFont::Normal));
        const int inner = m_isNarrow ? look.px(iconSide) : widest.horizontalAdvance(button->text());
        button->setFixedSize(inner + look.px(2 * (m_isNarrow ? besideIcon : besideText)), look.px(buttonHeight));
    }
    update();
}

void SegmentedChoice::paintEvent(QPaintEvent*)
{
    const Theme& look = m_theme.theme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(look.color(Color::BgHover));
    const double radius = look.measure(Measure::R2);
    painter.drawRoundedRect(rect(), radius, radius);
}

} // namespace quarterdeck::ui::theme
