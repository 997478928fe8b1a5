// SPDX-License-Identifier: BSD-3-Clause
//
// The functions of libcurl that the README calls, as its manual pages declare them: checks a snippet if libcurl is not
// installed.
#ifndef TESTS_CURL_H
#define TESTS_CURL_H

#include <cstddef>

using CURL = void;
using CURLcode = int;
enum CURLoption : int {
  CURLOPT_URL,
  CURLOPT_RANGE,
  CURLOPT_FOLLOWLOCATION,
  CURLOPT_TIMEOUT,
  CURLOPT_WRITEFUNCTION,
  CURLOPT_WRITEDATA
};
enum CURLINFO : int { CURLINFO_RESPONSE_CODE };
enum { CURLH_HEADER = 1 };
enum CURLHcode : int { CURLHE_OK };
struct curl_header {
  char *name;
  char *value;
};

extern "C" {
CURL *curl_easy_init();
void curl_easy_cleanup(CURL *curl);
CURLcode curl_easy_setopt(CURL *curl, CURLoption option, ...);
CURLcode curl_easy_perform(CURL *curl);
CURLcode curl_easy_getinfo(CURL *curl, CURLINFO info, ...);
const char *curl_easy_strerror(CURLcode code);
CURLHcode curl_easy_header(
    CURL *curl, const char *name, std::size_t index, unsigned origin, int request, curl_header **header);
}

#endif
