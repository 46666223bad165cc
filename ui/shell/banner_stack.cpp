#include "ui/shell/banner_stack.h"

#include "ui/present/notice_board.h"
#include "ui/present/visible_text.h"
#include "ui/theme/buttons.h"
#include "ui/theme/labels.h"
#include "ui/theme/paint.h"
#include "ui/theme/theme.h"

#include <QEnterEvent>
#include <QHBoxLayout>
#include <QHelpEvent>
#include <QPainter>
#include <QTextLayout>
#include <QTimer>
#include <QToolTip>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <utility>

namespace quarterdeck::ui {

using theme::Measure;
using theme::TextRole;

namespace {
constexpr int linesAtMost = 6;
constexpr qsizetype charactersAtMost = 2000; ///< of either part: a sentence may quote what a file holds
constexpr double widthAtLeast = 120;

QString fitToShow(const QString& text) { return wording::visibleText(text.left(charactersAtMost)).simplified(); }
} // namespace

BannerText::BannerText(const theme::ThemeController& theme, const QString& what, const QString& meaning,
                       QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_what(fitToShow(what))
    , m_meaning(fitToShow(meaning))
{
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    connect(&theme, &theme::ThemeController::changed, this, [this] { updateGeometry(); });
}

void BannerText::setTexts(const QString& what, const QString& meaning)
{
    m_what = fitToShow(what);
    m_meaning = fitToShow(meaning);
    updateGeometry();
    update();
}

QString BannerText::text() const { return m_meaning.isEmpty() ? m_what : m_what + QStringLiteral("  ") + m_meaning; }

int BannerText::breakLines(QTextLayout& layout, double width) const
{
    const theme::Theme& look = m_theme.theme();
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    QTextLayout::FormatRange strong;
    strong.start = 0;
    strong.length = static_cast<int>(m_what.size());
    strong.format.setFont(look.font(TextRole::Ui, QFont::DemiBold));
    layout.setFormats({strong});
    const double height = look.pxF(Measure::LhUi);
    double y = 0;
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(std::max(1.0, width));
        line.setPosition({0, y + (height - line.height()) / 2});
        y += height;
    }
    layout.endLayout();
    return std::min(linesAtMost, layout.lineCount());
}

QSize BannerText::sizeHint() const
{
    const theme::Theme& look = m_theme.theme();
    const double width = theme::textWidth(look.font(TextRole::Ui, QFont::DemiBold), text());
    return {static_cast<int>(std::ceil(width)), look.px(Measure::LhUi)};
}

QSize BannerText::minimumSizeHint() const
{
    return {m_theme.theme().px(widthAtLeast), m_theme.theme().px(Measure::LhUi)};
}

int BannerText::heightForWidth(int width) const
{
    QTextLayout layout(text(), m_theme.theme().font(TextRole::Ui));
    return static_cast<int>(std::ceil(breakLines(layout, width) * m_theme.theme().pxF(Measure::LhUi)));
}

void BannerText::paintEvent(QPaintEvent*)
{
    const theme::Theme& look = m_theme.theme();
    QTextLayout layout(text(), look.font(TextRole::Ui));
    const int lines = breakLines(layout, width());
    const double lineHeight = look.pxF(Measure::LhUi);
    const double top = std::max(0.0, (height() - lines * lineHeight) / 2);
    const QColor ink = look.color(theme::Color::Text1);
    QPainter painter(this);
    painter.setPen(ink);
    const bool isCut = lines < layout.lineCount();
    for (int i = 0; i < lines - (isCut ? 1 : 0); ++i)
        layout.lineAt(i).draw(&painter, {0, top});
    if (!isCut)
        return;
    const int start = layout.lineAt(lines - 1).textStart();
    const QFont font = look.font(TextRole::Ui, start < m_what.size() ? QFont::DemiBold : QFont::Normal);
    theme::paintText(painter, QRectF(0, top + (lines - 1) * lineHeight, width(), lineHeight), text().mid(start), font,
                     ink);
}

bool BannerText::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        QTextLayout layout(text(), m_theme.theme().font(TextRole::Ui));
        if (breakLines(layout, width()) < layout.lineCount())
            QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), theme::plainToolTip(text()), this);
        return true;
    }
    return QWidget::event(event);
}

