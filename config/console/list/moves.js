// Moves sections and announces their new positions.
import { t } from '../core/i18n.js';
import { announce } from '../ui/announcer.js';
import { sentenceOf } from '../ui/states.js';
import { toast } from '../ui/toast.js';

export class Moves {
  constructor(workspace, selection, allowed) {
    Object.assign(this, { workspace, selection, allowed });
  }

  /** The number of possible positions. */
  get places() { return this.workspace.order.filter((code) => !this.workspace.isPinned(code)).length; }

  /** Returns why the sections cannot be moved, or null. */
  refusal(codes) {
    if (!this.allowed()) return t('list.readOnly');
    return this.workspace.refusal(codes);
  }

  up(codes, shown) { this.#step(codes, shown, -1); }
  down(codes, shown) { this.#step(codes, shown, 1); }
  toStart(codes) { this.to(codes, { to: 'start' }); }
  toEnd(codes) { this.to(codes, { to: 'end' }); }

  /** Moves sections. Announces the new position, or shows why they cannot be moved. */
  to(codes, target) {
    const reason = this.refusal(codes);
    if (reason) {
      this.refuse(reason);
      return;
    }
    const moving = this.workspace.move(codes, target);
    this.say(codes);
    moving.catch((problem) => toast(sentenceOf(problem), { kind: 'bad' }));
  }

  refuse(reason) { toast(reason, { kind: 'bad', seconds: 5 }); }

  say(codes) {
    const { workspace } = this;
    const first = workspace.order.indexOf(codes.find((code) => workspace.blocks.has(code)));
    const params = { count: codes.length, name: workspace.nameOf(codes[0]), place: first + 1,
      last: first + codes.length, total: workspace.order.length };
    announce(t('list.moved', params));
  }

  // Moves one position up or down among the visible rows; several sections move as one group.
  #step(codes, shown, way) {
    const reason = this.refusal(codes);
    if (reason) {
      this.refuse(reason);
      return;
    }
    const moving = new Set(codes);
    const rest = shown.filter((code) => !moving.has(code) && !this.workspace.isPinned(code));
    const edges = shown.map((code, i) => (moving.has(code) ? i : -1)).filter((i) => i >= 0);
    const edge = way < 0 ? edges[0] : edges.at(-1);
    const place = shown.map((code, i) => ({ code, i })).filter(({ code, i }) => rest.includes(code) && (i - edge) * way > 0);
    const next = way < 0 ? place.at(-1) : place[0];
    if (next) this.to(codes, way < 0 ? { before: next.code } : { after: next.code });
    else this.#gather(codes, way);
  }

  // At the edge, moves separate sections together.
  #gather(codes, way) {
    const { workspace } = this;
    const target = { to: way < 0 ? 'start' : 'end' };
    const wanted = workspace.orderAfter(codes, target);
    if (codes.length > 1 && wanted.some((code, i) => code !== workspace.order[i])) this.to(codes, target);
    else announce(t(way < 0 ? 'list.alreadyFirst' : 'list.alreadyLast', { count: codes.length, name: workspace.nameOf(codes[0]) }));
  }
}
