#pragma once

#include "model/session/post.h"
#include "ui/controllers/current_session.h"
#include "ui/controllers/transcript_controller.h"
#include "ui/panels/channel_bar.h"
#include "ui/panels/range_bars.h"
#include "ui/present/notice_board.h"
#include "ui/theme/action_registry.h"
#include "ui/transcript/print_job.h"
#include "ui/transcript/transcript_view.h"

#include <QObject>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

namespace quarterdeck::ui {

/// Copies a range of messages, however long: the first is chosen by its button, the last by a click; or both by a
/// selection that reaches beyond what is in the page. Thread: ui.
class CopyController final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CopyController)
public:
    CopyController(CopyRangeBar& bar, transcript::TranscriptView& view, TranscriptController& transcript,
                   CurrentSession& viewed, NoticeBoard& notices, QObject* parent = nullptr);

    /// Asks for the last message.
    void begin(conversation::EventSeq first);
    /// All of these rows, including the whole of the first and last, of which only part may be selected; or the one row
    /// that is too long for the page to copy, or part of it.
    void copySelected(conversation::Ordinal first, conversation::Ordinal last);

private:
    void withRow(conversation::EventSeq seq, std::function<void(conversation::Ordinal)> call);
    void copyTo(conversation::Ordinal end);
    void start(conversation::Ordinal first, conversation::Ordinal last, bool isSelection);
    void readOn();
    struct Piece
    {
        QString text;
        int messages = 0; ///< among its rows; the others are the program's notes
    };
    static Piece markdownOf(const session::Rows& rows, const conversation::ConversationState& state);
    static QString whyWhole(bool isOne);
    void take(const session::Result<Piece>& piece);
    void finish();
    void refuse(const QString& sentence);
    void stop();

    CopyRangeBar& m_bar;
    TranscriptController& m_transcript;
    CurrentSession& m_viewed;
    NoticeBoard& m_notices;
    conversation::Ordinal m_chosen; ///< its beginning or end
    struct Work
    {
        conversation::Ordinal first;
        conversation::Ordinal last;
        conversation::Ordinal next; ///< to be read
        std::optional<conversation::EventSeq> asOf;
        SessionProxy::State state; ///< for naming people
        QString text;
        int messages = 0;
        bool isSelection = false;
    };
    std::optional<Work> m_work; ///< while it runs
    int m_wanted = 0;           ///< counts beginnings and ends: answers to an earlier one are dropped
    session::CallbackGuard m_receiver{this};
};

/// Prints messages of the current channel: asks which ones and where to, and reports progress. Prints what was shown
/// when it began, whatever is viewed meanwhile. Thread: ui.
class PrintController final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PrintController)
public:
    struct Dependencies
    {
        PrintBar& bar;
        transcript::TranscriptView& view;
        ChannelBar& channels;
        TranscriptController& transcript;
        CurrentSession& viewed;
        const ActionRegistry& actions;
        const theme::ThemeController& theme;
        std::shared_ptr<session::Library> library;
        NoticeBoard& notices;
    };
    explicit PrintController(const Dependencies& parts, QObject* parent = nullptr);
    ~PrintController() override;

    /// Rows of the channel, from 1. Ends with a notice; refused while a job is running, which goes on.
    void toFile(std::int64_t first, std::int64_t last, const QString& path);

private:
    void ask(bool toFile);
    void askForFile(std::int64_t first, std::int64_t last);
    void askForPrinter(std::int64_t first, std::int64_t last);
    [[nodiscard]] transcript::PrintRequest requestOf(std::int64_t first, std::int64_t last) const;
    /// Null if one is running already, or nothing is shown.
    transcript::PrintJob* begin(std::int64_t first, std::int64_t last, const QString& done);
    void finish(const transcript::PrintReport& report, const QString& done);

    Dependencies m;
    conversation::Ordinal m_lastInSight;
    transcript::PrintJob* m_job = nullptr; ///< while it runs; owned by this
};

} // namespace quarterdeck::ui
