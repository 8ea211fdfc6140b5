/** The management views, with the lowest role for each: publishers may export and import pages. */
export const MANAGE = [
  { id: 'pages', icon: 'page', role: 'publisher' },
  { id: 'pictures', icon: 'image', role: 'viewer' },
  { id: 'audiences', icon: 'users', role: 'publisher' },
  { id: 'feeds', icon: 'feed', role: 'viewer' },
  { id: 'calendar', icon: 'calendar', role: 'viewer' },
  { id: 'operators', icon: 'users', role: 'admin' },
  { id: 'tokens', icon: 'key', role: 'admin' },
  { id: 'audit', icon: 'list', role: 'admin' },
  { id: 'nodes', icon: 'globe', role: 'admin' },
];
