#pragma once

#include "tests/model/session/support/session_kit.h"
#include "tests/support/wait.h"
#include "ui/controllers/current_session.h"
#include "ui/controllers/hub_proxy.h"
#include "ui/present/notice_board.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <vector>

namespace quarterdeck::test {

/// What a controller of the window needs: a library that a test can hold, a hub, its mirror and the viewed session; all
/// on one thread.
struct Desk
{
    Desk() { kit.hub->refresh(); }

    /// Makes it the viewed session.
    [[nodiscard]] bool show(const session::SessionId& id)
    {
        hub.open(id, [this](session::Result<std::shared_ptr<ui::SessionProxy>> opened) {
            if (opened)
                viewed.show(*opened);
        });
        return waitFor([&] { return viewed.id() == id; });
    }
    /// Starts a replay at this event.
    [[nodiscard]] bool replayAt(conversation::EventSeq seq)
    {
        viewed.startReplay(seq);
        return waitFor([&] { return viewed.asOf() == seq; });
    }
    /// The texts of the messages in the session's log.
    [[nodiscard]] std::vector<std::string> messages(const session::SessionId& id) const
    {
        std::vector<std::string> texts;
        for (const session::Event& event : kit.log(id))
            if (const auto* published = std::get_if<conversation::MessagePublished>(&event.body))
                texts.push_back(conversation::textOf(published->message));
        return texts;
    }

    /// What clients that go away still ask of the engine happens while it is there.
    struct LastPost
    {
        ~LastPost() { QCoreApplication::sendPostedEvents(); }
    };

    SessionKit kit;
    LastPost lastPost;
    ui::theme::ThemeController theme{*qApp};
    ui::NoticeBoard notices;
    ui::HubProxy hub{kit.hub.get()};
    ui::CurrentSession viewed{kit.library, &kit.context};
};

} // namespace quarterdeck::test
