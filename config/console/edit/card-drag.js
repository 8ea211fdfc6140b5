// Dragging rows of a short list by pointer or finger: the row follows, a line shows where it would go.

const EDGE = 48;
const SPEED = 12;

/** `onDrop(from, to)` gets places among the children of `list`. */
export function dragRows(list, onDrop) {
  list.addEventListener('pointerdown', (event) => {
    const grip = event.target.closest('.edit-card-grip');
    if (!grip || grip.closest('ol') !== list || event.button !== 0) return;
    event.preventDefault();
    begin(list, grip.closest('.edit-card'), event, onDrop);
  });
}

function begin(list, row, start, onDrop) {
  const rows = [...list.children];
  const from = rows.indexOf(row);
  const scroller = scrollerOf(list);
  let pointerY = start.clientY;
  let to = from;
  let frame = 0;
  const startScroll = scroller.scrollTop;
  row.classList.add('dragged');
  row.setPointerCapture?.(start.pointerId);

  function draw() {
    frame = 0;
    const view = scroller.getBoundingClientRect();
    const [top, bottom] = [Math.max(view.top, 0), Math.min(view.bottom, window.innerHeight)];
    const by = pointerY < top + EDGE ? -SPEED : pointerY > bottom - EDGE ? SPEED : 0;
    if (by) scroller.scrollTop += by;
    row.style.transform = `translateY(${pointerY - start.clientY + scroller.scrollTop - startScroll}px)`;
    const others = rows.filter((one) => one !== row);
    to = others.filter((one) => {
      const box = one.getBoundingClientRect();
      return box.top + box.height / 2 < pointerY;
    }).length;
    others.forEach((one, place) => {
      one.classList.toggle('drop-before', place === to && to !== from);
      one.classList.toggle('drop-after', place === others.length - 1 && to === others.length && to !== from);
    });
    if (by) frame = requestAnimationFrame(draw);
  }

  const onMove = (event) => {
    if (event.pointerId !== start.pointerId) return;
    pointerY = event.clientY;
    frame ||= requestAnimationFrame(draw);
  };
  const onKey = (event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    end(false);
  };
  const onUp = (event) => {
    if (event.pointerId !== start.pointerId) return;
    pointerY = event.clientY;
    // What was pointed at last counts, drawn or not.
    if (event.type === 'pointerup') draw();
    end(event.type === 'pointerup');
  };

  function end(dropped) {
    cancelAnimationFrame(frame);
    document.removeEventListener('pointermove', onMove);
    document.removeEventListener('pointerup', onUp);
    document.removeEventListener('pointercancel', onUp);
    document.removeEventListener('keydown', onKey, true);
    row.style.transform = '';
    rows.forEach((one) => one.classList.remove('dragged', 'drop-before', 'drop-after'));
    if (dropped && to !== from) onDrop(from, to);
  }

  document.addEventListener('pointermove', onMove);
  document.addEventListener('pointerup', onUp);
  document.addEventListener('pointercancel', onUp);
  document.addEventListener('keydown', onKey, true);
}

function scrollerOf(element) {
  for (let outer = element.parentElement; outer; outer = outer.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(outer).overflowY)) return outer;
  }
  return document.scrollingElement;
}
