import HomeBlocks
import HomeBlocksClient
import SwiftUI

/// The music home page.
struct MusicScreen: View {
    @StateObject private var home: HomeViewModel

    init(client: any HomePageFetching) {
        _home = StateObject(wrappedValue: HomeViewModel(client: client, page: "music", layouts: appLayouts))
    }

    var body: some View {
        List {
            if let notice = Notice.text(for: home.state) { Text(notice).font(.caption) }
            ForEach(home.sections) { section in
                VStack(alignment: .leading) {
                    if let title = section.heading?.title { Text(title).font(.headline) }
                    ForEach(SectionText.titles(of: section), id: \.self) { title in Text(title) }
                }
            }
        }
        .overlay { if home.state.content == nil, home.state.isLoading { ProgressView() } }
        .task { await home.refreshWhenDue() }
        // The list is updated as soon as loading begins, which cancels the task of `refreshable`.
        .refreshable { await Task { await home.refresh() }.value }
    }
}
