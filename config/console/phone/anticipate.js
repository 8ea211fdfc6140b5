// Predicts the document after a change that the server has not rendered yet.
import { blocksOf } from './safe.js';

/**
 * Returns the document in the workspace's order, without hidden and removed sections and with edited content. The
 * server's document replaces it.
 */
export function anticipate(document, workspace, before) {
  const place = new Map(workspace.order.map((code, index) => [code, index]));
  const blocks = blocksOf(document)
    .filter((block) => place.has(block.blockCode)
      && workspace.blocks.get(block.blockCode)?.enabled !== false)
    .map((block) => edited(block, workspace.blocks.get(block.blockCode), before.get(block.blockCode)))
    .sort((a, b) => place.get(a.blockCode) - place.get(b.blockCode));
  return { ...document, blocks };
}

function edited(block, now, was) {
  if (!now || !was || now === was || now.content === was.content) return block;
  // Translations and fallbacks are laid over the content by the server, which also leaves out cards by their rules and
  // adds those of feeds.
  const plain = !now.fallback && !now.cards && !now.source && !was.source && !Object.keys(now.localizations ?? {}).length;
  if (!plain || now.showType !== block.showType) return block;
  return { ...block, ...now.content };
}
