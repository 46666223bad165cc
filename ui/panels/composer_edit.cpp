#include "ui/panels/composer_edit.h"

#include "ui/images/image_input.h"
#include "ui/present/names_and_links.h"
#include "ui/theme/icons.h"

#include <QAbstractTextDocumentLayout>
#include <QAccessible>
#include <QGraphicsDropShadowEffect>
#include <QImage>
#include <QKeyEvent>
#include <QMimeData>
#include <QPainter>
#include <QTextBlock>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace quarterdeck::ui {

namespace {
constexpr int linesAtRest = 2;
constexpr int linesAtMost = 12;
constexpr double paddingSide = 9; ///< and 1 of the border
constexpr double paddingTop = 8;
constexpr double paddingBottom = 4;
constexpr double heightAtRest = 50;

bool isPlainEnter(const QKeyEvent& event)
{
    const bool isEnter = event.key() == Qt::Key_Return || event.key() == Qt::Key_Enter;
    return isEnter && !(event.modifiers() & (Qt::ShiftModifier | Qt::AltModifier | Qt::ControlModifier));
}
} // namespace

ComposerEdit::ComposerEdit(const theme::ThemeController& theme, QWidget* parent)
    : QPlainTextEdit(parent)
    , m_theme(theme)
{
    setObjectName(QStringLiteral("composerText"));
    setProperty("bare", true);
    setFrameShape(QFrame::NoFrame);
    setTabChangesFocus(true);
    setLineWrapMode(QPlainTextEdit::WidgetWidth);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // it wraps anywhere
    document()->setDocumentMargin(0);
    viewport()->setAutoFillBackground(false);
    applyTheme();
    connect(this, &QPlainTextEdit::textChanged, this, &ComposerEdit::fitHeight);
}

void ComposerEdit::applyTheme()
{
    const theme::Theme& look = m_theme.theme();
    setFont(look.font(theme::TextRole::Read));
    setViewportMargins(look.px(paddingSide), look.px(paddingTop), look.px(paddingSide), look.px(paddingBottom));
    fitHeight();
}

double ComposerEdit::textHeight(double enough) const
{
    // A block counts as one line until it is laid out, which asking for its rectangle triggers.
    double height = 0;
    for (QTextBlock block = document()->begin(); block.isValid() && height <= enough; block = block.next())
        height += document()->documentLayout()->blockBoundingRect(block).height();
    return height;
}

void ComposerEdit::fitHeight()
{
    const theme::Theme& look = m_theme.theme();
    const double most = linesAtMost * fontMetrics().lineSpacing();
    const double text = textHeight(most);
    setVerticalScrollBarPolicy(text > most ? Qt::ScrollBarAsNeeded : Qt::ScrollBarAlwaysOff);
    const int around = viewportMargins().top() + viewportMargins().bottom();
    const int rest = std::max(look.px(heightAtRest), linesAtRest * fontMetrics().lineSpacing() + around);
    const int wanted = std::max(rest, static_cast<int>(std::ceil(std::min(text, most))) + around);
    if (wanted != height())
        setFixedHeight(wanted);
}

void ComposerEdit::resizeEvent(QResizeEvent* event)
{
    QPlainTextEdit::resizeEvent(event);
    fitHeight();
}

QString ComposerEdit::addressToken() const
{
    const QString before = toPlainText().left(textCursor().position());
    const qsizetype at = before.lastIndexOf(u'@');
    const QString token = at < 0 ? QString() : before.mid(at);
    if (token.isEmpty() || std::ranges::any_of(token, [](QChar c) { return c.isSpace(); }))
        return {};
    const QString names = before.left(at);
    const bool isAddress = names.mid(namesLength(names)).trimmed().isEmpty();
    return isAddress && (at == 0 || before[at - 1].isSpace()) ? token : QString();
}

void ComposerEdit::startAddress()
{
    QTextCursor cursor = textCursor();
    const QString leading = toPlainText().left(namesLength(toPlainText()));
    cursor.setPosition(static_cast<int>(leading.size()));
    const bool needsSpace = !leading.isEmpty() && !leading.back().isSpace();
    cursor.insertText(needsSpace ? QStringLiteral(" @") : QStringLiteral("@"));
    setTextCursor(cursor);
}

