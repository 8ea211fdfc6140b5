// Imports a file into a page, or as a new page: choose, check, compare, confirm.

import { Problem, api, get, patch } from '../core/api.js';
import { h, replace, uid } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { apiPath, pagePath } from '../core/paths.js';
import { navigate } from '../core/router.js';
import { relative } from '../core/time.js';
import { announce } from '../ui/announcer.js';
import { sheet } from '../ui/dialog.js';
import { showIssues } from '../ui/form-issues.js';
import { icon } from '../ui/icons.js';
import { loading, sentenceOf } from '../ui/states.js';
import { toast } from '../ui/toast.js';
import { layouts } from '../page/layouts.js';
import { nameIssue, pageNameFields, slugIssue } from '../page/name-fields.js';
import { changeView, newPageView } from './import-changes.js';
import { compare, isSame, readFile, readPage, replaced } from './import-file.js';
import { fileIssue, issueList } from './import-issues.js';
import { replacementList } from './import-replacements.js';
import { sayCreated } from './page-forms.js';
import '../text/admin-pages.js';
import '../text/import.js';

/** Validates a file on the server. Returns its replacements (`changes`, `changeCount`), or the `problem`. */
async function check(slug, text) {
  try {
    const { data } = await api('PUT', apiPath(slug, 'export'), { body: text, query: { dryRun: true } });
    return data;
  } catch (problem) {
    if (problem instanceof Problem && [400, 422].includes(problem.status)) return { problem };
    throw problem;
  }
}

async function liveOf(slug) {
  const { text, etag } = await api('GET', apiPath(slug, 'export'), { raw: true });
  return { ...readPage(text), etag };
}

function picker(onFile) {
  const input = h('input.visually-hidden', { type: 'file', accept: '.json,application/json',
    id: uid('file'), onChange: () => { if (input.files[0]) onFile(input.files[0]); } });
  const word = h('span', t('import.choose'));
  const zone = h('div.import-drop', { onDragover: (event) => {
    event.preventDefault();
    zone.classList.add('over');
  }, onDragleave: () => zone.classList.remove('over'), onDrop: (event) => {
    event.preventDefault();
    zone.classList.remove('over');
    if (event.dataTransfer.files[0]) onFile(event.dataTransfer.files[0]);
  } }, icon('upload', { size: 28 }), h('p', t('import.drop')), input,
  h('label.button', { for: input.id }, word), h('p.field-hint', t('import.drop.hint')));
  return { element: zone, compact() {
    zone.classList.add('compact');
    word.textContent = t('import.choose.other');
    // Allows the same file to be chosen again after it was fixed.
    input.value = '';
  } };
}

class Import {
  constructor(page, pages) {
    this.page = page;
    this.pages = pages;
    this.run = 0;
    this.file = null;
    this.names = null;
    this.result = h('div.import-result');
    this.picker = picker((file) => this.take(file));
  }

  open() {
    this.choices = this.page ? [
      { label: t('import.do'), disabled: true, run: (own) => this.send(own, 'export', this.live.etag, 'import.done') },
      { label: t('import.draft'), kind: 'primary', disabled: true, run: (own) => this.toDraft(own) },
    ] : [{ label: t('import.create'), kind: 'primary', disabled: true, run: (own) => this.create(own) }];
    this.handle = sheet({ wide: true,
      title: this.page ? t('import.title', { title: this.page.title }) : t('import.title.new'),
      body: [this.picker.element, this.result],
      actions: [{ label: t('cancel'), run: (own) => own.close() }, ...this.choices] });
    return this.handle.closed;
  }

  ready(isPossible) {
    for (const choice of this.choices) choice.button.disabled = !isPossible;
  }

  async take(file) {
    this.run += 1;
    const mine = this.run;
    this.ready(false);
    this.handle.setError(null);
    replace(this.result, h('p.import-name', icon('page', { size: 16 }), file.name),
      loading(t('import.checking', { file: file.name })));
    try {
      const shown = await this.examine(await readFile(file), mine);
      if (mine === this.run) {
        replace(this.result, h('p.import-name', icon('page', { size: 16 }), file.name), shown);
      }
    } catch (problem) {
      if (mine !== this.run) return;
      replace(this.result);
      this.handle.setError(problem.status === 0 ? t('offline.text')
        : sentenceOf(problem));
    }
    this.picker.compact();
  }