using theme::Color;
using theme::Icon;

namespace {

struct ToneLook
{
    Color fill;
    Color line;
    Color icon;
    Icon glyph;
};

ToneLook lookOf(view::NoticeTone tone)
{
    switch (tone) {
    case view::NoticeTone::Danger:
        return {Color::DangerBg, Color::DangerLine, Color::DangerText, Icon::TriangleAlert};
    case view::NoticeTone::Held:
        return {Color::HoldBg, Color::HoldLine, Color::HoldText, Icon::Hand};
    case view::NoticeTone::Limit:
        return {Color::BgSunken, Color::Line1, Color::Text3, Icon::CircleAlert};
    case view::NoticeTone::Plain:
        break;
    }
    return {Color::BgSunken, Color::Line1, Color::Text3, Icon::CircleCheck};
}

class BannerBox final : public QWidget
{
public:
    BannerBox(const theme::ThemeController& theme, ToneLook look, QWidget* parent)
        : QWidget(parent)
        , m_theme(theme)
        , m_look(look)
    { }

protected:
    void paintEvent(QPaintEvent*) override
    {
        const theme::Theme& look = m_theme.theme();
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(look.color(m_look.line));
        painter.setBrush(look.color(m_look.fill));
        const double radius = look.measure(Measure::R2);
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
    }

private:
    const theme::ThemeController& m_theme;
    ToneLook m_look;
};

constexpr int maxShown = 3;

} // namespace

BannerStack::BannerStack(const theme::ThemeController& theme, NoticeBoard& board, QWidget* parent,
                         std::chrono::milliseconds passingTime)
    : QWidget(parent)
    , m_theme(theme)
    , m_board(board)
    , m_column(new QVBoxLayout(this))
    , m_passingTime(passingTime)
{
    setObjectName(QStringLiteral("banners"));
    setAttribute(Qt::WA_StyledBackground, false);
    m_column->setContentsMargins(10, 8, 10, 8);
    m_column->setSpacing(6);
    connect(&board, &NoticeBoard::posted, this, &BannerStack::show);
    connect(&board, &NoticeBoard::withdrawn, this, &BannerStack::dismiss);
    retranslate();
    arrange();
}

void BannerStack::show(const view::Notice& notice)
{
    if (notice.isUpdate && (!m_banners.contains(notice.id) || reword(notice)))
        return;
    const int place = notice.isUpdate ? m_column->indexOf(m_banners.value(notice.id)) : -1; // -1 = the end
    dismiss(notice.id);
    QWidget* banner = makeBanner(notice);
    m_banners.insert(notice.id, banner);
    m_notices.insert(notice.id, notice);
    m_column->insertWidget(place, banner);
    arrange();
    if (notice.passes)
        QTimer::singleShot(m_passingTime, banner, [this, banner, id = notice.id] {
            if (m_banners.value(id) != banner)
                return; // another one took its place
            if (m_isPointedAt)
                m_passed.append(id); // whoever aims at a button hits that button
            else
                m_board.withdraw(id);
        });
}

bool BannerStack::reword(const view::Notice& notice)
{
    const view::Notice shown = m_notices.value(notice.id);
    if (shown.tone != notice.tone || shown.button.label != notice.button.label
        || shown.otherButton.label != notice.otherButton.label)
        return false;
    fill(*m_banners.value(notice.id), notice);
    m_notices.insert(notice.id, notice);
    return true;
}

void BannerStack::dismiss(const QString& id)
{
    m_notices.remove(id);
    if (QWidget* banner = m_banners.take(id)) {
        m_column->removeWidget(banner);
        banner->hide();
        banner->deleteLater();
    }
    arrange();
}

