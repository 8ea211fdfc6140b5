// Written by script/helpers/language-data from the data of CLDR in Babel 2.19.0.
// Copyright © 1991–2025 Unicode, Inc. Licence: LICENSE.txt in this folder (Unicode License v3).

/// What CLDR says about languages, as far as it is needed to compare tags.
enum LanguageData {
    /// The likely script and region of each language.
    static let likely = """
        aa-Latn-ET ab-Cyrl-GE ady-Cyrl-RU ae-Avst-IR af-Latn-ZA agq-Latn-CM ak-Latn-GH am-Ethi-ET an-Latn-ES ann-Latn-NG
        apc-Arab-SY ar-Arab-EG arn-Latn-CL ary-Arab-MA as-Beng-IN asa-Latn-TZ ast-Latn-ES av-Cyrl-RU ay-Latn-BO
        az-Latn-AZ ba-Cyrl-RU bal-Arab-PK bas-Latn-CM be-Cyrl-BY bem-Latn-ZM bew-Latn-ID bez-Latn-TZ bg-Cyrl-BG
        bgc-Deva-IN bgn-Arab-PK bho-Deva-IN bi-Latn-VU blo-Latn-BJ blt-Tavt-VN bm-Latn-ML bn-Beng-BD bo-Tibt-CN
        bqi-Arab-IR br-Latn-FR brh-Arab-PK brx-Deva-IN bs-Latn-BA bss-Latn-CM bua-Cyrl-RU byn-Ethi-ER ca-Latn-ES
        cad-Latn-US cch-Latn-NG ccp-Cakm-BD ce-Cyrl-RU ceb-Latn-PH cgg-Latn-UG ch-Latn-GU cho-Latn-US chr-Cher-US
        cic-Latn-US ckb-Arab-IQ co-Latn-FR cop-Copt-EG cr-Cans-CA cs-Latn-CZ csw-Cans-CA cu-Cyrl-RU cv-Cyrl-RU
        cy-Latn-GB da-Latn-DK dav-Latn-KE de-Latn-DE dje-Latn-NE doi-Deva-IN dsb-Latn-DE dua-Latn-CM dv-Thaa-MV
        dyo-Latn-SN dz-Tibt-BT ebu-Latn-KE ee-Latn-GH el-Grek-GR en-Latn-US eo-Latn-001 es-Latn-ES et-Latn-EE eu-Latn-ES
        ewo-Latn-CM fa-Arab-IR ff-Latn-SN fi-Latn-FI fil-Latn-PH fj-Latn-FJ fo-Latn-FO fr-Latn-FR frr-Latn-DE
        fur-Latn-IT fy-Latn-NL ga-Latn-IE gaa-Latn-GH gd-Latn-GB gez-Ethi-ET gl-Latn-ES gn-Latn-PY gsw-Latn-CH
        gu-Gujr-IN guz-Latn-KE gv-Latn-IM ha-Latn-NG haw-Latn-US he-Hebr-IL hi-Deva-IN hnj-Hmnp-US ho-Latn-PG hr-Latn-HR
        hrx-Latn-BR hsb-Latn-DE ht-Latn-HT hu-Latn-HU hy-Armn-AM hz-Latn-NA ia-Latn-001 id-Latn-ID ie-Latn-EE ig-Latn-NG
        ii-Yiii-CN ik-Latn-US io-Latn-001 is-Latn-IS isv-Latn-001 it-Latn-IT iu-Cans-CA ja-Jpan-JP jbo-Latn-001
        jgo-Latn-CM jmc-Latn-TZ jv-Latn-ID ka-Geor-GE kaa-Cyrl-UZ kab-Latn-DZ kaj-Latn-NG kam-Latn-KE kbd-Cyrl-RU
        kcg-Latn-NG kde-Latn-TZ kea-Latn-CV kek-Latn-GT ken-Latn-CM kg-Latn-CD kgp-Latn-BR khq-Latn-ML ki-Latn-KE
        kj-Latn-NA kk-Cyrl-KZ kkj-Latn-CM kl-Latn-GL kln-Latn-KE km-Khmr-KH kn-Knda-IN ko-Kore-KR kok-Deva-IN
        kpe-Latn-LR kr-Latn-NG ks-Arab-IN ksb-Latn-TZ ksf-Latn-CM ksh-Latn-DE ku-Latn-TR kv-Cyrl-RU kw-Latn-GB
        kxv-Latn-IN ky-Cyrl-KG la-Latn-VA lag-Latn-TZ lb-Latn-LU lg-Latn-UG li-Latn-NL lij-Latn-IT lkt-Latn-US
        lld-Latn-IT lmo-Latn-IT ln-Latn-CD lo-Laoo-LA lrc-Arab-IR lt-Latn-LT ltg-Latn-LV lu-Latn-CD luo-Latn-KE
        luy-Latn-KE lv-Latn-LV lzz-Latn-TR mai-Deva-IN mas-Latn-KE mdf-Cyrl-RU mer-Latn-KE mfe-Latn-MU mg-Latn-MG
        mgh-Latn-MZ mgo-Latn-CM mh-Latn-MH mhn-Latn-IT mi-Latn-NZ mic-Latn-CA mk-Cyrl-MK ml-Mlym-IN mn-Cyrl-MN
        mni-Beng-IN moh-Latn-CA mr-Deva-IN mrh-Latn-IN ms-Latn-MY mt-Latn-MT mua-Latn-CM mus-Latn-US mww-Hmnp-US
        my-Mymr-MM myv-Cyrl-RU mzn-Arab-IR na-Latn-NR naq-Latn-NA nd-Latn-ZW nds-Latn-DE ne-Deva-NP ng-Latn-NA
        nl-Latn-NL nmg-Latn-CM nn-Latn-NO nnh-Latn-CM no-Latn-NO nqo-Nkoo-GN nr-Latn-ZA nso-Latn-ZA nus-Latn-SS
        nv-Latn-US ny-Latn-MW nyn-Latn-UG oc-Latn-FR oj-Cans-CA oka-Latn-CA om-Latn-ET or-Orya-IN os-Cyrl-GE osa-Osge-US
        pa-Guru-IN pap-Latn-CW pcm-Latn-NG pi-Latn-GB pis-Latn-SB pl-Latn-PL pms-Latn-IT prg-Latn-PL ps-Arab-AF
        pt-Latn-BR qu-Latn-PE quc-Latn-GT raj-Deva-IN rhg-Rohg-MM rif-Latn-MA rm-Latn-CH rn-Latn-BI ro-Latn-RO
        rof-Latn-TZ ru-Cyrl-RU rw-Latn-RW rwk-Latn-TZ sa-Deva-IN sah-Cyrl-RU saq-Latn-KE sat-Olck-IN sbp-Latn-TZ
        sc-Latn-IT scn-Latn-IT sd-Arab-PK sdh-Arab-IR se-Latn-NO seh-Latn-MZ ses-Latn-ML sg-Latn-CF sgs-Latn-LT
        shi-Tfng-MA shn-Mymr-MM si-Sinh-LK sid-Latn-ET sk-Latn-SK skr-Arab-PK sl-Latn-SI sm-Latn-WS sma-Latn-SE
        smj-Latn-SE smn-Latn-FI sms-Latn-FI sn-Latn-ZW so-Latn-SO sq-Latn-AL sr-Cyrl-RS ss-Latn-ZA ssy-Latn-ER
        st-Latn-ZA su-Latn-ID sus-Latn-GN suz-Deva-NP sv-Latn-SE sw-Latn-TZ syr-Syrc-IQ szl-Latn-PL ta-Taml-IN
        te-Telu-IN teo-Latn-UG tg-Cyrl-TJ th-Thai-TH ti-Ethi-ET tig-Ethi-ER tk-Latn-TM tn-Latn-ZA to-Latn-TO
        tok-Latn-001 tpi-Latn-PG tr-Latn-TR trv-Latn-TW trw-Arab-PK ts-Latn-ZA tt-Cyrl-RU twq-Latn-NE ty-Latn-PF
        tyv-Cyrl-RU tzm-Latn-MA ug-Arab-CN uk-Cyrl-UA ur-Arab-PK uz-Latn-UZ vai-Vaii-LR ve-Latn-ZA vec-Latn-IT
        vi-Latn-VN vmw-Latn-MZ vo-Latn-001 vun-Latn-TZ wa-Latn-BE wae-Latn-CH wal-Ethi-ET wbp-Latn-AU wo-Latn-SN
        xdq-Cyrl-RU xh-Latn-ZA xnr-Deva-IN xog-Latn-UG yav-Latn-CM yi-Hebr-UA yo-Latn-NG yrl-Latn-BR yue-Hant-HK
        za-Latn-CN zgh-Tfng-MA zh-Hans-CN zu-Latn-ZA
        """

