// One stage of a page as last returned by the server, and the requests that read and change it.
import { api } from '../core/api.js';
import { apiPath } from '../core/paths.js';
import { parse, print } from '../core/exact-json.js';

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

  /** Loads everything. Returns itself. */
  async load() {
    const [order, blocks] = await Promise.all([this.read('/order'), this.read('/blocks')]);
    this.setOrder(order.data.order, order.etag);
    this.blocks = new Map(blocks.data.map((block) => [block.blockCode, block]));
    await this.complete();
    return this;
  }

  /** Returns a copy to load into, which leaves this one unchanged. */
  copy() {
    const copy = new Store(this.slug, this.stage);
    copy.take(this);
    return copy;
  }

  /** Copies the state of another store. */
  take(other) {
    this.setOrder(other.order, other.orderTag);
    this.blocks = other.blocks;
  }

  /** Loads the order, and sections that are named or missing; drops removed ones. */
  async loadOrder(codes = []) {
    const { data, etag } = await this.read('/order');
    const there = new Set(data.order);
    await this.loadBlocks([...codes].filter((code) => there.has(code)));
    this.setOrder(data.order, etag);
    await this.complete();
    if (this.blocks.size > there.size) this.blocks = new Map([...this.blocks].filter(([code]) => there.has(code)));
  }

  /** Loads some sections; removed ones are dropped. */
  async loadBlocks(codes) {
    await Promise.all(codes.map(async (code) => this.put(code, await this.block(code))));
  }

  /** Loads a section; null if it does not exist. */
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

  /** Loads missing sections of the order: the order and the sections are read in separate requests. */
  async complete() {
    const missing = this.order.filter((code) => !this.blocks.has(code));
    if (missing.length > 0) await this.loadBlocks(missing);
    if (!this.order.every((code) => this.blocks.has(code))) {
      this.order = this.order.filter((code) => this.blocks.has(code));
      this.orderTag = null;
    }
  }

  async read(path, query) {
    return withExactNumbers(await api('GET', this.path + path, { query }));
  }

  /** Sends a change. Long numbers in the response's data stay exact. */
  async send(method, path, { body, ...options } = {}) {
    const text = body === undefined ? undefined : print(body);
    return withExactNumbers(await api(method, this.path + path, { ...options, body: text }));
  }
}

export const blockPath = (code) => `/blocks/${encodeURIComponent(code)}`;

function withExactNumbers(response) {
  return response.text ? { ...response, data: parse(response.text).data } : response;
}
