#include "ui/panels/session_search_parts.h"

#include "ui/theme/buttons.h"
#include "ui/theme/paint.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QFocusEvent>
#include <QGraphicsDropShadowEffect>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMouseEvent>
#include <QPainter>
#include <QPushButton>

#include <algorithm>
#include <cmath>
#include <utility>

namespace quarterdeck::ui {

using theme::Color;
using theme::TextRole;

namespace {
constexpr int examplePadding = 4;
constexpr int headHeight = 26;
constexpr int exampleHeight = 28;
constexpr int margin = 10;
constexpr int gapBelowField = 4;
} // namespace

FilterExamples::FilterExamples(const theme::ThemeController& theme, QLineEdit& field, std::function<int()> year,
                               QWidget* parent)
    : QFrame(parent)
    , m_theme(theme)
    , m_field(field)
    , m_year(std::move(year))
{
    setObjectName(QStringLiteral("sessions.filters"));
    setMouseTracking(true);
    setFocusPolicy(Qt::NoFocus);
    auto* shadow = new QGraphicsDropShadowEffect(this);
    shadow->setBlurRadius(24);
    shadow->setOffset(0, 6);
    shadow->setColor(QColor(0, 0, 0, 60));
    setGraphicsEffect(shadow);
    hide();
    retranslate();
    field.installEventFilter(this);
    parent->installEventFilter(this);
    // Emptying the field means wanting the list back, not what covers it.
    connect(&field, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_isDismissed = text.isEmpty();
        refresh();
    });
    connect(&theme, &theme::ThemeController::changed, this, &FilterExamples::place);
}

void FilterExamples::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QFrame::changeEvent(event);
}

void FilterExamples::retranslate()
{
    setAccessibleName(tr("Search filters"));
    const auto with = [](const char* key, const QString& value) { return QLatin1String(key) + value; };
    //: a role's name, as an example
    const QString name = tr("Bob");
    m_rows = {{with("from:", name), tr("said by Bob")},
              {with("from:", tr("me")), tr("written by you")},
              {with("in:", QStringLiteral("private")), tr("in private chats")},
              {with("has:", QStringLiteral("image")), tr("with an image")},
              {with("has:", QStringLiteral("question")), tr("with a question")},
              {with("has:", QStringLiteral("error")), tr("with an error")},
              {with("tool:", QStringLiteral("search")), tr("with this tool")},
              {with("after:", QString::number(m_year())), tr("this year")}};
    update();
}

void FilterExamples::refresh()
{
    const bool isWanted = m_field.hasFocus() && m_field.text().trimmed().isEmpty() && !m_isDismissed;
    if (isWanted == isVisible())
        return;
    setCurrent(-1);
    if (isWanted) {
        retranslate(); // the year goes on
        place();
        raise();
    }
    setVisible(isWanted);
}

void FilterExamples::place()
{
    const QPoint below = m_field.mapTo(parentWidget(), QPoint(0, m_field.height()));
    const int left = m_theme.theme().px(margin);
    const QSize size = sizeHint();
    setGeometry(left, below.y() + m_theme.theme().px(gapBelowField),
                std::min(size.width(), parentWidget()->width() - 2 * left), size.height());
}

QSize FilterExamples::sizeHint() const
{
    constexpr int widest = 360;
    const theme::Theme& look = m_theme.theme();
    return {look.px(widest), 2 * look.px(examplePadding) + look.px(headHeight) + count() * look.px(exampleHeight)};
}

QRect FilterExamples::rowRect(int row) const
{
    const theme::Theme& look = m_theme.theme();
    const int edge = look.px(examplePadding);
    return {edge, edge + look.px(headHeight) + row * look.px(exampleHeight), width() - 2 * edge,
            look.px(exampleHeight)};
}

int FilterExamples::rowAt(const QPoint& position) const
{
    for (int row = 0; row < count(); ++row)
        if (rowRect(row).contains(position))
            return row;
    return -1;
}

bool FilterExamples::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == parentWidget() && event->type() == QEvent::Resize && isVisible())
        place();
    if (watched != &m_field)
        return QFrame::eventFilter(watched, event);
    if (event->type() == QEvent::KeyPress && isVisible() && takeKey(static_cast<const QKeyEvent*>(event)->key()))
        return true;
    if (event->type() == QEvent::MouseButtonPress) { // and who clicks on it, to see what can be typed
        m_isDismissed = false;
        refresh();
    }
    if (event->type() == QEvent::FocusOut
        && static_cast<const QFocusEvent*>(event)->reason() != Qt::PopupFocusReason) // it keeps it behind a menu
        m_isDismissed = false;
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut)
        QMetaObject::invokeMethod(this, &FilterExamples::refresh, Qt::QueuedConnection); // it has it, or not, by then
    return QFrame::eventFilter(watched, event);
}

