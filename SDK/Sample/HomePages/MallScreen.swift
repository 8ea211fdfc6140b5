import HomeBlocks
import HomeBlocksClient
import SwiftUI

/// The mall home page, whose sections are loaded individually, in the operators' order.
struct MallScreen: View {
    @StateObject private var mall: MallViewModel

    init(client: any HomePageFetching) {
        _mall = StateObject(wrappedValue: MallViewModel(client: client, layouts: appLayouts))
    }

    var body: some View {
        List {
            if let since = mall.staleSince { Text(Notice.text(ofCopySince: since)).font(.caption) }
            if let error = mall.sortFailure { Text(error.localizedDescription).font(.caption) }
            ForEach(mall.listMs) { group in
                VStack(alignment: .leading) {
                    ForEach(SectionText.titles(of: group.content), id: \.self) { title in Text(title) }
                }
            }
        }
        .overlay { if mall.listMs.isEmpty, mall.isLoading { ProgressView() } }
        .task { await mall.refresh() }
        .refreshable { await Task { await mall.refresh() }.value }
    }
}
