#include "memory.h"

#include <fstream>
#include <malloc.h>
#include <string>

namespace quarterdeck::bench {

namespace {

std::int64_t bytesOf(const std::string& name)
{
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with(name + ":")) {
            return std::stoll(line.substr(name.size() + 1)) * 1024;
        }
    }
    return 0;
}

} // namespace

std::int64_t residentBytes() { return bytesOf("VmRSS"); }
std::int64_t peakResidentBytes() { return bytesOf("VmHWM"); }

void forgetPeak()
{
    malloc_trim(0); // what an earlier part has given back is no part of idle
    std::ofstream("/proc/self/clear_refs") << "5";
}

} // namespace quarterdeck::bench
