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

/// What the person says about a session: a name, tags and a note; below them, facts about the session. Stays open until
/// that is stored. Non-modal. Thread: ui; `theme` must outlive it.
class SessionDialog final : public QDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SessionDialog)

public:
    struct Labels
    {
        QString title; ///< empty = the log's own
        QString tags;  ///< separated by commas
        QString note;
        bool operator==(const Labels&) const = default;
    };

    explicit SessionDialog(const theme::ThemeController& theme, QWidget* parent = nullptr);

    /// `ownTitle`: the log's, which is shown if no other is given.
    void setLabels(const Labels& labels, const QString& ownTitle);
    [[nodiscard]] Labels labels() const;
    /// Lines about the session; `facts` is asked again when the language changes.
    void setFacts(std::function<QString()> facts);
    void refreshFacts();
    /// What was typed could not be stored: says so and stays open, so that it can be tried again.
    void refuse(const QString& sentence);

signals:
    /// The person wants this stored; call `accept` once it is, otherwise `refuse`. Not emitted again until then.
    void saveRequested();

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();
    void save();

    const theme::ThemeController& m_theme;
    QLabel* m_titleLabel;
    QLineEdit* m_title;
    QLabel* m_tagsLabel;
    QLineEdit* m_tags;
    QLabel* m_noteLabel;
    QPlainTextEdit* m_note;
    QLabel* m_facts;
    QLabel* m_problem;
    QPushButton* m_save;
    QPushButton* m_cancel;
    QString m_given; ///< the name the session had
    QString m_shown; ///< in its field, before anything was typed
    std::function<QString()> m_factsText;
};

} // namespace quarterdeck::ui
