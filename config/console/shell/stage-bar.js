// The choice of the edited stage. Editing live is a deliberate step with a visible warning.
import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { can } from '../core/session.js';
import { confirm } from '../ui/dialog.js';
import { icon } from '../ui/icons.js';
import { sentenceOf } from '../ui/states.js';
import { toast } from '../ui/toast.js';
import { segmented } from '../ui/widgets.js';

export function stageBar(workspace) {
  const choice = segmented({ label: t('page.stage'), value: workspace.stage, onChange: (stage) => choose(stage), options: [
    { value: 'draft', label: t('page.draft') },
    { value: 'live', label: t('page.live'), icon: 'live' },
  ] });
  const text = h('p', t('page.liveWarning'));
  const back = h('button.button', { onClick: () => choose('draft') }, t('page.backToDraft'));
  const warning = h('div.page-live-bar', { role: 'region', 'aria-label': t('page.editingLive') }, icon('warning'), text, back);

  const mayChange = () => !workspace.isReviewed && can('publisher', workspace.slug);

  async function choose(stage) {
    choice.setValue(workspace.stage);
    if (stage === 'live' && mayChange() && !await sure()) return;
    try {
      if (!await workspace.setStage(stage)) toast(t('page.waitForSent'), { kind: 'bad' });
    } catch (problem) {
      toast(sentenceOf(problem), { kind: 'bad' });
    }
  }

  function sure() {
    return confirm({ title: t('page.editLive'), text: t('page.editLiveText'), action: t('page.editLive'), danger: true });
  }

  function show() {
    choice.setValue(workspace.stage);
    warning.hidden = workspace.stage !== 'live';
    text.textContent = t(workspace.isReviewed ? 'page.liveReviewed' : mayChange() ? 'page.liveWarning' : 'page.liveReadOnly');
    warning.classList.toggle('page-live-read', !mayChange());
  }

  const off = workspace.on('change', (change) => change.stage && show());
  show();
  return { element: h('div.page-stage', choice), warning, destroy: off };
}
