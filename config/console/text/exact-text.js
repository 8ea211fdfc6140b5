// Texts about look-alike and invisible characters.
import { addTexts } from '../core/i18n.js';

addTexts({
  en: {
    'exact.hidden': 'Invisible character {code}',
    'exact.alike': '{code}, looks like “{like}”',
    'exact.same': 'Both look the same, but their characters differ.',
  },
  zh: {
    'exact.hidden': '不可见字符 {code}',
    'exact.alike': '{code}，与“{like}”外形相似',
    'exact.same': '两者看起来相同，但字符不同。',
  },
});
