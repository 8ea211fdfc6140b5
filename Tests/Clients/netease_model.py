"""The models of the published apps that decode the NetEase home page, field by field.

They are combined into one model with the strictest rule for each field (docs/clients.md lists which app has which):
all of the apps decode what it decodes.
"""

from decoding import ADDRESS, ANY, FLAG, INTEGER, NULL, NUMBER, TEXT, Either, List, Record, all_of, choice
from netease_program import program

TITLE = Record({"title": TEXT})
ACTION_TYPE = choice("orpheus", "client_customized")
# Models with enumerations know one way to show a recommendation, and eight kinds of resources.
SHOW_TYPE = choice("DEFAULT")
RESOURCE_TYPE = choice("list", "song", "album", "digitalAlbum", "fm_radio", "ORPHEUS", "ALBUM", "WEBVIEW")
EMPTY = choice("")
BUTTON = Record({"action": ADDRESS, "actionType": ACTION_TYPE, "text": TEXT}, {"iconUrl": NULL})
TEXTS = List(TEXT)
LABEL = Record({}, all_of("text textColor", TEXT))

ARTIST = Record(
    all_of("id picId img1v1Id albumSize musicSize topicPerson", INTEGER) | all_of("name briefDesc", TEXT),
    all_of("picUrl img1v1Url", ADDRESS) | {"trans": TEXT, "alias": TEXTS} | all_of("extProperties xInfo", NULL),
)
ALBUM = Record(
    all_of("id size picId pic companyId publishTime status copyrightId mark", INTEGER)
    | all_of("name description tags briefDesc commentThreadId", TEXT)
    | all_of("picUrl blurPicUrl", ADDRESS)
    | {
        "type": choice("专辑", "Single", "EP", "EP/Single"),
        "subType": choice("录音室版"),
        "artist": ARTIST,
        "artists": List(ARTIST),
        "songs": List(ANY),
        "alias": TEXTS,
        "onSale": FLAG,
    },
    all_of("picId_str company", TEXT) | {"transNames": TEXTS, "transName": NULL},
)
AUDIO = Record(
    all_of("id size sr dfsId bitrate playTime volumeDelta", INTEGER) | {"extension": choice("mp3")},
    all_of("name extProperties xInfo", NULL),
)
SONG_DATA = Record(
    all_of(
        "id position status fee copyrightId no popularity score starredNum duration playedNum dayPlays hearTime ftype "
        "copyright mark originCoverType single mvid rtype",
        INTEGER,
    )
    | all_of("name disc copyFrom commentThreadId", TEXT)
    | {
        "starred": FLAG,
        "alias": TEXTS,
        "artists": List(ARTIST),
        "album": ALBUM,
        "rtUrls": List(ANY),
        "bMusic": AUDIO,
        "mMusic": AUDIO,
        "lMusic": AUDIO,
    },
    all_of("audition crbt mp3Url noCopyrightRcmd originSongSimpleData rtUrl rurl sign transName", NULL)
    | {"hMusic": AUDIO, "transNames": TEXTS, "ringtone": EMPTY, "videoInfo": TEXT, "mv": INTEGER},
)
PRIVILEGE = Record(
    all_of("id fee payed realPayed st pl dl sp cp subp maxbr fl flag playMaxbr downloadMaxbr", INTEGER)
    | all_of("cs toast paidBigBang preSell", FLAG)
    | {
        "chargeInfoList": List(Record(all_of("rate chargeType", INTEGER), all_of("chargeUrl chargeMessage", NULL))),
        "freeTrialPrivilege": Record(all_of("resConsumable userConsumable", FLAG)),
    },
    all_of("pc rscl", NULL),
)
BITRATE = Record(all_of("br fid size vd", INTEGER))
VIDEO = Record(
    all_of("vid title", TEXT) | all_of("type playTime publishTime", INTEGER) | {"coverUrl": ADDRESS},
    all_of("artists alias", NULL),
)
SONG = Record(
    all_of(
        "id pst t pop st fee v dt no ftype djId copyright s_id mark originCoverType single rtype mst cp mv publishTime", INTEGER
    )
    | all_of("name rt cf cd", TEXT)
    | {
        "ar": List(Record({"id": INTEGER, "name": TEXT, "tns": TEXTS, "alias": TEXTS})),
        "alia": TEXTS,
        "al": Record(all_of("id pic", INTEGER) | all_of("name pic_str", TEXT) | {"picUrl": ADDRESS, "tns": TEXTS}),
        "h": BITRATE,
        "m": BITRATE,
        "l": BITRATE,
        "rtUrls": List(ANY),
        "videoInfo": Record({"moreThanOne": FLAG}, {"video": VIDEO}),
    },
    all_of("a crbt noCopyrightRcmd originSongSimpleData rtUrl rurl", NULL),
)
ROW_SONG = Record(SONG.required | {"rt": EMPTY}, SONG.optional)
PROGRAM = program(ARTIST, AUDIO)
COMMENT = Record(all_of("commentId userId", INTEGER) | all_of("content threadId userName", TEXT))
RESOURCE_DETAILS = Record(
    {},
    (
        all_of("playCount specialType specialCover startTime endTime subCount", INTEGER)
        | all_of("alias eventId eventType", TEXT)
        | all_of("highQuality subed canSubscribe bigEvent", FLAG)
        | {
            "artists": List(ARTIST),
            "songData": SONG_DATA,
            "songPrivilege": PRIVILEGE,
            "tags": TEXTS,
            "commentSimpleData": COMMENT,
            "song": ROW_SONG,
        }
    ),
)
LABELS = {"labelTexts": TEXTS, "labelUrls": TEXTS, "labelType": TEXT, "labelText": LABEL}
RESOURCE = Record(
    {"resourceType": RESOURCE_TYPE, "resourceId": TEXT, "action": ADDRESS}
    | {
        "actionType": ACTION_TYPE,
        "valid": FLAG,
        "uiElement": Record(
            {"mainTitle": TITLE, "image": Record({"imageUrl": ADDRESS}, {"imageUrl2": ADDRESS}), "rcmdShowType": SHOW_TYPE},
            {"subTitle": Record({"title": TEXT}, {"titleType": choice("songRcmdTag", "songRcmdFromComment")})} | LABELS,
        ),
    },
    all_of("alg logInfo", TEXT) | {"resourceUrl": ADDRESS, "resourceExtInfo": RESOURCE_DETAILS},
)
CREATIVE = Record(
    {
        "creativeType": TEXT,
        "position": INTEGER,
        "resources": List(RESOURCE),
        "uiElement": Record(
            {"rcmdShowType": SHOW_TYPE},
            {
                "mainTitle": TITLE,
                "subTitle": TITLE,
                "image": Record({"imageUrl": ADDRESS}, {"purePicture": FLAG}),
                "button": BUTTON,
            }
            | LABELS,
        ),
    },
    all_of("creativeId alg algReason code logInfo source", TEXT)
    | {"action": ADDRESS, "actionType": ACTION_TYPE, "creativeExtInfoVO": Record({"playCount": INTEGER}, {"djProgram": PROGRAM})},
)

