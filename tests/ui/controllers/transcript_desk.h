#pragma once

#include "desk.h"
#include "ui/controllers/transcript_controller.h"
#include "ui/panels/channel_bar.h"
#include "ui/theme/action_registry.h"
#include "ui/theme/labels.h"
#include "ui/theme/search_field.h"
#include "ui/transcript/transcript_page.h"
#include "ui/transcript/transcript_view.h"

#include <QTest>
#include <QVBoxLayout>
#include <type_traits>

namespace quarterdeck::test {

/// A bar over the transcript, as the window has them.
template <typename Bar>
struct TranscriptDesk
{
    TranscriptDesk()
    {
        auto* column = new QVBoxLayout(&window);
        column->addWidget(bar);
        column->addWidget(page, 1);
        window.resize(900, 600);
        window.show();
    }

    ui::theme::SearchField& field() const { return *bar->template findChild<ui::theme::SearchField*>(); }
    QString says() const { return bar->template findChild<ui::theme::TextLabel*>()->text(); }
    [[nodiscard]] bool waitUntilItSays(const char* words)
    {
        return waitFor([&] { return says() == QString::fromUtf8(words); });
    }
    void type(const QString& words)
    {
        field().selectAll();
        QTest::keyClicks(&field(), words);
    }

    Bar* makeBar()
    {
        if constexpr (std::is_constructible_v<Bar, const ui::theme::ThemeController&, const ui::ActionRegistry&>)
            return new Bar(desk.theme, actions, &window);
        else
            return new Bar(desk.theme, &window);
    }

    Desk desk;
    QWidget window;
    ui::ActionRegistry actions{desk.theme};
    Bar* bar = makeBar();
    ui::transcript::TranscriptView* page = new ui::transcript::TranscriptView(desk.kit.library, desk.theme, &window);
    ui::ChannelBar channels{desk.theme, actions};
    ui::TranscriptController transcript{*page, channels, desk.viewed, desk.notices};
};

} // namespace quarterdeck::test
