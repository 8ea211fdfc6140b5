// Sends changes one at a time, and keeps them while there is no connection.
import { connection } from '../core/connection.js';
import { t } from '../core/i18n.js';
import { confirm } from '../ui/dialog.js';

const pauses = [1, 2, 5, 10, 30];
const passing = new Set([0, 408, 429, 502, 503, 504]);

const queues = new Set();

/** Whether the session may end. Asks if any page has unsent changes, which would be lost. */
export async function mayEndSession(action) {
  const count = [...queues].reduce((sum, queue) => sum + queue.jobs.length, 0);
  return count === 0 || confirm({ title: t('unsent.title'), text: t('unsent.text', { count }), action, danger: true });
}

export class Queue {
  jobs = [];
  waiting = false;
  /** Counts added and finished jobs: a state that was read while it changed is outdated. */
  turn = 0;
  #running = false;
  #closed = false;
  #failures = 0;
  #timer = 0;

  constructor(onChange) {
    this.onChange = onChange;
    this.wake = () => connection.online && this.#resume();
    this.off = connection.on('change', this.wake);
    this.guard = (event) => { if (this.jobs.length > 0) event.preventDefault(); };
    addEventListener('beforeunload', this.guard);
    queues.add(this);
  }

  /** Adds a job. Resolves with its response. */
  add(job) {
    const done = new Promise((resolve, reject) => Object.assign(job, { resolve, reject }));
    this.jobs.push(job);
    this.turn += 1;
    queueMicrotask(() => this.#run());
    return done;
  }

  /** Removes unfinished jobs. Their promises resolve with `value`. */
  drop(jobs, value) {
    const gone = new Set(jobs);
    this.turn += 1;
    this.jobs = this.jobs.filter((job) => !gone.has(job));
    for (const job of gone) job.resolve(value);
  }

  /** Closes the queue and drops its jobs; their promises stay pending. */
  close() {
    this.jobs = [];
    this.#closed = true;
    queues.delete(this);
    this.off();
    clearTimeout(this.#timer);
    removeEventListener('beforeunload', this.guard);
  }

  async #run() {
    if (this.#running || this.waiting) return;
    this.#running = true;
    while (this.jobs.length > 0 && !this.waiting) await this.#send(this.jobs[0]);
    this.#running = false;
  }

  async #send(job) {
    try {
      const value = await job.send();
      this.#failures = 0;
      this.#settle(job, () => job.resolve(value));
    } catch (problem) {
      if (passing.has(problem.status)) this.#pause(job, problem);
      else this.#settle(job, () => job.reject(problem));
    }
  }

  #settle(job, settle) {
    if (!this.jobs.includes(job)) return;
    this.jobs = this.jobs.filter((other) => other !== job);
    this.turn += 1;
    settle();
    this.onChange();
  }

  #pause(job, problem) {
    if (!this.jobs.includes(job)) return;
    this.waiting = true;
    const pause = problem.retryAfter ?? pauses[Math.min(this.#failures, pauses.length - 1)];
    this.#failures += 1;
    if (!this.#closed) this.#timer = setTimeout(() => this.#resume(), pause * 1000);
    this.onChange();
  }

  #resume() {
    clearTimeout(this.#timer);
    if (!this.waiting || this.#closed) return;
    this.waiting = false;
    this.#run();
    this.onChange();
  }
}
