import HTTPTypes
import Hummingbird
import NIOCore
import Publishing

/// Serves the server's metrics in the Prometheus text format.
struct MetricsRoutes: Sendable {
    let metrics: ServerMetrics

    func register(_ routes: Routes) {
        routes.get("/metrics") { _, _ in
            let headers: HTTPFields = [
                .contentType: "text/plain; version=0.0.4; charset=utf-8", .cacheControl: "no-store",
            ]
            let text = await text()
            return Response(
                status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
        }
    }

    private func text() async -> String {
        var text = MetricsText()
        addRequests(&text)
        addLimits(&text)
        addVariants(&text)
        addPurges(&text)
        addFeeds(await metrics.ofFeeds(), &text)
        text.add(
            "homeblocks_ready", .gauge, "Whether the server is ready for changes: 1 or 0.",
            await metrics.isReady() ? 1 : 0)
        addNode(&text)
        addStore(await metrics.ofStore(), &text)
        addProcess(&text)
        return text.text
    }

    private func addRequests(_ text: inout MetricsText) {
        let counts = metrics.requests.all.sorted {
            ($0.key.route, $0.key.method, $0.key.status) < ($1.key.route, $1.key.method, $1.key.status)
        }
        func add(_ name: String, _ help: String, _ value: (RequestMetrics.Count) -> Int) {
            text.begin(name, .counter, help)
            for (key, count) in counts {
                text.sample(
                    name, ["method": key.method, "route": named(key.route), "status": String(key.status)], value(count))
            }
        }
        add("homeblocks_http_requests_total", "Responses sent.") { $0.requests }
        add("homeblocks_http_response_bytes_total", "Bytes of response bodies.") { $0.bytes }
        addDurations(&text)
    }

    private func addDurations(_ text: inout MetricsText) {
        let name = "homeblocks_http_request_duration_seconds"
        text.begin(name, .histogram, "Time until a response was ready.")
        let durations = metrics.requests.durations.sorted {
            ($0.key.route, $0.key.method) < ($1.key.route, $1.key.method)
        }
        for (key, histogram) in durations {
            let route = named(key.route)
            for (bound, count) in histogram.cumulative {
                text.sample("\(name)_bucket", ["method": key.method, "route": route, "le": "\(bound)"], count)
            }
            text.sample("\(name)_bucket", ["method": key.method, "route": route, "le": "+Inf"], histogram.count)
            text.sample("\(name)_sum", ["method": key.method, "route": route], histogram.seconds)
            text.sample("\(name)_count", ["method": key.method, "route": route], histogram.count)
        }
    }

    private func named(_ route: String) -> String { route.isEmpty ? "none" : route }

    private func addLimits(_ text: inout MetricsText) {
        text.add("homeblocks_connections_open", .gauge, "Open connections.", metrics.connections.open)
        text.add("homeblocks_connections_limit", .gauge, "Maximum connections.", metrics.connections.limit)
        let connections = "homeblocks_connections_refused_total"
        text.begin(connections, .counter, "Connections refused over a limit.")
        for reason in ConnectionLimit.Refusal.allCases {
            text.sample(connections, ["reason": reason.rawValue], metrics.connections.refused(reason))
        }
        text.add(
            "homeblocks_requests_in_progress", .gauge, "Requests in progress.",
            metrics.admission.requestsInProgress)
        let requests = "homeblocks_requests_refused_total"
        text.begin(requests, .counter, "Requests refused over a limit.")
        for reason in Admission.Refusal.allCases {
            text.sample(requests, ["reason": reason.rawValue], metrics.admission.refused(reason))
        }
    }

    private func addVariants(_ text: inout MetricsText) {
        let cache = metrics.cache.metrics
        let name = "homeblocks_variant_cache"
        text.add("\(name)_hits_total", .counter, "Reads whose variant of a page was ready.", cache.hits)
        text.add("\(name)_misses_total", .counter, "Reads that waited for a variant to be built.", cache.misses)
        text.add("\(name)_evictions_total", .counter, "Variants evicted from the cache.", cache.evictions)
        text.add("\(name)_bytes", .gauge, "Size of all cached variants in bytes.", cache.bytes)
        text.add("\(name)_variants", .gauge, "Cached variants of all pages.", cache.variants)
    }

    private func addFeeds(_ feeds: (now: Instant, states: [FeedState]), _ text: inout MetricsText) {
        func add(_ name: String, _ help: String, _ value: (FeedState) -> Double?) {
            text.begin(name, .gauge, help)
            for state in feeds.states {
                if let value = value(state) { text.sample(name, ["feed": state.feed.name], value) }
            }
        }
        add("homeblocks_feed_list_age_seconds", "Seconds since the upstream last confirmed the list that is shown.") {
            $0.progress.confirmedAt.map { Double(max(0, feeds.now.milliseconds - $0.milliseconds)) / 1000 }
        }
        add("homeblocks_feed_interval_seconds", "Refresh interval of a feed in seconds.") { Double($0.feed.interval) }
        add("homeblocks_feed_cards", "Cards of the last good list.") { $0.progress.cards.map { Double($0) } }
        add("homeblocks_feed_failures", "Consecutive refreshes without a usable list.") {
            Double($0.progress.failures)
        }
        let counts = metrics.feeds.all
        func count(_ name: String, _ help: String, _ value: (FeedMetrics.Count) -> Double) {
            text.begin(name, .counter, help)
            for (key, count) in counts {
                text.sample(name, ["feed": key.feed, "outcome": key.outcome.rawValue], value(count))
            }
        }
        count("homeblocks_feed_refreshes_total", "Refreshes by this server.") { Double($0.refreshes) }
        count("homeblocks_feed_refresh_seconds_total", "Seconds that upstreams took to respond.") {
            Double($0.milliseconds) / 1000
        }
        count("homeblocks_feed_faults_total", "Upstream items that could not be mapped to cards.") { Double($0.faults) }
    }

    private func addNode(_ text: inout MetricsText) {
        guard let node = metrics.node else { return }
        text.add(
            "homeblocks_node_lease_age_seconds", .gauge,
            "Seconds for which this node may have missed changes. From 2 on it is not ready.",
            Double(node.leaseAge) / 1000)
        text.add(
            "homeblocks_nodes", .gauge, "Nodes of the database that were seen within the last hour.", node.peers.count)
        text.add(
            "homeblocks_nodes_other_layouts", .gauge, "Nodes whose layouts differ from this node's.",
            node.others(than: metrics.layouts.hash).count)
        text.add(
            "homeblocks_clock_offset_seconds", .gauge,
            "Seconds by which the system clock is ahead of the database clock, which reads use.",
            Double(node.clockOffset) / 1000)
    }

    private func addPurges(_ text: inout MetricsText) {
        let name = "homeblocks_purges_total"
        text.begin(name, .counter, "Purges of the caches in front of the server.")
        for result in PurgeMetrics.Result.allCases {
            text.sample(name, ["result": result.rawValue], metrics.purges.count(of: result))
        }
    }

    private func addConnections(_ connections: StoreMetrics.Connections?, _ text: inout MetricsText) {
        guard let connections else { return }
        let name = "homeblocks_database_connections"
        text.add("\(name)_limit", .gauge, "Maximum database connections.", connections.limit)
        text.add("\(name)_in_use", .gauge, "Database connections in use.", connections.inUse)
        text.add("\(name)_waiting", .gauge, "Transactions waiting for a database connection.", connections.waiting)
        text.add(
            "\(name)_made_total", .counter, "Database connections opened, including replacements of lost ones.",
            connections.made)
        let retries = "homeblocks_database_retries_total"
        text.begin(retries, .counter, "Retried transactions, by SQLSTATE.")
        for (state, count) in connections.retries.sorted(by: { $0.key < $1.key }) {
            text.sample(retries, ["sqlstate": state], count)
        }
        let commit = "homeblocks_database_commit_seconds"
        text.add("\(commit)_count", .counter, "Committed transactions.", connections.commits)
        text.add("\(commit)_sum", .counter, "Seconds that all commits took.", connections.commitSeconds)
    }

    private func addStore(_ store: StoreMetrics?, _ text: inout MetricsText) {
        text.add(
            "homeblocks_store_failures_total", .counter, "Requests that failed because the database was unavailable.",
            metrics.requests.storeFailures)
        guard let store else { return }
        text.add("homeblocks_database_schema", .gauge, "Version of the schema.", store.schema)
        text.add("homeblocks_database_bytes", .gauge, "Size of the database.", store.bytes)
        if let bytes = store.logBytes {
            text.add("homeblocks_wal_bytes", .gauge, "Size of the write-ahead log.", bytes)
        }
        addConnections(store.connections, &text)
        if let free = store.freeBytes {
            text.add("homeblocks_database_free_bytes", .gauge, "Free bytes on the file system of the database.", free)
        }
        text.add("homeblocks_pictures", .gauge, "Pictures in the database.", store.pictures.count)
        text.add("homeblocks_picture_bytes", .gauge, "Bytes of all pictures.", store.pictures.bytes)
        text.add(
            "homeblocks_picture_bytes_limit", .gauge, "Maximum size of all pictures in bytes.",
            metrics.pictures.maximumBytes)
        func add(_ name: String, _ help: String, _ value: (StoreMetrics.Page) -> Int?) {
            text.begin(name, .gauge, help)
            for page in store.pages {
                if let value = value(page) { text.sample(name, ["page": page.slug], value) }
            }
        }
        add("homeblocks_page_revisions", "Stored revisions of a page.") { $0.revisions }
        add("homeblocks_page_live_revision", "The live revision of a page.") { $0.live }
        add("homeblocks_releases_pending", "Planned releases that have not taken effect yet.") { $0.pendingReleases }
        add("homeblocks_releases_waiting", "Planned releases that wait for an approval.") { $0.waitingReleases }
        add("homeblocks_next_release_timestamp_seconds", "Time of the next release, in seconds since 1970.") { page in
            page.nextRelease.map { Int($0.milliseconds / 1000) }
        }
    }

    private func addProcess(_ text: inout MetricsText) {
        let process = ProcessMetrics()
        if let bytes = process.residentBytes {
            text.add("process_resident_memory_bytes", .gauge, "Resident memory.", bytes)
        }
        if let seconds = process.cpuSeconds {
            text.add("process_cpu_seconds_total", .counter, "Processor time used.", seconds)
        }
        if let files = process.openFiles { text.add("process_open_fds", .gauge, "Open file descriptors.", files) }
        if let most = process.maximumFiles { text.add("process_max_fds", .gauge, "Maximum file descriptors.", most) }
        text.add(
            "process_start_time_seconds", .gauge, "Start time of the process, in seconds since 1970.",
            metrics.startSeconds)
        if let expiry = metrics.security?.expiry {
            text.add(
                "homeblocks_tls_certificate_expiry_seconds", .gauge,
                "Expiry time of the TLS certificate, in seconds since 1970.",
                Int(expiry.milliseconds / 1000))
        }
        text.begin("homeblocks_build_info", .gauge, "Version of the running program.")
        text.sample("homeblocks_build_info", ["version": BuildInfo.version], 1)
    }
}
