import { list, t } from '../core/i18n.js';
import '../text/remote.js';

const parts = ['moved', 'changed', 'added', 'removed'];

/** Describes others' changes: "Lin moved 2 sections and changed Banner". */
export function describeRemoteChanges(workspace, remote) {
  const who = remote.actors.length > 0 ? list(remote.actors) : null;
  const did = whole(remote.actions);
  if (did) return t(`remote.${did}`, { who: who ?? t('remote.someone') });
  const done = parts.filter((part) => remote[part].length > 0).map((part) => t(`remote.${part}`, {
    count: remote[part].length, name: workspace.nameOf(remote[part][0]) }));
  return t('remote.did', { who: who ?? t('remote.someone'), what: list(done) });
}

const wholes = [
  [/^release\.effect$/, 'effect'],
  [/^draft\.publish$/, 'published'],
  [/^draft\.discard$/, 'discarded'],
  [/^page\.restore$/, 'restored'],
  [/^takeover\./, 'takeover'],
];

function whole(actions) {
  return wholes.find(([pattern]) => actions.some((action) => pattern.test(action)))?.[1];
}
