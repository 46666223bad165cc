#include "model/gateway/outsider_name.h"

#include "model/conversation/name_skeleton.h"

namespace quarterdeck::gateway {

std::string outsiderName(std::string name)
{
    return conversation::isLikeProgramName(name) ? name + " (another program)" : name;
}

} // namespace quarterdeck::gateway
