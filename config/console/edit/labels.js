// Texts for fields, choices and the server's reasons.
import { language, t } from '../core/i18n.js';
import { JSONSyntaxError } from './json-parser.js';
import { member } from './values.js';
import { chineseTitles, chineseChoices, englishChoices } from '../text/edit-titles.js';

const plainTitle = (title) => title.replace(/ \((ms|seconds|0 to 10)\)$/, (whole, unit) => (
  unit === 'ms' ? '' : whole));

/** The title of a field, in Chinese where there is a word for it. */
export function titleOf(node, name = '') {
  if (!node.title) return humanised(name);
  return language() === 'zh' ? member(chineseTitles, node.title) ?? node.title : plainTitle(node.title);
}

export function describe(text) {
  return language() === 'zh' ? member(chineseTitles, text) ?? text : text;
}

const humanised = (name) => name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll('_', ' ')
  .replace(/^./, (first) => first.toUpperCase());

/** Returns the text of a choice; unknown values are returned as they are. */
export function choiceOf(value) {
  const words = language() === 'zh' ? chineseChoices : englishChoices;
  return member(words, value) ?? (typeof value === 'boolean' ? t(`edit.${value ? 'yes' : 'no'}`) : String(value));
}

const REASONS = [
  [/^is required$/, 'edit.rule.required'],
  [/^must have at least (\d+) characters?$/, 'edit.rule.minLength'],
  [/^must have at most (\d+) characters?$/, 'edit.rule.maxLength'],
  [/^must have at least (\d+) elements?$/, 'edit.rule.minItems'],
  [/^must have at most (\d+) elements?$/, 'edit.rule.maxItems'],
  [/^must be at least (.+)$/, 'edit.rule.minimum'],
  [/^must be at most (.+)$/, 'edit.rule.maximum'],
  [/^must be of type integer/, 'edit.rule.integer'],
  [/^must be of type number/, 'edit.rule.number'],
  [/^must be of type string/, 'edit.rule.string'],
  [/^must be one of (.+)$/, 'edit.rule.choice'],
  [/^must be an address/, 'edit.rule.address'],
  [/^must be a relative address, or begin with (.+)$/, 'edit.rule.scheme'],
  [/^must have a (valid )?host/, 'edit.rule.host'],
  [/^must not have a user name/, 'edit.rule.user'],
  [/^must not be empty$/, 'edit.rule.required'],
  [/^must match .*#\[0-9A-Fa-f\]/, 'edit.rule.colour'],
  [/^must match .*A-Z\]\{3\}/, 'edit.rule.currency'],
  [/^must match (.+)$/, 'edit.rule.pattern'],
  [/^must be later than "from"$/, 'edit.rule.later'],
  [/^must be a version/, 'edit.rule.version'],
  [/^must be a language tag/, 'edit.rule.language'],
  [/^must be a number from 0 to 100/, 'edit.rule.percent'],
  [/^no version is from (.+) to (.+)$/, 'edit.rule.versions'],
  [/^there is no audience "(.+)";/, 'edit.rule.audience.name'],
  [/^has other conditions than the audience "(.+)";/, 'edit.rule.audience.other'],
  [/^is none of the audience's "platforms"$/, 'edit.rule.audience.platform'],
  [/^is no attribute of this server/, 'edit.rule.audience.attribute'],
  [/^has (.+), which audience.attributes does not declare/, 'edit.rule.audience.value'],
  [/^there is no feed "(.*)"/, 'edit.rule.feed.name'],
  [/^the feed "(.*)" has cards of the layout/, 'edit.rule.feed.layout'],
  [/^must be whole numbers from 0/, 'edit.rule.feed.positions'],
  [/^there is no picture /, 'edit.rule.picture.gone'],
  [/^needs at least one condition/, 'edit.rule.audience.empty'],
  [/^must be an https URL of a host/, 'edit.rule.https'],
  [/^must be a list of at most (\d+) elements$/, 'edit.rule.maxItems'],
  [/^has more than the limit block\.items of (\d+) cards$/, 'edit.rule.maxItems'],
  [/^has more than the limit block\.cardAudiences of (\d+)/, 'edit.rule.cardAudiences'],
  [/^is the id of (\d+) cards/, 'edit.rule.sameId'],
  [/^names no card of the section/, 'edit.rule.noCard'],
  [/^must be a text of at most (\d+) characters/, 'edit.rule.maxLength'],
  [/^must not be (.+)$/, 'edit.rule.not'],
];

/** Returns the text for a reason of the server's validation; a reason without one is never shown in English to others. */
export function reasonOf(reason) {
  for (const [rule, key] of REASONS) {
    const found = rule.exec(reason);
    if (found) return t(key, { limit: found[1], other: found[2] });
  }
  return language() === 'en' ? reason : t('edit.rule.unaccepted');
}

/** Returns the text of a JSON error, with its position. */
export function syntaxErrorText(error) {
  if (error instanceof JSONSyntaxError) {
    return t('edit.json.error', { line: error.line, column: error.column, reason: t(`edit.json.${error.reason}`) });
  }
  return t(`edit.json.${error.reason}`, error);
}
