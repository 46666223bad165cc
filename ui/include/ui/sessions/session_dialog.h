#pragma once

#include <QDialog>

#include <functional>

class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace quarterdeck::ui {

namespace theme {
class ThemeController;
}

/// What the person says about a session: a name, tags and a note; below them what the session is. Does not keep the
/// person from the window behind it. Thread: ui; `theme` must outlive it.
class SessionDialog final : public QDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SessionDialog)

public:
    struct Labels
    {
        QString title; ///< empty = the log's own
        QString tags;  ///< parted by commas
        QString note;
        bool operator==(const Labels&) const = default;
    };

    explicit SessionDialog(const theme::ThemeController& theme, QWidget* parent = nullptr);

    /// `ownTitle`: the log's, which shows where no other is given.
    void setLabels(const Labels& labels, const QString& ownTitle);
    [[nodiscard]] Labels labels() const;
    /// Lines about the session; `facts` is asked again when the language changes.
    void setFacts(std::function<QString()> facts);
    void refreshFacts();

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();

    const theme::ThemeController& m_theme;
    QLabel* m_titleLabel;
    QLineEdit* m_title;
    QLabel* m_tagsLabel;
    QLineEdit* m_tags;
    QLabel* m_noteLabel;
    QPlainTextEdit* m_note;
    QLabel* m_facts;
    QPushButton* m_save;
    QPushButton* m_cancel;
    std::function<QString()> m_factsText;
};

} // namespace quarterdeck::ui
