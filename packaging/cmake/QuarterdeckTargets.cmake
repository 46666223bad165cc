# The functions with which every folder declares its targets. Each takes explicit lists; nothing is globbed.

add_library(quarterdeck_options INTERFACE)
target_compile_features(quarterdeck_options INTERFACE cxx_std_20)
# Every include names a file by its path from here.
target_include_directories(quarterdeck_options INTERFACE "${PROJECT_SOURCE_DIR}")
# Programs are compiled with -fPIC like the libraries: one precompiled header then serves both.
target_compile_options(quarterdeck_options INTERFACE -fPIC -pthread)
target_link_options(quarterdeck_options INTERFACE -pthread)
target_compile_definitions(quarterdeck_options INTERFACE
    QT_NO_FOREACH
    QT_NO_URL_CAST_FROM_STRING
    QT_NO_NARROWING_CONVERSIONS_IN_CONNECT)

add_library(quarterdeck_warnings INTERFACE)
target_compile_options(quarterdeck_warnings INTERFACE
    -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow
    # g++ 12 at -O2 sees uninitialized members in moved-from variants and expected values that are not read, and endless
    # or overlong copies in `"literal" + std::string()` (GCC's bug 105651). The dev preset has all three warnings, as
    # errors.
    "$<$<AND:$<CXX_COMPILER_ID:GNU>,$<CONFIG:Release>>:-Wno-maybe-uninitialized;-Wno-stringop-overflow;-Wno-array-bounds>")
if(QUARTERDECK_SANITIZE AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # GCC reports std::regex and std::variant wrongly in instrumented code.
    target_compile_options(quarterdeck_warnings INTERFACE -Wno-maybe-uninitialized)
endif()

# One precompiled header for code without windows and one for code with them. Only system headers are listed, so that
# the result does not depend on where the checkout is.
function(quarterdeck_precompiled_header name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "HEADERS;LIBRARIES")
    set(source "${PROJECT_BINARY_DIR}/${name}.cpp")
    if(NOT EXISTS "${source}")
        file(WRITE "${source}" "")
    endif()
    add_library(${name} OBJECT "${source}")
    target_link_libraries(${name} PRIVATE quarterdeck_options quarterdeck_warnings ${arg_LIBRARIES})
    target_precompile_headers(${name} PRIVATE ${arg_HEADERS})
endfunction()

set(core_headers
    <nlohmann/json.hpp> <tl/expected.hpp>
    <algorithm> <array> <chrono> <functional> <map> <memory> <optional> <set> <string> <string_view>
    <unordered_map> <utility> <variant> <vector>
    <QByteArray> <QCoreApplication> <QObject> <QString> <QTimer>)
set(core_libraries Qt6::Core nlohmann_json::nlohmann_json tl::expected)
quarterdeck_precompiled_header(quarterdeck_pch_core HEADERS ${core_headers} LIBRARIES ${core_libraries})
quarterdeck_precompiled_header(quarterdeck_pch_gui
    HEADERS ${core_headers}
            <QAbstractItemModel> <QApplication> <QBoxLayout> <QIcon> <QLabel> <QPainter> <QPushButton> <QToolButton>
            <QWidget>
    LIBRARIES ${core_libraries} Qt6::Gui Qt6::Widgets)

function(quarterdeck_set_up target)
    cmake_parse_arguments(PARSE_ARGV 1 arg "MOC;GUI" "" "")
    target_link_libraries(${target} PRIVATE quarterdeck_options quarterdeck_warnings)
    if(arg_MOC)
        set_target_properties(${target} PROPERTIES AUTOMOC ON)
    endif()
    if(arg_GUI)
        target_link_libraries(${target} PRIVATE Qt6::Widgets)
        target_precompile_headers(${target} REUSE_FROM quarterdeck_pch_gui)
    else()
        target_precompile_headers(${target} REUSE_FROM quarterdeck_pch_core)
    endif()
endfunction()

# quarterdeck_library(NAME [MOC] [GUI] SOURCES ... [ALONE ...] PUBLIC ... PRIVATE ...)
# The static library quarterdeck_NAME of the current folder. MOC is for folders with QObjects: name those of their headers
# in SOURCES that have no source of their name. ALONE: sources to compile individually. Without SOURCES the folders below
# add theirs, and then call quarterdeck_unity_by_folder.
function(quarterdeck_library name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "MOC;GUI" "" "SOURCES;ALONE;PUBLIC;PRIVATE")
    set(target quarterdeck_${name})
    set(options "")
    foreach(option MOC GUI)
        if(arg_${option})
            list(APPEND options ${option})
        endif()
    endforeach()
    add_library(${target} STATIC ${arg_SOURCES})
    target_link_libraries(${target} PUBLIC ${arg_PUBLIC} PRIVATE ${arg_PRIVATE})
    quarterdeck_set_up(${target} ${options})
    if(arg_SOURCES)
        quarterdeck_unity_by_folder(${target} ALONE ${arg_ALONE})
    endif()
endfunction()

# quarterdeck_unity_by_folder(TARGET [ALONE file ...])
# Only files of one folder are compiled together, eight at a time, and those in ALONE individually.
function(quarterdeck_unity_by_folder target)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "ALONE")
    get_target_property(sources ${target} SOURCES)
    list(FILTER sources INCLUDE REGEX "\\.cpp$")
    list(SORT sources)
    foreach(source IN LISTS sources)
        cmake_path(ABSOLUTE_PATH source)
        cmake_path(RELATIVE_PATH source)
        if(source IN_LIST arg_ALONE OR source MATCHES "^[.][.]/") # the latter is generated
            continue()
        endif()
        cmake_path(GET source PARENT_PATH folder)
        string(MAKE_C_IDENTIFIER "files_${folder}" group)
        math(EXPR count_${group} "0${count_${group}} + 1")
        math(EXPR batch "(${count_${group}} - 1) / 8")
        set_source_files_properties(${source} PROPERTIES UNITY_GROUP "${group}_${batch}")
    endforeach()
    set_target_properties(${target} PROPERTIES UNITY_BUILD "${QUARTERDECK_UNITY_BUILD}" UNITY_BUILD_MODE GROUP)
