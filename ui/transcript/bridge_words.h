#pragma once

#include "ui/transcript/clicked_place.h"
#include "ui/transcript/row_action.h"

#include <QLatin1StringView>
#include <array>
#include <cstddef>
#include <utility>

/// All words by which the page says what is wanted. A call with any other is dropped.
namespace quarterdeck::ui::transcript {

template <typename Value, std::size_t count>
using BridgeWords = std::array<std::pair<QLatin1StringView, Value>, count>;

inline constexpr BridgeWords<AnswerKind, 9> answerKinds{{
    {QLatin1StringView("option"), AnswerKind::Option},
    {QLatin1StringView("words"), AnswerKind::OptionWithWords},
    {QLatin1StringView("text"), AnswerKind::Text},
    {QLatin1StringView("form"), AnswerKind::Form},
    {QLatin1StringView("attach"), AnswerKind::Attach},
    {QLatin1StringView("later"), AnswerKind::Later},
    {QLatin1StringView("decline"), AnswerKind::Decline},
    {QLatin1StringView("goto"), AnswerKind::GoTo},
    {QLatin1StringView("decide"), AnswerKind::Decide},
}};

inline constexpr BridgeWords<RowAction, 10> rowActions{{
    {QLatin1StringView("reply"), RowAction::Reply},
    {QLatin1StringView("raw"), RowAction::Raw},
    {QLatin1StringView("copyLink"), RowAction::CopyLink},
    {QLatin1StringView("copyFrom"), RowAction::CopyFrom},
    {QLatin1StringView("tryAgain"), RowAction::TryAgain},
    {QLatin1StringView("chooseConnection"), RowAction::ChooseConnection},
    {QLatin1StringView("openPrivateChannel"), RowAction::OpenPrivateChannel},
    {QLatin1StringView("sendTo"), RowAction::SendTo},
    {QLatin1StringView("keep"), RowAction::Keep},
    {QLatin1StringView("letGo"), RowAction::LetGo},
}};

inline constexpr BridgeWords<PictureWish, 8> pictureWishes{{
    {QLatin1StringView("shown"), PictureWish::Shown},
    {QLatin1StringView("once"), PictureWish::Once},
    {QLatin1StringView("always"), PictureWish::Always},
    {QLatin1StringView("never"), PictureWish::Never},
    {QLatin1StringView("ask"), PictureWish::Ask},
    {QLatin1StringView("open"), PictureWish::Open},
    {QLatin1StringView("copy"), PictureWish::Copy},
    {QLatin1StringView("save"), PictureWish::Save},
}};

inline constexpr BridgeWords<bool ClickedPlace::*, 11> clickedParts{{
    {QLatin1StringView("field"), &ClickedPlace::isField},
    {QLatin1StringView("selection"), &ClickedPlace::hasSelection},
    {QLatin1StringView("message"), &ClickedPlace::isMessage},
    {QLatin1StringView("text"), &ClickedPlace::hasText},
    {QLatin1StringView("written"), &ClickedPlace::isWritten},
    {QLatin1StringView("keepable"), &ClickedPlace::isKeepable},
    {QLatin1StringView("kept"), &ClickedPlace::isKept},
    {QLatin1StringView("reply"), &ClickedPlace::isReplyable},
    {QLatin1StringView("savable"), &ClickedPlace::isSavable},
    {QLatin1StringView("picture"), &ClickedPlace::isPicture},
    {QLatin1StringView("copyable"), &ClickedPlace::isCopyable},
}};

} // namespace quarterdeck::ui::transcript