void ComposerEdit::completeAddress(const QString& name)
{
    QTextCursor cursor = textCursor();
    cursor.movePosition(QTextCursor::Left, QTextCursor::KeepAnchor, static_cast<int>(addressToken().size()));
    cursor.insertText(u'@' + name + u' ');
    setTextCursor(cursor);
}

QString ComposerEdit::textWith(const QString& address) const
{
    QString text = toPlainText();
    const qsizetype length = address.isEmpty() ? 0 : addressToken().size();
    if (length > 0)
        text.replace(textCursor().position() - length, length, u'@' + address + u' ');
    return text;
}

bool ComposerEdit::isTakenByCompletion(QKeyEvent& event)
{
    event.ignore();
    emit navigationKeyPressed(&event);
    return event.isAccepted();
}

bool ComposerEdit::event(QEvent* event)
{
    // Tab moves the focus before a key press is delivered.
    if (event->type() == QEvent::KeyPress) {
        auto& key = static_cast<QKeyEvent&>(*event);
        if (key.key() == Qt::Key_Tab && isTakenByCompletion(key))
            return true;
    }
    return QPlainTextEdit::event(event);
}

void ComposerEdit::keyPressEvent(QKeyEvent* event)
{
    if (isTakenByCompletion(*event))
        return;
    if (isPlainEnter(*event)) {
        event->accept();
        emit sendPressed();
        return;
    }
    event->accept();
    QPlainTextEdit::keyPressEvent(event);
}

void ComposerEdit::focusInEvent(QFocusEvent* event)
{
    QPlainTextEdit::focusInEvent(event);
    emit focusChanged(true);
}

void ComposerEdit::focusOutEvent(QFocusEvent* event)
{
    QPlainTextEdit::focusOutEvent(event);
    emit focusChanged(false);
}

void ComposerEdit::take(const QMimeData& source)
{
    const QStringList files = view::localFiles(source);
    if (!files.isEmpty()) {
        emit filesPasted(files);
        return;
    }
    emit imagePasted(qvariant_cast<QImage>(source.imageData()));
}

bool ComposerEdit::canInsertFromMimeData(const QMimeData* source) const
{
    // Called during a drag: files that are not images belong to the window.
    if (!view::localFiles(*source).isEmpty())
        return isImageDrop(*source);
    return holdsImages(*source) || QPlainTextEdit::canInsertFromMimeData(source);
}

void ComposerEdit::insertFromMimeData(const QMimeData* source)
{
    if (isImagePaste(*source))
        take(*source);
    else
        QPlainTextEdit::insertFromMimeData(source);
}

namespace {
constexpr int padding = 4;
constexpr int rowHeight = 34;
constexpr int hintHeight = 30;
constexpr int popupWidth = 430;
constexpr double completionNameAtLeast = 56;
constexpr double completionNameAtMost = 150;
constexpr double effectAtMost = 0.55; ///< of the row
constexpr int rowsAtMost = 8;
constexpr int completionMargin = 4;
} // namespace

CompletionPopup::CompletionPopup(const theme::ThemeController& theme, QWidget* parent) : QFrame(parent), m_theme(theme)
{
    setObjectName(QStringLiteral("completionPopup"));
    retranslate();
    setMouseTracking(true);
    setFocusPolicy(Qt::NoFocus);
    auto* shadow = new QGraphicsDropShadowEffect(this);
    shadow->setBlurRadius(24);
    shadow->setOffset(0, 6);
    shadow->setColor(QColor(0, 0, 0, 60));
    setGraphicsEffect(shadow);
    hide();
}

CompletionPopup::~CompletionPopup() = default;

void CompletionPopup::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void CompletionPopup::retranslate() { setAccessibleName(tr("Members to mention")); }

