# What `cmake --install` lays out: the program, the core library with its headers, and the package files with which
# another project finds it: find_package(sealring) and target_link_libraries(... sealring::core).
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/sealring)

install(TARGETS sealring RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS sealring_core EXPORT sealringTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/sealring)
target_include_directories(sealring_core INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/sealring>)
install(EXPORT sealringTargets NAMESPACE sealring:: DESTINATION ${package_dir})

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/sealringConfig.cmake.in
  ${PROJECT_BINARY_DIR}/package/sealringConfig.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/package/sealringConfigVersion.cmake
  COMPATIBILITY SameMajorVersion)
install(FILES ${PROJECT_BINARY_DIR}/package/sealringConfig.cmake
  ${PROJECT_BINARY_DIR}/package/sealringConfigVersion.cmake DESTINATION ${package_dir})
install(FILES LICENSE README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
