#pragma once

#include "model/conversation/compose.h"
#include "ui/images/image_input.h"
#include "ui/present/composer.h"
#include "ui/theme/icons.h"
#include "ui/theme/paint.h"
#include "ui/theme/role_look.h"
#include "ui/theme/theme.h"

#include <QString>
#include <QWidget>
#include <functional>
#include <vector>

class QGridLayout;
class QHBoxLayout;
class QPushButton;
class QToolButton;
class QVBoxLayout;

namespace quarterdeck::ui::theme {
class AvatarLabel;
class TextLabel;
} // namespace quarterdeck::ui::theme

namespace quarterdeck::ui {

class AttachmentStrip;
class ChipButton;
class CompletionPopup;
class ComposerEdit;
class ComposerRail;

/// The next message: the same columns as a message of the transcript, the person's avatar, and on the rail, dashed, the
/// arrow it will make. A view: asks `Rules` what the text would do, and reports by signals what the person wants.
/// Thread: ui.
class Composer final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Composer)
public:
    using Audience = conversation::Audience;
    struct Rules
    {
        std::function<ComposerPreview(const QString& typed, Audience audience)> preview;
        /// Members whose name starts with `prefix` (without the @), for the text typed so far.
        std::function<std::vector<CompletionRow>(const QString& prefix, const QString& typed)> complete;
        /// How many characters at the start name recipients, including the spaces after them.
        std::function<qsizetype(const QString& typed)> namesLength;
    };

    explicit Composer(const theme::ThemeController& theme, QWidget* parent = nullptr);
    ~Composer() override;

    void setRules(Rules rules);
    void setMembers(std::vector<ComposerMember> members);
    /// Those that the page's rail has: the composer's rail is below it.
    void setLanes(const theme::RailLanes& lanes);
    /// Asks the rules again: the state behind them changed.
    void refresh();
    [[nodiscard]] QString text() const;
    void setText(const QString& text);
    [[nodiscard]] Audience audience() const { return m_audience; }
    [[nodiscard]] const std::vector<PickedImage>& images() const;
    void addImage(PickedImage image);
    void setAudience(Audience audience);
    /// Starts a message to the member of this name: puts `@Name ` in front and takes the focus.
    void address(const QString& name, Audience audience);
    /// Forwards a message: its text is put in, and the person chooses to whom.
    void forward(const QString& text);
    void clear();
    /// While a message is on its way nothing is sent twice, and the text stays as it was sent.
    void setSending(bool on);
    void focusText();

signals:
    void edited(const QString& text);
    void audienceChosen(); ///< the eye or the lock was clicked
    void sendRequested();
    void sendAndResumeRequested(); ///< the team goes on once it is sent
    /// The person pressed Enter on something that the rules refuse; `sentence` says why.
    void sendRefused(const QString& sentence);
    /// Files to be read and checked as images, by paste, drop or the button.
    void imageFilesChosen(const QStringList& paths);
    void imagePasted(const QImage& image); ///< not yet encoded or checked
    void imagesButtonClicked();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void buildHeader();
    void buildBox();
    QHBoxLayout* buildFoot();
    void connectParts();
    void connectEdit();
    void applyTheme();
    void fitRail();
    void fitSentence();
    void retranslate();
    void showPreview(const ComposerPreview& view);
    void updateCompletion();
    void toggleAudience();
    void showRecipientMenu();
    [[nodiscard]] bool canSend() const;
    [[nodiscard]] bool hasSomething() const;
    void send();
    void sendAndResume();

    const theme::ThemeController& m_theme;
    Rules m_rules;
    std::vector<ComposerMember> m_members;
    ComposerPreview m_view;
    Audience m_audience = Audience::ByDefault;
    bool m_isSending = false;
    bool m_isDropTarget = false;

    ComposerRail* m_rail = nullptr;
    theme::AvatarLabel* m_avatar = nullptr;
    QVBoxLayout* m_avatarColumn = nullptr;
    QVBoxLayout* m_column = nullptr;
    QWidget* m_header = nullptr;
    QGridLayout* m_headerGrid = nullptr;
    bool m_isSentenceBeside = true;
    theme::TextLabel* m_toLabel = nullptr;
    ChipButton* m_to = nullptr;
    theme::TextLabel* m_sentence = nullptr;
    QToolButton* m_audienceButton = nullptr;
    QWidget* m_box = nullptr;
    ComposerEdit* m_edit = nullptr;
    AttachmentStrip* m_strip = nullptr;
    QHBoxLayout* m_foot = nullptr;
    QToolButton* m_addImage = nullptr;
    QToolButton* m_at = nullptr;
    theme::TextLabel* m_hint = nullptr;
    QPushButton* m_resume = nullptr; ///< "Send and resume"
    QPushButton* m_send = nullptr;
    CompletionPopup* m_popup = nullptr;
};

} // namespace quarterdeck::ui
