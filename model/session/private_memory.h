#pragma once

#include <sys/prctl.h>
#include <sys/resource.h>

namespace quarterdeck::session {

/// Keeps this process's memory from core dumps and from other processes of this person, since a key or a token is in it
/// from now on. What it starts later is as it was, except that it dumps no core either; others can no longer see its
/// open files. Thread: any.
inline void keepMemoryPrivate()
{
#if !defined(__SANITIZE_ADDRESS__)     // its search for leaks must look into this process
    (void)::prctl(PR_SET_DUMPABLE, 0); // neither call can fail with these arguments
#endif
    constexpr rlimit none{0, 0};
    (void)::setrlimit(RLIMIT_CORE, &none);
}

} // namespace quarterdeck::session
