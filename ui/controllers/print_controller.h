#pragma once

#include "ui/controllers/current_session.h"
#include "ui/controllers/transcript_controller.h"
#include "ui/panels/channel_bar.h"
#include "ui/panels/print_bar.h"
#include "ui/present/notice.h"
#include "ui/theme/action_registry.h"
#include "ui/transcript/print_job.h"
#include "ui/transcript/transcript_view.h"

#include <QObject>
#include <cstdint>
#include <functional>
#include <memory>

namespace quarterdeck::ui {

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
    };
    explicit PrintController(const Dependencies& parts, QObject* parent = nullptr);
    ~PrintController() override;

    /// Rows of the channel, from 1. Ends with a notice; refused while a job is running, which goes on.
    void toFile(std::int64_t first, std::int64_t last, const QString& path);

signals:
    void noticeRaised(const quarterdeck::ui::view::Notice& notice);

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