QWidget* BannerStack::makeBanner(const view::Notice& notice)
{
    const ToneLook look = lookOf(notice.tone);
    auto* box = new BannerBox(m_theme, look, this);
    box->setObjectName(QStringLiteral("banner.") + notice.id);
    box->setAccessibleName(notice.what);
    box->setAccessibleDescription(notice.meaning);
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins(10, 5, 5, 5);
    row->setSpacing(8);
    auto* icon = new theme::IconLabel(m_theme, look.glyph, look.icon, 16, box);
    auto* text = new BannerText(m_theme, notice.what, notice.meaning, box);
    text->setObjectName(box->objectName() + QStringLiteral(".text"));
    row->addWidget(icon);
    row->addWidget(text, 1);
    if (!notice.button.isEmpty()) {
        QPushButton* button = makeButton(*box, QStringLiteral(".button"), notice.button.label);
        connect(button, &QPushButton::clicked, &m_board, [this, id = notice.id] { m_board.pressButton(id); });
        row->addWidget(button);
    }
    if (!notice.otherButton.isEmpty()) {
        QPushButton* button = makeButton(*box, QStringLiteral(".otherButton"), notice.otherButton.label);
        connect(button, &QPushButton::clicked, &m_board, [this, id = notice.id] { m_board.pressOtherButton(id); });
        row->addWidget(button);
    }
    auto* close = theme::makeIconButton(m_theme, box->objectName() + QStringLiteral(".close"), tr("Close this notice"),
                                        Icon::X, theme::ButtonSize::Small, box);
    connect(close, &QToolButton::clicked, &m_board, [this, id = notice.id] { m_board.close(id); });
    row->addWidget(close);
    return box;
}

QPushButton* BannerStack::makeButton(QWidget& box, const QString& name, const QString& text)
{
    return theme::makeButton(m_theme, box.objectName() + name, text, theme::ButtonKind::Normal, Icon::None,
                             theme::ButtonSize::Small, &box);
}

void BannerStack::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::LanguageChange)
        return;
    m_board.retranslate();
    retranslate();
}

void BannerStack::fill(QWidget& banner, const view::Notice& notice)
{
    banner.setAccessibleName(notice.what);
    banner.setAccessibleDescription(notice.meaning);
    banner.findChild<BannerText*>()->setTexts(notice.what, notice.meaning);
}

void BannerStack::retranslate()
{
    setAccessibleName(tr("Notices"));
    for (const QWidget* banner : std::as_const(m_banners)) {
        auto* close = banner->findChild<QToolButton*>(banner->objectName() + QStringLiteral(".close"));
        close->setAccessibleName(tr("Close this notice"));
        close->setToolTip(close->accessibleName());
    }
}

void BannerStack::setSession(const QString& session)
{
    if (session == m_session)
        return;
    m_session = session;
    arrange();
}

void BannerStack::enterEvent(QEnterEvent* event)
{
    QWidget::enterEvent(event);
    m_isPointedAt = true;
}

void BannerStack::leaveEvent(QEvent* event)
{
    QWidget::leaveEvent(event);
    m_isPointedAt = false;
    for (const QString& id : std::exchange(m_passed, {}))
        m_board.withdraw(id);
    arrange();
}

bool BannerStack::event(QEvent* event)
{
    const bool isTaken = QWidget::event(event);
    if (event->type() == QEvent::LayoutRequest)
        emit resized();
    return isTaken;
}

/// The newest ones of this session, and whatever the pointer may be aimed at.
void BannerStack::arrange()
{
    int left = maxShown;
    for (int i = m_column->count(); i-- > 0;) {
        QWidget* banner = m_column->itemAt(i)->widget();
        const QString& session = m_notices.value(m_banners.key(banner)).session;
        const bool isOfOther = !session.isEmpty() && session != m_session;
        const bool isHeld = m_isPointedAt && banner->isVisibleTo(this);
        const bool isShown = !isOfOther && (left > 0 || isHeld);
        left -= isShown ? 1 : 0;
        banner->setVisible(isShown);
    }
    setVisible(left < maxShown);
    emit resized();
}

} // namespace quarterdeck::ui
