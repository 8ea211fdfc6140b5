// All of ui/ by one import.
export { dialog, sheet, confirm } from './dialog.js';
export { toast } from './toast.js';
export { announce } from './live.js';
export { menuButton, openMenu } from './menu.js';
export { icon } from './icons.js';
export { field, passwordField } from './field.js';
export { dateTimeField } from './date-time-field.js';
export { loading, empty, failure, explain } from './states.js';
export { track } from './progress.js';
export { tabs } from './tabs.js';
export { table } from './table.js';
export { badge, avatar, copyButton, segmented, toggle } from './small.js';