void CompletionPopup::showRows(std::vector<CompletionRow> rows, int memberCount, const QPoint& bottomLeft)
{
    m_rows = std::move(rows);
    m_memberCount = memberCount;
    m_first = 0;
    if (m_rows.empty()) {
        hide();
        return;
    }
    resize(sizeHint());
    const int right = parentWidget()->width() - completionMargin - width();
    move(std::max(completionMargin, std::min(bottomLeft.x(), right)),
         std::max(completionMargin, bottomLeft.y() - height()));
    raise();
    show();
    setCurrent(0);
}

int CompletionPopup::shownCount() const { return std::min(rowsAtMost, static_cast<int>(m_rows.size())); }

QSize CompletionPopup::sizeHint() const
{
    const theme::Theme& look = m_theme.theme();
    const int width = std::min(look.px(popupWidth), parentWidget()->width() - 2 * completionMargin);
    return {width, 2 * look.px(padding) + shownCount() * look.px(rowHeight) + look.px(hintHeight)};
}

QRect CompletionPopup::rowRect(int row) const
{
    const theme::Theme& look = m_theme.theme();
    const int edge = look.px(padding);
    const int height = look.px(rowHeight);
    return {edge, edge + (row - m_first) * height, width() - 2 * edge, height};
}

int CompletionPopup::rowAt(const QPoint& position) const
{
    for (int row = m_first; row < m_first + shownCount(); ++row)
        if (rowRect(row).contains(position))
            return row;
    return -1;
}

void CompletionPopup::setCurrent(int row)
{
    m_current = row;
    m_first = std::clamp(m_first, row - shownCount() + 1, row);
    const CompletionRow& chosenRow = m_rows[static_cast<std::size_t>(row)];
    setAccessibleDescription(chosenRow.member.name + QStringLiteral(", ") + chosenRow.effect);
    update();
    emit currentChanged();
}

QString CompletionPopup::currentAddress() const
{
    return isVisible() ? m_rows[static_cast<std::size_t>(m_current)].member.address : QString();
}

void CompletionPopup::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    emit currentChanged();
}

bool CompletionPopup::handleKey(QKeyEvent& event)
{
    if (!isVisible())
        return false;
    const int count = static_cast<int>(m_rows.size());
    switch (event.key()) {
    case Qt::Key_Down:
        setCurrent((m_current + 1) % count);
        return true;
    case Qt::Key_Up:
        setCurrent((m_current + count - 1) % count);
        return true;
    case Qt::Key_Tab:
    case Qt::Key_Return:
    case Qt::Key_Enter:
        hide();
        emit chosen(m_rows[static_cast<std::size_t>(m_current)]);
        return true;
    case Qt::Key_Escape:
        hide();
        return true;
    default:
        return false;
    }
}

void CompletionPopup::mouseMoveEvent(QMouseEvent* event)
{
    if (const int row = rowAt(event->pos()); row >= 0)
        setCurrent(row);
}

void CompletionPopup::mousePressEvent(QMouseEvent* event)
{
    const int row = rowAt(event->pos());
    if (row < 0)
        return;
    hide();
    emit chosen(m_rows[static_cast<std::size_t>(row)]);
}

void CompletionPopup::wheelEvent(QWheelEvent* event)
{
    const int steps = event->angleDelta().y() > 0 ? -1 : 1;
    m_first = std::clamp(m_first + steps, 0, static_cast<int>(m_rows.size()) - shownCount());
    event->accept(); // the page behind stays where it is
    update();
}

void CompletionPopup::paintEvent(QPaintEvent*)
{
    const theme::Theme& look = m_theme.theme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(look.color(theme::Color::Line2));
    painter.setBrush(look.color(theme::Color::BgRaised));
    const double radius = look.measure(theme::Measure::R3);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
    for (int row = m_first; row < m_first + shownCount(); ++row)
        paintRow(painter, row);
    paintHint(painter);
}

