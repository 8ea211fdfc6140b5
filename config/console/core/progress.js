import { h } from './dom.js';

const DELAY = 500;
let waiting = 0;
let bar = null;

function draw() {
  bar ??= document.body.appendChild(h('div.progress', { 'aria-hidden': 'true', hidden: true }));
  bar.hidden = waiting === 0;
}

/** Shows the line at the top once `promise` takes longer than half a second. */
export function track(promise) {
  let counted = false;
  const timer = setTimeout(() => {
    counted = true;
    waiting += 1;
    draw();
  }, DELAY);
  const done = () => {
    clearTimeout(timer);
    if (!counted) return;
    waiting -= 1;
    draw();
  };
  promise.then(done, done);
  return promise;
}
