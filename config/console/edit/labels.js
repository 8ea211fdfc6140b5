// Texts for fields, choices and the server's reasons.
import { language, t } from '../core/i18n.js';
import { JSONSyntaxError } from './json-parser.js';
import { member } from './values.js';
import { chineseTitles, chineseChoices, englishChoices } from '../text/edit-titles.js';

const plainTitle = (title) => title.replace(/ \((ms|seconds|0 to 10)\)$/, (whole, unit) => (
  unit === 'ms' ? '' : whole));

/** Returns the title of a field, in Chinese if there is a translation. */
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

/** Returns the text of a JSON error, with its position. */
export function syntaxErrorText(error) {
  if (error instanceof JSONSyntaxError) {
    return t('edit.json.error', { line: error.line, column: error.column, reason: t(`edit.json.${error.reason}`) });
  }
  return t(`edit.json.${error.reason}`, error);
}
