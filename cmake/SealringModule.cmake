# One static library per module. Headers directly in the folder are its interface; sources may lie in subfolders.
#   sealring_module(<name> SOURCES file... [LINK target...] [PRIVATE_LINK target...])
function(sealring_module name)
  cmake_parse_arguments(arg "" "" "SOURCES;LINK;PRIVATE_LINK" ${ARGN})
  add_library(sealring_${name} STATIC ${arg_SOURCES})
  add_library(sealring::${name} ALIAS sealring_${name})
  target_include_directories(sealring_${name} PUBLIC ${PROJECT_SOURCE_DIR})
  target_link_libraries(sealring_${name} PUBLIC ${arg_LINK} PRIVATE ${arg_PRIVATE_LINK})
  sealring_flags(sealring_${name})
endfunction()

# Warnings as errors, sanitizers where asked for.
function(sealring_flags target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
    -Wnon-virtual-dtor -Woverloaded-virtual -Werror)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE -Wno-missing-field-initializers)
  else()
    target_compile_options(${target} PRIVATE -Wno-missing-designated-field-initializers
      -Wno-missing-field-initializers)
  endif()
  if(SEALRING_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=${SEALRING_SANITIZE} -fno-omit-frame-pointer
      -fno-sanitize-recover=all)
    target_link_options(${target} PUBLIC -fsanitize=${SEALRING_SANITIZE})
  endif()
endfunction()

# One test executable per module; each gtest case becomes one ctest.
#   sealring_test(<module> SOURCES file... [LINK target...] [CORPUS file...])
# Sources under CORPUS form a second executable, whose tests carry the label "corpus".
function(sealring_test module)
  cmake_parse_arguments(arg "" "" "SOURCES;LINK;CORPUS" ${ARGN})
  sealring_test_executable(${module}_test "${arg_SOURCES}" "${arg_LINK}" ${module})
  if(arg_CORPUS)
    sealring_test_executable(${module}_corpus_test "${arg_CORPUS}" "${arg_LINK}" "${module};corpus")
  endif()
endfunction()

function(sealring_test_executable name sources link labels)
  add_executable(${name} ${sources})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(${name} PRIVATE ${link} GTest::gtest_main GTest::gmock)
  target_compile_definitions(${name} PRIVATE SEALRING_SOURCE_DIR="${PROJECT_SOURCE_DIR}"
    SEALRING_BINARY="$<TARGET_FILE:sealring>")
  sealring_flags(${name})
  add_dependencies(${name} sealring)
  gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR} PROPERTIES LABELS "${labels}" TIMEOUT 600)
endfunction()
