// The changes of planned releases, and their times.
import { get } from '../core/api.js';
import { t } from '../core/i18n.js';
import { apiPath } from '../core/paths.js';
import { day, time } from '../core/time.js';
import '../text/plan.js';

const cache = new Map();

/** Returns the planned releases of a page, the next one first. */
export function plannedOf(workspace) {
  return workspace.releases.filter(({ state }) => state === 'pending').sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

/**
 * Returns the changes of a planned release: the API's difference of its revision and the one before it. Revisions never
 * change.
 */
export function changesOf(slug, { revision, base }) {
  const key = `${slug}/${revision}/${base}`;
  if (!cache.has(key)) {
    const found = get(apiPath(slug, 'revisions', revision, 'diff'), { against: base }).then(({ data }) => data);
    found.catch(() => cache.delete(key));
    cache.set(key, found);
  }
  return cache.get(key);
}

/** "tomorrow 20:00", or with the date. */
export function whenOf(iso, now = new Date()) {
  const date = new Date(iso);
  const days = Math.round((startOf(date) - startOf(now)) / 86_400_000);
  const name = days === 0 ? t('plan.today') : days === 1 ? t('plan.tomorrow') : day(iso);
  return t('plan.when', { day: name, time: time(iso) });
}

const startOf = (date) => new Date(date.getFullYear(), date.getMonth(), date.getDate());

/**
 * Returns the planned releases that change some of these sections, or move some of the moved ones: [{release, codes}].
 */
export async function overlaps(workspace, { codes, moved }) {
  const all = await Promise.all(plannedOf(workspace).map(async (release) => {
    const { blocks, order } = await changesOf(workspace.slug, release);
    const theirs = new Set(blocks.map(({ blockCode }) => blockCode));
    const found = [...codes.filter((code) => theirs.has(code)), ...moved.filter((code) => order.moved.includes(code))];
    return { release, codes: [...new Set(found)] };
  }));
  return all.filter((one) => one.codes.length > 0);
}
