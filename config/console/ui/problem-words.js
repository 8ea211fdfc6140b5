// Describes problems by their type. Loaded with the first problem.
import { language, t } from '../core/i18n.js';
import { reasonOf } from './reasons.js';
import { setProblemWords } from './states.js';
import '../text/problems.js';

// The types of problems that have a text; others are described by their status.
const TYPES = ['malformed', 'unauthorized', 'signed-out', 'wrong-password', 'cross-site', 'viewing-as', 'method-not-allowed', 'timeout', 'conflict', 'review-required',
  'audience-outdated', 'too-large', 'media-type', 'range', 'content-coding', 'invalid', 'precondition-required', 'too-slow',
  'upstream-failed', 'upstream-timeout', 'outcome-unknown'];

// Returns the server's English detail or, in Chinese, the text of the type with reasons and positions; null without a
// text.
function sentence(problem) {
  const type = problem.type?.split(':').pop();
  if (!TYPES.includes(type)) return null;
  if (language() === 'en' && problem.detail) return problem.detail;
  const places = problem.errors.map(({ pointer }) => pointer).filter(Boolean).slice(0, 3);
  const reasons = problem.errors.map(({ reason }) => reasonOf(reason ?? '')).filter((text) => text !== t('reason.unaccepted'));
  return t(`problem.${type}`) + [...new Set(reasons)].slice(0, 3).join('')
    + (places.length ? t('problem.where', { places: places.join(', ') }) : '');
}

setProblemWords(sentence);
