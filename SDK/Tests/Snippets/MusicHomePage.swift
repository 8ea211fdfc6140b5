import HomeBlocks
import HomeBlocksClient
import UIKit

final class DiscoveryViewController: UITableViewController {
    private let viewModel: HomeViewModel
    private var sections: [HomeSection] = []
    private let message = UILabel()

    init(client: HomePageClient) {
        viewModel = HomeViewModel(client: client, page: "music")
        super.init(style: .grouped)
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
        super.viewDidLoad()
        tableView.register(UITableViewCell.self, forCellReuseIdentifier: "section")
        message.textAlignment = .center
        message.numberOfLines = 0
        tableView.backgroundView = message
        let control = UIRefreshControl()
        control.addAction(UIAction { [weak self] _ in self?.reload() }, for: .valueChanged)
        refreshControl = control
        // The stream ends with the view model, which ends with this controller.
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

    private func show(_ state: LoadState<HomeContent>) {
        show(state.content?.sections ?? [])
        switch state {
        case .idle, .loading: break
        case .stored(_, let since), .loaded(_, .stored(let since)), .loaded(_, .stale(let since, _)):
            say("As of \(since.formatted())")
        case .loaded: say(nil)
        case .failed(let error, _): say(error.localizedDescription)
        }
    }

    /// Above the page if there is one to be seen, otherwise in its place.
    private func say(_ text: String?) {
        navigationItem.prompt = sections.isEmpty ? nil : text
        message.text = sections.isEmpty ? text : nil
    }

    private func show(_ shown: [HomeSection]) {
        let difference = ListDifference(from: sections, to: shown)
        guard !difference.isEmpty else { return }
        tableView.performBatchUpdates { [self] in
            sections = shown
            tableView.deleteSections(IndexSet(difference.deletes), with: .automatic)
            tableView.insertSections(IndexSet(difference.inserts), with: .automatic)
            tableView.reloadSections(IndexSet(difference.updates), with: .automatic)
            for move in difference.moves { tableView.moveSection(move.from, toSection: move.to) }
        }
    }

    override func numberOfSections(in tableView: UITableView) -> Int { sections.count }

    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        sections[section].rowCount
    }

    override func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat {
        sections[indexPath.section].rowHeight(in: ScreenMetrics(width: tableView.bounds.width))
    }

    override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: "section", for: indexPath)
        var content = cell.defaultContentConfiguration()
        let section = sections[indexPath.section]
        content.text = section.heading?.title
        content.secondaryText = titles(of: section).joined(separator: " · ")
        cell.contentConfiguration = content
        return cell
    }

    /// Each case has its own kind of cell in an app; here each shows its titles.
    private func titles(of section: HomeSection) -> [String] {
        switch section {
        case .banner(let model): model.cards.compactMap(\.typeTitle)
        case .menus(let model): model.menus.map(\.name)
        case .playlistRcmd(let model): titles(of: model.cards)
        case .mgcPlaylist(let model): titles(of: model.cards)
        case .officialPlaylist(let model): titles(of: model.cards)
        case .videoPlaylist(let model): titles(of: model.cards)
        case .styleRcmd(let model): model.cards.joined().map(\.title)
        case .musicMLOG(let model): model.cards.map(\.text)
        case .musicCalendar(let model): model.cards.map(\.title)
        case .albumNewSong(let model): model.cards.map(\.title)
        case .voiceListRcmd(let model): model.cards.map(\.title)
        case .podcast24(let model): model.cards.map(\.title)
        case .unknown: []
        }
    }

    private func titles(of cards: [PlaylistCard]) -> [String] { cards.compactMap(\.playlists.first?.title) }
}
