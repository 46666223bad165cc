#pragma once

#include <QDialog>
#include <QStringList>
#include <QUrl>

class QLabel;
class QListWidget;
class QPushButton;
class QTextBrowser;

namespace quarterdeck::ui {

namespace theme {
class ThemeController;
}

/// The user guide: its pages (resources/guide, embedded as :/guide) on the left, the chosen one beside them. A link to
/// another page shows that page; a link to the web is opened by the desktop when it is clicked. Non-modal. Lives on
/// the ui thread; `theme` must outlive it.
class GuideWindow final : public QDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(GuideWindow)

public:
    explicit GuideWindow(const theme::ThemeController& theme, QWidget* parent = nullptr);

    /// The file names of the pages in reading order: index.md, then those that it links to.
    [[nodiscard]] static QStringList pages();
    /// Where a page is embedded.
    [[nodiscard]] static QUrl urlOf(const QString& page);
    void showPage(const QString& page);

protected:
    void changeEvent(QEvent* event) override;

private:
    void addPages();
    /// Makes a page that has just been read look right, and marks it in the list.
    void finishPage(const QUrl& url);
    void restyle();
    void retranslate();

    const theme::ThemeController& m_theme;
    QListWidget* m_list;
    QTextBrowser* m_text;
};

/// The program's version and licence, and what it is made of. Non-modal. Lives on the ui thread; `theme` must outlive
/// it.
class AboutWindow final : public QDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(AboutWindow)

public:
    explicit AboutWindow(const theme::ThemeController& theme, QWidget* parent = nullptr);

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();

    const theme::ThemeController& m_theme;
    QLabel* m_version;
    QLabel* m_purpose;
    QLabel* m_licence;
    QLabel* m_qt;
    QLabel* m_parts;
    QPushButton* m_close;
};

} // namespace quarterdeck::ui
