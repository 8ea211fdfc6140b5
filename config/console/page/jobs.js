// The kinds of change: `apply` shows one at once, `send` sends it. A change is sent again after a lost response; if it
// is then rejected, but the server has the wanted state, it counts as done.
import { bare, sameBlock } from './block-states.js';
import { difference, merge, untouched } from './merge.js';
import { adapted, applyMoves, sameOrder } from './orders.js';
import { blockPath } from './store.js';

export const isOrderJob = (job) => job.kind === 'order';

const gone = (problem) => problem.status === 404 || (problem.status === 412 && !problem.current);

/** Moves sections, or sets the whole `order`. */
export function orderJob(store, { moves, aim, order }, settleConflict) {
  const job = {
    kind: 'order',
    apply(state) {
      const next = job.order ? adapted(job.order, state.order) : applyMoves(state.order, job.moves, job.aim);
      return { ...state, order: next };
    },
    /** Changes this job to set the whole order. */
    become(wanted) { job.order = wanted; },
    async send() {
      const wanted = job.apply(store.state).order;
      // The server rejects moves of removed sections, and moves next to them.
      const there = new Set([...store.order, undefined]);
      const known = job.moves?.every(({ block, before, after }) => [block, before, after].every((code) => there.has(code)));
      const body = !job.order && known ? { moves: job.moves } : { order: wanted };
      try {
        const response = await store.send('PUT', '/order', { body, ifMatch: store.orderTag });
        store.setOrder(response.data.order, response.etag);
        return response;
      } catch (problem) {
        if (problem.status !== 412 || !problem.current?.order) throw problem;
        if (sameOrder(problem.current.order, wanted)) {
          store.setOrder(problem.current.order, problem.etag);
          return { data: problem.current };
        }
        return await settleConflict(job, problem);
      }
    },
  };
  return Object.assign(job, { moves, aim, order });
}

/** Changes one section by a merge patch. */
export function patchJob(store, code, patch, ifMatch) {
  let expected = ifMatch;
  const job = {
    kind: 'block',
    code,
    apply(state) {
      const block = state.blocks.get(code);
      return block ? withBlock(state, code, { ...merge(bare(block), patch), info: block.info }) : state;
    },
    async send() {
      const seen = store.blocks.get(code);
      try {
        const response = await store.send('PATCH', blockPath(code), { body: patch, ifMatch: expected ?? seen?.info.etag });
        store.put(code, response.data);
        return response;
      } catch (problem) {
        const present = await presentBlock(store, code, problem);
        if (sameBlock(present, { ...merge(bare(present), patch) })) return taken(store, code, present);
        if (!untouched(patch, seen, present)) throw problem;
        // Another operator changed other fields: apply the patch to the new state.
        store.put(code, present);
        expected = present.info.etag;
        return job.send();
      }
    },
  };
  return job;
}

/**
 * Replaces one section. With `base`, its previous state, only sends the differences if another operator changed other
 * fields.
 */
export function putJob(store, code, resource, { ifMatch, base } = {}) {
  const body = bare(resource);
  return {
    kind: 'block',
    code,
    apply(state) {
      return withBlock(state, code, { ...body, info: state.blocks.get(code)?.info ?? { etag: null } });
    },
    async send() {
      try {
        const options = { body, ifMatch: ifMatch ?? store.blocks.get(code)?.info.etag };
        const response = await store.send('PUT', blockPath(code), options);
        store.put(code, response.data);
        return response;
      } catch (problem) {
        const present = await presentBlock(store, code, problem);
        if (sameBlock(present, body)) return taken(store, code, present);
        const patch = base && difference(bare(base), body);
        if (!patch || !untouched(patch, base, present)) throw problem;
        store.put(code, present);
        return patchJob(store, code, patch).send();
      }
    },
  };
}

/** Creates a section; `place` is {after: code} or {to: 'start', 'end' or N}. */
export function createJob(store, resource, place) {
  const body = bare(resource);
  const code = body.blockCode;
  const key = crypto.getRandomValues(new Uint32Array(4)).join('-');
  return {
    kind: 'create',
    code,
    apply(state) {
      if (state.blocks.has(code)) return state;
      const order = applyMoves([...state.order, code], [{ block: code, ...place }]);
      return withBlock({ ...state, order }, code, { ...body, info: { etag: null, withheld: [] } });
    },
    async send() {
      const query = place.after && !store.order.includes(place.after) ? { to: 'end' } : place;
      const response = await store.send('POST', '/blocks', { body, query, key });
      store.put(code, response.data);
      await store.loadOrder();
      return response;
    },
  };
}

/** Removes a section. */
export function removeJob(store, code, ifMatch) {
  return {
    kind: 'remove',
    code,
    apply(state) {
      const blocks = new Map(state.blocks);
      blocks.delete(code);
      return { order: state.order.filter((other) => other !== code), blocks };
    },
    async send() {
      let response = {};
      try {
        const tag = ifMatch ?? store.blocks.get(code)?.info.etag;
        response = await store.send('DELETE', blockPath(code), { ifMatch: tag });
      } catch (problem) {
        if (!gone(problem)) {
          if (problem.status === 412) await presentBlock(store, code, problem).catch(() => {});
          throw problem;
        }
      }
      await store.loadOrder();
      return response;
    },
  };
}

function withBlock(state, code, block) {
  return { ...state, blocks: new Map(state.blocks).set(code, block) };
}

function taken(store, code, block) {
  store.put(code, block);
  return { data: block, etag: block.info.etag };
}

// After a 412: returns the current section with exact numbers; rethrows any other problem.
async function presentBlock(store, code, problem) {
  if (problem.status !== 412 || !problem.current) throw problem;
  const present = await store.block(code);
  if (!present) throw problem;
  problem.current = present;
  problem.etag = present.info.etag;
  return present;
}
