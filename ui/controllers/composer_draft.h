#pragma once

#include "model/conversation/compose.h"

#include <QString>

#include <map>
#include <string>

namespace quarterdeck::ui {

/// What was begun in the composer: a message that was to be private is private again after a restart.
struct ComposerDraft
{
    QString text;
    conversation::Audience audience = conversation::Audience::ByDefault;

    friend bool operator==(const ComposerDraft&, const ComposerDraft&) = default;
};

/// A session's drafts by whom they are for: the member of a private chat, or nobody for the team. What was begun for
/// the team never becomes a private message, nor the other way round.
using ComposerDrafts = std::map<conversation::RoleName, ComposerDraft>;

/// For Library::saveDraft; empty = there is nothing to keep.
std::string toStored(const ComposerDrafts& drafts);
/// From Library::readDraft. Anything not written by `toStored` is a text for the team: earlier versions kept nothing
/// else.
ComposerDrafts keptDrafts(const std::string& stored);

} // namespace quarterdeck::ui
