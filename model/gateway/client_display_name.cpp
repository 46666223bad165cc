#include "model/gateway/client_display_name.h"

#include "model/conversation/name_skeleton.h"

namespace quarterdeck::gateway {

std::string clientDisplayName(std::string name)
{
    return conversation::isLikeProgramName(name) ? name + " (another program)" : name;
}

} // namespace quarterdeck::gateway
