// One stage of a page as the server last told it, and the requests that read and change it.
import { api } from '../core/api.js';
import { apiPath } from '../core/paths.js';
import { parse, print } from './bigint-json.js';

export class Store {
  order = [];
  orderTag = null;
  blocks = new Map();

  constructor(slug, stage) {
    this.slug = slug;
    this.stage = stage;
    this.path = apiPath(slug, stage);
  }

  get state() { return { order: this.order, blocks: this.blocks }; }

  /** Reads everything; answers itself. */
  async load() {
    const [order, blocks] = await Promise.all([this.read('/order'), this.read('/blocks')]);
    this.setOrder(order.data.order, order.etag);
    this.blocks = new Map(blocks.data.map((block) => [block.blockCode, block]));
    await this.complete();
    return this;
  }

  /** One to read into, while this one stays as it is. */
  copy() {
    const copy = new Store(this.slug, this.stage);
    copy.take(this);
    return copy;
  }

  /** Holds what another one does. */
  take(other) {
    this.setOrder(other.order, other.orderTag);
    this.blocks = other.blocks;
  }

  /** Reads the order, and of the sections in it those that are named or not known; others are forgotten. */
  async loadOrder(codes = []) {
    const { data, etag } = await this.read('/order');
    const there = new Set(data.order);
    await this.loadBlocks([...codes].filter((code) => there.has(code)));
    this.setOrder(data.order, etag);
    await this.complete();
    if (this.blocks.size > there.size) this.blocks = new Map([...this.blocks].filter(([code]) => there.has(code)));
  }

  /** Reads some sections; those that are gone are taken out. */
  async loadBlocks(codes) {
    await Promise.all(codes.map(async (code) => this.put(code, await this.block(code))));
  }

  /** A section as it is now, or null. */
  async block(code) {
    try {
      return (await this.read(blockPath(code))).data;
    } catch (problem) {
      if (problem.status === 404) return null;
      throw problem;
    }
  }

  setOrder(order, tag) {
    this.order = order;
    this.orderTag = tag;
  }

  put(code, block) {
    this.blocks = new Map(this.blocks);
    if (block) this.blocks.set(code, block);
    else this.blocks.delete(code);
  }

  /** Reads what the order names and we do not have: order and sections are read one by one. */
  async complete() {
    const missing = this.order.filter((code) => !this.blocks.has(code));
    if (missing.length > 0) await this.loadBlocks(missing);
    if (!this.order.every((code) => this.blocks.has(code))) {
      this.order = this.order.filter((code) => this.blocks.has(code));
      this.orderTag = null;
    }
  }

  async read(path, query) {
    return exact(await api('GET', this.path + path, { query }));
  }

  /** Sends a change; the answer's data keeps long numbers as they are. */
  async send(method, path, { body, ...options } = {}) {
    const text = body === undefined ? undefined : print(body);
    return exact(await api(method, this.path + path, { ...options, body: text }));
  }
}

export const blockPath = (code) => `/blocks/${encodeURIComponent(code)}`;

function exact(answer) {
  return answer.text ? { ...answer, data: parse(answer.text).data } : answer;
}
