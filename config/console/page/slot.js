import { h, replace } from '../core/dom.js';
import { failure, loading } from '../ui/states.js';

// What surrounds it is painted first: people can begin while this is loaded.
const painted = () => new Promise((resolve) => { requestAnimationFrame(() => setTimeout(resolve)); });

/** A place that another part of the console fills when its module is there: `load()` → {element, destroy}. */
export function slot(name, load, { quiet = false } = {}) {
  const element = h(`div.${name}`);
  let part = null;
  let over = false;

  async function fill() {
    try {
      part = await load();
      if (over) part.destroy?.();
      else replace(element, part.element);
    } catch (problem) {
      replace(element, failure(problem, () => {
        replace(element, loading());
        fill();
      }));
    }
  }

  if (!quiet) replace(element, loading());
  painted().then(() => over || fill());
  return {
    element,
    destroy() {
      over = true;
      part?.destroy?.();
    },
  };
}
