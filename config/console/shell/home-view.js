import { t } from '../core/i18n.js';
import { pagePath } from '../core/paths.js';
import { navigate } from '../core/router.js';
import { empty } from '../ui/states.js';
import { lastPage, pages } from './pages.js';

/** `/`: redirects to the last opened page, or to the default one. */
export async function view() {
  const all = await pages();
  const page = all.find((one) => one.page === lastPage()) ?? all.find((one) => one.default)
    ?? all[0];
  if (page) navigate(pagePath(page.page), { replace: true });
  return { title: t('app'), element: empty({ level: 1, title: t('missing.title'), text: t('home.none') }) };
}
