import { h, replace } from '../core/dom.js';
import { failure, loading } from '../ui/states.js';

// The surroundings are painted first: operators can begin while the module loads.
const painted = () => new Promise((resolve) => { requestAnimationFrame(() => setTimeout(resolve)); });

/**
 * A panel whose content is loaded later: `load()` returns {element, destroy}. A `quiet` one shows nothing until then.
 */
export function lazyPanel(name, load, { quiet = false } = {}) {
  const element = h(`div.${name}`);
  let part = null;
  let destroyed = false;

  async function fill() {
    try {
      part = await load();
      if (destroyed) part.destroy?.();
      else replace(element, part.element);
    } catch (problem) {
      replace(element, failure(problem, () => {
        replace(element, loading());
        fill();
      }));
    }
  }

  if (!quiet) replace(element, loading());
  painted().then(() => destroyed || fill());
  return {
    element,
    destroy() {
      destroyed = true;
      part?.destroy?.();
    },
  };
}
