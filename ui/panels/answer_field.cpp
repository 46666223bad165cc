#include "ui/panels/answer_field.h"

#include "ui/images/image_mime.h"
#include "ui/present/local_files.h"

#include <QClipboard>
#include <QDropEvent>
#include <QGuiApplication>
#include <QImage>
#include <QKeyEvent>
#include <QMimeData>

namespace quarterdeck::ui {

AnswerField::AnswerField(const QString& text, QWidget* parent) : QLineEdit(text, parent) { }

void AnswerField::keyPressEvent(QKeyEvent* event)
{
    const QMimeData* pasted = event->matches(QKeySequence::Paste) ? QGuiApplication::clipboard()->mimeData() : nullptr;
    if (pasted != nullptr && isImagePaste(*pasted))
        take(*pasted);
    else
        QLineEdit::keyPressEvent(event);
}

void AnswerField::dragEnterEvent(QDragEnterEvent* event)
{
    if (isImageDrop(*event->mimeData()))
        event->acceptProposedAction();
    else
        QLineEdit::dragEnterEvent(event);
}

void AnswerField::dragMoveEvent(QDragMoveEvent* event)
{
    if (isImageDrop(*event->mimeData()))
        event->acceptProposedAction();
    else
        QLineEdit::dragMoveEvent(event);
}

void AnswerField::dropEvent(QDropEvent* event)
{
    if (!isImageDrop(*event->mimeData()))
        return QLineEdit::dropEvent(event);
    take(*event->mimeData());
    event->acceptProposedAction();
}

void AnswerField::take(const QMimeData& given)
{
    if (const QStringList files = view::localFiles(given); !files.isEmpty())
        emit imageFilesChosen(files);
    else
        emit imagePasted(qvariant_cast<QImage>(given.imageData()));
}

} // namespace quarterdeck::ui
