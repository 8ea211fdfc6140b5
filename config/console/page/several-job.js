// A change of several sections in one request: all are changed or none.

/** `values`: members that are set in every section. */
export function severalJob(store, codes, values) {
  return {
    kind: 'several',
    apply(state) {
      const blocks = new Map(state.blocks);
      for (const code of codes) if (blocks.has(code)) blocks.set(code, { ...blocks.get(code), ...values });
      return { ...state, blocks };
    },
    async send() {
      const response = await store.send('PATCH', '/blocks', { body: { blocks: codes, set: values } });
      for (const block of response.data.blocks) store.put(block.blockCode, block);
      return response;
    },
  };
}
