import { useTranslation } from 'react-i18next'
import type { MapSummary } from '../../../contract/api/map-record.ts'
import { COMPARISONS } from '../../map/compare/comparison-kinds.ts'
import type { Comparison } from '../../map/compare/comparison-kinds.ts'
import { ButtonLink } from '../../ui/links.tsx'
import { Panel } from '../frame/panel.tsx'
import { MapsHereList } from './maps-here.tsx'
import classes from '../frame/panel.module.css'
import { OVERLAY_KINDS } from './use-field-overlay.ts'
import type { FieldOverlay, OverlayKind } from './use-field-overlay.ts'
import type { MapsHere } from './use-maps-here.ts'

interface OverlayPanelProps {
  readonly field: FieldOverlay
  readonly kind: OverlayKind
  readonly onKind: (kind: OverlayKind) => void
  /** 0 to 1. */
  readonly opacity: number
  readonly onOpacity: (opacity: number) => void
  readonly comparing: Comparison | null
  readonly onComparing: (comparing: Comparison | null) => void
  readonly isHighContrast: boolean
  readonly onHighContrast: (isHigh: boolean) => void
  /** Shows the whole overlay; absent: it is not known where it lies. */
  readonly onShowAll: (() => void) | undefined
  /** Opens the panel of a control point where one stands; absent: the map takes none of this user. */
  readonly onAddPoint: (() => void) | undefined
  readonly here: MapsHere
  readonly onChooseMap: (map: MapSummary) => void
  readonly onClose: () => void
}

/** How the old map is shown: opacity, transformation, and how the screen is read in sunlight. */
export function OverlayPanel(props: OverlayPanelProps) {
  const { t } = useTranslation('navigator')
  const { field, kind, opacity, comparing, isHighContrast } = props
  const percent = Math.round(opacity * 100)
  const hasMap = field.kinds.length > 0
  return (
    <Panel title={t('overlay.title')} closeLabel={t('panel.close')} onClose={props.onClose}>
      {hasMap ? (
        <>
          <div className={classes['field']}>
            <h3 id="navigator-opacity">{t('overlay.opacity')}</h3>
            <div className={classes['range']}>
              <input
                type="range"
                min={0}
                max={100}
                step={5}
                value={percent}
                aria-labelledby="navigator-opacity"
                aria-valuetext={t('overlay.percent', { percent })}
                onChange={({ target }) => props.onOpacity(Number(target.value) / 100)}
              />
              <output>{t('overlay.percent', { percent })}</output>
            </div>
          </div>
          <div className={classes['field']}>
            <h3>{t('compare.title')}</h3>
            <div role="group" aria-label={t('compare.title')} className={classes['choice']}>
              {COMPARISONS.map((one) => (
                <button
                  key={one}
                  type="button"
                  aria-pressed={one === comparing}
                  onClick={() => props.onComparing(one === comparing ? null : one)}
                >
                  {t(`compare.of.${one}`)}
                </button>
              ))}
            </div>
            {comparing ? <p>{t(`compare.help.${comparing}`)}</p> : null}
          </div>
          <div className={classes['field']}>
            <h3>{t('overlay.kind')}</h3>
            <div role="group" aria-label={t('overlay.kind')} className={classes['choice']}>
              {OVERLAY_KINDS.map((one) => (
                <button
                  key={one}
                  type="button"
                  aria-pressed={one === kind}
                  disabled={!field.kinds.includes(one)}
                  onClick={() => props.onKind(one)}
                >
                  {t(`overlay.of.${one}`)}
                </button>
              ))}
            </div>
            <p>{t(field.kinds.length > 1 ? `overlay.help.${kind}` : 'overlay.fileOnly')}</p>
          </div>
        </>
      ) : (
        <p>{t('overlay.none')}</p>
      )}
      <MapsHereList here={props.here} onChoose={props.onChooseMap} />
      <div className={classes['field']}>
        <h3>{t('contrast.title')}</h3>
        <div role="group" aria-label={t('contrast.title')} className={classes['choice']}>
          {[false, true].map((isHigh) => (
            <button
              key={String(isHigh)}
              type="button"
              aria-pressed={isHigh === isHighContrast}
              onClick={() => props.onHighContrast(isHigh)}
            >
              {t(isHigh ? 'contrast.high' : 'contrast.usual')}
            </button>
          ))}
        </div>
      </div>
      <div className={`${classes['field']} ${classes['actions']}`}>
        {props.onShowAll ? (
          <button type="button" onClick={props.onShowAll}>
            {t('overlay.showAll')}
          </button>
        ) : null}
        {props.onAddPoint ? (
          <button type="button" onClick={props.onAddPoint}>
            {t('overlay.addPoint')}
          </button>
        ) : null}
        <ButtonLink to="/main" variant="default" mih={44}>
          {t('overlay.choose')}
        </ButtonLink>
      </div>
    </Panel>
  )
}
