#pragma once

#include "ui/present/open_session.h"
#include "ui/theme/surface.h"

class QAction;
class QKeySequence;
class QLabel;
class QScrollArea;

namespace quarterdeck::ui {

class DataTable;

/// The files that a session's team has made or changed, as of the moment shown, in place of its conversation. Thread:
/// ui; the theme must outlive it.
class FilesPage final : public theme::Surface
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FilesPage)

public:
    explicit FilesPage(const theme::ThemeController& theme, QWidget* parent = nullptr);

    /// `isReading`: there is more to come.
    void setFiles(view::ArtifactRows files, bool isReading);
    /// Whether the files are on this computer, as far as they exist at all.
    void setCanOpen(bool can);

signals:
    /// The message that last changed a file, with the change.
    void messageRequested(quarterdeck::conversation::EventSeq seq);
    /// Only if files can be opened.
    void openRequested(const std::string& path);
    void folderRequested(const std::string& path);

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();
    void fill();
    QAction* makeAction(const char* name, const QKeySequence& shortcut,
                        void (FilesPage::*wanted)(const std::string& path));
    void openMenu(const QPoint& position);
    [[nodiscard]] const view::ArtifactRow* chosen() const;

    view::ArtifactRows m_files;
    bool m_isReading = false;
    QScrollArea* m_scroll;
    QWidget* m_content;
    QLabel* m_title;
    DataTable* m_table;
    QLabel* m_empty;
    QAction* m_goTo;
    QAction* m_open;
    QAction* m_showFolder;
};

} // namespace quarterdeck::ui
