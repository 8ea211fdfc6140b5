// The server's messages about feeds, in the console's language.
import { t } from '../core/i18n.js';
import { reasonOf } from '../ui/reasons.js';
import '../text/edit-feed.js';

const REASONS = [
  [/^the upstream responds with the status (\d+)$/, 'feeds.reason.status'],
  [/^the response is (?:no|not valid) JSON/, 'feeds.reason.noJSON'],
  [/^the upstream redirects more than/, 'feeds.reason.redirects'],
  [/^the upstream redirects (?:to|from)/, 'feeds.reason.redirect'],
  [/timeout|timed out/i, 'feeds.reason.time'],
  [/^the response has more than (\d+) bytes/, 'feeds.reason.large'],
  [/names the server (\S+), which is not in the setting/, 'feeds.reason.host'],
  [/names the address (\S+), which is not public|^the host resolves to an address that is not allowed/, 'feeds.reason.address'],
  [/connect to server|connection refused|resolve (?:host|proxy)|resolving/i, 'feeds.reason.connect'],
  [/SSL|TLS|certificate/i, 'feeds.reason.certificate'],
  [/returned nothing|receiving data|sending data|transferred a partial|HTTP\/?\d? ?(?:stream|framing|layer)/i, 'feeds.reason.broken'],
  [/^(?:the|names the) secret "(.+?)"/, 'feeds.reason.secret'],
  [/^the response makes only (\d+) of the (\d+) cards/, 'feeds.reason.few'],
  [/^no item of the response makes a valid card$/, 'feeds.reason.noCard'],
  [/^is not a list$/, 'feeds.reason.noList'],
  [/^(\S+) is missing$/, 'feeds.reason.missing'],
  [/^(\S+) is neither a string nor a number$/, 'feeds.reason.noText'],
  [/^has the id "(.*)" of an earlier card$/, 'feeds.reason.twice'],
  [/^yields more cards than the layout allows; only the first (\d+)/, 'feeds.reason.many'],
  [/^must be an http or https URL/, 'feeds.reason.url'],
  [/^is a credential/, 'feeds.reason.credential'],
  [/^is set by the server/, 'feeds.reason.reserved'],
  [/^must be named by letters, digits and hyphens/, 'feeds.reason.headerName'],
  [/^must be a string of at most (\d+) printable/, 'feeds.reason.headerText'],
  [/^is a duplicate field/, 'feeds.reason.headerTwice'],
  [/^must be a whole number from (\d+) to (\d+)/, 'feeds.reason.whole'],
  [/^must be at least twice "interval", which is (\d+)/, 'feeds.reason.ttl'],
  [/^must be at least (\d+), the setting/, 'reason.minimum'],
  [/^must be a JSON Pointer to a list/, 'feeds.reason.items'],
  [/^must be named by a JSON Pointer into the card/, 'feeds.reason.position'],
  [/^overlaps with (\S+);/, 'feeds.reason.inside'],
  [/^must be a string of 1 to 2000 characters with names/, 'feeds.reason.template'],
  [/^must be a JSON Pointer into the item/, 'feeds.reason.value'],
  [/^must say for 1 to/, 'feeds.reason.fields'],
  [/^must be .*(?:lower|small).*letters/, 'feeds.reason.slug'],
  [/^the layout "(.*)" (?:is unknown|has no list)/, 'feeds.reason.layout'],
];

/** Returns why a feed has no list, an item makes no card, or a definition is rejected. */
export function feedReason(reason) {
  const inner = /^no item of the response makes a valid card: (\S*) (.*)$/s.exec(reason);
  if (inner) return t('feeds.reason.noCardBecause', { what: inner[1], why: feedReason(inner[2]) });
  for (const [rule, key] of REASONS) {
    const found = rule.exec(reason);
    if (found) return t(key, { what: found[1], why: found[2], limit: found[1] });
  }
  return reasonOf(reason);
}
