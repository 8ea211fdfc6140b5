// The tags of pictures as they are typed.
import { t } from '../core/i18n.js';
import '../text/library.js';

const MOST = 20;
const LONGEST = 50;

export const tagsOf = (text) => [...new Set(text.split(/[,，、\n]/).map((tag) => tag.trim()).filter(Boolean))];

/** Whether a picture may have these tags. */
export const areTags = (tags) => tags.length <= MOST && tags.every((tag) => tag.length <= LONGEST);

export const tagError = () => t('pictures.tags.wrong', { most: MOST, length: LONGEST });
