// A card that guides an operator through a first change: three steps, with the next one marked. It disappears after the
// first publication.
import { h, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { get, set } from '../core/prefs.js';
import { can, session } from '../core/session.js';
import { styles } from '../core/style.js';
import { icon } from '../ui/icons.js';
import { changesOf } from '../page/block-states.js';
import '../text/first-steps.js';

const KEY = 'first-steps';

/** Remembers that this browser's operator signed in for the first time. */
export function beginFirstSteps() {
  if (get(KEY) === null) set(KEY, 'on');
}

/** Whether the operator has published the page, in any browser. */
const hasPublished = ({ releases }) => releases.some(({ createdBy }) => createdBy === session.operator?.name);

/** The card: {element, destroy}; element is null if the operator has already published. */
export function firstSteps(workspace) {
  if (hasPublished(workspace)) {
    set(KEY, 'done');
    return { element: null };
  }
  styles('first-steps');
  const list = h('ol');
  const element = h('section.first-steps', { 'aria-label': t('first.title') },
    h('div.first-steps-head', h('h2', t('first.title')),
      h('button.icon-button.small', { 'aria-label': t('first.close'), title: t('first.close'), onClick: () => {
        element.closest('.page-list')?.querySelector('.list-row[tabindex="0"], input')?.focus();
        end();
      } }, icon('close', { size: 16 }))),
    list, h('p', t('first.live')));
  const texts = ['first.edit', 'first.look', can('publisher', workspace.slug) ? 'first.publish' : 'first.wait'];
  // The live state when the first change was made.
  let before = null;
  let shown = null;

  function end() {
    set(KEY, 'done');
    off();
    element.remove();
  }

  function update() {
    if (hasPublished(workspace)) {
      end();
      return;
    }
    if (workspace.stage !== 'draft') return;
    const isChanged = workspace.changes > 0;
    const { live } = workspace;
    if (!isChanged && before && changesOf(live, before).count > 0) {
      end();
      return;
    }
    if (isChanged) before ??= { order: [...live.order], blocks: new Map(live.blocks) };
    if (shown === isChanged) return;
    shown = isChanged;
    replace(list, texts.map((text, place) => {
      const isDone = isChanged && place === 0;
      // The phone already shows the change: only the last step remains.
      const isNext = place === (isChanged ? 2 : 0);
      return h('li', { 'aria-current': isNext ? 'step' : null, class: isDone ? 'done' : '' },
        isDone && h('span.visually-hidden', t('first.done')), icon(isDone ? 'check' : ['edit', 'eye', 'send'][place], { size: 16 }), h('span', t(text)));
    }));
  }

  const off = workspace.on('change', update);
  update();
  return { element, destroy: off };
}
