#pragma once

#include <QLineEdit>

class QMimeData;

namespace quarterdeck::ui {

/// Where an answer is typed. Pasted or dropped images are passed on. Thread: ui.
class AnswerField final : public QLineEdit
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(AnswerField)
public:
    explicit AnswerField(const QString& text, QWidget* parent = nullptr);

signals:
    void imageFilesChosen(const QStringList& paths);
    void imagePasted(const QImage& image);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragMoveEvent(QDragMoveEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void take(const QMimeData& given);
};

} // namespace quarterdeck::ui
