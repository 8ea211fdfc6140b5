// Chooses the language in which a reader gets a text, by the server's rule (decision 0116), but without parents of
// regions that the browser does not know. Only used until the phone has the server's document.

// The fallback language for readers of a language without texts.
const PARENTS = { nn: 'no', yue: 'zh' };
// The regions preferred for readers in other regions of the language.
const USUAL_REGIONS = { en: '001', es: '419', pt: 'PT' };

/** Returns the subtags of a tag with its likely script and region; null if the browser does not know the tag. */
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

/** Returns how well a language fits; higher is better, 0 is not at all. */
function fit(own, other) {
  if (own.plain === other.plain) return Infinity;
  const isParent = own.language !== other.language;
  if (isParent && PARENTS[own.language] !== other.language) return 0;
  if (!`${own.rest}-`.startsWith(`${other.rest}-`) && other.rest) return 0;
  if (own.script !== other.script) return isParent || other.hasScript || other.hasRegion ? 0 : 1;
  const region = regionFit(own, other) + (other.hasScript ? 1 : 0);
  return isParent ? region : region * 64 + other.rest.length;
}

/** Returns the best of some tags for a client's languages, in order of preference; null if none fits. */
export function bestTag(tags, locale) {
  const known = tags.map((tag) => ({ tag, subtags: subtagsOf(tag) })).filter(({ subtags }) => subtags);
  for (const wanted of (locale ?? '').split(',').map(subtagsOf).filter(Boolean)) {
    const fits = known.map(({ tag, subtags }) => ({ tag, fit: fit(wanted, subtags) }));
    const best = fits.reduce((one, other) => (other.fit > one.fit ? other : one), { tag: null, fit: 0 });
    if (best.tag) return best.tag;
  }
  return null;
}
