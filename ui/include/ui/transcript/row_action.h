#pragma once

namespace quarterdeck::ui::transcript {

/// How a question's card was answered. The value that goes with it: Option: its label; Text: the person's own words;
/// Form: the values as JSON text; the others: nothing. GoTo (replay): to the moment of its end.
enum class AnswerKind { Option, Text, Form, Later, Decline, GoTo };

/// What a person chose at a row.
enum class RowAction { Reply, Raw, CopyLink, CopyFrom, OpenPrivateChannel, SendTo };

} // namespace quarterdeck::ui::transcript
