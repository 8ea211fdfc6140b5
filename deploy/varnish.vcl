# HomeBlocks behind Varnish 7 with varnish-modules (xkey). docs/operations.md, "A cache in front", says how to use it.
#
# What clients say about themselves is replaced by the key of their audience: a read becomes GET /homepage/audience (from
# the cache, as all of this), and then a read of the document of that key. So there are as many documents as audiences.
# Each node gets exactly the URL that the cache has a response under, without the client's cookies and credentials.
vcl 4.1;

import directors;
import std;
import xkey;

# Whether a node can make changes and knows the present state.
probe ready {
    .url = "/readyz";
    .interval = 1s;
    .timeout = 1s;
    .window = 4;
    .threshold = 3;
    .initial = 3;
}

# Whether it runs. Its reads go on without the database.
probe alive {
    .url = "/healthz";
    .interval = 1s;
    .timeout = 1s;
    .window = 4;
    .threshold = 3;
    .initial = 3;
}

# The nodes. More of them: two blocks and two lines in vcl_init each.
backend node1 {
    .host = "127.0.0.1";
    .port = "8080";
    .probe = ready;
    .connect_timeout = 1s;
    # More than http.handlerTimeout and http.requestTimeout together.
    .first_byte_timeout = 70s;
    # More than the 20 seconds between two signs of life of an event stream.
    .between_bytes_timeout = 60s;
}

backend node1_alive {
    .host = "127.0.0.1";
    .port = "8080";
    .probe = alive;
    .connect_timeout = 1s;
    .first_byte_timeout = 70s;
    .between_bytes_timeout = 60s;
}

# Where purges come from: the nodes. Others get 403. With HOMEBLOCKS_PURGE_TOKEN in the environment of varnishd they need
# that token, too: caches.purgeToken.
acl purgers {
    "127.0.0.1";
    "::1";
}

sub vcl_init {
    new ready_nodes = directors.round_robin();
    ready_nodes.add_backend(node1);
    new alive_nodes = directors.round_robin();
    alive_nodes.add_backend(node1_alive);
    # Nodes that are not ready get requests only if none is.
    new nodes = directors.fallback();
    nodes.add_backend(ready_nodes.backend());
    nodes.add_backend(alive_nodes.backend());
}

# ---- requests ------------------------------------------------------------------------------------------------------

sub vcl_recv {
    set req.backend_hint = nodes.backend();

    if (req.restarts > 0 && req.http.X-HomeBlocks-Step) {
        return (hash);
    }
    unset req.http.X-HomeBlocks-Step;
    unset req.http.X-HomeBlocks-Path;
    unset req.http.X-HomeBlocks-Page;
    unset req.http.X-HomeBlocks-Client;
    unset req.http.X-HomeBlocks-Stale;
    unset req.http.X-HomeBlocks-Ignored;

    if (req.method == "PURGE") {
        call purge_tags;
    }
    # Reads of published apps, with their parameters in a body.
    if (req.method == "POST" && req.url ~ "^/homepage/(block/page|dragon/ball)(\?|$)") {
        return (pass);
    }
    # The nodes ignore empty parts of paths.
    if (req.url ~ "^/+(homepage|sort|pages|metrics|healthz|readyz)([/?]|$)") {
        set req.url = regsub(regsuball(regsub(req.url, "\?.*$", ""), "/+", "/"), "/$", "") + regsub(req.url, "^[^?]*", "");
    }

    # Changes and event streams get a connection of their own. Passed, a change without a body would be sent again if its
    # connection to the node was used before and is closed without a response.
    if ((req.method != "GET" && req.method != "HEAD") || req.url ~ "^/api/events(\?|$)") {
        return (pipe);
    }
    # Each node has its own.
    if (req.url ~ "^/(metrics|healthz|readyz)/*(\?|$)") {
        return (synth(404, "Not Found"));
    }
    # The console and everything else that operators read.
    if (req.url !~ "^/(homepage|sort|pages|block-types|assets|pictures|openapi\.json)([/?]|$)") {
        return (pass);
    }

    # Previews are never cached.
    if (req.http.HomeBlocks-Preview) {
        return (pass);
    }

    # Public reads depend on their URL alone.
    unset req.http.Cookie;
    unset req.http.Authorization;
    unset req.http.X-Forwarded-Host;
    unset req.http.X-Forwarded-Proto;
    unset req.http.Forwarded;
    set req.http.Host = "homeblocks";
    set req.http.X-HomeBlocks-Step = "other";
    if (std.healthy(req.backend_hint)) {
        # A purged or outdated response is not served while a node can make a new one.
        set req.grace = 0s;
    }
    call normalize_query;
    if (req.url ~ "^/homepage(/block/page|/dragon/ball|/blocks/[^?]*)?(\?|$)" && req.url !~ "[?&]audience=.") {
        call ask_for_key;
    }
    return (hash);
}

