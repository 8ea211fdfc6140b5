import HomeBlocks

/// Adds what apps require of a row of songs with only the shown fields: `songData` and `songPrivilege`, with all
/// members of strict models. They are made from the row's fields; unknown values are 0, false or empty.
enum SongCompletion {
    /// Returns a song's details with both members.
    ///
    /// - Parameter resource: the song as the row shows it.
    static func completed(_ details: JSONObject, of resource: JSONObject) -> JSONObject {
        guard let artists = details["artists"]?.array, let artist = artists.first else { return details }
        var details = details
        let id = resource["resourceId"]?.string.flatMap { Int64($0) }.map { JSONValue.number(JSONNumber($0)) } ?? 0
        if details["songData"] ?? .null == .null {
            var song = song
            song["id"] = id
            song["name"] = JSONValue.object(resource)[pointer: JSONPointer(["uiElement", "mainTitle", "title"])] ?? ""
            song["artists"] = .array(artists)
            song["album"] = album(of: resource, artists, artist)
            details["songData"] = .object(song)
        }
        if details["songPrivilege"] ?? .null == .null {
            var privilege = privilege
            privilege["id"] = id
            details["songPrivilege"] = .object(privilege)
        }
        return details
    }

    private static func album(of resource: JSONObject, _ artists: [JSONValue], _ artist: JSONValue) -> JSONValue {
        let cover = JSONValue.object(resource)[pointer: JSONPointer(["uiElement", "image", "imageUrl"])] ?? ""
        var album = album
        album["picUrl"] = cover
        album["blurPicUrl"] = cover
        album["artist"] = artist
        album["artists"] = .array(artists)
        return .object(album)
    }

    private static let song: JSONObject = [
        "alias": [], "bMusic": audio, "commentThreadId": "", "copyFrom": "", "copyright": 0, "copyrightId": 0,
        "dayPlays": 0, "disc": "", "duration": 0, "fee": 0, "ftype": 0, "hearTime": 0, "lMusic": audio, "mMusic": audio,
        "mark": 0, "mvid": 0, "no": 0, "originCoverType": 0, "playedNum": 0, "popularity": 0, "position": 0,
        "rtUrls": [], "rtype": 0, "score": 0, "single": 0, "starred": false, "starredNum": 0, "status": 0,
    ]

    private static let album: JSONObject = [
        "alias": [], "briefDesc": "", "commentThreadId": "", "companyId": 0, "copyrightId": 0, "description": "",
        "id": 0,
        "mark": 0, "name": "", "onSale": false, "pic": 0, "picId": 0, "publishTime": 0, "size": 0, "songs": [],
        "status": 0, "subType": "录音室版", "tags": "", "type": "Single",
    ]

    private static let audio: JSONValue = [
        "bitrate": 0, "dfsId": 0, "extension": "mp3", "id": 0, "playTime": 0, "size": 0, "sr": 0, "volumeDelta": 0,
    ]

    /// A song that everyone may play: apps show unplayable songs in grey.
    private static let privilege: JSONObject = [
        "chargeInfoList": [], "cp": 1, "cs": false, "dl": 0, "downloadMaxbr": 320_000, "fee": 0, "fl": 128_000,
        "flag": 0, "maxbr": 320_000, "paidBigBang": false, "payed": 0, "pl": 128_000, "playMaxbr": 320_000,
        "preSell": false, "realPayed": 0, "sp": 7, "st": 0, "subp": 1, "toast": false,
    ]
}
