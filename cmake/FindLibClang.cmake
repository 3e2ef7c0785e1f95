# libclang's C interface. Debian's Clang CMake package asks for the whole of LLVM, so the library and its header are
# looked for directly, newest tested version first.
#   LibClang::LibClang     target
#   LibClang_VERSION       of the folder it was found in
set(LibClang_ROOTS /usr/lib/llvm-19 CACHE STRING "Folders to look for libclang in")
find_path(LibClang_INCLUDE_DIR clang-c/Index.h PATHS ${LibClang_ROOTS} PATH_SUFFIXES include NO_DEFAULT_PATH)
find_library(LibClang_LIBRARY NAMES clang-19 clang PATHS ${LibClang_ROOTS} PATH_SUFFIXES lib NO_DEFAULT_PATH)
mark_as_advanced(LibClang_INCLUDE_DIR LibClang_LIBRARY)

if(LibClang_INCLUDE_DIR)
  string(REGEX MATCH "llvm-([0-9]+)" _ ${LibClang_INCLUDE_DIR})
  set(LibClang_VERSION ${CMAKE_MATCH_1})
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(LibClang REQUIRED_VARS LibClang_LIBRARY LibClang_INCLUDE_DIR
  VERSION_VAR LibClang_VERSION REASON_FAILURE_MESSAGE "install libclang-19-dev")

if(LibClang_FOUND AND NOT TARGET LibClang::LibClang)
  add_library(LibClang::LibClang UNKNOWN IMPORTED)
  set_target_properties(LibClang::LibClang PROPERTIES IMPORTED_LOCATION ${LibClang_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${LibClang_INCLUDE_DIR})
endif()