# Drops what has one of the tags. It stays in the cache for the case that no node responds.
sub purge_tags {
    if (client.ip !~ purgers) {
        return (synth(403, "Forbidden"));
    }
    if (std.getenv("HOMEBLOCKS_PURGE_TOKEN") ~ "." &&
        req.http.Authorization != "Bearer " + std.getenv("HOMEBLOCKS_PURGE_TOKEN")) {
        return (synth(403, "Forbidden"));
    }
    if (!req.http.xkey) {
        return (synth(400, "The header xkey has the tags to purge"));
    }
    return (synth(200, "Purged " + xkey.softpurge(req.http.xkey)));
}

# Keeps the parameters that a route knows, each once (the last one counts) and in one order. Attributes may be any: the
# server ignores those that audience.attributes does not declare. In place of attr\.[A-Za-z0-9_-]+ their names can stand.
sub normalize_query {
    set req.http.X-HomeBlocks-Path = regsub(req.url, "\?.*$", "");
    set req.http.X-HomeBlocks-Client = regsub(regsub(req.url, "^[^?]*", ""), "^\?", "&");
    if (req.http.X-HomeBlocks-Path ~ "^/homepage(/|$)") {
        set req.http.X-HomeBlocks-Client = regsuball(req.http.X-HomeBlocks-Client,
            "&(?!(page|platform|appVersion|locale|uid|attr\.[A-Za-z0-9_-]+|audience|cursor|limit|refresh)(=|&|$))[^&]*", "");
    } else if (req.http.X-HomeBlocks-Path == "/sort") {
        set req.http.X-HomeBlocks-Client = regsuball(req.http.X-HomeBlocks-Client, "&(?!(page|shown)(=|&|$))[^&]*", "");
    } else {
        set req.http.X-HomeBlocks-Client = "";
    }
    set req.http.X-HomeBlocks-Client = regsuball(req.http.X-HomeBlocks-Client,
        "&([A-Za-z0-9._-]+)(=[^&]*)?(?=&(.*&)?\1(=|&|$))", "");
    # An empty one counts as not sent.
    set req.http.X-HomeBlocks-Client = regsuball(req.http.X-HomeBlocks-Client,
        "&(page|platform|appVersion|locale|uid|attr\.[A-Za-z0-9_-]+|audience|refresh)=?(?=&|$)", "");
    # It counts only together with a cursor.
    if (req.http.X-HomeBlocks-Client !~ "&cursor(=|&|$)") {
        set req.http.X-HomeBlocks-Client = regsuball(req.http.X-HomeBlocks-Client, "&refresh(=[^&]*)?(?=&|$)", "");
    }
    set req.url = std.querysort(req.http.X-HomeBlocks-Path + regsub(req.http.X-HomeBlocks-Client, "^&", "?"));
}

# Remembers what is read, and goes for the key of the client's audience first.
sub ask_for_key {
    set req.http.X-HomeBlocks-Client = regsub(regsub(req.url, "^[^?]*", ""), "^\?", "&");
    set req.http.X-HomeBlocks-Page = regsuball(req.http.X-HomeBlocks-Client,
        "&(platform|appVersion|locale|uid|attr\.[A-Za-z0-9_-]+)=[^&]*", "");
    set req.http.X-HomeBlocks-Client = regsuball(req.http.X-HomeBlocks-Client, "&(cursor|limit|refresh)(=[^&]*)?(?=&|$)", "");
    set req.url = "/homepage/audience" + regsub(req.http.X-HomeBlocks-Client, "^&", "?");
    set req.http.X-HomeBlocks-Step = "key";
}

sub vcl_pipe {
    # Further requests on this connection must come by here.
    set bereq.http.Connection = "close";
}

# ---- responses -----------------------------------------------------------------------------------------------------