/// Down from the last one continues into the list.
bool FilterExamples::takeKey(int key)
{
    switch (key) {
    case Qt::Key_Down:
        if (m_current + 1 == count())
            return false;
        setCurrent(m_current + 1);
        return true;
    case Qt::Key_Up:
        setCurrent(std::max(m_current - 1, -1));
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_current >= 0)
            choose(m_current);
        return true;
    case Qt::Key_Escape:
        m_isDismissed = true;
        refresh();
        return true;
    default:
        return false;
    }
}

void FilterExamples::setCurrent(int row)
{
    m_current = row;
    const Row none;
    const Row& at = row < 0 ? none : m_rows[static_cast<std::size_t>(row)];
    setAccessibleDescription(row < 0 ? QString() : at.filter + QStringLiteral(", ") + at.words);
    update();
}

void FilterExamples::choose(int row)
{
    const QString filter = filterAt(row);
    m_field.setText(filter);
    const auto value = static_cast<int>(filter.indexOf(u':')) + 1;
    m_field.setSelection(value, static_cast<int>(filter.size()) - value);
}

void FilterExamples::mouseMoveEvent(QMouseEvent* event) { setCurrent(rowAt(event->pos())); }

void FilterExamples::mousePressEvent(QMouseEvent* event)
{
    if (const int row = rowAt(event->pos()); row >= 0)
        choose(row);
}

void FilterExamples::leaveEvent(QEvent*) { setCurrent(-1); }

void FilterExamples::paintEvent(QPaintEvent*)
{
    const theme::Theme& look = m_theme.theme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(look.color(Color::Line2));
    painter.setBrush(look.color(Color::BgRaised));
    const double radius = look.measure(theme::Measure::R3);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
    const double gap = look.px(8);
    const QRectF head(look.px(examplePadding) + gap, look.px(examplePadding),
                      width() - 2 * (look.px(examplePadding) + gap), look.px(headHeight));
    theme::paintText(painter, head, tr("Words and filters"), look.font(TextRole::Micro, QFont::DemiBold),
                     look.color(Color::Text3));
    const QFont font = look.font(TextRole::Ui);
    double widest = 0;
    for (const Row& row : m_rows)
        widest = std::max(widest, std::ceil(theme::textWidth(font, row.filter)) + 1);
    for (int row = 0; row < count(); ++row) {
        const QRectF box = rowRect(row);
        theme::paintRowBackground(painter, look, box, row == m_current, false, look.measure(theme::Measure::R2));
        const QRectF filter(box.left() + gap, box.top(), widest, box.height());
        const Row& example = m_rows[static_cast<std::size_t>(row)];
        theme::paintText(painter, filter, example.filter, font, look.color(Color::Text1));
        theme::paintText(painter,
                         QRectF(filter.right() + gap, box.top(), box.right() - filter.right() - 2 * gap, box.height()),
                         example.words, look.font(TextRole::Meta), look.color(Color::Text3));
    }
}

NewResultsBar::NewResultsBar(const theme::ThemeController& theme, QWidget* parent)
    : Surface(theme, theme::Color::BgWindow, Qt::TopEdge, parent)
    , m_show(theme::makeButton(theme, QStringLiteral("sessions.foundNews"), {}, theme::ButtonKind::Link,
                               theme::Icon::None, theme::ButtonSize::Small, this))
{
    m_show->setAutoDefault(false);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(8, 3, 8, 2);
    row->addStretch(1);
    row->addWidget(m_show);
    row->addStretch(1);
    connect(m_show, &QPushButton::clicked, this, &NewResultsBar::wanted);
    retranslate();
    setVisible(false);
}

void NewResultsBar::setCount(int count, bool hasMore)
{
    m_count = count;
    m_hasMore = hasMore;
    retranslate();
    setVisible(count > 0);
}

void NewResultsBar::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    Surface::changeEvent(event);
}

void NewResultsBar::retranslate()
{
    const QString words = m_hasMore ? tr("Show %n or more new result(s)", nullptr, m_count)
                                    : tr("Show %n new result(s)", nullptr, m_count);
    theme::setButtonText(controller(), *m_show, m_count == 0 ? QString() : words);
    m_show->setAccessibleName(words);
}

} // namespace quarterdeck::ui