endfunction()

function(quarterdeck_executable target)
    cmake_parse_arguments(PARSE_ARGV 1 arg "MOC;GUI" "" "SOURCES;LIBRARIES")
    add_executable(${target} ${arg_SOURCES})
    target_link_libraries(${target} PRIVATE ${arg_LIBRARIES})
    set(options "")
    foreach(option MOC GUI)
        if(arg_${option})
            list(APPEND options ${option})
        endif()
    endforeach()
    quarterdeck_set_up(${target} ${options})
endfunction()

# quarterdeck_program(TARGET [GUI] SOURCES ... LIBRARIES ...), compiled eight files at a time
function(quarterdeck_program target)
    quarterdeck_executable(${target} MOC ${ARGN})
    set_target_properties(${target} PROPERTIES UNITY_BUILD "${QUARTERDECK_UNITY_BUILD}" UNITY_BUILD_BATCH_SIZE 8)
endfunction()

# quarterdeck_tool(NAME [GUI] SOURCES ... LIBRARIES ...): a runner bin/NAME, from tests/tools.
function(quarterdeck_tool name)
    quarterdeck_program(${name} ${ARGN})
    target_link_libraries(${name} PRIVATE quarterdeck_test_support)
endfunction()

# quarterdeck_benchmark(NAME [GUI] SOURCES ... LIBRARIES ...): bin/bench_NAME, from tests/bench.
function(quarterdeck_benchmark name)
    quarterdeck_program(bench_${name} ${ARGN})
    target_link_libraries(bench_${name} PRIVATE quarterdeck_test_support)
endfunction()

# quarterdeck_fuzzer(NAME SOURCES ... LIBRARIES ...): bin/fuzz_NAME, only if the preset builds for libFuzzer. The
# target `fuzzers` makes all of them.
function(quarterdeck_fuzzer name)
    if(QUARTERDECK_SANITIZE MATCHES "fuzzer")
        quarterdeck_program(fuzz_${name} ${ARGN})
        target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
        if(NOT TARGET fuzzers)
            add_custom_target(fuzzers)
        endif()
        add_dependencies(fuzzers fuzz_${name})
    endif()
