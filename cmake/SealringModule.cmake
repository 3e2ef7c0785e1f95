# The helpers every folder uses: sealring_module, sealring_flags, sealring_test.

# One static library per module. Headers directly in the folder (for core: in its areas) are its interface, sources may
# lie in subfolders. The target all_verify_interface_header_sets compiles each interface header alone.
#   sealring_module(<name> SOURCES file... [LINK target...] [PRIVATE_LINK target...])
function(sealring_module name)
  cmake_parse_arguments(arg "" "" "SOURCES;LINK;PRIVATE_LINK" ${ARGN})
  add_library(sealring_${name} STATIC ${arg_SOURCES})
  add_library(sealring::${name} ALIAS sealring_${name})
  set_target_properties(sealring_${name} PROPERTIES EXPORT_NAME ${name})
  file(GLOB headers CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.h)
  if(name STREQUAL "core")
    file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.h)
  endif()
  target_sources(sealring_${name} PUBLIC FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR} FILES ${headers})
  target_include_directories(sealring_${name} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>)
  target_link_libraries(sealring_${name} PUBLIC ${arg_LINK} PRIVATE ${arg_PRIVATE_LINK})
  sealring_flags(sealring_${name})
endfunction()

# Warnings as errors, sanitizers where asked for.
function(sealring_flags target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
    -Wnon-virtual-dtor -Woverloaded-virtual -Werror)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # g++ 12 takes the value of an empty std::optional for a read of it at -O2.
    target_compile_options(${target} PRIVATE -Wno-missing-field-initializers -Wno-maybe-uninitialized)
  else()
    # libstdc++ 12 itself calls what it deprecates (std::stable_sort), which clang reports at its caller.
    target_compile_options(${target} PRIVATE -Wno-missing-designated-field-initializers
      -Wno-missing-field-initializers -Wno-deprecated-declarations)
  endif()
  if(SEALRING_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=${SEALRING_SANITIZE} -fno-omit-frame-pointer
      -fno-sanitize-recover=all)
    target_link_options(${target} PUBLIC -fsanitize=${SEALRING_SANITIZE})
  endif()
endfunction()

# One test executable per module; each gtest case becomes one ctest, labelled with the module.
#   sealring_test(<module> SOURCES file... [LINK target...] [CORPUS file...] [SOAK file...] [THREADS file...])
# Each further list forms an executable of its own, <module>_<list>_test, whose tests carry that label too:
#   CORPUS   tests over real files outside the project; not built where the corpus folder does not exist
#   SOAK     random tests whose counts SEALRING_SOAK multiplies (tests/support/soak.h)
#   THREADS  tests that use several threads; they also run under the thread sanitizer
# The target tests_<label> builds every executable with that label.
function(sealring_test module)
  cmake_parse_arguments(arg "" "" "SOURCES;LINK;CORPUS;SOAK;THREADS" ${ARGN})
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "sealring_test(${module}): unknown arguments ${arg_UNPARSED_ARGUMENTS}")
  endif()
  if(arg_SOURCES)
    sealring_test_executable(${module}_test "${arg_SOURCES}" "${arg_LINK}" ${module})
  endif()
  if(arg_CORPUS AND IS_DIRECTORY "${SEALRING_CORPUS_DIR}")
    sealring_test_executable(${module}_corpus_test "${arg_CORPUS}" "${arg_LINK}" ${module} corpus)
  endif()
  if(arg_SOAK)
    sealring_test_executable(${module}_soak_test "${arg_SOAK}" "${arg_LINK}" ${module} soak)
  endif()
  if(arg_THREADS)
    sealring_test_executable(${module}_threads_test "${arg_THREADS}" "${arg_LINK}" ${module} threads)
  endif()
endfunction()

# sealring_test_executable(<name> <sources> <link> <label>...)
function(sealring_test_executable name sources link)
  add_executable(${name} ${sources})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(${name} PRIVATE ${link} GTest::gtest_main GTest::gmock)
  target_compile_definitions(${name} PRIVATE SEALRING_SOURCE_DIR="${PROJECT_SOURCE_DIR}"
    SEALRING_BINARY="$<TARGET_FILE:sealring>" SEALRING_PYTHON="${SEALRING_PYTHON}")
  sealring_flags(${name})
  # Only tests that start the program wait for it, so that a sanitizer run builds what it tests.
  foreach(source IN LISTS sources)
    get_filename_component(path ${source} ABSOLUTE)
    file(STRINGS ${path} starts_program REGEX "SEALRING_BINARY" LIMIT_COUNT 1)
    if(starts_program)
      add_dependencies(${name} sealring)
    endif()
  endforeach()
  foreach(label IN LISTS ARGN)
    if(NOT TARGET tests_${label})
      add_custom_target(tests_${label})
    endif()
    add_dependencies(tests_${label} ${name})
  endforeach()
  gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60 NO_PRETTY_VALUES
    TEST_PREFIX ${name}. TEST_LIST ${name}_cases
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR} PROPERTIES TIMEOUT 600)
  # gtest_discover_tests takes its properties apart at every semicolon, so those that hold a list are set afterwards.
  set(properties_file ${CMAKE_CURRENT_BINARY_DIR}/${name}_properties.cmake)
  file(WRITE ${properties_file} "foreach(case IN LISTS ${name}_cases)
  set_tests_properties(\"\${case}\" PROPERTIES LABELS \"${ARGN}\" ENVIRONMENT \"SEALRING_CORPUS=${SEALRING_CORPUS_DIR}\")
endforeach()
")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${properties_file})
endfunction()
