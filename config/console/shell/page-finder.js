import { h, onKey, replace, uid } from '../core/dom.js';
import { hasWords, wordsOf } from '../core/folded.js';
import { t } from '../core/i18n.js';
import { icon } from '../ui/icons.js';
import { popover } from '../ui/menu.js';

/** A list of pages with a search: a combobox with its listbox. */
export function findPage({ anchor, pages, present, choose, onClose }) {
  const listId = uid('pages');
  let found = pages;
  let active = Math.max(0, pages.findIndex((page) => page.page === present));
  const input = h('input', { type: 'search', role: 'combobox', 'aria-label': t('switcher.find'),
    placeholder: t('switcher.find'), 'aria-expanded': 'true', 'aria-controls': listId,
    'aria-autocomplete': 'list', autocomplete: 'off', spellcheck: 'false' });
  const list = h('ul.finder-list', { id: listId, role: 'listbox', 'aria-label': t('switcher') });
  const none = h('p.finder-none', { role: 'status' });
  const frame = popover(anchor, { label: t('switcher'), className: 'finder', onClose,
    content: [h('div.finder-field', icon('search'), input), list, none] });
  const take = (page) => {
    frame.close();
    choose(page);
  };

  function mark(scroll = true) {
    [...list.children].forEach((item, index) => {
      item.classList.toggle('active', index === active);
      item.setAttribute('aria-selected', String(index === active));
      if (index !== active) return;
      input.setAttribute('aria-activedescendant', item.id);
      if (scroll) item.scrollIntoView({ block: 'nearest' });
    });
    if (!found.length) input.removeAttribute('aria-activedescendant');
  }

  function draw() {
    replace(list, found.map((page) => h('li.finder-item', { role: 'option', id: uid('page'),
      onPointerdown: (event) => event.preventDefault(), onClick: () => take(page) },
    page.page === present ? icon('check') : h('span.menu-blank'),
    h('span.menu-label', page.title || page.page), h('span.menu-hint', page.page))));
    none.textContent = found.length ? '' : t('switcher.none');
    mark();
  }

  input.addEventListener('input', () => {
    const words = wordsOf(input.value);
    found = pages.filter((page) => hasWords(`${page.title} ${page.page}`, words));
    active = 0;
    draw();
  });
  onKey(input, (event) => {
    const moves = { ArrowDown: active + 1, ArrowUp: active - 1 };
    if (event.key in moves && found.length) {
      event.preventDefault();
      active = (moves[event.key] + found.length) % found.length;
      mark();
    } else if (event.key === 'Enter' && found[active]) {
      event.preventDefault();
      take(found[active]);
    }
  });
  draw();
  input.focus();
  return frame;
}
