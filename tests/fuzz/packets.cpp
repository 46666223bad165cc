#include "model/gateway/http/engine_io_client.h"
#include "require.h"

#include <cstdint>

using namespace quarterdeck::gateway::socketio;
using quarterdeck::fuzz::require;

/// Any text as packets of Engine.IO and Socket.IO: valid ones are written as they were read.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    if (const auto packet = readEngineIoPacket(text))
        require(readEngineIoPacket(textOf(*packet)) == packet);
    if (const auto packets = readPayload(text))
        for (const EngineIoPacket& one : *packets)
            require(readEngineIoPacket(textOf(one)) == one);
    if (const auto packet = readSocketIoPacket(text))
        require(readSocketIoPacket(textOf(*packet)) == packet);
    static_cast<void>(queryValue(text, "sid"));
    return 0;
}
