#pragma once

#include "fake_library.h"
#include "tests/support/wait.h"
#include "ui/theme/theme.h"
#include "ui/transcript/rendering.h"
#include "ui/transcript/transcript_page.h"
#include "ui/transcript/transcript_view.h"

#include <QApplication>
#include <QTest>
#include <QVariant>
#include <memory>
#include <vector>

namespace quarterdeck::test {

inline constexpr int pageTimeoutMs = 60'000;

/// The calls of one kind that a page passes on.
template <typename Call>
class CallSpy
{
public:
    /// `page` must outlive it.
    explicit CallSpy(ui::transcript::TranscriptPage& page)
    {
        page.onCall<Call>(&m_context, [this](const Call& call) { calls.push_back(call); });
    }
    [[nodiscard]] int count() const { return static_cast<int>(calls.size()); }

    std::vector<Call> calls;

private:
    QObject m_context;
};

/// A transcript on the screen, with a team of Mike (the leader), Alice and Bob, over a fake library.
class PageFixture
{
public:
    explicit PageFixture(std::shared_ptr<FakeLibrary> library);

    /// Opens the channel `everything` and waits until it is painted.
    bool open(std::int64_t total, std::optional<ui::transcript::Anchor> anchor = {});
    /// The value of an expression in the page's isolated world.
    QVariant eval(const QString& script);
    /// Waits until an expression there is true.
    bool waitUntil(const QString& condition);
    /// The middle of the first element that a selector finds, in the view; empty if there is none.
    std::optional<QPoint> middleOf(const QString& selector);
    /// A real click there, once it is still; a second one if the page got none.
    bool click(const QString& selector);

    std::shared_ptr<FakeLibrary> library;
    ui::theme::ThemeController theme{*qApp};
    ui::transcript::TranscriptView view;

private:
    std::optional<QPoint> middleAtRest(const QString& selector);
};

[[nodiscard]] ui::transcript::Presentation threeMembers();

} // namespace quarterdeck::test
