#include "model/gateway/rest/api_bodies.h"
#include "model/gateway/studio/metagpt_reports.h"
#include "require.h"

#include <cstdint>
#include <nlohmann/json.hpp>

using namespace quarterdeck;
using namespace quarterdeck::gateway;
using fuzz::require;

namespace {

template <typename T>
void take(const tl::expected<T, std::string>& read)
{
    require(read || !read.error().empty());
}

} // namespace

/// Any bytes as what a program posts to the own API, or a reporter of MetaGPT.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    take(api::readNewSession(bytes));
    take(api::readRoles(bytes));
    take(api::readQuestion(bytes));
    take(api::readStatus(bytes));
    const auto sayings = api::parseMessages(bytes);
    take(sayings);
    if (sayings) {
        require(!sayings->empty() && sayings->size() <= api::mostAtOnce);
        for (const api::IncomingMessage& one : *sayings)
            require(!one.message.content.empty() || one.message.instructContent);
    }
    const auto report = metagpt::readReport(bytes);
    take(report);
    if (report) {
        metagpt::ReportedMessage message(*report, conversation::MessageId("id"), {1});
        message.add(*report);
        require(!message.message().sentFrom.isEmpty());
    }
    return 0;
}
