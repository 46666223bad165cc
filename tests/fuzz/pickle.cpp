#include "model/formats/metagpt/pickled_message.h"

#include <cstdint>

/// Any bytes as a message that MetaGPT pickled: read as data, or refused with a reason.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    (void)quarterdeck::formats::metagpt::readPickledMessage(bytes);
    return 0;
}
