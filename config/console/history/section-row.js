// A revision in the history of one section: its changes to the section, and a way to put them into the draft.
import { h, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { can } from '../core/session.js';
import { icon } from '../ui/icons.js';
import { failure, loading } from '../ui/states.js';
import { schemaOf } from '../page/layouts.js';
import { contentDiff } from '../publish/content-diff.js';
import { layoutTitle, revision } from '../publish/revisions.js';

/** `facts(kind)` returns the lines about the revision; `kind` describes the change of the section. */
export function sectionRow({ slug, code, row, types, name, facts }) {
  const kind = ['added', 'removed'].find((one) => row.changes?.[one].includes(code)) ?? (row.changes ? 'changed' : 'added');
  const body = h('div.history-section-diff');
  const details = h('details.publish-more', { onToggle: () => details.open && !body.firstChild && fill() },
    h('summary', t('history.section.difference')), body);

  async function fill() {
    replace(body, loading());
    try {
      const [before, after] = await Promise.all([row.parent && revision(slug, row.parent), revision(slug, row.number)]);
      const [was, is] = [before, after].map((one) => (one && one.blocks.get(code)) ?? null);
      const schema = await schemaOf((is ?? was)?.showType).catch(() => ({}));
      replace(body, was || is ? contentDiff(was, is, { schema, typeTitle: layoutTitle(types) }) : null);
    } catch (problem) {
      replace(body, failure(problem, fill, { level: 3 }));
    }
  }

  const may = can('editor', slug);
  return h('div.history-what', facts(t(`history.section.${kind}`)), details,
    h('div', h('button.button.small', { disabled: !may, title: may ? null : t('history.role.editor'),
      'aria-label': `${t('history.toDraft')} ${t('history.revision', { number: row.number })}`,
      onClick: async () => {
        const { openRestoreDraft } = await import('../publish/restore-draft-sheet.js');
        openRestoreDraft({ slug, number: row.number, code, name: name() });
      } }, icon('edit', { size: 16 }), t('history.toDraft'))));
}