BANNER = Record(
    all_of("bannerId typeTitle encodeId requestId scm", TEXT)
    | {"pic": ADDRESS}
    | all_of("targetId targetType", INTEGER)
    | all_of("exclusive showAdTag", FLAG)
    | {"titleColor": choice("red", "blue")},
    all_of(
        "adDispatchJson adLocation adSource adid adurlV2 alg dynamicVideoData event extMonitor extMonitorInfo "
        "monitorBlackList monitorClick monitorClickList monitorImpress monitorImpressList monitorType pid program "
        "showContext video",
        NULL,
    )
    | {"url": ADDRESS, "song": SONG},
)
CLIP = Record(
    all_of("id alg logInfo", TEXT)
    | all_of("type mlogBaseDataType matchField", INTEGER)
    | {
        "sameCity": FLAG,
        "resource": Record(
            {
                "mlogBaseData": Record(
                    all_of("id text coverPicKey threadId", TEXT)
                    | {"coverUrl": ADDRESS, "greatCover": FLAG}
                    | all_of("type pubTime coverHeight coverWidth coverColor duration", INTEGER),
                    all_of("interveneText originalTitle", TEXT)
                    | all_of("coverDynamicUrl audio", NULL)
                    | {
                        "status": INTEGER,
                        "video": Record({}, all_of("videoKey coverUrl frameUrl", TEXT) | all_of("width height", NUMBER)),
                    },
                ),
                "mlogExtVO": Record(
                    all_of("likedCount commentCount playCount videoStartPlayTime", INTEGER)
                    | {
                        "canCollect": FLAG,
                        "artists": List(ANY),
                        "song": Record(
                            all_of("id duration", INTEGER)
                            | all_of("name albumName", TEXT)
                            | {"coverUrl": ADDRESS, "artists": List(Record({"artistId": INTEGER, "artistName": TEXT}))},
                            all_of("privilege startTime endTime", NULL) | {"mv": INTEGER},
                        ),
                    },
                    all_of("algSong artistName rcmdInfo strongPushMark strongPushIcon specialTag channelTag", NULL),
                ),
                "userProfile": Record(
                    all_of("userId userType", INTEGER)
                    | all_of("followed isAnchor", FLAG)
                    | {
                        "nickname": TEXT,
                        "avatarUrl": ADDRESS,
                        "avatarDetail": Record({}, all_of("userType identityLevel", INTEGER) | {"identityIconUrl": ADDRESS}),
                    }
                ),
                "status": INTEGER,
                "shareUrl": ADDRESS,
            },
            {"reason": TEXT, "source": INTEGER},
        ),
    },
    all_of("position reason matchFieldContent", NULL),
)
BLOCK = Record(
    {
        "blockCode": TEXT,
        "showType": TEXT,
        "canClose": FLAG,
        "uiElement": Record(
            {"rcmdShowType": SHOW_TYPE},
            {"subTitle": Record({"title": TEXT}, {"titleImgUrl": ADDRESS}), "mainTitle": TITLE, "button": BUTTON},
        ),
    },
    {
        "action": ADDRESS,
        "actionType": ACTION_TYPE,
        "creatives": List(CREATIVE),
        "extInfo": Either(List(CLIP), Record({"banners": List(BANNER)})),
    },
)
PAGE = Record(
    {
        "code": INTEGER,
        "message": TEXT,
        "data": Record(
            {
                "hasMore": FLAG,
                "blocks": List(BLOCK),
                "pageConfig": Record(
                    all_of("refreshToast nodataToast homepageMode orderInfo", TEXT)
                    | all_of("refreshInterval songLabelMarkLimit", INTEGER)
                    | all_of("fullscreen showModeEntry", FLAG)
                    | {"abtest": TEXTS, "songLabelMarkPriority": TEXTS},
                    {"title": NULL},
                ),
                "guideToast": Record({"hasGuideToast": FLAG, "toastList": List(ANY)}),
            },
            {"cursor": NULL, "blockUUIDs": NULL},
        ),
    }
)
MENUS = Record(
    {
        "code": INTEGER,
        "message": TEXT,
        "data": List(
            Record(
                {"id": INTEGER, "name": TEXT, "iconUrl": ADDRESS, "url": ADDRESS, "skinSupport": FLAG, "homepageMode": TEXT},
                {"resourceState": NULL},
            )
        ),
    }
)
