#pragma once

#include "conversation/error.h"

#include <QtGlobal>
#include <functional>
#include <string>

namespace quarterdeck::app {

/// Where keys of model servers are kept for good, by the id of their connection. Answers come later, or at once, on the
/// ui thread; none is left out. Thread: ui.
class KeyStore
{
public:
    using Read = std::function<void(conversation::Result<std::string>)>;
    using Done = std::function<void(conversation::Result<void>)>;

    KeyStore() = default;
    virtual ~KeyStore() = default;
    Q_DISABLE_COPY_MOVE(KeyStore)

    /// Empty where there is none.
    virtual void read(const std::string& connection, Read done) = 0;
    virtual void write(const std::string& connection, const std::string& key, Done done) = 0;
    /// One that is not there is removed, too.
    virtual void remove(const std::string& connection, Done done) = 0;
};

} // namespace quarterdeck::app
