"""The models of the published apps that decode the NetEase home page, field by field."""

from decoding import ANY, FLAG, INTEGER, NULL, OBJECT, TEXT, Either, List, Record, all_of, choice

TITLE = Record({"title": TEXT})
ACTION_TYPE = choice("orpheus", "client_customized")
BUTTON = Record({"action": TEXT, "actionType": ACTION_TYPE, "text": TEXT}, {"iconUrl": NULL})
TEXTS = List(TEXT)

ARTIST = Record(
    all_of("id picId img1v1Id albumSize musicSize topicPerson", INTEGER) | all_of("name briefDesc", TEXT),
    all_of("picUrl img1v1Url trans", TEXT) | {"alias": TEXTS})
ALBUM = Record(
    all_of("id size picId pic companyId publishTime status copyrightId mark", INTEGER)
    | all_of("name picUrl blurPicUrl description tags briefDesc commentThreadId", TEXT)
    | {"type": choice("专辑", "Single", "EP", "EP/Single"), "subType": choice("录音室版"), "artist": ARTIST,
       "artists": List(ARTIST), "songs": List(ANY), "alias": TEXTS, "onSale": FLAG},
    all_of("picId_str company transName", TEXT) | {"transNames": TEXTS})
AUDIO = Record(
    all_of("id size sr dfsId bitrate playTime volumeDelta", INTEGER) | {"extension": choice("mp3")}, {"name": NULL})
SONG_DATA = Record(
    all_of(
        "id position status fee copyrightId no popularity score starredNum duration playedNum dayPlays hearTime ftype "
        "copyright mark originCoverType single mvid rtype", INTEGER)
    | all_of("name disc copyFrom commentThreadId", TEXT)
    | {"starred": FLAG, "alias": TEXTS, "artists": List(ARTIST), "album": ALBUM, "rtUrls": List(ANY), "bMusic": AUDIO,
       "mMusic": AUDIO, "lMusic": AUDIO},
    all_of("ringtone transName videoInfo", TEXT)
    | all_of("audition crbt mp3Url noCopyrightRcmd rtUrl rurl sign", NULL)
    | {"hMusic": AUDIO, "transNames": TEXTS, "originSongSimpleData": OBJECT, "mv": INTEGER})
PRIVILEGE = Record(
    all_of("id fee payed realPayed st pl dl sp cp subp maxbr fl flag playMaxbr downloadMaxbr", INTEGER)
    | all_of("cs toast paidBigBang preSell", FLAG)
    | {"chargeInfoList": List(Record(all_of("rate chargeType", INTEGER), all_of("chargeUrl chargeMessage", NULL))),
       "freeTrialPrivilege": Record(all_of("resConsumable userConsumable", FLAG))},
    {"pc": NULL})
COMMENT = Record(all_of("commentId userId", INTEGER) | all_of("content threadId userName", TEXT))
RESOURCE_DETAILS = Record({}, (
    all_of("playCount specialType specialCover startTime endTime subCount", INTEGER)
    | all_of("alias eventId eventType", TEXT) | all_of("highQuality subed canSubscribe bigEvent", FLAG)
    | {"artists": List(ARTIST), "songData": SONG_DATA, "songPrivilege": PRIVILEGE, "tags": TEXTS,
       "commentSimpleData": COMMENT}))
RESOURCE = Record(
    all_of("resourceType resourceId action", TEXT)
    | {"actionType": ACTION_TYPE, "valid": FLAG, "uiElement": Record(
        {"mainTitle": TITLE, "image": Record({"imageUrl": TEXT}), "rcmdShowType": TEXT},
        {"subTitle": Record({"title": TEXT}, {"titleType": choice("songRcmdTag", "songRcmdFromComment")}),
         "labelTexts": TEXTS})},
    all_of("resourceUrl alg logInfo", TEXT) | {"resourceExtInfo": RESOURCE_DETAILS})
CREATIVE = Record(
    {"creativeType": TEXT, "position": INTEGER, "resources": List(RESOURCE), "uiElement": Record(
        {"rcmdShowType": TEXT},
        {"mainTitle": TITLE, "subTitle": TITLE, "image": Record({"imageUrl": TEXT}, {"purePicture": FLAG}),
         "labelTexts": TEXTS, "button": BUTTON})},
    all_of("creativeId action alg code logInfo source", TEXT)
    | {"actionType": ACTION_TYPE, "creativeExtInfoVO": Record({"playCount": INTEGER})})