    /// A language and a region with the likely script, or a script with the likely region.
    static let exceptions = """
        az-Arab-IR az-IQ-Arab az-IR-Arab az-RU-Cyrl cu-Glag-BG en-Shaw-GB ff-Adlm-GN ha-CM-Arab ha-SD-Arab hnj-Hmng-LA
        kk-AF-Arab kk-Arab-CN kk-CN-Arab kk-IR-Arab kk-MN-Arab ku-AM-Cyrl ku-AZ-Cyrl ku-Arab-IQ ku-Cyrl-AM ku-GE-Cyrl
        ku-IQ-Arab ku-IR-Arab ku-LB-Arab ku-TM-Cyrl ku-Yezi-GE ky-Arab-CN ky-CN-Arab ky-Latn-TR ky-TR-Latn lzz-GE-Geor
        lzz-Geor-GE mn-CN-Mong mn-Mong-CN ms-CC-Arab pa-Arab-PK pa-PK-Arab pi-Deva-IN pi-IN-Deva pi-LK-Sinh pi-MM-Mymr
        pi-Mymr-MM pi-Sinh-LK pi-TH-Thai pi-Thai-TH sd-Deva-IN sd-IN-Deva sd-Khoj-IN sd-Sind-IN sr-ME-Latn sr-RO-Latn
        sr-TR-Latn tg-Arab-PK tg-PK-Arab ug-Cyrl-KZ ug-KZ-Cyrl ug-MN-Cyrl uz-AF-Arab uz-Arab-AF uz-CN-Cyrl yue-CN-Hans
        yue-Hans-CN zh-AU-Hant zh-BN-Hant zh-Bopo-TW zh-GB-Hant zh-GF-Hant zh-HK-Hant zh-Hanb-TW zh-Hant-TW zh-ID-Hant
        zh-MO-Hant zh-PA-Hant zh-PF-Hant zh-PH-Hant zh-SR-Hant zh-TH-Hant zh-TW-Hant zh-US-Hant zh-VN-Hant
        """

