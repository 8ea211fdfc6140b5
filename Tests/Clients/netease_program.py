"""The model of a broadcast on a spoken-word card, which one of the apps decodes completely."""

from decoding import ANY, FLAG, INTEGER, NULL, NUMBER, TEXT, List, Record, all_of

COUNTS = Record(all_of("shareCount likedCount commentCount", INTEGER) | {"subscribed": FLAG})
AUTHOR_DETAILS = Record(all_of("avatarImgId_str brand", TEXT))
AUTHOR = Record(
    all_of("extProperties xInfo", AUTHOR_DETAILS)
    | all_of("defaultAvatar followed mutual", FLAG)
    | {"avatarImgId": NUMBER}
    | all_of(
        "province authStatus accountStatus gender city birthday userId userType backgroundImgId authority djStatus vipType",
        INTEGER,
    )
    | all_of("avatarUrl nickname signature description detailDescription backgroundUrl backgroundImgIdStr avatarImgIdStr", TEXT),
    all_of("expertTags experts remarkName", NULL),
)
RADIO = Record(
    all_of(
        "id subCount programCount createTime categoryId secondCategoryId radioFeeType feeScope purchaseCount price "
        "originalPrice lastProgramCreateTime lastProgramId playCount intervenePicId taskId",
        INTEGER,
    )
    | all_of("name picUrl desc category rcmdText", TEXT)
    | {"picId": NUMBER}
    | all_of("buyed finished underShelf hightQuality whiteList privacy dynamic composeVideo", FLAG)
    | all_of("extProperties xInfo", Record({"subed": FLAG})),
    all_of("dj secondCategory videos discountPrice lastProgramName liveInfo icon intervenePicUrl shortName", NULL),
)


def program(artist, audio):
    album = Record(
        all_of("id size picId companyId pic publishTime status copyrightId mark", INTEGER)
        | {"onSale": FLAG}
        | all_of("name picUrl description tags briefDesc commentThreadId", TEXT)
        | {"artist": artist, "artists": List(artist), "songs": List(ANY), "alias": List(ANY)},
        all_of("type blurPicUrl company subType transName extProperties xInfo", NULL),
    )
    song = Record(
        all_of(
            "id position status fee copyrightId no popularity score starredNum duration playedNum dayPlays hearTime ftype "
            "copyright mark originCoverType single rtype mvid",
            INTEGER,
        )
        | all_of("name disc ringtone copyFrom commentThreadId", TEXT)
        | {"starred": FLAG}
        | {"alias": List(ANY), "rtUrls": List(ANY), "artists": List(artist), "album": album, "lMusic": audio, "bMusic": audio},
        all_of(
            "crbt audition rtUrl transName sign originSongSimpleData noCopyrightRcmd rurl hMusic mMusic mp3Url "
            "extProperties xInfo",
            NULL,
        ),
    )
    return Record(
        all_of(
            "subscribedCount mainTrackId serialNum listenerCount id createTime userId pubStatus trackCount bdAuditStatus "
            "programFeeType adjustedPlayCount auditStatus updateTime categoryId secondCategoryId scheduledPublishTime "
            "duration",
            INTEGER,
        )
        | all_of("reward buyed canReward privacy publish", FLAG)
        | {"coverId": NUMBER}
        | all_of("name description coverUrl commentThreadId blurCoverUrl", TEXT)
        | {"channels": List(TEXT), "h5Links": List(ANY), "mainSong": song, "dj": AUTHOR, "radio": RADIO}
        | all_of("extProperties xInfo", COUNTS),
        all_of("songs titbits titbitImages programDesc category secondCategory", NULL),
    )