endfunction()

# The environment of every test, whoever runs it. Only here is the Chromium sandbox off, since it refuses root. Nothing
# is read from or written to the folders of the person who runs the tests.
set(test_home "${PROJECT_BINARY_DIR}/test-home")
set(QUARTERDECK_TEST_ENVIRONMENT
    XDG_CONFIG_HOME=${test_home}/config
    XDG_DATA_HOME=${test_home}/data
    XDG_CACHE_HOME=${test_home}/cache
    QT_QPA_PLATFORM=offscreen
    QT_QUICK_BACKEND=software
    QTWEBENGINE_DISABLE_SANDBOX=1
    QTWEBENGINE_CHROMIUM_FLAGS=--disable-gpu
    LC_ALL=C.UTF-8
    TZ=UTC)
# Qt gives a test function five minutes, and on a slow machine also counts what ran before it. CTest's limit for the
# whole program applies instead. "test.sh --full" has one of its own.
if(NOT DEFINED ENV{QUARTERDECK_FULL})
    list(APPEND QUARTERDECK_TEST_ENVIRONMENT QTEST_FUNCTION_TIMEOUT=900000)
endif()

# quarterdeck_test_kit(NAME [GUI] SOURCES ... LIBRARIES ...)
# The static library quarterdeck_NAME with what several tests of the current folder share, compiled once.
function(quarterdeck_test_kit name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "GUI" "" "SOURCES;LIBRARIES")
    set(target quarterdeck_${name})
    add_library(${target} STATIC ${arg_SOURCES})
    target_link_libraries(${target} PUBLIC ${arg_LIBRARIES} quarterdeck_test_support Qt6::Test)
    if(arg_GUI)
        quarterdeck_set_up(${target} GUI)
    else()
        quarterdeck_set_up(${target})
    endif()
endfunction()

# A test's only QObject is in its main file, which includes its .moc. AUTOMOC would do the same in three build steps,
# one of them a compilation, for each of hundreds of tests.
function(quarterdeck_moc_of_test target source)
    cmake_path(GET source STEM stem)
    set(folder "${CMAKE_CURRENT_BINARY_DIR}/${target}_moc")
    qt_generate_moc(${source} "${folder}/${stem}.moc" TARGET ${target})
    target_sources(${target} PRIVATE "${folder}/${stem}.moc")
    target_include_directories(${target} PRIVATE "${folder}")
endfunction()

# What every program of tests has: its libraries, and no line numbers, since there are many.
function(quarterdeck_test_program target)
    cmake_parse_arguments(PARSE_ARGV 1 arg "GUI;PAGE" "" "SOURCES;LIBRARIES")
    set(gui "")
    if(arg_GUI OR arg_PAGE)
        set(gui GUI)
    endif()
    quarterdeck_executable(${target} ${gui} SOURCES ${arg_SOURCES}
                           LIBRARIES ${arg_LIBRARIES} quarterdeck_test_support Qt6::Test)
    if(arg_PAGE)
        target_link_libraries(${target} PRIVATE Qt6::WebEngineWidgets Qt6::WebChannel)
    endif()
    if(NOT QUARTERDECK_SANITIZE AND NOT QUARTERDECK_DEBUG_TESTS)
        target_link_options(${target} PRIVATE LINKER:--strip-debug)
    endif()
endfunction()

# The CTest line NAME of a program. PAGE: it loads a web page, so it is left out under the thread sanitizer, and
# test.sh tries it twice.
function(quarterdeck_test_line name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "PAGE" "" "COMMAND;LABELS")
    add_test(NAME ${name} COMMAND ${arg_COMMAND})
    set_tests_properties(${name} PROPERTIES ENVIRONMENT "${QUARTERDECK_TEST_ENVIRONMENT}" LABELS "${arg_LABELS}")
    if(arg_PAGE)
        set_tests_properties(${name} PROPERTIES LABELS "page;${arg_LABELS}")
    endif()
