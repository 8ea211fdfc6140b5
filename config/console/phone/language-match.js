// Which of some languages a reader gets a text in: the server's rule (decision 0116), without the parents of regions that a
// browser does not know. It decides only what the phone shows until the server's document is there.

// The language whose texts readers of another one get, if there are none in their own.
const PARENTS = { nn: 'no', yue: 'zh' };
// Regions whose texts readers in other regions of the language get before those of a third one.
const USUAL_REGIONS = { en: '001', es: '419', pt: 'PT' };

/** The parts of a tag with the likely script and region; null if the browser knows no such tag. */
function subtagsOf(tag) {
  try {
    const own = new Intl.Locale(tag.trim().replaceAll('_', '-'));
    if (/^und\b/i.test(tag.trim())) return null;
    const { language, script, region } = own.maximize();
    const base = [own.language, own.script, own.region].filter(Boolean).join('-');
    return { language: language === 'nb' ? 'no' : language, script, region, hasScript: Boolean(own.script),
      hasRegion: Boolean(own.region), rest: own.toString().slice(base.length).toLowerCase(), plain: tag.trim().toLowerCase() };
  } catch {
    return null;
  }
}

const isLikely = ({ language, script, region }) => new Intl.Locale(`${language}-${script}`).maximize().region === region;

function regionFit(own, other) {
  if (!other.hasRegion) return 50;
  if (own.region === other.region) return own.hasRegion ? 90 : 40;
  if ((USUAL_REGIONS[own.language] === other.region && !isLikely(own)) || (own.region === 'MO' && other.region === 'HK')) return 80;
  return isLikely(other) ? 15 : 10;
}

/** How well a text in a language fits, higher is better; 0 if it does not. */
function fit(own, other) {
  if (own.plain === other.plain) return Infinity;
  const isParent = own.language !== other.language;
  if (isParent && PARENTS[own.language] !== other.language) return 0;
  if (!`${own.rest}-`.startsWith(`${other.rest}-`) && other.rest) return 0;
  if (own.script !== other.script) return isParent || other.hasScript || other.hasRegion ? 0 : 1;
  const region = regionFit(own, other) + (other.hasScript ? 1 : 0);
  return isParent ? region : region * 64 + other.rest.length;
}

/** The tag of some whose text is best for the languages of a client, most wanted first; null if none fits. */
export function bestTag(tags, locale) {
  const known = tags.map((tag) => ({ tag, subtags: subtagsOf(tag) })).filter(({ subtags }) => subtags);
  for (const wanted of (locale ?? '').split(',').map(subtagsOf).filter(Boolean)) {
    const fits = known.map(({ tag, subtags }) => ({ tag, fit: fit(wanted, subtags) }));
    const best = fits.reduce((one, other) => (other.fit > one.fit ? other : one), { tag: null, fit: 0 });
    if (best.tag) return best.tag;
  }
  return null;
}
