"""SVG documents of drawing programs, and harmful ones."""

PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
SVG = 'xmlns="http://www.w3.org/2000/svg"'
XLINK = 'xmlns:xlink="http://www.w3.org/1999/xlink"'
HTML = 'xmlns="http://www.w3.org/1999/xhtml"'
GRAMMAR = '"-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd"'

# Documents of drawing programs: the name, the displayed width and height, and the document.
EXPORTS = {
    "Inkscape": (
        794,
        1123,
        rf"""<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!-- Created with Inkscape (http://www.inkscape.org/) -->

<svg
   width="210mm"
   height="297mm"
   viewBox="0 0 210 297"
   version="1.1"
   id="svg5"
   inkscape:version="1.3.2 (091e20e, 2023-11-25)"
   sodipodi:docname="茶 (draft).svg"
   inkscape:export-filename="C:\tea (1).png"
   inkscape:export-xdpi="96"
   xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"
   xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"
   {XLINK}
   {SVG}
   xmlns:svg="http://www.w3.org/2000/svg"
   xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
   xmlns:cc="http://creativecommons.org/ns#"
   xmlns:dc="http://purl.org/dc/elements/1.1/">
  <sodipodi:namedview id="namedview7" pagecolor="#ffffff" bordercolor="#000000" showgrid="false"
     inkscape:document-units="mm" inkscape:zoom="0.7" inkscape:current-layer="layer1">
    <inkscape:grid type="xygrid" id="grid9" originx="0" />
    <inkscape:page x="0" y="0" width="210" height="297" id="page2" />
  </sodipodi:namedview>
  <defs id="defs2">
    <linearGradient inkscape:collect="always" id="linearGradient859">
      <stop style="stop-color:#22aa77;stop-opacity:1;" offset="0" id="stop855" />
      <stop style="stop-color:#22aa77;stop-opacity:0" offset="1" id="stop857" />
    </linearGradient>
    <linearGradient inkscape:collect="always" xlink:href="#linearGradient859" id="linearGradient861"
       gradientUnits="userSpaceOnUse" x1="20" y1="40" x2="120" y2="40" />
    <inkscape:path-effect effect="fillet_chamfer" id="path-effect1" is_visible="true" only_selected="false" lpeversion="1" />
    <rect x="11.2" y="60" width="80" height="20" id="rect3" />
  </defs>
  <g inkscape:label="Layer 1: fill (url)" inkscape:groupmode="layer" id="layer1">
    <path style="fill:url(#linearGradient861);fill-rule:evenodd;stroke-width:0.264583" d="M 20,40 H 120 V 90 H 20 Z" id="rect31" />
    <text xml:space="preserve" style="font-family:'Noto Sans CJK SC';-inkscape-font-specification:'Noto Sans CJK SC, Bold';white-space:pre;shape-inside:url(#rect3)" id="text1"><tspan
         sodipodi:role="line" id="tspan1" x="20" y="20">春茶</tspan></text>
    <flowRoot xml:space="preserve" id="flowRoot1"><flowRegion id="r1"><rect id="rect9" width="2" height="3" /></flowRegion><flowPara id="p1">tea</flowPara></flowRoot>
    <image width="1" height="1" preserveAspectRatio="none" xlink:href="data:image/png;base64,{PNG[:40]}
{PNG[40:]}" id="image1" />
  </g>
  <metadata id="metadata1"><rdf:RDF><cc:Work rdf:about=""><dc:format>image/svg+xml</dc:format>
    <dc:type rdf:resource="http://purl.org/dc/dcmitype/StillImage" /><dc:title>Tea</dc:title>
    <cc:license rdf:resource="http://creativecommons.org/licenses/by/4.0/" /></cc:Work></rdf:RDF></metadata>
</svg>
""",
    ),
    "Inkscape, old": (
        744,
        1052,
        f"""<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 20010904//EN"
"http://www.w3.org/TR/2001/REC-SVG-20010904/DTD/svg10.dtd">
<svg:svg xmlns:svg="http://www.w3.org/2000/svg" {XLINK} version="1.0" width="744" height="1052.3622">
  <svg:defs><svg:style type="text/css">.a {{ fill: url(#b) }}</svg:style></svg:defs>
  <svg:g><svg:path class="a" d="M 0,0 L 5,5 z" /></svg:g>
</svg:svg>
""",
    ),
    "Illustrator": (
        512,
        300,
        f"""<?xml version="1.0" encoding="utf-8"?>
<!-- Generator: Adobe Illustrator 27.0.0, SVG Export Plug-In . SVG Version: 6.00 Build 0)  -->
<!DOCTYPE svg PUBLIC {GRAMMAR}>
<svg version="1.1" id="图层_1" {SVG} {XLINK} x="0px" y="0px"
\t viewBox="0 0 512 300" style="enable-background:new 0 0 512 300;" xml:space="preserve">
<style type="text/css">
\t.st0{{fill:#FFFFFF;}}
\t.st1{{clip-path:url(#SVGID_2_);fill:url(#SVGID_3_);}}
\t.st2{{font-family:'AdobeSongStd-Light-GBpc-EUC-H';}}
\t.st3{{opacity:0.4;mask:url("#mask-2");}}
</style>
<metadata><?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="Adobe XMP Core 7.1-c000 79.9ccc4de93, 2022/03/14-14:07:22">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmpGImg="http://ns.adobe.com/xap/1.0/g/img/">
   <dc:title><rdf:Alt><rdf:li xml:lang="x-default">banner (1)</rdf:li></rdf:Alt></dc:title>
   <xmpGImg:image>/9j/4AAQSkZJRgABAgEASABIAAD/&#xA;AAAA</xmpGImg:image>
  </rdf:Description>
 </rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?></metadata>
<switch>
\t<foreignObject requiredExtensions="http://ns.adobe.com/AdobeIllustrator/10.0/" x="0" y="0" width="1" height="1">
\t</foreignObject>
\t<g><defs><rect id="SVGID_1_" width="512" height="300"/></defs>
\t\t<clipPath id="SVGID_2_"><use xlink:href="#SVGID_1_"  style="overflow:visible;"/></clipPath>
\t\t<rect id="a_x28_1_x29_" data-name="a (1) \\ url(b)" class="st1" width="512" height="300"/>
\t\t<image style="overflow:visible;" width="1" height="1" xlink:href="data:img/png;base64,{PNG}" transform="matrix(1 0 0 1 2 2)"></image>
\t</g>
</switch>
</svg>
""",
    ),
    "Illustrator, as a style in CDATA": (
        10,
        8,
        f"""<?xml version="1.0" encoding="iso-8859-1"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.0//EN" "http://www.w3.org/TR/2001/REC-SVG-20010904/DTD/svg10.dtd">
<svg {SVG} width="10px" height="8px" viewBox="0 0 10 8"><defs><style type="text/css"><![CDATA[ .cls-1 {{ fill: #c33 }} ]]></style></defs>
<title>tea</title><path class="cls-1" d="M0,0h8"/></svg>
""",
    ),
    "Illustrator, saved for the web": (
        8,
        6,
        f"""<svg {SVG} width="8" height="6" viewBox="0 0 8 6"><metadata><sfw xmlns="http://ns.adobe.com/SaveForWeb/1.0/">
<slices></slices><sliceSourceBounds bottomLeftOrigin="true" height="6" width="8" x="0" y="0"></sliceSourceBounds></sfw></metadata><path d="M0 0h8"/></svg>""",
    ),
    "Figma": (
        375,
        140,
        f"""<svg width="375" height="140" viewBox="0 0 375 140" fill="none" {SVG} {XLINK}>
<g clip-path="url(#clip0_12_34)" filter="url(#filter0_d_12_34)">
<rect width="375" height="140" rx="12" fill="url(#paint0_linear_12_34)"/>
<rect x="16" y="16" width="48" height="48" fill="url(#pattern0_12_34)"/>
<mask id="mask0_12_34" style="mask-type:luminance" maskUnits="userSpaceOnUse" x="0" y="0" width="9" height="9"><path d="M0 0H9V9H0V0Z" fill="white"/></mask>
<g style="mix-blend-mode:multiply" opacity="0.5"><path fill-rule="evenodd" clip-rule="evenodd" d="M10 10H20V20Z" fill="#D9D9D9" fill-opacity="0.5"/></g>
</g>
<defs>
<filter id="filter0_d_12_34" x="-4" y="0" width="383" height="148" filterUnits="userSpaceOnUse" color-interpolation-filters="sRGB">
<feFlood flood-opacity="0" result="BackgroundImageFix"/><feColorMatrix in="SourceAlpha" type="matrix" values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 127 0" result="hardAlpha"/>
<feOffset dy="4"/><feGaussianBlur stdDeviation="2"/><feComposite in2="hardAlpha" operator="out"/><feBlend mode="normal" in2="BackgroundImageFix" result="effect1"/></filter>
<pattern id="pattern0_12_34" patternContentUnits="objectBoundingBox" width="1" height="1"><use xlink:href="#image0_12_34" transform="scale(0.0025)"/></pattern>
<linearGradient id="paint0_linear_12_34" x1="0" y1="0" x2="375" y2="140" gradientUnits="userSpaceOnUse"><stop stop-color="#2A7"/><stop offset="1" stop-color="#2A7" stop-opacity="0"/></linearGradient>
<clipPath id="clip0_12_34"><rect width="375" height="140" fill="white"/></clipPath>
<image id="image0_12_34" width="400" height="400" preserveAspectRatio="none" xlink:href="data:image/png;base64,{PNG}"/>
</defs>
</svg>
""",
    ),
    "Figma, a blurred background and a conic gradient": (
        120,
        40,
        f"""<svg width="120" height="40" viewBox="0 0 120 40" fill="none" {SVG}>
<foreignObject x="-10" y="-10" width="140" height="60"><div {HTML} style="backdrop-filter:blur(5px);clip-path:url(#bgblur_0_1_2_clip_path);height:100%;width:100%"></div></foreignObject>
<rect data-figma-bg-blur-radius="10" width="120" height="40" rx="20" fill="white" fill-opacity="0.2"/>
<g clip-path="url(#paint0_angular_1_2_clip_path)" data-figma-skip-parse="true"><g transform="matrix(0.06 0 0 0.02 60 20)"><foreignObject x="-1000" y="-1000" width="2000" height="2000"><div {HTML} style="background:conic-gradient(from 90deg,rgba(34, 170, 119, 1) 0deg,rgba(34, 170, 119, 0) 360deg);height:100%;width:100%;opacity:1"></div></foreignObject></g></g>
<rect width="120" height="40" data-figma-gradient-fill="{{&#34;type&#34;:&#34;GRADIENT_ANGULAR&#34;,&#34;stops&#34;:[{{&#34;position&#34;:0.0}}]}}"/>
<defs><clipPath id="bgblur_0_1_2_clip_path" transform="translate(10 10)"><rect width="120" height="40" rx="20"/></clipPath><clipPath id="paint0_angular_1_2_clip_path"><rect width="120" height="40"/></clipPath></defs>
</svg>
""",
    ),
    "Sketch": (
        44,
        44,
        f"""<?xml version="1.0" encoding="UTF-8"?>
<svg width="44px" height="44px" viewBox="0 0 44 44" version="1.1" {SVG} {XLINK} xmlns:sketch="http://www.bohemiancoding.com/sketch/ns">
    <!-- Generator: Sketch 52.6 (67491) - http://www.bohemiancoding.com/sketch -->
    <title>Icon/Tea (44pt)</title>
    <desc>Created with Sketch.</desc>
    <defs><path d="M0,0 L44,0 L44,44 Z" id="path-1"></path><filter x="-5%" y="-5%" width="110%" height="110%" filterUnits="objectBoundingBox" id="filter-2"><feOffset dx="0" dy="2" in="SourceAlpha" result="o"></feOffset></filter></defs>
    <g id="Page-1" stroke="none" stroke-width="1" fill="none" fill-rule="evenodd" sketch:type="MSPage">
        <mask id="mask-3" fill="white"><use xlink:href="#path-1"></use></mask>
        <use fill="black" fill-opacity="1" filter="url(#filter-2)" xlink:href="#path-1"></use>
        <text font-family="PingFangSC-Medium, PingFang SC" font-size="12" mask="url(#mask-3)"><tspan x="2" y="13">茶</tspan></text>
    </g>
</svg>
""",
    ),
    "Affinity Designer": (
        800,
        600,
        f"""<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!DOCTYPE svg PUBLIC {GRAMMAR}>
<svg width="100%" height="100%" viewBox="0 0 800 600" version="1.1" {SVG} {XLINK} xml:space="preserve" xmlns:serif="http://www.serif.com/" style="fill-rule:evenodd;clip-rule:evenodd;stroke-linejoin:round;">
    <g id="Layer-1" serif:id="Layer 1 (url)"><rect x="0" y="0" width="800" height="600" style="fill:url(#_Linear1);"/></g>
    <defs><linearGradient id="_Linear1" x1="0" y1="0" x2="1" y2="0"><stop offset="0" style="stop-color:white;stop-opacity:1"/></linearGradient></defs>
</svg>
""",
    ),
    "CorelDRAW": (
        378,
        189,
        f"""<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE svg PUBLIC {GRAMMAR}>
<!-- Creator: CorelDRAW 2020 (64-Bit) -->
<svg {SVG} xml:space="preserve" width="100mm" height="50mm" version="1.1" style="shape-rendering:geometricPrecision; fill-rule:evenodd"
viewBox="0 0 10000 5000" {XLINK} xmlns:xodm="http://www.corel.com/coreldraw/odm/2003">
 <defs>
  <font id="FontID0" horiz-adv-x="722" font-variant="normal" font-weight="400"><font-face font-family="Arial"><font-face-src><font-face-name name="Arial"/></font-face-src></font-face>
   <missing-glyph><path d="M0 0z"/></missing-glyph><glyph unicode="(" horiz-adv-x="333"><path d="M1 1z"/></glyph></font>
  <style type="text/css">
   <![CDATA[
    @font-face {{ font-family:"Arial";font-variant:normal;font-weight:normal;src:url("#FontID0") format(svg)}}
    .fil0 {{fill:#22AA77;fill-rule:nonzero}}
   ]]>
  </style>
 </defs>
 <g id="Ebene_x0020_1"><metadata id="CorelCorpID_0Corel-Layer"/><path class="fil0" d="M0 0l10000 0 0 5000z"/></g>
</svg>
""",
    ),
    "a view box on several lines": (
        300,
        200,
        f"""<svg {SVG} viewBox="0
0\t300,
200"><path d="M0 0h9"/></svg>""",
    ),
    "a width and a view box": (300, 150, f"""<svg {SVG} width="300" viewBox="0 0 20 10"><path d="M0 0h9"/></svg>"""),
    "points and inches": (40, 192, f"""<!DOCTYPE svg><svg {SVG} width="30pt" height="2in" viewBox="0 0 210 297"/>"""),
    "escapes that mean nothing bad": (
        8,
        6,
        rf"""<svg {SVG} width="8" height="6"><style>.a\:b{{fill:u\72l(#c)}} text::after{{content:"\201C (\\)"}}</style>
<rect class="a:b" style="font-family:'A \'B\' (C)'"/><text data-path="C:\a (1)">&#x301;&amp;&#x301;</text></svg>""",
    ),
}

