#include "ui/panels/run_look.h"

#include "ui/panels/toolbar.h"

namespace quarterdeck::ui {

using theme::Color;
using theme::StateGlyph;
using view::RunState;

StateGlyph glyphOf(RunState run)
{
    switch (run) {
    case RunState::NotStarted:
    case RunState::AtRest:
        return StateGlyph::Idle;
    case RunState::Running:
        return StateGlyph::Acting;
    case RunState::WaitingForUser:
        return StateGlyph::Waiting;
    case RunState::Paused:
    case RunState::Stopping:
    case RunState::Pausing:
        return StateGlyph::Paused;
    case RunState::Finished:
        return StateGlyph::Done;
    case RunState::Stopped:
        return StateGlyph::Stopped;
    case RunState::Failed:
        return StateGlyph::Failed;
    case RunState::Recorded:
        return StateGlyph::Recorded;
    }
    return StateGlyph::Idle;
}

Color colorOf(RunState run)
{
    switch (run) {
    case RunState::Running:
        return Color::StatusActing;
    case RunState::WaitingForUser:
        return Color::AskText;
    case RunState::Failed:
        return Color::DangerText;
    case RunState::NotStarted:
    case RunState::AtRest:
    case RunState::Paused:
    case RunState::Finished:
    case RunState::Stopped:
    case RunState::Stopping:
    case RunState::Pausing:
    case RunState::Recorded:
        break;
    }
    return Color::Text2;
}

QString wordOf(RunState run)
{
    switch (run) {
    case RunState::NotStarted:
        return Toolbar::tr("Not started");
    case RunState::Running:
        return Toolbar::tr("Running");
    case RunState::WaitingForUser:
        return Toolbar::tr("Waiting for you");
    case RunState::Paused:
        return Toolbar::tr("Paused");
    case RunState::Finished:
        return Toolbar::tr("Finished");
    case RunState::Stopped:
        return Toolbar::tr("Stopped");
    case RunState::Failed:
        return Toolbar::tr("Failed");
    case RunState::AtRest:
        return Toolbar::tr("Idle");
    case RunState::Stopping:
        return Toolbar::tr("Stopping");
    case RunState::Pausing:
        return Toolbar::tr("Pausing");
    case RunState::Recorded:
        return Toolbar::tr("Recorded");
    }
    return {};
}

} // namespace quarterdeck::ui
