#pragma once

#include "ui/theme/surface.h"
#include "ui/view/made_file.h"

class QLabel;
class QScrollArea;

namespace quarterdeck::ui {

class DataTable;

/// The files that a session's team has made or changed, at the moment that is shown: in the place of its conversation.
/// Thread: ui; the theme must outlive it.
class FilesPage final : public theme::Surface
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FilesPage)

public:
    explicit FilesPage(const theme::ThemeController& theme, QWidget* parent = nullptr);

    /// `isReading`: there is more to come.
    void setFiles(view::MadeFiles files, bool isReading);

signals:
    /// The message that changed a file last, with the change.
    void messageWanted(quarterdeck::conversation::EventSeq seq);

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();
    void fill();

    view::MadeFiles m_files;
    bool m_isReading = false;
    QScrollArea* m_scroll;
    QWidget* m_content;
    QLabel* m_title;
    DataTable* m_table;
    QLabel* m_empty;
};

} // namespace quarterdeck::ui
