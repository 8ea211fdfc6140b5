import HomeBlocks
import HomeBlocksClient
import UIKit

final class MomentsViewController: UICollectionViewController, UICollectionViewDelegateFlowLayout {
    private let viewModel: MomentsViewModel
    private var moments: [Moment] = []

    init(client: HomePageClient) {
        viewModel = MomentsViewModel(client: client)
        let layout = UICollectionViewFlowLayout()
        layout.minimumLineSpacing = 0
        super.init(collectionViewLayout: layout)
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
        super.viewDidLoad()
        // A kind of row has its own kind of cell in an app.
        for kind in MomentRow.Kind.allCases {
            collectionView.register(UICollectionViewCell.self, forCellWithReuseIdentifier: kind.rawValue)
        }
        let states = viewModel.states()
        Task { [weak self] in
            for await state in states { self?.show(state) }
        }
        Task { await viewModel.refresh() }
    }

    private func show(_ state: LoadState<[Moment]>) {
        if case .failed(let error, _) = state {
            navigationItem.prompt = error.localizedDescription
        } else {
            navigationItem.prompt = nil
        }
        show(state.content ?? [])
    }

    private func show(_ shown: [Moment]) {
        let difference = SectionedDifference(from: moments, to: shown)
        guard !difference.isEmpty else { return }
        collectionView.performBatchUpdates { [self] in
            moments = shown
            let sections = difference.sections
            collectionView.deleteSections(IndexSet(sections.deletes))
            collectionView.insertSections(IndexSet(sections.inserts))
            collectionView.reloadSections(IndexSet(sections.updates))
            for move in sections.moves { collectionView.moveSection(move.from, toSection: move.to) }
            collectionView.deleteItems(at: difference.deletedRows.map(path))
            collectionView.insertItems(at: difference.insertedRows.map(path))
            collectionView.reloadItems(at: difference.updatedRows.map(path))
            for move in difference.movedRows { collectionView.moveItem(at: path(move.from), to: path(move.to)) }
        }
    }

    private func path(_ place: RowIndex) -> IndexPath { IndexPath(item: place.row, section: place.section) }

    override func numberOfSections(in collectionView: UICollectionView) -> Int { moments.count }

    override func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
        moments[section].rows.count
    }

    func collectionView(
        _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
        sizeForItemAt indexPath: IndexPath
    ) -> CGSize {
        moments[indexPath.section].rows[indexPath.item].size(in: ScreenMetrics(width: collectionView.bounds.width))
    }

    func collectionView(
        _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
        insetForSectionAt section: Int
    ) -> UIEdgeInsets { UIEdgeInsets(top: 0, left: 0, bottom: 10, right: 0) }

    override func collectionView(
        _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell {
        let row = moments[indexPath.section].rows[indexPath.item]
        let cell = collectionView.dequeueReusableCell(withReuseIdentifier: row.id.rawValue, for: indexPath)
        var content = UIListContentConfiguration.cell()
        switch row {
        case .top(let author): content.text = author.name
        case .header(let text, let images):
            content.text = text
            content.secondaryText = "\(images.count) pictures"
        case .imageSingle(let text, let image):
            content.text = text
            content.secondaryText = image.imageUrl
        case .location(let place): content.text = place.name
        case .bottom(let publishTime, let likes, let comments):
            content.text = publishTime.formatted()
            content.secondaryText = "♥ \(likes.count)\n" + comments.map(\.line).joined(separator: "\n")
        }
        cell.contentConfiguration = content
        return cell
    }

    override func collectionView(
        _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell, forItemAt indexPath: IndexPath
    ) {
        guard indexPath.section == moments.count - 1 else { return }
        Task { await viewModel.loadMore() }
    }
}

extension MomentRow {
    /// The size with texts as high as they are drawn.
    func measuredSize(in metrics: ScreenMetrics) -> CGSize {
        size(in: metrics) { text, width in
            let font = UIFont.preferredFont(forTextStyle: .subheadline)
            let drawn = NSAttributedString(string: text, attributes: [.font: font])
            let room = CGSize(width: width, height: .greatestFiniteMagnitude)
            return drawn.boundingRect(with: room, options: .usesLineFragmentOrigin, context: nil).height.rounded(.up)
        }
    }
}
