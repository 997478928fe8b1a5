// SPDX-License-Identifier: BSD-3-Clause
//
// The texts of each language, by subject and language.  A new language needs a row for each subject.

#include "CAssets.h"

static const assets_file files[] = {
    {"accessibility/ar", (const char[]){
#embed "../LecternAccessibility/Languages/ar.json" suffix(, 0)
    }},
    {"accessibility/de", (const char[]){
#embed "../LecternAccessibility/Languages/de.json" suffix(, 0)
    }},
    {"accessibility/en", (const char[]){
#embed "../LecternAccessibility/Languages/en.json" suffix(, 0)
    }},
    {"accessibility/es", (const char[]){
#embed "../LecternAccessibility/Languages/es.json" suffix(, 0)
    }},
    {"accessibility/fr", (const char[]){
#embed "../LecternAccessibility/Languages/fr.json" suffix(, 0)
    }},
    {"accessibility/ja", (const char[]){
#embed "../LecternAccessibility/Languages/ja.json" suffix(, 0)
    }},
    {"labels/ar", (const char[]){
#embed "../LecternNavigator/Languages/ar.json" suffix(, 0)
    }},
    {"labels/de", (const char[]){
#embed "../LecternNavigator/Languages/de.json" suffix(, 0)
    }},
    {"labels/es", (const char[]){
#embed "../LecternNavigator/Languages/es.json" suffix(, 0)
    }},
    {"labels/fr", (const char[]){
#embed "../LecternNavigator/Languages/fr.json" suffix(, 0)
    }},
    {"labels/ja", (const char[]){
#embed "../LecternNavigator/Languages/ja.json" suffix(, 0)
    }},
};

const assets_file *assets_languages(size_t *count) {
  *count = sizeof files / sizeof files[0];
  return files;
}
