// The changes that an import would make.

import { h, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { icon } from '../ui/icons.js';
import { schemaOf } from '../page/layouts.js';
import { nameOf, typeTitle } from '../page/names.js';
import { contentDiff, orderDiff } from '../publish/diff.js';
import { isSame } from './import-file.js';
import '../text/import.js';

function naming({ old, next }, types) {
  return (code) => {
    const block = next.get(code) ?? old.get(code);
    return nameOf(block, types.get(block?.showType));
  };
}

function summary(changes) {
  const lines = [
    ['plus', 'good', changes.added.length && t('import.added', { count: changes.added.length })],
    ['trash', 'bad', changes.removed.length
      && t('import.removed', { count: changes.removed.length })],
    ['edit', '', changes.changed.length && t('import.changed', { count: changes.changed.length })],
    ['drag', '', changes.moved.length && t('import.moved', { count: changes.moved.length })],
    ['settings', '', changes.frame && t('import.frame')],
    ['check', 'faint', changes.kept && t('import.kept', { count: changes.kept })],
  ];
  return h('ul.import-summary', lines.filter(([, , text]) => text)
    .map(([name, kind, text]) => h('li', { class: kind }, icon(name, { size: 16 }), text)));
}

function contents(changes, name) {
  if (!changes.changed.length) return null;
  return h('section', h('h3', t('import.contents')), changes.changed.map((code) => {
    const inside = h('div.import-diff');
    // A page may have a thousand sections: a section's difference is rendered when it is opened.
    return h('details.import-section', { onToggle: async (event) => {
      if (!event.target.open || inside.firstChild) return;
      const next = changes.next.get(code);
      const schema = await schemaOf(next.showType).catch(() => ({}));
      replace(inside, contentDiff(changes.old.get(code), next, { schema }));
    } }, h('summary', h('span', name(code)), h('code', code)), inside);
  }));
}

/** The difference between the live page and a file. */
export function changeView(changes, { title, fileTitle, types, hasDraft }) {
  if (isSame(changes)) {
    return h('section.import-changes', h('p.import-good', icon('check'), t('import.same')));
  }
  const name = naming(changes, types);
  const reordered = changes.moved.length + changes.added.length + changes.removed.length > 0;
  return h('section.import-changes', h('p.import-good', icon('check'), t('import.good')),
    h('h3', t('import.would')), summary(changes),
    fileTitle && fileTitle !== title
      && h('p.admin-note', t('import.titleStays', { title, other: fileTitle })),
    h('p.admin-note', t(hasDraft ? 'import.draft.replaces' : 'import.draft.note')),
    h('p.admin-warning', icon('live'), h('span', t('import.live'))),
    reordered && h('section', h('h3', t('import.order')),
      orderDiff(changes.before, changes.after, name)),
    contents(changes, name));
}

/** The sections of a file that becomes a new page; `types` has the layouts by name. */
export function newPageView(file, types) {
  return h('section.import-changes', h('p.import-good', icon('check'), t('import.good')),
    h('p', t('import.sections', { count: file.blocks.length })),
    h('ol.import-list', file.blocks.map((block) => h('li', h('span', nameOf(block, types.get(block.showType))),
      h('span.import-layout', typeTitle(types.get(block.showType)) || block.showType)))));
}