endfunction()

# quarterdeck_test_timeout(SECONDS name …): in place of the preset's; "test.sh --full" has one of its own.
function(quarterdeck_test_timeout seconds)
    if(NOT DEFINED ENV{QUARTERDECK_FULL})
        set_tests_properties(${ARGN} PROPERTIES TIMEOUT ${seconds})
    endif()
endfunction()

# quarterdeck_test(NAME [GUI] [PAGE] SOURCES ... LIBRARIES ... [LABELS ...] [TIMEOUT seconds])
# The program bin/tst_NAME with one test, and its CTest line NAME. GUI tests make widgets; PAGE tests load a web page as
# well.
function(quarterdeck_test name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "GUI;PAGE" "TIMEOUT" "SOURCES;LIBRARIES;LABELS")
    set(options "")
    foreach(option GUI PAGE)
        if(arg_${option})
            list(APPEND options ${option})
        endif()
    endforeach()
    quarterdeck_test_program(tst_${name} ${options} SOURCES ${arg_SOURCES} LIBRARIES ${arg_LIBRARIES})
    list(GET arg_SOURCES 0 source)
    quarterdeck_moc_of_test(tst_${name} ${source})
    list(REMOVE_ITEM options GUI)
    quarterdeck_test_line(${name} ${options} COMMAND tst_${name} LABELS ${arg_LABELS})
    if(arg_TIMEOUT)
        quarterdeck_test_timeout(${arg_TIMEOUT} ${name})
    endif()
endfunction()

# quarterdeck_tests(NAME [GUI] [PAGE] SOURCES tst_A.cpp … LIBRARIES … [DEFINITIONS …])
# The program bin/tests_NAME with many tests, and the CTest line A for each tst_A.cpp, which runs "tests_NAME A". They are
# compiled twelve at a time: what they include is most of what they cost. GUI and PAGE as above.
function(quarterdeck_tests name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "GUI;PAGE" "" "SOURCES;LIBRARIES;DEFINITIONS")
    set(target tests_${name})
    set(options "")
    foreach(option GUI PAGE)
        if(arg_${option})
            list(APPEND options ${option})
        endif()
    endforeach()
    quarterdeck_test_program(${target} ${options}
                             SOURCES ${arg_SOURCES} LIBRARIES ${arg_LIBRARIES} quarterdeck_test_main)
    set_target_properties(${target} PROPERTIES UNITY_BUILD "${QUARTERDECK_UNITY_BUILD}" UNITY_BUILD_BATCH_SIZE 12)
    target_compile_definitions(${target} PRIVATE ${arg_DEFINITIONS})
    list(REMOVE_ITEM options GUI)
    foreach(source IN LISTS arg_SOURCES)
        cmake_path(GET source STEM stem)
        if(stem MATCHES "^tst_(.*)")
            set(test ${CMAKE_MATCH_1})
            quarterdeck_moc_of_test(${target} ${source})
            quarterdeck_test_line(${test} ${options} COMMAND ${target} ${test})
        endif()
    endforeach()
endfunction()

# quarterdeck_npm_packages(OUT): the file that exists once the packages pinned by the current folder's lock file are
# installed; for DEPENDS.
find_program(NPM npm REQUIRED)
function(quarterdeck_npm_packages out)
    set(installed "${CMAKE_CURRENT_SOURCE_DIR}/node_modules/.package-lock.json") # written by npm
    cmake_path(RELATIVE_PATH CMAKE_CURRENT_SOURCE_DIR BASE_DIRECTORY "${PROJECT_SOURCE_DIR}" OUTPUT_VARIABLE folder)
    add_custom_command(
        OUTPUT "${installed}"
        DEPENDS package.json package-lock.json .npmrc
        COMMAND "${NPM}" ci --ignore-scripts --no-audit --no-fund --loglevel=error
        COMMAND "${CMAKE_COMMAND}" -E touch "${installed}"
        WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}"
        COMMENT "Installing the packages of ${folder}"
        VERBATIM)
    set(${out} "${installed}" PARENT_SCOPE)
endfunction()