double CompletionPopup::nameColumn() const
{
    const theme::Theme& look = m_theme.theme();
    double widest = look.px(completionNameAtLeast);
    for (const CompletionRow& item : m_rows)
        widest = std::max(
            widest, std::ceil(theme::textWidth(look.font(theme::TextRole::Ui, QFont::DemiBold), item.member.name)) + 1);
    return std::min<double>(widest, look.px(completionNameAtMost));
}

double CompletionPopup::paintEffect(QPainter& painter, const QRectF& box, const CompletionRow& item) const
{
    const theme::Theme& look = m_theme.theme();
    const QFont font = look.font(theme::TextRole::Meta);
    const double gap = look.px(8);
    const double width = std::min(std::ceil(theme::textWidth(font, item.effect)) + 1, box.width() * effectAtMost);
    const QRectF effect(box.right() - gap - width, box.top(), width, box.height());
    const QColor color = look.color(item.isPrivate ? theme::Color::PrivateText : theme::Color::Text3);
    theme::paintText(painter, effect, item.effect, font, color);
    if (item.icon == theme::Icon::None)
        return effect.left();
    const double side = look.px(12);
    const QRectF icon(effect.left() - look.px(5) - side, box.center().y() - side / 2, side, side);
    if (item.icon == theme::Icon::Play)
        theme::paintStateGlyph(painter, look, icon, theme::StateGlyph::Acting, theme::Color::BgRaised);
    else
        theme::paintIcon(painter, item.icon, icon, look.px(12), color);
    return icon.left();
}

void CompletionPopup::paintRow(QPainter& painter, int row) const
{
    const theme::Theme& look = m_theme.theme();
    const CompletionRow& item = m_rows[static_cast<std::size_t>(row)];
    const QRectF box = rowRect(row);
    theme::paintRowBackground(painter, look, box, row == m_current, false, look.measure(theme::Measure::R2));
    const double gap = look.px(8);
    const double side = look.pxF(theme::Measure::Avatar);
    QRectF cell(box.left() + gap, box.center().y() - side / 2, side, side);
    theme::paintAvatar(painter, look, cell, item.member.look,
                       row == m_current ? theme::Color::BgSelected : theme::Color::BgRaised);
    cell = QRectF(cell.right() + gap, box.top(), nameColumn(), box.height());
    theme::paintText(painter, cell, item.member.name, look.font(theme::TextRole::Ui, QFont::DemiBold),
                     look.color(theme::roleColor(item.member.look.hue, theme::RoleShade::Text)));
    const double end = paintEffect(painter, box, item) - gap;
    const double start = cell.right() + gap;
    if (end - start >= look.px(24))
        theme::paintText(painter, QRectF(start, box.top(), end - start, box.height()), item.member.profile,
                         look.font(theme::TextRole::Meta), look.color(theme::Color::Text2));
}

void CompletionPopup::paintHint(QPainter& painter) const
{
    const theme::Theme& look = m_theme.theme();
    const int edge = look.px(padding);
    const QRectF line(edge, height() - edge - look.px(hintHeight - 4), width() - 2 * edge, look.px(hintHeight - 4));
    theme::paintHairline(painter, look, line, Qt::TopEdge);
    const QFont font = look.font(theme::TextRole::Micro);
    const QColor color = look.color(theme::Color::Text3);
    double x = line.left() + look.px(8);
    const auto hint = [&](const QString& key, const QString& words) {
        const QSize cap = theme::keyCapSize(look, key);
        theme::paintKeyCap(painter, look, QRectF(x, line.center().y() - cap.height() / 2.0, cap.width(), cap.height()),
                           key);
        x += cap.width() + look.px(4);
        x += theme::paintText(painter, QRectF(x, line.top(), line.right() - x, line.height()), words, font, color)
            + look.px(12);
    };
    hint(QStringLiteral("↵"), tr("choose"));
    hint(QStringLiteral("@"), tr("add another"));
    const QString count = tr("%1 of %2").arg(m_rows.size()).arg(m_memberCount);
    theme::paintText(painter, line.adjusted(0, 0, -look.px(8), 0), count, font, color,
                     Qt::AlignRight | Qt::AlignVCenter);
}

} // namespace quarterdeck::ui
