#include "ui/panels/composer_edit.h"

#include "ui/images/image_mime.h"
#include "ui/present/local_files.h"

#include <QAbstractTextDocumentLayout>
#include <QImage>
#include <QKeyEvent>
#include <QMimeData>
#include <QTextBlock>
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

} // namespace quarterdeck::ui