sub vcl_deliver {
    if (req.http.X-HomeBlocks-Step ~ "^key" && resp.status == 204 && resp.http.Audience-Key) {
        # The second key is the last one.
        set req.http.X-HomeBlocks-Step = regsub(req.http.X-HomeBlocks-Step, "key", "document");
        set req.hash_always_miss = false;
        # What was ignored of the client's parameters, the response of their key says.
        unset req.http.X-HomeBlocks-Ignored;
        if (resp.http.Ignored-Parameters) {
            set req.http.X-HomeBlocks-Ignored = resp.http.Ignored-Parameters;
        }
        set req.url = req.http.X-HomeBlocks-Path + "?audience=" + resp.http.Audience-Key + req.http.X-HomeBlocks-Page;
        return (restart);
    }
    if (req.http.X-HomeBlocks-Step == "document" && resp.status == 409) {
        # The conditions have changed: a new key in the place of the old one.
        set req.url = "/homepage/audience" + regsub(req.http.X-HomeBlocks-Client, "^&", "?");
        set req.http.X-HomeBlocks-Step = "key again";
        set req.hash_always_miss = true;
        return (restart);
    }
    if (req.http.X-HomeBlocks-Step == "document again" && resp.status == 409) {
        # They are changing now, or the nodes do not know the same yet: the client's parameters instead.
        set req.http.X-HomeBlocks-Page = regsuball(req.http.X-HomeBlocks-Page, "&page=[^&]*", "");
        set req.url = req.http.X-HomeBlocks-Path +
            regsub(req.http.X-HomeBlocks-Client + req.http.X-HomeBlocks-Page, "^&", "?");
        set req.http.X-HomeBlocks-Step = "parameters";
        return (restart);
    }
    if (req.http.X-HomeBlocks-Ignored && resp.status < 400) {
        set resp.http.Ignored-Parameters = req.http.X-HomeBlocks-Ignored;
    }
    unset resp.http.xkey;
    unset resp.http.X-Varnish;
}

sub vcl_synth {
    if (resp.status == 503 && req.http.X-HomeBlocks-Step && !req.http.X-HomeBlocks-Stale) {
        # No node responds: an old response is better than none.
        set req.http.X-HomeBlocks-Stale = "yes";
        set req.grace = 365d;
        set req.hash_always_miss = false;
        return (restart);
    }
}

# ---- the nodes -----------------------------------------------------------------------------------------------------

sub vcl_backend_fetch {
    if (bereq.http.X-HomeBlocks-Step) {
        # Another node is tried soon.
        set bereq.first_byte_timeout = 2s;
    }
    unset bereq.http.X-HomeBlocks-Path;
    unset bereq.http.X-HomeBlocks-Page;
    unset bereq.http.X-HomeBlocks-Client;
    unset bereq.http.X-HomeBlocks-Ignored;
}

sub vcl_backend_response {
    if (!bereq.http.X-HomeBlocks-Step) {
        return (deliver);
    }
    if (beresp.status >= 500) {
        call another_node;
        if (bereq.is_bgfetch || !bereq.http.X-HomeBlocks-Stale) {
            return (abandon);
        }
    }
    # RFC 9213. It is there only if changes are reported by PURGE.
    if (beresp.http.CDN-Cache-Control ~ "max-age=[0-9]+") {
        set beresp.ttl = std.duration(
            regsub(beresp.http.CDN-Cache-Control, "^.*max-age=([0-9]+).*$", "\1s"), 0s) - beresp.age;
    }
    unset beresp.http.CDN-Cache-Control;
    # What is outdated is served only while no node responds.
    set beresp.grace = std.duration(
        regsub(beresp.http.Cache-Control, "^.*stale-if-error=([0-9]+).*$", "\1s"), 0s);
    if (beresp.ttl <= 0s && beresp.grace > 0s) {
        # For the case that no node responds. Each other read asks a node.
        set beresp.ttl = 1ms;
        return (deliver);
    }
}

sub vcl_backend_error {
    if (bereq.http.X-HomeBlocks-Step) {
        call another_node;
        # Not an error in the cache: the client gets an old response, if there is one.
        return (abandon);
    }
}

# Only for public reads: a change must not be made twice.
sub another_node {
    if (bereq.retries < 2) {
        return (retry);
    }
}