    /// Outdated and longer codes of languages, with the present tag.
    static let aliases = """
        aar=aa abk=ab adp=dz afr=af ajp=apc aka=ak alb=sq als=sq amh=am ara=ar arb=ar arg=an arm=hy asm=as ava=av ave=ae
        aym=ay ayr=ay aze=az azj=az bak=ba bam=bm baq=eu bcc=bal bel=be ben=bn bh=bho bih=bho bis=bi bod=bo bos=bs
        bre=br bul=bg bur=my bxk=luy bxr=bua cat=ca ces=cs cha=ch che=ce chi=zh chs=zh-Hans cht=zh-Hant chu=cu chv=cv
        cld=syr cls=sa cmn=zh cnr=sr-ME cor=kw cos=co cre=cr cwd=cr cym=cy cze=cs dan=da deu=de dgo=doi div=dv drh=mn
        drw=fa-AF dut=nl dzo=dz ekk=et ell=el eng=en epo=eo esk=ik est=et eus=eu ewe=ee fao=fo fas=fa fij=fj fin=fi
        fra=fr fre=fr fry=fy fuc=ff ful=ff gaz=om geo=ka ger=de gla=gd gle=ga glg=gl glv=gv gom=kok gre=el grn=gn gug=gn
        guj=gu hat=ht hau=ha hbs=sr-Latn heb=he her=hz hin=hi hmo=ho hrv=hr hun=hu hye=hy ibo=ig ice=is ido=io iii=ii
        ike=iu iku=iu ile=ie in=id ina=ia ind=id ipk=ik isl=is ita=it iw=he jav=jv ji=yi jpn=ja jw=jv kal=kl kan=kn
        kas=ks kat=ka kau=kr kaz=kk khk=mn khm=km kik=ki kin=rw kir=ky kmr=ku knc=kr kng=kg kom=kv kon=kg kor=ko kpv=kv
        kua=kj kur=ku lao=lo lat=la lav=lv lim=li lin=ln lit=lt ltz=lb lub=lu lug=lg lvs=lv mac=mk mah=mh mal=ml mao=mi
        mar=mr may=ms mkd=mk mlg=mg mlt=mt mo=ro mol=ro mon=mn mri=mi msa=ms mup=raj mya=my nau=na nav=nv nb=no nbl=nr
        nde=nd ndo=ng nep=ne nld=nl nno=nn nob=no nor=no npi=ne nya=ny oci=oc ojg=oj oji=oj ori=or orm=om ory=or oss=os
        pan=pa pbu=ps per=fa pes=fa pli=pi plt=mg pol=pl por=pt prp=gu prs=fa-AF pus=ps que=qu quz=qu roh=rm ron=ro
        rum=ro run=rn rus=ru sag=sg san=sa scc=sr scr=hr sh=sr-Latn shl=mrh sin=si slk=sk slo=sk slv=sl sme=se smo=sm
        sna=sn snd=sd som=so sot=st spa=es spy=kln sqi=sq src=sc srd=sc srp=sr ssw=ss sun=su swa=sw swc=sw-CD swe=sv
        swh=sw tah=ty tam=ta tat=tt tel=te tgk=tg tgl=fil tha=th tib=bo tir=ti tl=fil tnf=fa-AF ton=to tsn=tn tso=ts
        tuk=tk tur=tr tw=ak twi=ak uig=ug ukr=uk urd=ur uzb=uz uzn=uz ven=ve vie=vi vol=vo wel=cy wln=wa wol=wo xho=xh
        xpe=kpe ydd=yi yid=yi yor=yo zha=za zho=zh zsm=ms zul=zu zyb=za
        """

