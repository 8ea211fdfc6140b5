// Finds and refreshes the fields of a form.

/** A handle of an element with children: refreshes them, and reveals the field at a path. */
export function parent(element, slot, children, more = null) {
  const handle = {
    element, slot, children,
    refresh: () => children.forEach((child) => child.refresh()),
    reveal(path) {
      if (more?.names.includes(path[0])) more.open();
      const child = children.find((one) => one.names?.includes(path[0]) ?? lastKey(one) === path[0]);
      return child ? child.reveal(child.names ? path : path.slice(1)) : null;
    },
  };
  return handle;
}

const lastKey = (handle) => String(handle.slot.path().at(-1));
