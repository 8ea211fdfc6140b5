#include <curl/curl.h>

// Swift cannot call functions with a variable number of arguments.

static inline CURLcode homeblocks_curl_set_number(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode homeblocks_curl_set_text(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode homeblocks_curl_set_fields(CURL *handle, struct curl_slist *fields) {
    return curl_easy_setopt(handle, CURLOPT_HTTPHEADER, fields);
}

/// Has the body of a response dropped. One that is longer than libcurl's buffer, 16 KiB, ends the transfer.
static size_t homeblocks_curl_drop(char *bytes, size_t size, size_t count, void *context) {
    size_t *received = (size_t *)context;
    (void)bytes;
    *received += size * count;
    return *received <= 16384 ? size * count : 0;
}

static inline CURLcode homeblocks_curl_drop_body(CURL *handle, size_t *received) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, homeblocks_curl_drop);
    return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_WRITEDATA, received) : code;
}

static inline long homeblocks_curl_status(CURL *handle) {
    long status = 0;
    curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
    return status;
}