_LOADED = "http://e.example/x.css"

# Style sheets that load something.
HARMFUL_STYLES = [
    rf'@\69mport "{_LOADED}";',
    rf'@\69 mport "{_LOADED}";',
    rf'@\000069mport "{_LOADED}";',
    rf'@\00006d port "{_LOADED}"; @\49MPORT "{_LOADED}";',
    rf'@\IMPORT "{_LOADED}";',
    rf'@i\mport "{_LOADED}";',
    rf'@im\70\6f\72\74 "{_LOADED}";',
    '@\\69\nmport "' + _LOADED + '";',
    '@\\69\r\nmport "' + _LOADED + '";',
    '@\\69\tmport "' + _LOADED + '";',
    rf"@\0069mport url({_LOADED});",
    rf'@IM\050ORT "{_LOADED}";',
    rf'/* \*/@\69mport "{_LOADED}";/* */',
    f'@import/**/"{_LOADED}";',
    f'@media all{{}}@import"{_LOADED}";',
    rf'@n\61mespace a "{_LOADED}";',
    rf"rect{{fill:u\72l({_LOADED}#a)}}",
    rf"rect{{fill:\75\72\6c({_LOADED}#a)}}",
    rf"rect{{fill:\55RL({_LOADED}#a)}}",
    rf"rect{{fill:URL('{_LOADED}#a')}}",
    rf"rect{{fill:ur\l({_LOADED}#a)}}",
    r"rect{fill:url(\68ttp://e.example/#a)}",
    r"rect{fill:url(\2f\2f e.example/#a)}",
    r"rect{fill:url(\"#a)}",
    r'rect{fill:url("\22#a")}',
    'rect{fill:url("\\\n//e.example/#a")}',
    "rect{--a:x\\\nurl(//e.example/a.svg#b)}",
    "rect{fill:url(/**/#a)}",
    "rect{fill:url( '//e.example/a.svg#b' )}",
    'rect{content:"/*";fill:url(//e.example/a.svg#b);x:"*/"}',
    "rect{fill:url(#a/*);stroke:url(//e.example/a.svg#b)/*)}",
    f'rect{{background:image-set("{_LOADED}" 1x)}}',
    rf'rect{{background:-webkit-image-s\65t("{_LOADED}" 1x)}}',
    f'rect{{background:image("{_LOADED}")}}',
    rf'rect{{background:im\61ge("{_LOADED}")}}',
    f'rect{{background:src("{_LOADED}")}}',
    rf'rect{{background:s\72 c("{_LOADED}")}}',
    rf"rect{{background:cross-fade(url({_LOADED}),#fff 50%)}}",
    r"rect{width:expr\65ssion(alert(1))}",
    r"rect{width:\65 xpression(alert(1))}",
    "rect{background:url(java\\script:alert(1))}",
    rf"rect{{-moz-b\69nding:url({_LOADED}#a)}}",
    rf"@font-face{{font-family:a;src:u\000072 l({_LOADED})}}",
    "rect{fill:url(data:image/svg+xml;base64,PHN2Zy8+)}",
    r"rect{fill:url(data:text/html,a)}",
    "rect{fill:url(\u0301//e.example/a.svg#b)}",
    rf"@supports (fill:red){{rect{{fill:u\72\6c \28 {_LOADED})}} @\69mport '{_LOADED}';}}",
    rf"@d\6f cument u\72l({_LOADED}){{}}",
    rf"rect{{cursor:u\52 L({_LOADED}),auto}}",
    r"rect{fill:u\00000072l(//e.example/#a)} @\69mport 'a.css';",
    r"rect{filter:progid:DXImageTransform.Microsoft.Alpha(src='//e.example/a')}",
]

