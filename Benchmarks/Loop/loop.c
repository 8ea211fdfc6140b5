// The upper limit of serving a page from one thread: an epoll loop that sends the same bytes for every request.
// It only detects the end of a head. Usage: loop write|sendfile FILE; it prints its port.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <unistd.h>

enum { most_connections = 4096 };

// The unsent bytes of each connection's responses.
static size_t unsent[most_connections];
static char *response;
static size_t size;
static int file = -1, poller;

static void require(int holds, const char *what) {
    if (holds) return;
    perror(what);
    exit(1);
}

// Loads the head and body, also into a file in memory if it is used.
static void load(const char *path, int uses_file) {
    FILE *source = fopen(path, "rb");
    require(source != NULL, path);
    fseek(source, 0, SEEK_END);
    long length = ftell(source);
    rewind(source);
    response = malloc(length + 512);
    int head = sprintf(response,
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nETag: \"0123456789abcdef\"\r\nServer: loop\r\n"
        "Content-Length: %ld\r\n\r\n", length);
    require(fread(response + head, 1, length, source) == (size_t)length, path);
    fclose(source);
    size = head + length;
    if (!uses_file) return;
    file = memfd_create("response", 0);
    require(write(file, response, size) == (ssize_t)size, "memfd");
}

// Sends as much as the socket accepts. Returns false if the connection has ended.
static int send_rest(int socket) {
    while (unsent[socket] > 0) {
        size_t left = unsent[socket] % size ? unsent[socket] % size : size;
        off_t start = size - left;
        ssize_t sent = file < 0 ? send(socket, response + start, left, MSG_NOSIGNAL) : sendfile(socket, file, &start, left);
        if (sent < 0) return 1;
        if (sent == 0) return 0;
        unsent[socket] -= sent;
    }
    return 1;
}

// Counts the received heads. Heads in two parts are not supported.
static int receive(int socket) {
    char bytes[1 << 14];
    ssize_t count = read(socket, bytes, sizeof bytes);
    if (count <= 0) return 0;
    char *at = bytes, *end = bytes + count;
    while ((at = memmem(at, end - at, "\r\n\r\n", 4))) {
        unsent[socket] += size;
        at += 4;
    }
    return send_rest(socket);
}

static void accept_all(int listener) {
    int socket;
    while ((socket = accept4(listener, NULL, NULL, SOCK_NONBLOCK)) >= 0) {
        require(socket < most_connections, "too many connections");
        unsent[socket] = 0;
        setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
        struct epoll_event event = {.events = EPOLLIN | EPOLLOUT | EPOLLET, .data.fd = socket};
        epoll_ctl(poller, EPOLL_CTL_ADD, socket, &event);
    }
}

int main(int count, char **words) {
    if (count != 3) return 2;
    load(words[2], strcmp(words[1], "sendfile") == 0);
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    require(bind(listener, (struct sockaddr *)&address, length) == 0 && listen(listener, 1024) == 0, "listen");
    getsockname(listener, (struct sockaddr *)&address, &length);
    printf("%d\n", ntohs(address.sin_port));
    fflush(stdout);
    poller = epoll_create1(0);
    struct epoll_event event = {.events = EPOLLIN, .data.fd = listener}, events[256];
    epoll_ctl(poller, EPOLL_CTL_ADD, listener, &event);
    for (;;) {
        int ready = epoll_wait(poller, events, 256, -1);
        for (int index = 0; index < ready; index++) {
            int socket = events[index].data.fd, is_open = 1;
            if (socket == listener) accept_all(listener);
            else {
                if (events[index].events & EPOLLOUT) is_open = send_rest(socket);
                if (is_open && events[index].events & (EPOLLIN | EPOLLHUP | EPOLLERR)) is_open = receive(socket);
                if (!is_open) close(socket);
            }
        }
    }
}
