import { h } from '../core/dom.js';
import { list, t } from '../core/i18n.js';
import { dialog } from '../ui/dialog.js';
import { keptBy, kindOf } from './conflict-model.js';
import '../text/restoration.js';

/** Describes how a live change was propagated to the draft and to planned releases; '' if it was not. */
export function describePropagation(propagated) {
  const releases = (propagated ?? []).filter((one) => one.release !== null && one.applied);
  const draft = (propagated ?? []).some((one) => one.to === 'draft' && one.applied);
  return [releases.length > 0 && t('publish.propagated.releases', { count: releases.length }),
    draft && t('publish.propagated.draft')].filter(Boolean).join(' ');
}

/** Names the sections that a restored revision has without their feeds; '' if there are none. */
export function describeLostFeeds(lost, nameOf) {
  const [kept, left] = [true, false].map((is) => (lost ?? []).filter((one) => one.kept === is).map((one) => nameOf(one.block)));
  return [['kept', kept], ['left', left]].filter(([, names]) => names.length)
    .map(([key, names]) => t(`restoration.lost.${key}`, { count: names.length, names: list(names) })).join(' ');
}

/** Reports conflicts of a propagated change. Returns whether there are any. */
export function reportConflicts(propagated, nameOf) {
  const met = (propagated ?? []).filter((one) => one.conflicts?.length);
  if (!met.length) return false;
  dialog({ title: t('publish.conflicts'), body: [h('p', t('publish.conflicts.text')),
    h('ul.publish-conflicts', met.map((one) => h('li',
      h('strong', one.release === null ? t('publish.conflicts.draft') : t('publish.conflicts.release', {
        number: one.revision })),
      h('ul', one.conflicts.map((conflict) => h('li', conflictText(one, conflict, nameOf)))))))],
  actions: [{ label: t('ok'), kind: 'primary', run: () => true }] });
  return true;
}

function conflictText({ applied }, conflict, nameOf) {
  const kind = kindOf(conflict);
  const name = conflict.blockCode ? nameOf(conflict.blockCode) : t(kind === 'order' ? 'publish.order' : 'publish.conflicts.page');
  return [h('span', t(`publish.conflict.${keptBy(conflict, applied)}.${kind}`, { name })),
    ['field', 'page'].includes(kind) && conflict.pointer && [' ', h('code', conflict.pointer)]];
}
