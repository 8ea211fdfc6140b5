// The state of a review and its verdicts, in the console and on the page of a link that may approve.
import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { dateTime, relative } from '../core/time.js';
import { icon } from './icons.js';
import { badge } from './widgets.js';
import '../text/review.js';

const ICONS = { approval: 'check', objection: 'warning', bypass: 'warning' };

/** The state of a review, its request and the verdicts. */
export function reviewFacts({ verdicts, earlier, ready, needed, request, at, against }) {
  const count = verdicts.filter(({ kind }) => kind === 'approval').length;
  const state = verdicts.some(({ kind }) => kind === 'objection') ? badge(t('review.objected'), 'bad', 'warning')
    : ready ? badge(t('review.ready'), 'good', 'check') : badge(t('review.count', { count, needed }), 'warn', 'clock');
  // Approvals of earlier changes did not end.
  const isOfThis = (one) => one.revision > against || (request && one.at > request.at);
  const ended = !ready && count === 0 && earlier.findLast((one) => one.kind === 'approval' && isOfThis(one));
  return [
    h('p.review-state', h('strong', t('review.title')), ' ', state),
    request?.message && h('p', t('review.message', { name: request.by }), ' ', h('q', request.message)),
    at && h('p', t('review.at', { time: dateTime(at) })),
    request?.plan.only && h('p', t('review.only')),
    verdicts.length > 0 && h('ul.review-verdicts', verdicts.map(line)),
    ended && h('p', icon('info', { size: 16 }), ' ', t('review.ended', { name: ended.by, when: relative(ended.at) })),
  ];
}

function line({ kind, by, at, message, link }) {
  return h('li', icon(ICONS[kind], { size: 16 }), h('span', t(`review.verdict.${kind}`, { name: by, when: relative(at) }),
    link && ` (${t('review.link')})`, message && [' ', h('q', message)]));
}
