#pragma once

#include "ui/transcript/menu_target.h"
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

inline constexpr BridgeWords<PictureAction, 8> pictureWishes{{
    {QLatin1StringView("shown"), PictureAction::Shown},
    {QLatin1StringView("once"), PictureAction::Once},
    {QLatin1StringView("always"), PictureAction::Always},
    {QLatin1StringView("never"), PictureAction::Never},
    {QLatin1StringView("ask"), PictureAction::Ask},
    {QLatin1StringView("open"), PictureAction::Open},
    {QLatin1StringView("copy"), PictureAction::Copy},
    {QLatin1StringView("save"), PictureAction::Save},
}};

inline constexpr BridgeWords<bool MenuTarget::*, 11> clickedParts{{
    {QLatin1StringView("field"), &MenuTarget::isField},
    {QLatin1StringView("selection"), &MenuTarget::hasSelection},
    {QLatin1StringView("message"), &MenuTarget::isMessage},
    {QLatin1StringView("text"), &MenuTarget::hasText},
    {QLatin1StringView("written"), &MenuTarget::isWritten},
    {QLatin1StringView("keepable"), &MenuTarget::isKeepable},
    {QLatin1StringView("kept"), &MenuTarget::isKept},
    {QLatin1StringView("reply"), &MenuTarget::isReplyable},
    {QLatin1StringView("savable"), &MenuTarget::isSavable},
    {QLatin1StringView("picture"), &MenuTarget::isPicture},
    {QLatin1StringView("copyable"), &MenuTarget::isCopyable},
}};

} // namespace quarterdeck::ui::transcript
