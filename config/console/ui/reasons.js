// The server's reasons in the console's language.
import { language, t } from '../core/i18n.js';
import '../text/reasons.js';

const REASONS = [
  [/^is required$/, 'reason.required'],
  [/^must have at least (\d+) characters?$/, 'reason.minLength'],
  [/^must have at most (\d+) characters?$/, 'reason.maxLength'],
  [/^must have at least (\d+) elements?$/, 'reason.minItems'],
  [/^must have at most (\d+) elements?$/, 'reason.maxItems'],
  [/^must be at least (.+)$/, 'reason.minimum'],
  [/^must be at most (.+)$/, 'reason.maximum'],
  [/^must be (?:of type|a 64-bit) integer/, 'reason.integer'],
  [/^must be of type number/, 'reason.number'],
  [/^must be (?:of type string|a string$)/, 'reason.string'],
  [/^must be one of (.+)$/, 'reason.choice'],
  [/^must be an address/, 'reason.address'],
  [/^must be a relative address, or begin with (.+)$/, 'reason.scheme'],
  [/^must have a (valid )?host/, 'reason.host'],
  [/^must not have a user name/, 'reason.user'],
  [/^must not be empty$/, 'reason.required'],
  [/^must match .*#\[0-9A-Fa-f\]/, 'reason.colour'],
  [/^must match .*A-Z\]\{3\}/, 'reason.currency'],
  [/^must match (.+)$/, 'reason.pattern'],
  [/^must be later than "from"$/, 'reason.later'],
  [/^must be a version/, 'reason.version'],
  [/^must be a language tag/, 'reason.language'],
  [/^must be a number from 0 to 100/, 'reason.percent'],
  [/^no version is from (.+) to (.+)$/, 'reason.versions'],
  [/^there is no audience "(.+)";/, 'reason.audience.name'],
  [/^differs from the audience "(.+)";/, 'reason.audience.other'],
  [/^is not one of the audience's "platforms"$/, 'reason.audience.platform'],
  [/^is not an attribute of this server/, 'reason.audience.attribute'],
  [/^has (.+), which audience.attributes does not declare/, 'reason.audience.value'],
  [/^there is no feed "(.*)"/, 'reason.feed.name'],
  [/^the feed "(.*)" has cards of the layout/, 'reason.feed.layout'],
  [/^must be whole numbers from 0/, 'reason.feed.positions'],
  [/^there is no picture /, 'reason.picture.gone'],
  [/^needs at least one condition/, 'reason.audience.empty'],
  [/^must be an https URL of a host/, 'reason.https'],
  [/^must be a list of at most (\d+) elements$/, 'reason.maxItems'],
  [/^has more than the limit block\.items of (\d+) cards$/, 'reason.maxItems'],
  [/^has more than the limit block\.cardAudiences of (\d+)/, 'reason.cardAudiences'],
  [/^is the id of (\d+) cards/, 'reason.sameId'],
  [/^is not the id of a card of the section/, 'reason.noCard'],
  [/^must be a string of at most (\d+) characters/, 'reason.maxLength'],
  [/^must be (?:a text of|named by) (\d+) to (\d+) letters/, 'reason.text'],
  [/^is not allowed here$/, 'reason.gone'],
  [/^must not be of type/, 'reason.type'],
  [/^must not be (.+)$/, 'reason.not'],
  [/^must be 1 to 128 letters, digits/, 'reason.code'],
  [/^must be an object with at most (\d+) header fields/, 'reason.headers'],
  [/^is an unknown member$/, 'reason.unknown'],
  [/^must be ios, android or web/, 'reason.platform'],
  [/^is only allowed together with "percent"/, 'reason.seed'],
  [/^must be an object with "min"/, 'reason.range'],
  [/^must be an object with lists of values for at most (\d+)/, 'reason.attributes'],
  [/^must be a list of 1 to (\d+) values/, 'reason.values'],
  [/^must be a list of 1 to (\d+) elements/, 'reason.elements'],
  [/^belongs next to "audience"/, 'reason.nested'],
  [/^must be 1 to (\d+) characters without control/, 'reason.title'],
  [/^is not a known client family/, 'reason.client'],
  [/^is copied from the other page/, 'reason.copied'],
  [/^the \w+ apps that read this page cannot show/, 'reason.family'],
  [/^is not the name of a page/, 'reason.page'],
  [/^must be another page$/, 'reason.otherPage'],
  [/^must be a date and time/, 'reason.date'],
  [/^must be in the future/, 'reason.future'],
  [/^must be a string of (\d+) to (\d+) characters/, 'reason.password'],
];

/**
 * Returns the text for a reason of the server's validation. In Chinese, a reason without a text is replaced by a
 * general one.
 */
export function reasonOf(reason) {
  for (const [rule, key] of REASONS) {
    const found = rule.exec(reason);
    if (found) return t(key, { limit: found[1], other: found[2] });
  }
  return language() === 'en' ? reason : t('reason.unaccepted');
}
