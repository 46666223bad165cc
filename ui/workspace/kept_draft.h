#pragma once

#include "conversation/compose.h"

#include <QString>

#include <string>

namespace quarterdeck::ui {

/// What was begun in the composer, as stored in the library: a message that was to be private is private again after a
/// restart.
struct KeptDraft
{
    QString text;
    conversation::Audience audience = conversation::Audience::ByDefault;

    friend bool operator==(const KeptDraft&, const KeptDraft&) = default;
};

/// For Library::saveDraft; empty = there is nothing to keep.
std::string toStored(const KeptDraft& draft);
/// From Library::readDraft. Anything not written by `toStored` is a text: earlier versions kept nothing else.
KeptDraft keptDraft(const std::string& stored);

} // namespace quarterdeck::ui
