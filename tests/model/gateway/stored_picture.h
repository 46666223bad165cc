#pragma once

#include "model/conversation/message.h"
#include "model/session/post.h"
#include "tests/model/session/support/session_kit.h"
#include "tests/support/wait.h"

#include <string>

namespace quarterdeck::test {

/// What claims to be a picture, of these bytes, in the kit's library.
inline conversation::MediaBlock storedPicture(SessionKit& kit, std::string bytes, const char* name = "")
{
    conversation::MediaBlock block;
    block.kind = conversation::MediaKind::Image;
    block.source.mediaType = "image/png";
    block.source.name = name;
    bool isStored = false;
    kit.library->putAttachment(std::move(bytes), "image/png", 1, 1, [&](const auto& info) {
        session::post(&kit.context, [&, hash = info->hash] {
            block.source.hash = hash;
            isStored = true;
        });
    });
    static_cast<void>(waitFor([&] { return isStored; }));
    return block;
}

} // namespace quarterdeck::test
