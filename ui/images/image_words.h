#pragma once

#include <QCoreApplication>

namespace quarterdeck::ui {

/// Under whose name the sentences on images that cannot be taken are translated.
struct Images
{
    Q_DECLARE_TR_FUNCTIONS(Images)
};

} // namespace quarterdeck::ui
