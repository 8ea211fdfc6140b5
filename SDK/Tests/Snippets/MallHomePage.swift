import HomeBlocks
import HomeBlocksClient
import UIKit

final class MallViewController: UICollectionViewController, UICollectionViewDelegateFlowLayout {
    private let viewModel: MallViewModel
    private var groups: [MallGroup] = []

    init(client: HomePageClient) {
        viewModel = MallViewModel(client: client)
        super.init(collectionViewLayout: UICollectionViewFlowLayout())
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
        super.viewDidLoad()
        collectionView.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "cell")
        let control = UIRefreshControl()
        control.addAction(UIAction { [weak self] _ in self?.reload() }, for: .valueChanged)
        collectionView.refreshControl = control
        let updates = viewModel.updates()
        Task { [weak self] in
            for await listMs in updates { self?.show(listMs) }
        }
        reload()
    }

    private func reload() {
        Task {
            await viewModel.refresh()
            collectionView.refreshControl?.endRefreshing()
        }
    }

    private func show(_ listMs: [MallGroup]) {
        // What is old or missing is certain at the end only.
        if !viewModel.isLoading { navigationItem.prompt = notice }
        let difference = ListDifference(from: groups, to: listMs)
        guard !difference.isEmpty else { return }
        collectionView.performBatchUpdates { [self] in
            groups = listMs
            collectionView.deleteSections(IndexSet(difference.deletes))
            collectionView.insertSections(IndexSet(difference.inserts))
            collectionView.reloadSections(IndexSet(difference.updates))
            for move in difference.moves { collectionView.moveSection(move.from, toSection: move.to) }
        }
    }

    private var notice: String? {
        if let since = viewModel.staleSince { return "As of \(since.formatted())" }
        return (viewModel.sortFailure ?? viewModel.failures.values.first)?.localizedDescription
    }

    override func numberOfSections(in collectionView: UICollectionView) -> Int { groups.count }

    override func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
        groups[section].content.itemCount
    }

    func collectionView(
        _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
        sizeForItemAt indexPath: IndexPath
    ) -> CGSize {
        let metrics = ScreenMetrics(width: collectionView.bounds.width)
        return groups[indexPath.section].content.size(ofItem: indexPath.item, in: metrics)
    }

    func collectionView(
        _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
        insetForSectionAt section: Int
    ) -> UIEdgeInsets {
        switch groups[section].content {
        case .marquee, .bottomFloat, .unknown: .zero
        default: UIEdgeInsets(top: 10, left: MallContent.margin, bottom: 0, right: MallContent.margin)
        }
    }

    func collectionView(
        _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
        minimumInteritemSpacingForSectionAt section: Int
    ) -> CGFloat { groups[section].content.itemSpacing }

    override func collectionView(
        _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell {
        let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "cell", for: indexPath)
        var content = UIListContentConfiguration.cell()
        switch groups[indexPath.section].content {
        case .marquee(let list): content.text = list.map(\.title).joined(separator: " · ")
        case .beltAndRoad(let list), .shoppingCarnival(let list), .otc(let list), .hxPrefecture(let list),
            .middleAd(let list), .ads(let list):
            content.text = list.map(\.title).joined(separator: " · ")
        case .walletCard(let welfare):
            content.text = welfare.title
            content.secondaryText = welfare.subtitle
        case .wallet(let list): content.text = list.map(\.title).joined(separator: " · ")
        case .middleNav(let list), .bottomNav(let list), .navigation(let list):
            content.text = list[indexPath.item].title
        case .otherMall(let list): content.text = list[indexPath.item].title
        case .otherService(let list): content.text = list[indexPath.item].title
        case .broadcast(let topSale, let hot, let choiceness):
            content.text = [topSale?.title, hot?.title, choiceness?.title].compactMap { $0 }.joined(separator: " · ")
        case .localService(let list): content.text = list[indexPath.item].title
        case .bottomFloat(let list): content.text = list.map(\.title).joined(separator: " · ")
        case .unknown: break
        }
        cell.contentConfiguration = content
        return cell
    }
}
