#pragma once

#include <QDialog>
#include <QList>
#include <QSet>
#include <QString>
#include <QStringList>

#include <functional>
#include <optional>

class QBoxLayout;
class QCheckBox;
class QLabel;
class QListWidget;
class QPushButton;

namespace quarterdeck::ui::view {

/// A format that a session can be exported in.
struct ExportFormatRow
{
    QString format; ///< stable name: "jsonl", "markdown" …
    QString title;
    QString description; ///< one sentence: what it is for
    QString ending;      ///< its files' suffix, without the dot
    bool operator==(const ExportFormatRow&) const = default;
};

/// One kind of removed secret: in words, with the first places where it was.
struct ExportRedaction
{
    QString sentence;
    QStringList examples;
    qint64 places = 0; ///< all of them
    bool operator==(const ExportRedaction&) const = default;
};

/// What a file would lack.
struct ExportPreview
{
    QStringList losses; ///< a sentence each
    QList<ExportRedaction> redactions;
    QString failure; ///< why it is unknown; empty = it is known
    bool operator==(const ExportPreview&) const = default;
};

/// What the person decided on.
struct ExportChoice
{
    QString format;
    bool isRedacted = true;
    QString path;
    bool operator==(const ExportChoice&) const = default;
};

} // namespace quarterdeck::ui::view

namespace quarterdeck::ui {

namespace theme {
class ThemeController;
}

/// The format in which a session is exported, and what the file will lack: what the format cannot carry, and removed
/// secrets. Non-modal. Thread: ui; `theme` must outlive it.
class ExportDialog final : public QDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ExportDialog)

public:
    using Formats = std::function<QList<view::ExportFormatRow>()>;
    /// `title`: the session's title, which names the file. `formats` is asked again when the language changes, and must
    /// then name the same ones.
    ExportDialog(const theme::ThemeController& theme, QString title, Formats formats, QWidget* parent = nullptr);

    /// The file's name while secrets are removed.
    void setTitleWithoutSecrets(const QString& title) { m_titleWithoutSecrets = title; }
    [[nodiscard]] QString format() const;
    [[nodiscard]] bool isRedacted() const;
    /// For the current format and switch. Until then it says that the session is being examined.
    void setPreview(const view::ExportPreview& preview);
    void setProgress(int percent);

signals:
    /// Another format was chosen, or secrets were switched in or out.
    void choiceChanged();
    void exportChosen(const quarterdeck::ui::view::ExportChoice& choice);

protected:
    void changeEvent(QEvent* event) override;

private:
    void arrange();
    QWidget* makeDetails();
    void chooseFile();
    void beginPreview();
    void fillLosses();
    void fillRedactions();
    void addRedaction(const view::ExportRedaction& redaction);
    void retranslate();
    [[nodiscard]] const view::ExportFormatRow& row() const;

    const theme::ThemeController& m_theme;
    QString m_title;
    QString m_titleWithoutSecrets;
    Formats m_formatsNow;
    QList<view::ExportFormatRow> m_formats;
    QListWidget* m_list;
    QLabel* m_description;
    QLabel* m_lossHead;
    QBoxLayout* m_losses;
    QLabel* m_redactionHead;
    QCheckBox* m_redact;
    QBoxLayout* m_redactions;
    QLabel* m_state;
    QPushButton* m_cancel;
    QPushButton* m_export;
    std::optional<view::ExportPreview> m_preview; ///< empty = the session is being examined
    QSet<QString> m_unfolded;                     ///< the sentences whose places are all shown
    int m_percent = 0;
};

} // namespace quarterdeck::ui
