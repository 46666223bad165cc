#pragma once

namespace quarterdeck::ui::transcript {

/// How a question's card was answered. The value that goes with it: Option: its label; OptionWithWords: {"option":
/// its label, "words": the person's} as JSON text; Text: the person's own words; Form: the values as JSON text; the
/// others: nothing. Attach: images are to be added to what was typed so far. GoTo (replay): to the moment of its
/// end. Decide: what an approval lets happen is decided in Needs you, not in the page.
enum class AnswerKind { Option, OptionWithWords, Text, Form, Attach, Later, Decline, GoTo, Decide };

/// What a person chose at a row.
enum class RowAction {
    Reply,
    Raw,
    CopyLink,
    CopyFrom,
    OpenPrivateChannel,
    SendTo,
    Keep,
    LetGo,
    TryAgain,
    ChooseConnection
};

/// What is wanted of a remote picture. Shown says that its place is in sight; the others come from the person.
enum class PictureAction { Shown, Once, Always, Never, Ask, Open, Copy, Save };

} // namespace quarterdeck::ui::transcript
