#include "model/gateway/http/open_files.h"

#include <algorithm>
#include <sys/resource.h>

namespace quarterdeck::gateway {

namespace {

constexpr std::uint64_t servers = 2; // traces have one of their own
constexpr std::uint64_t forOthers = 512;

} // namespace

std::size_t connectionsWithin(std::uint64_t openFiles, std::size_t wanted)
{
    const std::uint64_t left = openFiles > 2 * forOthers ? openFiles - forOthers : openFiles / 2;
    return std::min(wanted, static_cast<std::size_t>(std::max<std::uint64_t>(left / servers, 1)));
}

std::size_t roomForConnections(std::size_t wanted)
{
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return wanted;
    const rlim_t needed = servers * wanted + forOthers;
    if (limit.rlim_cur < needed && limit.rlim_cur < limit.rlim_max) {
        rlimit raised = limit;
        raised.rlim_cur = std::min(needed, limit.rlim_max);
        if (::setrlimit(RLIMIT_NOFILE, &raised) == 0)
            limit = raised;
    }
    return connectionsWithin(limit.rlim_cur, wanted);
}

} // namespace quarterdeck::gateway
