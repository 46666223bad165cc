#include "model/conversation/event.h"
#include "model/conversation/text.h"
#include "write_out.h"

#include <QString>
#include <cstdint>
#include <nlohmann/json.hpp>

using namespace quarterdeck::conversation;

/// Any text wherever an agent can write one, in the format that the first byte says.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0) {
        return 0;
    }
    // Texts in the model are UTF-8: no reader lets anything else pass.
    const std::string text =
        QString::fromUtf8(reinterpret_cast<const char*>(data) + 1, static_cast<qsizetype>(size - 1)).toStdString();
    SessionStarted started;
    started.title = text;
    Message message;
    message.sentFrom = Address(text);
    message.content = {TextBlock{text},
                       ThinkingBlock{text, text},
                       MediaBlock{MediaKind::Image, {{}, text, text, text, 0, 0, 0}},
                       ToolUseBlock{text, text, JsonValue(nlohmann::json{{text, text}}), text},
                       ToolResultBlock{text, text, text, {}, true},
                       UnknownBlock{JsonValue(nlohmann::json{{"type", text}})}};
    quarterdeck::fuzz::writeOut({{{1}, {1000}, 0, started},
                                 {{2}, {1000}, 0, MessagePublished{message, {}}},
                                 {{3}, {1000}, 0, Annotated{{2}, AnnotationKind::Note, text, text}}},
                                data[0]);
    return 0;
}
