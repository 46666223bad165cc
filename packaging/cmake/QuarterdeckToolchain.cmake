# Language level, output folders, compiler cache and sanitizers: what applies to every target.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

# The settings are part of the launcher, so they apply however the build is started. Precompiled headers need the
# sloppiness and the inode cache: each is 170 MB, and would be read in full for every compilation. The base folder lets
# several checkouts share one cache.
find_program(QUARTERDECK_CCACHE ccache)
if(QUARTERDECK_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    set(CMAKE_CXX_COMPILER_LAUNCHER
        ${CMAKE_COMMAND} -E env
        CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
        CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}
        CCACHE_INODECACHE=1
        CCACHE_NOHASHDIR=1
        ${QUARTERDECK_CCACHE})
endif()

# Files are small, and headers are more than half the cost of each. Tools that report on single files turn this off.
option(QUARTERDECK_UNITY_BUILD "Compile the libraries' files eight at a time" ON)

# Hundreds of programs are linked, so the linker's speed matters.
find_program(QUARTERDECK_MOLD mold)
if(QUARTERDECK_MOLD)
    add_link_options(-fuse-ld=mold)
endif()

# Line numbers are nine tenths of a test's size, and there are hundreds of tests.
option(QUARTERDECK_DEBUG_TESTS "Link the tests with line numbers for a debugger" OFF)

set(QUARTERDECK_SANITIZE "" CACHE STRING "Comma-separated sanitizers for all targets, such as address,undefined")
if(QUARTERDECK_SANITIZE)
    add_compile_options(-fsanitize=${QUARTERDECK_SANITIZE} -fno-omit-frame-pointer)
    add_link_options(-fsanitize=${QUARTERDECK_SANITIZE})
endif()

# Generated sources are not ours to tidy; clang-tidy wants at least one check.
if(CMAKE_CXX_CLANG_TIDY)
    file(WRITE "${PROJECT_BINARY_DIR}/.clang-tidy" "Checks: '-*,misc-definitions-in-headers'\n")
endif()