BITRATE = Record(all_of("br fid size vd", INTEGER))
VIDEO = Record(all_of("vid title coverUrl", TEXT) | all_of("type playTime publishTime", INTEGER), all_of("artists alias", NULL))
SONG = Record(
    all_of(
        "id pst t pop st fee v dt no ftype djId copyright s_id mark originCoverType single rtype mst cp mv publishTime",
        INTEGER)
    | all_of("name rt cf cd", TEXT)
    | {"ar": List(Record({"id": INTEGER, "name": TEXT, "tns": TEXTS, "alias": TEXTS})), "alia": TEXTS,
       "al": Record(all_of("id pic", INTEGER) | all_of("name picUrl pic_str", TEXT) | {"tns": TEXTS}),
       "h": BITRATE, "m": BITRATE, "l": BITRATE, "rtUrls": List(ANY),
       "videoInfo": Record({"moreThanOne": FLAG}, {"video": VIDEO})},
    all_of("a crbt noCopyrightRcmd originSongSimpleData rtUrl rurl", NULL))
BANNER = Record(
    all_of("bannerId pic typeTitle encodeId requestId scm", TEXT) | all_of("targetId targetType", INTEGER)
    | all_of("exclusive showAdTag", FLAG) | {"titleColor": choice("red", "blue")},
    all_of(
        "adDispatchJson adLocation adSource adid adurlV2 alg dynamicVideoData event extMonitor extMonitorInfo "
        "monitorBlackList monitorClick monitorClickList monitorImpress monitorImpressList monitorType pid program "
        "showContext video", NULL)
    | {"url": TEXT, "song": SONG})
CLIP = Record(
    all_of("id alg logInfo", TEXT) | all_of("type mlogBaseDataType matchField", INTEGER)
    | {"sameCity": FLAG, "resource": Record({
        "mlogBaseData": Record(
            all_of("id text coverUrl coverPicKey threadId", TEXT)
            | all_of("type pubTime coverHeight coverWidth coverColor duration", INTEGER) | {"greatCover": FLAG},
            {"interveneText": TEXT, "coverDynamicUrl": NULL, "audio": NULL}),
        "mlogExtVO": Record(
            all_of("likedCount commentCount playCount videoStartPlayTime", INTEGER)
            | {"canCollect": FLAG, "artists": List(ANY), "song": Record(
                all_of("id duration", INTEGER) | all_of("name coverUrl albumName", TEXT)
                | {"artists": List(Record({"artistId": INTEGER, "artistName": TEXT}))},
                all_of("privilege startTime endTime", NULL) | {"mv": INTEGER})},
            all_of("algSong artistName rcmdInfo strongPushMark strongPushIcon specialTag channelTag", NULL)),
        "userProfile": Record(
            all_of("userId userType", INTEGER) | all_of("nickname avatarUrl", TEXT) | all_of("followed isAnchor", FLAG)
            | {"avatarDetail": Record({}, all_of("userType identityLevel", INTEGER) | {"identityIconUrl": TEXT})}),
        "status": INTEGER, "shareUrl": TEXT})},
    all_of("position reason matchFieldContent", NULL))
BLOCK = Record(
    {"blockCode": TEXT, "showType": TEXT, "canClose": FLAG, "uiElement": Record(
        {"rcmdShowType": TEXT},
        {"subTitle": Record({"title": TEXT}, {"titleImgUrl": TEXT}), "mainTitle": TITLE, "button": BUTTON})},
    {"action": TEXT, "actionType": ACTION_TYPE, "creatives": List(CREATIVE),
     "extInfo": Either(List(CLIP), Record({"banners": List(BANNER)}))})
PAGE = Record({"code": INTEGER, "message": TEXT, "data": Record(
    {"hasMore": FLAG, "blocks": List(BLOCK),
     "pageConfig": Record(
         all_of("refreshToast nodataToast homepageMode orderInfo", TEXT)
         | all_of("refreshInterval songLabelMarkLimit", INTEGER) | all_of("fullscreen showModeEntry", FLAG)
         | {"abtest": TEXTS, "songLabelMarkPriority": TEXTS},
         {"title": NULL}),
     "guideToast": Record({"hasGuideToast": FLAG, "toastList": List(ANY)})},
    {"cursor": NULL, "blockUUIDs": NULL})})
MENUS = Record({"code": INTEGER, "message": TEXT, "data": List(Record(
    {"id": INTEGER, "name": TEXT, "iconUrl": TEXT, "url": TEXT, "skinSupport": FLAG, "homepageMode": TEXT},
    {"resourceState": NULL}))})
