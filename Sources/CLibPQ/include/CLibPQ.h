// The functions of libpq that the program uses. They are loaded when the first PostgreSQL database is opened, so that a
// program on SQLite does not need libpq.
#ifndef HOMEBLOCKS_CLIBPQ_H
#define HOMEBLOCKS_CLIBPQ_H

#include <stdbool.h>

#if __has_include(<postgresql/libpq-fe.h>)
#include <postgresql/libpq-fe.h>
#else
#include <libpq-fe.h>
#endif

struct libpq_functions {
    __typeof__(&PQconnectStartParams) connect_start;
    __typeof__(&PQconnectPoll) connect_poll;
    __typeof__(&PQconninfoParse) parse_address;
    __typeof__(&PQconninfoFree) free_address;
    __typeof__(&PQfreemem) free_memory;
    __typeof__(&PQstatus) status;
    __typeof__(&PQerrorMessage) error_message;
    __typeof__(&PQserverVersion) server_version;
    __typeof__(&PQsocket) socket;
    __typeof__(&PQfinish) finish;
    __typeof__(&PQsetnonblocking) set_nonblocking;
    __typeof__(&PQsetNoticeProcessor) set_notice_processor;
    __typeof__(&PQenterPipelineMode) enter_pipeline;
    __typeof__(&PQexitPipelineMode) exit_pipeline;
    __typeof__(&PQpipelineSync) sync_pipeline;
    __typeof__(&PQsendPrepare) send_prepare;
    __typeof__(&PQsendQueryPrepared) send_prepared;
    __typeof__(&PQsendQuery) send_query;
    __typeof__(&PQflush) flush;
    __typeof__(&PQconsumeInput) consume_input;
    __typeof__(&PQisBusy) is_busy;
    __typeof__(&PQnotifies) notifies;
    __typeof__(&PQgetResult) get_result;
    __typeof__(&PQresultStatus) result_status;
    __typeof__(&PQresultErrorField) error_field;
    __typeof__(&PQclear) clear;
    __typeof__(&PQntuples) row_count;
    __typeof__(&PQnfields) column_count;
    __typeof__(&PQftype) column_type;
    __typeof__(&PQgetisnull) is_null;
    __typeof__(&PQgetvalue) value;
    __typeof__(&PQgetlength) length;
    __typeof__(&PQcmdTuples) changed_rows;
};

/// Loads libpq and looks up all functions.
///
/// Returns: whether libpq 14 or later is installed.
bool libpq_load(struct libpq_functions *functions);

/// Stops a connection from writing notices to standard error.
void libpq_silence(const struct libpq_functions *functions, PGconn *connection);

#endif
