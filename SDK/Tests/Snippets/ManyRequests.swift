import HomeBlocks
import HomeBlocksClient
import UIKit

final class DemoViewController: UITableViewController {
    private let client: HomePageClient
    private let list = ListManager<DemoItem>()
    private var parts: [CollectionManager<DemoItem>] = []

    init(client: HomePageClient) {
        self.client = client
        super.init(style: .grouped)
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
        super.viewDidLoad()
        tableView.register(UITableViewCell.self, forCellReuseIdentifier: "item")
        tableView.register(UITableViewHeaderFooterView.self, forHeaderFooterViewReuseIdentifier: "part")
        let control = UIRefreshControl()
        control.addAction(UIAction { [weak self] _ in self?.reload() }, for: .valueChanged)
        refreshControl = control
        let updates = list.updates()
        Task { [weak self] in
            for await parts in updates { self?.show(parts) }
        }
        // The requests begin now, side by side. Whichever response comes first, the parts stand in this order.
        list.register([
            part("gridOne"), part("textOne"), part("centerTextOne"),
            part("imageOne", startRequest: false),
        ])
    }

    private func part(_ code: String, startRequest: Bool = true) -> CollectionManager<DemoItem> {
        let client = client
        return CollectionManager(code, startRequest: startRequest) {
            try DemoItem.items(of: try await client.block(code, of: "demo").value)
        }
    }

    private func reload() {
        list.refresh()
        Task {
            await list.finish()
            refreshControl?.endRefreshing()
        }
    }

    private func show(_ shown: [CollectionManager<DemoItem>]) {
        let difference = SectionedDifference(from: parts, to: shown)
        tableView.performBatchUpdates { [self] in
            parts = shown
            let sections = difference.sections
            tableView.deleteSections(IndexSet(sections.deletes), with: .automatic)
            tableView.insertSections(IndexSet(sections.inserts), with: .automatic)
            tableView.reloadSections(IndexSet(sections.updates), with: .automatic)
            for move in sections.moves { tableView.moveSection(move.from, toSection: move.to) }
            tableView.deleteRows(at: difference.deletedRows.map(path), with: .automatic)
            tableView.insertRows(at: difference.insertedRows.map(path), with: .automatic)
            tableView.reloadRows(at: difference.updatedRows.map(path), with: .automatic)
            for move in difference.movedRows { tableView.moveRow(at: path(move.from), to: path(move.to)) }
        }
        // How far a part is, is none of its rows, so the difference does not say it.
        for section in parts.indices {
            if let header = tableView.headerView(forSection: section) { describe(parts[section], in: header) }
        }
    }

    private func path(_ place: RowIndex) -> IndexPath { IndexPath(row: place.row, section: place.section) }

    private func describe(_ part: CollectionManager<DemoItem>, in header: UITableViewHeaderFooterView) {
        var content = header.defaultContentConfiguration()
        content.text =
            switch part.state {
            case .waiting, .loaded: part.id
            case .loading: "\(part.id) · Loading…"
            case .failed(let error): "\(part.id) · \(error.localizedDescription)"
            }
        header.contentConfiguration = content
    }

    override func numberOfSections(in tableView: UITableView) -> Int { parts.count }

    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        parts[section].rows.count
    }

    override func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? {
        let header = tableView.dequeueReusableHeaderFooterView(withIdentifier: "part")
        if let header { describe(parts[section], in: header) }
        return header
    }

    override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: "item", for: indexPath)
        var content = cell.defaultContentConfiguration()
        content.text =
            switch parts[indexPath.section].rows[indexPath.row] {
            case .grid(let item): item.title
            case .text(let text), .centerText(let text): text.text
            case .image(let image): image.title
            }
        cell.contentConfiguration = content
        return cell
    }

    /// A part that waits is requested as soon as a row of the part above it is to be seen.
    override func tableView(
        _ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath
    ) {
        let next = indexPath.section + 1
        if next < parts.count, case .waiting = parts[next].state { list.start(parts[next].id) }
    }
}

extension DemoViewController {
    /// The texts stay where they are and what they are, until those of the other section are there.
    func replaceTexts(by code: String) {
        let client = client
        list.register([
            CollectionManager("textOne") {
                try DemoItem.items(of: try await client.block(code, of: "demo").value)
            }
        ])
    }

    func removeImages() { list.remove("imageOne") }

    func putImagesFirst() { list.arrange(["imageOne"]) }
}
