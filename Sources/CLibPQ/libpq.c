#include "CLibPQ.h"

#include <dlfcn.h>
#include <stddef.h>

bool libpq_load(struct libpq_functions *functions) {
#if defined(__APPLE__)
    void *library = dlopen("libpq.5.dylib", RTLD_NOW | RTLD_LOCAL);
#else
    void *library = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
#endif
    if (library == NULL) return false;
#define LOOK_UP(member, name) \
    if ((functions->member = (__typeof__(functions->member))dlsym(library, #name)) == NULL) return false
    LOOK_UP(connect_start, PQconnectStartParams);
    LOOK_UP(connect_poll, PQconnectPoll);
    LOOK_UP(parse_address, PQconninfoParse);
    LOOK_UP(free_address, PQconninfoFree);
    LOOK_UP(free_memory, PQfreemem);
    LOOK_UP(status, PQstatus);
    LOOK_UP(error_message, PQerrorMessage);
    LOOK_UP(server_version, PQserverVersion);
    LOOK_UP(socket, PQsocket);
    LOOK_UP(finish, PQfinish);
    LOOK_UP(set_nonblocking, PQsetnonblocking);
    LOOK_UP(set_notice_processor, PQsetNoticeProcessor);
    LOOK_UP(enter_pipeline, PQenterPipelineMode);
    LOOK_UP(exit_pipeline, PQexitPipelineMode);
    LOOK_UP(sync_pipeline, PQpipelineSync);
    LOOK_UP(send_prepare, PQsendPrepare);
    LOOK_UP(send_prepared, PQsendQueryPrepared);
    LOOK_UP(send_query, PQsendQuery);
    LOOK_UP(flush, PQflush);
    LOOK_UP(consume_input, PQconsumeInput);
    LOOK_UP(is_busy, PQisBusy);
    LOOK_UP(notifies, PQnotifies);
    LOOK_UP(get_result, PQgetResult);
    LOOK_UP(result_status, PQresultStatus);
    LOOK_UP(error_field, PQresultErrorField);
    LOOK_UP(clear, PQclear);
    LOOK_UP(row_count, PQntuples);
    LOOK_UP(column_count, PQnfields);
    LOOK_UP(column_type, PQftype);
    LOOK_UP(is_null, PQgetisnull);
    LOOK_UP(value, PQgetvalue);
    LOOK_UP(length, PQgetlength);
    LOOK_UP(changed_rows, PQcmdTuples);
#undef LOOK_UP
    return true;
}

static void ignore(void *context, const char *message) {
    (void)context;
    (void)message;
}

void libpq_silence(const struct libpq_functions *functions, PGconn *connection) {
    functions->set_notice_processor(connection, ignore, NULL);
}
