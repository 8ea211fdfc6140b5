import HomeBlocks
import HomeBlocksClient
import UIKit

class NewsCell: UITableViewCell, NewsPresentable {
    var entry: NewsEntry?
    /// The wait for the details; the one before is over when there is another.
    var request: Task<Void, Never>? {
        didSet { oldValue?.cancel() }
    }

    override func prepareForReuse() {
        super.prepareForReuse()
        (entry, request) = (nil, nil)
    }

    func prepare(for item: NewsItem) { say("…", nil) }
    func present(_ detail: NewsDetail) { say(detail.title, detail.caption) }
    func presentFailure(_ error: HomePageError) { say(error.localizedDescription, nil) }

    func say(_ text: String, _ secondaryText: String?) {
        var content = defaultContentConfiguration()
        content.text = text
        content.secondaryText = secondaryText
        contentConfiguration = content
    }
}

final class TrailerCell: NewsCell {
    override func present(_ detail: NewsDetail) {
        guard case .trailer(let trailer) = detail else { return }
        say("▶ \(trailer.title)", detail.caption)
    }
}

final class ReviewCell: NewsCell {
    override func present(_ detail: NewsDetail) {
        guard case .review(let review) = detail else { return }
        say(review.title, "★ \(detail.caption)\n\(review.summary ?? "")")
    }
}

final class PlaythroughCell: NewsCell {
    override func present(_ detail: NewsDetail) {
        guard case .playthrough(let playthrough) = detail else { return }
        say(playthrough.title, [detail.caption, playthrough.author].compactMap { $0 }.joined(separator: " · "))
    }
}

final class NewsViewController: UITableViewController {
    private let viewModel: NewsViewModel
    private var feeds: [NewsFeed] = []

    init(client: HomePageClient) {
        viewModel = NewsViewModel(client: client)
        super.init(style: .grouped)
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
        super.viewDidLoad()
        tableView.register(TrailerCell.self, forCellReuseIdentifier: "trailer")
        tableView.register(ReviewCell.self, forCellReuseIdentifier: "review")
        tableView.register(PlaythroughCell.self, forCellReuseIdentifier: "playthrough")
        let control = UIRefreshControl()
        control.addAction(UIAction { [weak self] _ in self?.reload() }, for: .valueChanged)
        refreshControl = control
        let states = viewModel.states()
        Task { [weak self] in
            for await state in states { self?.show(state) }
        }
        reload()
    }

    private func reload() {
        Task {
            await viewModel.refresh()
            refreshControl?.endRefreshing()
        }
    }

    private func show(_ state: LoadState<NewsContent>) {
        switch state {
        case .idle, .loading: return
        case .stored(_, let since), .loaded(_, .stored(let since)), .loaded(_, .stale(let since, _)):
            navigationItem.prompt = "As of \(since.formatted())"
        case .loaded: navigationItem.prompt = nil
        case .failed(let error, _): navigationItem.prompt = error.localizedDescription
        }
        feeds = state.content?.feeds ?? []
        tableView.reloadData()
    }

    override func numberOfSections(in tableView: UITableView) -> Int { feeds.count }

    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        feeds[section].entries.count
    }

    override func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
        feeds[section].heading.title
    }

    override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let feed = feeds[indexPath.section]
        let entry = feed.entries[indexPath.row]
        let identifier =
            switch entry.item {
            case .trailer: "trailer"
            case .review: "review"
            case .playthrough: "playthrough"
            }
        let cell = tableView.dequeueReusableCell(withIdentifier: identifier, for: indexPath)
        if let cell = cell as? NewsCell {
            cell.request = cell.configure(for: entry, from: viewModel.store)
        }
        return cell
    }
}
