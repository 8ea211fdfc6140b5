// The page that a preview link opens: the document on a whole phone, without an account. The link's secret is in the
// fragment, and is sent in a header field only.
import { h, replace } from '../core/dom.js';
import { parse } from '../core/exact-json.js';
import { send } from '../core/http.js';
import { t } from '../core/i18n.js';
import { layouts } from '../page/layouts.js';
import { prepare } from '../phone/layout-registry.js';
import { updateDocument } from '../phone/render.js';
import { blocksOf } from '../phone/safe.js';
import { icon } from '../ui/icons.js';
import { empty, failure, loading } from '../ui/states.js';

document.documentElement.lang = /^zh\b/i.test(navigator.language) ? 'zh-CN' : 'en';
await import('../text/opened-link.js');

const secret = () => location.hash.slice(1);
const page = h('div.phone-document');
const state = h('div.link-state');
const what = h('h1');
const refresh = h('button.button.small', { onClick: () => load() }, icon('refresh', { size: 16 }), h('span', t('link.refresh')));
const main = h('main.link-screen', { 'aria-label': t('link.screen') }, page, state);
let review = null;
let stages = {};
document.getElementById('link').append(h('header.link-bar', icon('eye', { size: 18 }), what, refresh), main);

/** What this device says of itself, if the link does not say it. */
function client() {
  const platform = /Android/i.test(navigator.userAgent) ? 'android' : /iPhone|iPad|iPod/i.test(navigator.userAgent) ? 'ios' : 'web';
  return { platform, locale: navigator.languages.slice(0, 10).join(',') };
}

function tell(shown) {
  const [kind, number] = shown.split(' ');
  what.textContent = kind === 'revision' ? t('link.revision', { number })
    : kind === 'release' ? t('link.release') : t('link.draft');
  document.title = what.textContent;
}

const headers = () => ({ 'HomeBlocks-Preview': secret() });

/** Returns a document, and what the response says of the link. */
async function read(query = client(), fields = headers()) {
  const response = await send('GET', '/homepage', { query, headers: fields, raw: true });
  const shown = parse(response.text);
  await prepare(blocksOf(shown));
  const [target = '', ...flags] = (response.headers.get('HomeBlocks-Preview') ?? '').split('; ');
  return { shown, target, mayApprove: flags.includes('may approve') };
}

function draw(shown, types) {
  updateDocument(page, shown, { types });
  replace(state, blocksOf(shown).length === 0 && empty({ icon: 'phone', title: t('link.empty'), text: t('link.emptyText') }));
}

function removeReview() {
  review?.element.remove();
  review = null;
}

/**
 * Shows the review of what the link shows. The documents are read between two reads of the review, so that they are of the
 * state that is approved.
 */
async function loadReview(types) {
  const readReview = async () => (await send('GET', '/preview/review', { headers: headers() })).data;
  const [{ LinkReview }, first] = await Promise.all([import('./link-review.js'), readReview()]);
  // The page is not reviewed any more.
  if (!first.needed) return removeReview();
  let data = first;
  for (let times = 0; times < 3; times += 1) {
    const query = { ...(data.client ?? client()), page: data.page };
    const [after, live] = await Promise.all([read(), read(query, {})]);
    stages = { after: after.shown, live: live.shown };
    const next = await readReview();
    const isSame = next.state === data.state;
    // If it keeps changing, the older state is kept: an approval of it is rejected.
    if (isSame || times < 2) data = next;
    if (isSame) break;
  }
  const request = (method, path, body) => send(method, path, { body, headers: headers() });
  review ??= new LinkReview(request, { onChange: load, onStage: (isLive) => draw(isLive ? stages.live : stages.after, types) });
  review.draw(data, [blocksOf(stages.after), blocksOf(stages.live)], types);
  main.prepend(review.element);
  draw(stages.after, types);
}

async function load() {
  if (!secret()) return fail({ words: [t('link.none'), t('link.noneText')] });
  refresh.disabled = true;
  if (!page.childElementCount) replace(state, loading());
  try {
    // Without the titles of layouts, a section that cannot be drawn has no title.
    const [first, types] = await Promise.all([read(), layouts().catch(() => new Map())]);
    tell(first.target);
    draw(first.shown, types);
    if (!first.mayApprove) return removeReview();
    try {
      await loadReview(types);
    } catch (problem) {
      // It was published or took effect, or the creator of the link may no longer approve.
      if (![404, 409].includes(problem.status)) throw problem;
      removeReview();
    }
  } catch (problem) {
    if (problem.status === 404) problem.words = [t('link.ended'), t('link.endedText')];
    fail(problem);
  } finally {
    refresh.disabled = false;
  }
}

function fail(problem) {
  page.replaceChildren();
  removeReview();
  what.textContent = t('link.title');
  replace(state, failure(problem, problem.words ? null : load));
}

addEventListener('hashchange', () => load());
load();
