import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { KeptArea } from '../../../workers/kept/kept-database-api.ts'
import { lineMetres } from '../../geometry/ground-distance.ts'
import { groundScaleAt, placeLonLat } from '../../geometry/mercator.ts'
import { freeArea, type KeptAreas } from '../../kept/kept-areas.ts'
import { formatLength } from '../../places/length-text.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toast-store.ts'
import panelClasses from '../parts/panel.module.css'
import { formatBytes } from '../../ui/byte-text.ts'
import { boxAroundRegion } from './ground-filter.ts'
import classes from './keep.module.css'
import type { KeepState } from './keeper.ts'
import { keeper } from './keeping.ts'
import { dateLanguage } from '../../ui/i18n/date-language.ts'

interface KeptListProps {
  readonly kept: KeptAreas
  readonly state: KeepState
  readonly isAway: boolean
  readonly onOpen: (area: KeptArea) => void
}

/** What is kept on this device: each with its place, size and day, and what can be done with it. */
export function KeptList({ kept, state, isAway, onOpen }: KeptListProps) {
  const { t } = useTranslation('navigator')
  const [freeing, setFreeing] = useState<KeptArea | null>(null)
  const areas = kept.areas ?? []
  const isRunning = state.status === 'running'
  const free = (area: KeptArea) => {
    setFreeing(null)
    if (isRunning && state.areaId === area.id) keeper.cancel()
    freeArea(area.id).then(
      () => toast.success(t('keep.freed', { title: area.title })),
      () => toast.error(t('keep.fault.unkept')),
    )
  }
  return (
    <div className={panelClasses['field']}>
      <h3>{t('keep.list')}</h3>
      {areas.length === 0 ? (
        <p>{t('keep.none')}</p>
      ) : (
        <ul className={classes['areas']} aria-label={t('keep.list')}>
          {areas.map((area) => (
            <li key={area.id} data-whole={area.isWhole}>
              <strong>{area.title}</strong>
              <AreaFacts area={area} />
              {area.isWhole || (isRunning && state.areaId === area.id) ? null : (
                <p className={classes['incomplete']}>{t('keep.incomplete')}</p>
              )}
              <div className={panelClasses['actions']}>
                <button
                  type="button"
                  className={classes['open']}
                  aria-label={t('keep.openOf', { title: area.title })}
                  onClick={() => onOpen(area)}
                >
                  {t('keep.open')}
                </button>
                {area.isWhole ? null : (
                  <button
                    type="button"
                    disabled={isRunning || isAway}
                    aria-label={t('keep.resumeOf', { title: area.title })}
                    onClick={() => void keeper.start(area, false)}
                  >
                    {t('keep.resume')}
                  </button>
                )}
                <button
                  type="button"
                  aria-label={t('keep.freeOf', { title: area.title })}
                  onClick={() => setFreeing(area)}
                >
                  {t('keep.free')}
                </button>
              </div>
            </li>
          ))}
        </ul>
      )}
      <p>{t('keep.signOut')}</p>
      <ConfirmDialog
        isOpen={freeing !== null}
        title={t('keep.freeTitle', { title: freeing?.title ?? '' })}
        text={t(isAway ? 'keep.freeAway' : 'keep.freeText')}
        confirmLabel={t('keep.free')}
        onCancel={() => setFreeing(null)}
        onConfirm={() => freeing && free(freeing)}
      />
    </div>
  )
}

function AreaFacts({ area }: { readonly area: KeptArea }) {
  const { t, i18n } = useTranslation('navigator')
  const language = i18n.language
  const number = new Intl.NumberFormat(language, { minimumFractionDigits: 3, maximumFractionDigits: 3 })
  const box = boxAroundRegion(area.region)
  const [lon, lat] = box ? placeLonLat((box.minX + box.maxX) / 2, (box.minY + box.maxY) / 2) : [0, 0]
  const facts = [
    `${number.format(lat)}°, ${number.format(lon)}°`,
    extent(),
    area.isWhole
      ? formatBytes(area.bytes, language)
      : t('keep.progress', {
          done: formatBytes(area.bytes, language),
          whole: formatBytes(area.wholeBytes, language),
        }),
    new Intl.DateTimeFormat(dateLanguage(language), { dateStyle: 'medium' }).format(area.keptAtMs),
  ]
  return (
    <ul className={classes['facts']}>
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  )

  function extent(): string {
    const length = (metres: number) => formatLength(metres, language)
    if (area.region.kind === 'corridor') {
      const metres = area.region.lines.reduce((sum, line) => sum + lineMetres(line), 0)
      return t('keep.corridorOf', { length: length(metres), width: length(area.region.metres) })
    }
    const { minX, minY, maxX, maxY } = area.region.box
    const scale = groundScaleAt((minY + maxY) / 2)
    return `${length((maxX - minX) * scale)} × ${length((maxY - minY) * scale)}`
  }
}
