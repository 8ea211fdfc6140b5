// The kinds of change: what each makes of the page at once, and how it is sent.
// A change whose answer got lost is sent again; the server's refusal then shows the state that it had already
// made, and that counts as done.
import { bare, sameBlock } from './block-states.js';
import { merge, untouched } from './merge.js';
import { adapted, applyMoves, sameOrder } from './orders.js';
import { blockPath } from './store.js';

export const isOrderJob = (job) => job.kind === 'order';

const gone = (problem) => problem.status === 404 || (problem.status === 412 && !problem.current);

/** Moves sections, or with `order` puts all of them in that order. */
export function orderJob(store, { moves, aim, order }, settleConflict) {
  const job = {
    kind: 'order',
    apply(state) {
      const next = job.order ? adapted(job.order, state.order) : applyMoves(state.order, job.moves, job.aim);
      return { ...state, order: next };
    },
    /** From now on this job puts all sections in that order. */
    become(wanted) { job.order = wanted; },
    async send() {
      const wanted = job.apply(store.state).order;
      // The server refuses moves of what is gone, and beside it.
      const there = new Set([...store.order, undefined]);
      const known = job.moves?.every(({ block, before, after }) => [block, before, after].every((code) => there.has(code)));
      const body = !job.order && known ? { moves: job.moves } : { order: wanted };
      try {
        const answer = await store.send('PUT', '/order', { body, ifMatch: store.orderTag });
        store.setOrder(answer.data.order, answer.etag);
        return answer;
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
        const answer = await store.send('PATCH', blockPath(code), { body: patch, ifMatch: expected ?? seen?.info.etag });
        store.put(code, answer.data);
        return answer;
      } catch (problem) {
        const present = await presentBlock(store, code, problem);
        if (sameBlock(present, { ...merge(bare(present), patch) })) return taken(store, code, present);
        if (!untouched(patch, seen, present)) throw problem;
        // Somebody changed other fields meanwhile: the patch stands beside that.
        store.put(code, present);
        expected = present.info.etag;
        return job.send();
      }
    },
  };
  return job;
}

/** Replaces one section. */
export function putJob(store, code, resource, ifMatch) {
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
        const answer = await store.send('PUT', blockPath(code), options);
        store.put(code, answer.data);
        return answer;
      } catch (problem) {
        const present = await presentBlock(store, code, problem);
        if (sameBlock(present, body)) return taken(store, code, present);
        throw problem;
      }
    },
  };
}

/** Makes a section; `place` is {after: code} or {to: 'start' | 'end' | N}. */
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
      const answer = await store.send('POST', '/blocks', { body, query, key });
      store.put(code, answer.data);
      await store.loadOrder();
      return answer;
    },
  };
}

/** Takes a section out. */
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
      let answer = {};
      try {
        const tag = ifMatch ?? store.blocks.get(code)?.info.etag;
        answer = await store.send('DELETE', blockPath(code), { ifMatch: tag });
      } catch (problem) {
        if (!gone(problem)) {
          if (problem.status === 412) await presentBlock(store, code, problem).catch(() => {});
          throw problem;
        }
      }
      await store.loadOrder();
      return answer;
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

// After a 412: the section as it is now, with exact numbers; any other problem is thrown on.
async function presentBlock(store, code, problem) {
  if (problem.status !== 412 || !problem.current) throw problem;
  const present = await store.block(code);
  if (!present) throw problem;
  problem.current = present;
  problem.etag = present.info.etag;
  return present;
}
