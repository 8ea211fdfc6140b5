// Differences for other folders, with style sheets and texts.
import { styles } from '../core/style.js';
import '../text/publish.js';

styles('publish');

export { contentDiff } from './content-diff.js';
export { orderDiff } from './order-diff.js';
export { comparison } from './comparison.js';