  /**
   * Returns the view of a file: its issues, or the changes it would make; null if another file was chosen in the
   * meantime.
   */
  async examine(file, mine) {
    if (file.issue) return fileIssue(file);
    const { problem, changes = [], changeCount = 0 } = await check(this.page?.page ?? this.freeSlug(file), file.text);
    if (problem) return issueList(problem, file.blocks);
    const live = this.page && await this.present();
    this.types = await layouts();
    if (mine !== this.run) return null;
    this.file = replaced(file, changes);
    return [replacementList(changes, changeCount), live ? this.compare(live) : this.name()].flat().filter(Boolean);
  }

  compare(live) {
    this.live = live;
    const changes = compare(this.live, this.file);
    this.ready(!isSame(changes));
    announce(t(isSame(changes) ? 'import.same' : 'import.good'));
    return changeView(changes, { title: this.page.title, fileTitle: this.file.page.title, types: this.types,
      hasDraft: Boolean(live.draft) });
  }

  /** The live page, with its ETag and that of the draft. */
  async present() {
    const [live, draft] = await Promise.all([liveOf(this.page.page), get(apiPath(this.page.page, 'draft', 'diff'))]);
    return { ...live, draft: draft.data.draft && draft.etag };
  }

  // Returns an unused slug, as which the file is checked.
  freeSlug(file) {
    const taken = (slug) => this.pages.some((page) => page.page === slug);
    const base = /^[a-z0-9-]{1,64}$/.test(file.page?.slug ?? '') ? file.page.slug : 'new-page';
    for (let count = 1; ; count += 1) {
      const slug = count === 1 ? base : `${base.slice(0, 58)}-${count}`;
      if (!taken(slug)) return slug;
    }
  }

  name() {
    this.names = pageNameFields({ title: this.file.page.title, slug: this.freeSlug(this.file) });
    this.ready(true);
    announce(t('import.good'));
    return [this.names.long.element, this.names.short.element, newPageView(this.file, this.types)];
  }

  async toDraft(own) {
    // A draft that another operator started after the comparison must not be replaced unseen.
    const present = await this.present();
    if (present.draft && !this.live.draft) return this.again(own, present, t('import.newer.draft'));
    if (present.etag !== this.live.etag) return this.again(own, present, t('import.newer.unknown'));
    return this.send(own, 'draft', this.live.draft, 'import.draft.done');
  }

  /** Compares with the current state, and shows the reason. */
  again(own, present, reason) {
    replace(this.result, this.compare(present));
    own.setError(reason);
    return false;
  }

  async send(own, part, ifMatch, done) {
    try {
      await api('PUT', apiPath(this.page.page, part), { body: this.file.text, ifMatch: ifMatch || undefined });
    } catch (problem) {
      if (problem.status !== 412) throw problem;
      return this.again(own, await this.present(), problem.changedBy
        ? t('import.newer', { name: problem.changedBy, time: relative(problem.changedAt) }) : t('import.newer.unknown'));
    }
    toast(t(done, { title: this.page.title }), { kind: 'good', action: {
      label: t('admin.pages.open'), run: () => navigate(pagePath(this.page.page)) } });
    return true;
  }

  async create() {
    const { names } = this;
    const free = slugIssue(names.slug, []) ?? (slugIssue(names.slug, this.pages)
      ? t('import.slug.free') : null);
    if (!showIssues([[names.long, nameIssue(names.title)], [names.short, free]])) return false;
    const { slug, title } = names;
    // A page of this name that was created in the meantime must not be overwritten.
    this.pages = (await get('/api/pages')).data;
    if (slugIssue(slug, this.pages)) return showIssues([[names.short, t('import.slug.free')]]);
    const made = await api('PUT', apiPath(slug, 'export'), { body: this.file.text });
    if (title !== (this.file.page.title || slug)) {
      await patch(apiPath(slug), { title }, { ifMatch: made.etag });
    }
    sayCreated({ page: slug, title });
    return true;
  }
}

/** Asks for a file for `page`, or for a new page; resolves when the sheet is closed. */
export function importSheet(page, pages) {
  return new Import(page, pages).open();
}