# Attributes of a rect.
HARMFUL_ATTRIBUTES = [
    rf'style="fill:u\72l({_LOADED}#a)"',
    r'style="fill:&#x5c;75 rl(//e.example/#a)"',
    r'style="fill:&#92;75&#x20;rl(//e.example/#a)"',
    r'fill="u\72l(//e.example/#a)"',
    r'filter="\75&#10;rl(//e.example/#a)"',
    r'mask="URL(&quot;//e.example/a.svg#b&quot;)"',
    r'clip-path="ur&#x5C;l(//e.example/a.svg#b)"',
    'marker-end="&#117;&#114;&#108;&#40;//e.example/a.svg#b)"',
    r'cursor="u\52L(//e.example/a.cur)"',
    r'style="background:im&#x5c;61ge-set(&apos;//e.example/a&apos; 1x)"',
    r'xml:base="//e.example/"',
    r'x:href="//e.example/a" xmlns:x="http://www.w3.org/1999/xlink"',
    'fill="url(&#x301;//e.example/a.svg#b)"',
    'onclick="alert(1)"',
    'x:onclick="alert(1)" xmlns:x="http://e.example/"',
    '&#111;nclick="alert(1)"',
    'ONCLICK="alert(1)"',
]

# Content of the document.
HARMFUL_ELEMENTS = [
    '<svg:script xmlns:svg="http://www.w3.org/2000/svg">alert(1)</svg:script>',
    '<s:a xmlns:s="http://www.w3.org/2000/svg" s:href="#"><s:script/></s:a>',
    '<x:g xmlns:x="http://e.example/"><script/></x:g>',
    '<x:g xmlns:x="http://www.w3.org/2000/svg"><x:g xmlns:x="http://e.example/"/><x:script/></x:g>',
    '<x:g xmlns:x="http://e.example/"><x:g xmlns:x="http://www.w3.org/2000/svg"><x:script/></x:g></x:g>',
    '<g xmlns:x="http:&#x2f;/www.w3.org/2000/svg"><x:script/></g>',
    f'<foreignObject><div {HTML} style="a"><script/></div></foreignObject>',
    f'<foreignObject><div {HTML} style="a" onclick="alert(1)"/></foreignObject>',
    f'<foreignObject><div {HTML} style="background:url(//e.example/a)"/></foreignObject>',
    f'<foreignObject><div {HTML} style="background:u\\72l(//e.example/a)"/></foreignObject>',
    f'<foreignObject><iframe {HTML} src="//e.example/"/></foreignObject>',
    f'<foreignObject><div {HTML} style="a">sign in here</div></foreignObject>',
    f'<foreignObject><div {HTML} style="a"><form action="//e.example/"/></div></foreignObject>',
    "<foreignObject>sign in here</foreignObject>",
    "<foreignObject><rect/></foreignObject>",
    f'<div {HTML} style="a"/>',
    f"<g {HTML}/>",
    '<foreignObject><x:div xmlns:x="http://www.w3.org/1999/xhtml" style="a"/></foreignObject>',
    f'<foreignObject><body {HTML} style="a"/></foreignObject>',
    f"<metadata><script {HTML}>alert(1)</script></metadata>",
    f'<metadata><x xmlns="http://e.example/"><svg {SVG}><script/></svg></x></metadata>',
    '<x:math xmlns:x="http://www.w3.org/1998/Math/MathML"><x:mi href="javascript:alert(1)"/></x:math>',
    '<metadata><math xmlns="http://www.w3.org/1998/Math/MathML"/></metadata>',
    '<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file:///etc/passwd"/>',
    '<metadata><script xmlns="http://e.example/"/></metadata>',
    '<animate attributeName=" href " to="//e.example/a"/>',
    '<set attributeName="xlink:href" to="data:image/svg+xml,a"/>',
    '<animate attributeName="&#115;tyle" to="a"/>',
    '<set attributeName="fill" to="u\\72l(//e.example/a#b)"/>',
    '<animate attributeName="filter" values="none;url(//e.example/a#b)"/>',
    '<?xml-stylesheet href="//e.example/a.css"?>',
    '<?xpacket?><?xml-stylesheet type="text/css" href="//e.example/a.css"?>',
    "<?php system('id') ?>",
    '<?xpacket-stylesheet href="//e.example/a.css"?>',
    '<!DOCTYPE svg [<!ENTITY a "b">]>',
    '<!ENTITY a "b">',
    "<![CDATA[<script>]]><script/>",
    '<image href="data:image/svg+xml;base64,PHN2Zy8+"/>',
    '<image href="data:text/html;base64,PHN2Zy8+"/>',
    '<use href="&#x2f;/e.example/a#b"/>',
    '<image href="\u0301#a"/>',
    '<feImage xlink:href="//e.example/a"/>',
    '<a href="java&#10;script:alert(1)"/>',
    '<font-face-uri href="//e.example/a"/>',
]

