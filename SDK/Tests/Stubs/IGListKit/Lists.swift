// A stub of IGListKit 5, so that the code in the articles is type-checked. It only has the API that the articles use.
public import Foundation
public import UIKit

public protocol ListDiffable: NSObjectProtocol {
    func diffIdentifier() -> any NSObjectProtocol
    func isEqual(toDiffableObject object: (any ListDiffable)?) -> Bool
}

@MainActor public protocol ListAdapterDataSource: NSObjectProtocol {
    func objects(for listAdapter: ListAdapter) -> [any ListDiffable]
    func listAdapter(_ listAdapter: ListAdapter, sectionControllerFor object: Any) -> ListSectionController
    func emptyView(for listAdapter: ListAdapter) -> UIView?
}

public protocol ListUpdatingDelegate: NSObjectProtocol {}

public final class ListAdapterUpdater: NSObject, ListUpdatingDelegate {}

@MainActor public final class ListAdapter: NSObject {
    public init(updater: any ListUpdatingDelegate, viewController: UIViewController?) {}

    public weak var collectionView: UICollectionView?
    public weak var dataSource: (any ListAdapterDataSource)?
    public func performUpdates(animated: Bool, completion: ((Bool) -> Void)? = nil) {}
}

@MainActor public protocol ListCollectionContext: NSObjectProtocol {
    var containerSize: CGSize { get }
    func dequeueReusableCell(
        of cellClass: AnyClass, for sectionController: ListSectionController, at index: Int
    ) -> UICollectionViewCell
}

@MainActor open class ListSectionController: NSObject {
    // As in IGListKit.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    public weak var collectionContext: (any ListCollectionContext)!

    nonisolated override public init() {}
    open func numberOfItems() -> Int { 1 }
    open func sizeForItem(at index: Int) -> CGSize { .zero }
    open func cellForItem(at index: Int) -> UICollectionViewCell { UICollectionViewCell() }
    open func didUpdate(to object: Any) {}
}
