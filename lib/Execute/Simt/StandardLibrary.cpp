//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What host code of a candidate may reach of the C++ library's compiled part:
// strings, trees, hashes, lists, formatted output, the exceptions whose throwing
// ends a run. By their names alone, so that no header has a say in their types.
//
//===----------------------------------------------------------------------===//

#include "EntryPoints.h"

#define KMEND_STRING(X, NAME) X(_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE##NAME)
#define KMEND_CONST_STRING(X, NAME)                                            \
  X(_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE##NAME)
#define KMEND_ERROR(X, NAME)                                                   \
  X(_ZNSt##NAME##C1EPKc)                                                       \
  X(_ZNSt##NAME##C2EPKc)                                                       \
  X(_ZNSt##NAME##C1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE)    \
  X(_ZNSt##NAME##D1Ev)                                                         \
  X(_ZNSt##NAME##D2Ev)                                                         \
  X(_ZTISt##NAME)                                                              \
  X(_ZTVSt##NAME)

// clang-format off
#define KMEND_LIBRARY(X)                                                       \
  KMEND_STRING(X, 9_M_createERmm)                                              \
  KMEND_STRING(X, 9_M_appendEPKcm)                                             \
  KMEND_STRING(X, 10_M_replaceEmmPKcm)                                         \
  KMEND_STRING(X, 14_M_replace_auxEmmmc)                                       \
  KMEND_STRING(X, 9_M_assignERKS4_)                                            \
  KMEND_STRING(X, 9_M_mutateEmmPKcm)                                           \
  KMEND_STRING(X, 12_M_constructEmc)                                           \
  KMEND_STRING(X, 8_M_eraseEmm)                                                \
  KMEND_STRING(X, 7reserveEm)                                                  \
  KMEND_STRING(X, 6resizeEmc)                                                  \
  KMEND_STRING(X, 6appendEPKc)                                                 \
  KMEND_STRING(X, 6appendERKS4_)                                               \
  KMEND_STRING(X, 6assignEPKc)                                                 \
  KMEND_STRING(X, 9push_backEc)                                                \
  KMEND_STRING(X, C1ERKS4_)                                                    \
  KMEND_STRING(X, C2ERKS4_)                                                    \
  KMEND_STRING(X, C1EOS4_)                                                     \
  KMEND_STRING(X, C2EOS4_)                                                     \
  KMEND_STRING(X, aSERKS4_)                                                    \
  KMEND_STRING(X, aSEOS4_)                                                     \
  KMEND_STRING(X, D1Ev)                                                        \
  KMEND_STRING(X, D2Ev)                                                        \
  KMEND_CONST_STRING(X, 7compareEPKc)                                          \
  KMEND_CONST_STRING(X, 4findEPKcmm)                                           \
  KMEND_CONST_STRING(X, 4findEcm)                                              \
  KMEND_CONST_STRING(X, 5rfindEPKcmm)                                          \
  KMEND_CONST_STRING(X, 5rfindEcm)                                             \
  KMEND_CONST_STRING(X, 6substrEmm)                                            \
  KMEND_CONST_STRING(X, 13find_first_ofEPKcmm)                                 \
  KMEND_CONST_STRING(X, 12find_last_ofEPKcmm)                                  \
  X(_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base)                           \
  X(_ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base)                          \
  X(_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base)                           \
  X(_ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base)                          \
  X(_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_)         \
  X(_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_)              \
  X(_ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm)                      \
  X(_ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm)                 \
  X(_ZSt11_Hash_bytesPKvmm)                                                    \
  X(_ZNSt8__detail15_List_node_base7_M_hookEPS0_)                              \
  X(_ZNSt8__detail15_List_node_base9_M_unhookEv)                               \
  X(_ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_)                      \
  X(_ZNSolsEi)                                                                 \
  X(_ZNSolsEs)                                                                 \
  X(_ZNSo9_M_insertIbEERSoT_)                                                  \
  X(_ZNSo9_M_insertIlEERSoT_)                                                  \
  X(_ZNSo9_M_insertImEERSoT_)                                                  \
  X(_ZNSo9_M_insertIxEERSoT_)                                                  \
  X(_ZNSo9_M_insertIyEERSoT_)                                                  \
  X(_ZNSo9_M_insertIdEERSoT_)                                                  \
  X(_ZNSo9_M_insertIPKvEERSoT_)                                                \
  X(_ZNSo3putEc)                                                               \
  X(_ZNSo5flushEv)                                                             \
  X(_ZNSo5writeEPKcl)                                                          \
  X(_ZSt16__ostream_insertIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_PKS3_l) \
  X(_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc)                   \
  X(_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_c)                     \
  X(_ZStlsIcSt11char_traitsIcESaIcEERSt13basic_ostreamIT_T0_ES7_RKNSt7__cxx1112basic_stringIS4_S5_T1_EE) \
  X(_ZSt4endlIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_)                \
  X(_ZSt5flushIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_)               \
  X(_ZNSt9basic_iosIcSt11char_traitsIcEE5clearESt12_Ios_Iostate)               \
  X(_ZNKSt5ctypeIcE13_M_widen_initEv)                                          \
  X(_ZTVN10__cxxabiv117__class_type_infoE)                                     \
  X(_ZTVN10__cxxabiv120__si_class_type_infoE)                                  \
  X(_ZTVN10__cxxabiv121__vmi_class_type_infoE)                                 \
  X(_ZTISt9exception)                                                          \
  X(_ZTVSt9exception)                                                          \
  X(_ZNSt9exceptionD2Ev)                                                       \
  X(_ZNKSt9exception4whatEv)                                                   \
  X(_ZNKSt13runtime_error4whatEv)                                              \
  X(_ZNKSt11logic_error4whatEv)                                                \
  KMEND_ERROR(X, 13runtime_error)                                              \
  KMEND_ERROR(X, 11logic_error)                                                \
  KMEND_ERROR(X, 16invalid_argument)                                           \
  KMEND_ERROR(X, 12out_of_range)                                               \
  KMEND_ERROR(X, 12length_error)                                               \
  KMEND_ERROR(X, 14overflow_error)
// clang-format on

// KMEND_STRING and its like paste before this is expanded.
#define KMEND_DECLARE(NAME) extern char here##NAME __asm__(#NAME);
KMEND_LIBRARY(KMEND_DECLARE)
#undef KMEND_DECLARE

namespace kmend {

void addStandardLibrary(EntryPointList &List) {
  addStandardStreams(List);
#define KMEND_ADD(NAME) List.push_back({#NAME, &here##NAME});
  KMEND_LIBRARY(KMEND_ADD)
#undef KMEND_ADD
}

} // namespace kmend