# Prologs of the document, which is `<svg …>` with the entity a.
HARMFUL_PROLOGS = [
    '<!DOCTYPE svg [<!ENTITY a "b">]>',
    f'<!DOCTYPE svg PUBLIC {GRAMMAR} [<!ENTITY ns_ai "http://ns.adobe.com/">]>',
    "<!DOCTYPE svg []>",
    '<!DOCTYPE svg SYSTEM "http://e.example/a.dtd">',
    '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "file:///etc/passwd">',
    '<!DOCTYPE svg SYSTEM "http://www.w3.org.e.example/a.dtd">',
    "<!DOCTYPE html>",
    '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">',
    f"<!DOCTYPE svg PUBLIC {GRAMMAR}><!DOCTYPE svg>",
    "<!doctype svg>",
    "<!DOCTYPE svg",
    "<!DOCTYPE svg <!ENTITY a 'b'>>",
    "<!DOCTYPE svg SYSTEM 'http://www.w3.org/' [ <!ATTLIST svg onload CDATA 'alert(1)'> ]>",
    '<?xml version="1.0" encoding="utf-7"?>',
    '<?xml version="1.0" encoding="utf-16"?>',
    "<?xml version='1.0' encoding='iso-2022-jp' standalone='utf-8'?>",
    ' <?xml version="1.0"?>',
    '<?xml-stylesheet href="#a"?>',
    '<!DOCTYPE svg><?xml-stylesheet type="text/xsl" href="#a"?>',
    '<?xsl-stylesheet href="#a"?>',
]


def harmful():
    """All harmful parts as documents."""
    start = f'<svg {SVG} width="8" height="6">'
    for style in HARMFUL_STYLES:
        yield f"{start}<style>{style}</style></svg>"
        yield f"{start}<style><![CDATA[{style[:4]}]]><!-- a --><![CDATA[{style[4:]}]]></style></svg>"
        yield f'{start}<s:style xmlns:s="http://www.w3.org/2000/svg">{style}</s:style></svg>'
    for attribute in HARMFUL_ATTRIBUTES:
        yield f"{start}<rect {attribute}/></svg>"
    for element in HARMFUL_ELEMENTS:
        yield f"{start}{element}</svg>"
    for prolog in HARMFUL_PROLOGS:
        yield f"{prolog}{start}</svg>"
    yield f"<!DOCTYPE svg PUBLIC {GRAMMAR}>{start}&a;</svg>"
    yield f'<?xml version="1.0" encoding="iso-8859-1"?>{start}<text>é</text></svg>'
