#include <curl/curl.h>
#include <stdbool.h>

// Swift cannot call functions with a variable number of arguments.

static inline CURLcode homeblocks_curl_set_number(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode homeblocks_curl_set_text(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

/// Has a copy of the request's body sent, whose length is set before.
static inline CURLcode homeblocks_curl_copy_body(CURL *handle, const void *bytes) {
    return curl_easy_setopt(handle, CURLOPT_COPYPOSTFIELDS, bytes);
}

static inline CURLcode homeblocks_curl_set_fields(CURL *handle, struct curl_slist *fields) {
    return curl_easy_setopt(handle, CURLOPT_HTTPHEADER, fields);
}

/// Has libcurl write why a transfer failed into a buffer of CURL_ERROR_SIZE bytes.
static inline CURLcode homeblocks_curl_set_error_buffer(CURL *handle, char *buffer) {
    return curl_easy_setopt(handle, CURLOPT_ERRORBUFFER, buffer);
}

/// Has the body and the header of a response, and the addresses of connections, passed to functions with a context.
static inline CURLcode homeblocks_curl_set_receivers(
    CURL *handle, curl_write_callback body, curl_write_callback header, curl_opensocket_callback open, void *context) {
    CURLcode codes[] = {
        curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, body),
        curl_easy_setopt(handle, CURLOPT_WRITEDATA, context),
        curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, header),
        curl_easy_setopt(handle, CURLOPT_HEADERDATA, context),
        curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, open),
        curl_easy_setopt(handle, CURLOPT_OPENSOCKETDATA, context),
    };
    for (size_t index = 0; index < sizeof codes / sizeof *codes; index++) {
        if (codes[index] != CURLE_OK) return codes[index];
    }
    return CURLE_OK;
}

/// The absolute address that a response redirects to; NULL if it does not. It lives as long as the handle.
static inline const char *homeblocks_curl_redirect(CURL *handle) {
    char *url = NULL;
    curl_easy_getinfo(handle, CURLINFO_REDIRECT_URL, &url);
    return url;
}

static inline long homeblocks_curl_status(CURL *handle) {
    long status = 0;
    curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
    return status;
}

/// Whether a connection was made, with its handshake of TLS, so that the request could be sent.
static inline bool homeblocks_curl_is_connected(CURL *handle) {
    curl_off_t microseconds = 0;
    curl_easy_getinfo(handle, CURLINFO_PRETRANSFER_TIME_T, &microseconds);
    return microseconds > 0;
}
