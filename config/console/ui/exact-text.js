// Shows the codes of look-alike and invisible characters in texts.
import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { styles } from '../core/style.js';
import '../text/exact-text.js';

styles('exact');

/** Emoji, whose joiners and selectors are part of them, characters without a shape of their own, and the others. */
const PARTS = /(\p{Extended_Pictographic}(?:[\uFE0F\p{Emoji_Modifier}]|\u200D\p{Extended_Pictographic})*)|([\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs})|([^])/gu;
/** Forms of characters that look like others: full-width letters, mathematical letters, Kangxi radicals. */
const FORMS = /[\uFF10-\uFF19\uFF21-\uFF3A\uFF41-\uFF5A\u2F00-\u2FDF\u2E80-\u2EFF\u{1D400}-\u{1D7FF}]/u;
/** Letters and the ones that they look like, by script, and the script that words do not mix with it. */
const ALIKE = [
  [/\p{Script=Cyrillic}/u, 'АаВЕеНІіЈјКМОоРрСсТУуХхЅѕԁһӏԛԝ', 'AaBEeHIiJjKMOoPpCcTYyXxSsdhlqw'],
  [/\p{Script=Greek}/u, 'ΑΒΕΖΗΙΚΜΝΟΡΤΥΧανοιρυκ', 'ABEZHIKMNOPTYXavoipuk'],
  [/\p{Script=Armenian}/u, 'ՕօհոսՍԼցզ', 'OohnuULgq'],
  [/\p{Script=Cherokee}/u, 'ᎪᎢᏀᎳᎽᏃᏢᏚᎬᏞᏌ', 'ATGWYZPSELU'],
  [/\p{Script=Lisu}/u, 'ꓐꓒꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ', 'BPDTGKJCZFMNLSRVHWXYAEIOU'],
  [/[ɑɡı]/u, 'ɑɡı', 'agi', /\p{Script=Latin}/u],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ニロカタトハエセチミ', '二口力夕卜八工七千三', /[]/],
].map(([script, from, to, other = /\p{Script=Latin}/u]) => ({ script, other, map: new Map([...from].map((letter, index) => [letter, [...to][index]])) }));
/** Characters of one script that look like each other, for comparing two texts. */
const SAME = new Map([...'Il|1'].map((letter) => [letter, 'l']).concat([...'O0'].map((letter) => [letter, 'O'])));

const codeOf = (character) => `U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')}`;

/** Maps the indices of letters that look like others to these. A text in their script also has letters that do not. */
function lookAlikes(text) {
  const found = new Map();
  for (const { script, other, map } of ALIKE) {
    const letters = [...text].filter((letter) => script.test(letter));
    if (!letters.some((letter) => map.has(letter))) continue;
    const isOwn = letters.some((letter) => !map.has(letter));
    for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
      if (isOwn && !other.test(word)) continue;
      for (const { 0: letter, index: place } of word.matchAll(/[^]/gu)) {
        if (map.has(letter)) found.set(index + place, map.get(letter));
      }
    }
  }
  return found;
}

function mark(character, text) {
  return h('span.exact', { title: text }, codeOf(character));
}

/**
 * Returns a text with the codes of its invisible characters, and of those that look like others. It may be a part of a
 * `whole` text, from `start`.
 */
export function exactText(text, whole = text, start = 0) {
  const alike = lookAlikes(whole);
  const nodes = [];
  for (const { 1: emoji, 2: hidden, 3: other, index } of text.matchAll(PARTS)) {
    if (emoji ?? (hidden === '\n' || hidden === '\t')) nodes.push(emoji ?? hidden);
    else if (hidden) nodes.push(mark(hidden, t('exact.hidden', { code: codeOf(hidden) })));
    else if (alike.has(start + index) || FORMS.test(other)) {
      const like = alike.get(start + index) ?? other.normalize('NFKC');
      nodes.push(other, mark(other, t('exact.alike', { code: codeOf(other), like })));
    } else if (typeof nodes.at(-1) === 'string') nodes[nodes.length - 1] += other;
    else nodes.push(other);
  }
  return nodes;
}

/** What a reader sees of a text. */
function shape(text) {
  const plain = text.replace(PARTS, (_, emoji, hidden, other) => (
    /\s/.test(hidden ?? '') ? ' ' : emoji ?? (FORMS.test(other ?? '') ? other.normalize('NFKC') : other) ?? ''));
  return [...plain].map((letter) => {
    const like = ALIKE.map(({ map }) => map.get(letter)).find(Boolean) ?? letter;
    return SAME.get(like) ?? like;
  }).join('').replace(/\s+/g, ' ').trim();
}

/** Whether two texts differ although readers may not see it. */
export function looksEqual(before, after) {
  return typeof before === 'string' && typeof after === 'string' && before !== after && shape(before) === shape(after);
}

/** Returns the host of an address as the network gets it, if it has letters outside ASCII; else null. */
export function asciiHost(text) {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text) || /^[\x00-\x7F]*$/.test(text)) return null;
  const host = URL.canParse(text) ? new URL(text).hostname : '';
  return host.includes('xn--') ? host : null;
}