    /// Outdated codes of regions, with the present one.
    static let regions = """
        AN=CW BU=MM CS=RS CT=KI DD=DE DY=BJ FQ=AQ FX=FR HV=BF JT=UM MI=UM NH=VU NQ=AQ NT=SA PC=FM PU=UM PZ=PA QU=EU
        RH=ZW SU=RU TP=TL UK=GB VD=VN WK=UM YD=YE YU=RS ZR=CD
        """

    /// A language and a region, with the region that has its texts unless it has its own.
    static let parents = """
        en-150-001 en-AG-001 en-AI-001 en-AT-150 en-AU-001 en-BB-001 en-BE-150 en-BM-001 en-BS-001 en-BW-001 en-BZ-001
        en-CC-001 en-CH-150 en-CK-001 en-CM-001 en-CX-001 en-CY-001 en-CZ-150 en-DE-150 en-DG-001 en-DK-150 en-DM-001
        en-EE-150 en-ER-001 en-ES-150 en-FI-150 en-FJ-001 en-FK-001 en-FM-001 en-FR-150 en-GB-001 en-GD-001 en-GE-150
        en-GG-001 en-GH-001 en-GI-001 en-GM-001 en-GS-001 en-GY-001 en-HK-001 en-HU-150 en-ID-001 en-IE-001 en-IL-001
        en-IM-001 en-IN-001 en-IO-001 en-IT-150 en-JE-001 en-JM-001 en-KE-001 en-KI-001 en-KN-001 en-KY-001 en-LC-001
        en-LR-001 en-LS-001 en-LT-150 en-LV-150 en-MG-001 en-MO-001 en-MS-001 en-MT-001 en-MU-001 en-MV-001 en-MW-001
        en-MY-001 en-NA-001 en-NF-001 en-NG-001 en-NL-150 en-NO-150 en-NR-001 en-NU-001 en-NZ-001 en-PG-001 en-PK-001
        en-PL-150 en-PN-001 en-PT-150 en-PW-001 en-RO-150 en-RW-001 en-SB-001 en-SC-001 en-SD-001 en-SE-150 en-SG-001
        en-SH-001 en-SI-150 en-SK-150 en-SL-001 en-SS-001 en-SX-001 en-SZ-001 en-TC-001 en-TK-001 en-TO-001 en-TT-001
        en-TV-001 en-TZ-001 en-UA-150 en-UG-001 en-VC-001 en-VG-001 en-VU-001 en-WS-001 en-ZA-001 en-ZM-001 en-ZW-001
        es-AR-419 es-BO-419 es-BR-419 es-BZ-419 es-CL-419 es-CO-419 es-CR-419 es-CU-419 es-DO-419 es-EC-419 es-GT-419
        es-HN-419 es-JP-419 es-MX-419 es-NI-419 es-PA-419 es-PE-419 es-PR-419 es-PY-419 es-SV-419 es-US-419 es-UY-419
        es-VE-419 nn-no pt-AO-PT pt-CH-PT pt-CV-PT pt-FR-PT pt-GQ-PT pt-GW-PT pt-LU-PT pt-MO-PT pt-MZ-PT pt-ST-PT
        pt-TL-PT yue-zh zh-MO-HK
        """
}
