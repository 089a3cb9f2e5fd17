import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import type { KeptArea } from '../../../workers/kept/kept-database-api.ts'
import panelClasses from '../parts/panel.module.css'
import { Panel } from '../parts/panel.tsx'
import { formatBytes } from '../../ui/byte-text.ts'
import { useValueOf } from '../../ui/value-store.ts'
import { useNavigator } from '../session/navigator-context.ts'
import { closePanelAtom } from '../model/navigator-model.ts'
import { useIsAway } from '../session/use-is-away.ts'
import { boxAroundRegion } from './ground-filter.ts'
import { KeepForm } from './keep-form.tsx'
import classes from './keep.module.css'
import { keeper } from './keeping.ts'
import { KeptList } from './kept-list.tsx'

/** What is kept on this device for the field, and what of the shown map is to be. */
export function KeepPanel() {
  const { t } = useTranslation('navigator')
  const { page, session, field, chooseMap } = useNavigator()
  const { camera } = session
  const { kept, record } = page
  const { file } = field
  const isAway = useIsAway()
  const close = useSetAtom(closePanelAtom)
  const open = (area: KeptArea) => {
    if (area.record.id !== record?.id) chooseMap(area.record)
    camera.take()
    const box = boxAroundRegion(area.region)
    if (box) camera.showBox(box)
    close()
  }
  const state = useValueOf(keeper.state)
  const isRunning = state.status === 'running'
  return (
    <Panel title={t('keep.title')} closeLabel={t('panel.close')} onClose={close}>
      {kept.isRefused ? <p role="alert">{t('keep.fault.unkept')}</p> : null}
      {isRunning ? <Progress /> : null}
      {state.status === 'failed' && state.fault ? <p role="alert">{t(`keep.fault.${state.fault}`)}</p> : null}
      <p role="status" className={classes['said']}>
        {state.status === 'done' ? t('keep.done') : null}
        {state.status === 'cancelled' ? t('keep.cancelled') : null}
      </p>
      {isRunning || kept.isRefused ? null : isAway ? (
        <p>{t('keep.away')}</p>
      ) : file && record ? (
        <KeepForm file={file} record={record} />
      ) : (
        <p>{t('keep.noMap')}</p>
      )}
      <KeptList kept={kept} state={state} isAway={isAway} onOpen={open} />
    </Panel>
  )
}

function Progress() {
  const { t, i18n } = useTranslation('navigator')
  const { bytes, wholeBytes } = useValueOf(keeper.state)
  const size = (of: number) => formatBytes(of, i18n.language)
  return (
    <div className={classes['progress']}>
      <progress
        aria-label={t('keep.running')}
        max={Math.max(1, wholeBytes)}
        value={Math.min(bytes, wholeBytes)}
      />
      <p>{t('keep.progress', { done: size(bytes), whole: size(wholeBytes) })}</p>
      <div className={panelClasses['actions']}>
        <button type="button" onClick={keeper.cancel}>
          {t('keep.cancel')}
        </button>
      </div>
    </div>
  )
}
