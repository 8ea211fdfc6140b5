#include <curl/curl.h>
#include <stdbool.h>

// Swift cannot call variadic functions.

static inline CURLcode homeblocks_curl_set_number(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode homeblocks_curl_set_text(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

/// Copies the request's body to send. Its length must already be set.
static inline CURLcode homeblocks_curl_copy_body(CURL *handle, const void *bytes) {
    return curl_easy_setopt(handle, CURLOPT_COPYPOSTFIELDS, bytes);
}

static inline CURLcode homeblocks_curl_set_fields(CURL *handle, struct curl_slist *fields) {
    return curl_easy_setopt(handle, CURLOPT_HTTPHEADER, fields);
}

/// Sets the buffer of CURL_ERROR_SIZE bytes to which libcurl writes the reason of a failed transfer.
static inline CURLcode homeblocks_curl_set_error_buffer(CURL *handle, char *buffer) {
    return curl_easy_setopt(handle, CURLOPT_ERRORBUFFER, buffer);
}

/// Sets the callbacks for the body and the header of a response and for the addresses of connections, and their
/// context.
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

/// The absolute URL that a response redirects to; NULL if it is not a redirect. It is valid as long as the handle.
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

/// Whether a connection was established, including its TLS handshake, so that the request could be sent.
static inline bool homeblocks_curl_is_connected(CURL *handle) {
    curl_off_t microseconds = 0;
    curl_easy_getinfo(handle, CURLINFO_PRETRANSFER_TIME_T, &microseconds);
    return microseconds > 0;
}
