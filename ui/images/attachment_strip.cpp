#include "ui/images/attachment_strip.h"

#include "ui/theme/icons.h"
#include "ui/theme/labels.h"
#include "ui/theme/paint.h"

#include <QAbstractButton>
#include <QEvent>
#include <QGridLayout>
#include <QKeyEvent>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>

namespace quarterdeck::ui {

namespace {
constexpr double thumbnailWidth = 72;
constexpr double thumbnailHeight = 48;
constexpr double thumbnailGap = 8;
constexpr double crossSide = 16;
} // namespace

/// Cropped to fill, with a cross in its corner while it is hovered or has the focus.
class AttachmentStrip::Thumbnail final : public QAbstractButton
{
public:
    Thumbnail(const theme::ThemeController& theme, const PickedImage& image, QWidget* parent)
        : QAbstractButton(parent)
        , m_theme(theme)
        , m_image(image.thumbnail)
    {
        setObjectName(QStringLiteral("pickedImage"));
        setFocusPolicy(Qt::TabFocus);
        setAttribute(Qt::WA_Hover);
        setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
        setAccessibleName(AttachmentStrip::tr("Remove the image %1").arg(image.name));
        setToolTip(theme::plainToolTip(
            AttachmentStrip::tr("%1, %2×%3: click to remove")
                .arg(image.name, QString::number(image.size.width()), QString::number(image.size.height()))));
    }

    [[nodiscard]] QSize sizeHint() const override
    {
        return {m_theme.theme().px(thumbnailWidth), m_theme.theme().px(thumbnailHeight)};
    }

protected:
    void keyPressEvent(QKeyEvent* event) override
    {
        if (event->key() == Qt::Key_Delete || event->key() == Qt::Key_Backspace)
            click();
        else
            QAbstractButton::keyPressEvent(event);
    }

    void paintEvent(QPaintEvent*) override
    {
        const theme::Theme& look = m_theme.theme();
        QPainter painter(this);
        painter.setRenderHints(QPainter::Antialiasing | QPainter::SmoothPixmapTransform);
        QPainterPath frame;
        frame.addRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), look.measure(theme::Measure::R1),
                             look.measure(theme::Measure::R1));
        painter.fillPath(frame, look.color(theme::Color::BgSunken));
        painter.save();
        painter.setClipPath(frame);
        const QSizeF filled = QSizeF(m_image.size()).scaled(size(), Qt::KeepAspectRatioByExpanding);
        painter.drawImage(QRectF(QPointF((width() - filled.width()) / 2, (height() - filled.height()) / 2), filled),
                          m_image);
        painter.restore();
        painter.strokePath(frame, QPen(look.color(theme::Color::Line2), 1));
        if (underMouse() || hasFocus())
            paintCross(painter);
    }

private:
    void paintCross(QPainter& painter) const
    {
        const theme::Theme& look = m_theme.theme();
        const double side = look.px(crossSide);
        const QRectF disc(width() - side - 3, 3, side, side);
        painter.setPen(Qt::NoPen);
        painter.setBrush(look.color(theme::Color::BgTooltip));
        painter.drawEllipse(disc);
        theme::paintIcon(painter, theme::Icon::X, disc, look.px(12), look.color(theme::Color::TextOnTooltip));
    }

    const theme::ThemeController& m_theme;
    QImage m_image;
};

AttachmentStrip::AttachmentStrip(const theme::ThemeController& theme, double inset, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_inset(inset)
{
    setObjectName(QStringLiteral("pickedImages"));
    setAccessibleName(tr("Attached images"));
    m_grid = new QGridLayout(this);
    connect(&theme, &theme::ThemeController::changed, this, &AttachmentStrip::rebuild);
    hide();
}

void AttachmentStrip::add(PickedImage image)
{
    m_images.push_back(std::move(image));
    rebuild();
    emit changed();
}

void AttachmentStrip::clear()
{
    if (m_images.empty())
        return;
    m_images.clear();
    rebuild();
    emit changed();
}

void AttachmentStrip::remove(std::size_t index)
{
    m_images.erase(m_images.begin() + static_cast<std::ptrdiff_t>(index));
    rebuild();
    emit changed();
}

void AttachmentStrip::rebuild()
{
    for (Thumbnail* thumbnail : m_thumbnails) {
        thumbnail->hide();
        thumbnail->deleteLater(); // it may be the one that was clicked
    }
    m_thumbnails.clear();
    for (std::size_t i = 0; i < m_images.size(); ++i) {
        auto* thumbnail = new Thumbnail(m_theme, m_images[i], this);
        connect(thumbnail, &QAbstractButton::clicked, this, [this, i] { remove(i); });
        thumbnail->show();
        m_thumbnails.push_back(thumbnail);
    }
    arrange();
    setVisible(!m_images.empty());
}

void AttachmentStrip::arrange()
{
    const theme::Theme& look = m_theme.theme();
    while (QLayoutItem* item = m_grid->takeAt(0))
        delete item;
    m_grid->setContentsMargins(look.px(m_inset), look.px(4), look.px(m_inset), look.px(6));
    m_grid->setSpacing(look.px(thumbnailGap));
    const int inner = width() - 2 * look.px(m_inset) + look.px(thumbnailGap);
    m_grid->setColumnStretch(m_columns, 0);
    m_columns = std::max(1, inner / (look.px(thumbnailWidth) + look.px(thumbnailGap)));
    for (std::size_t i = 0; i < m_thumbnails.size(); ++i) {
        const int place = static_cast<int>(i);
        m_grid->addWidget(m_thumbnails[i], place / m_columns, place % m_columns, Qt::AlignLeft);
    }
    for (int column = 0; column <= m_columns; ++column)
        m_grid->setColumnStretch(column, column == m_columns ? 1 : 0);
}

void AttachmentStrip::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void AttachmentStrip::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange) {
        setAccessibleName(tr("Attached images"));
        rebuild();
    }
    QWidget::changeEvent(event);
}

} // namespace quarterdeck::ui
