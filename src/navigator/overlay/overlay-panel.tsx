import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import type { MapSummary } from '../../../contract/api/map-record.ts'
import { COMPARISONS } from '../../map/compare/comparison-kinds.ts'
import { ButtonLink } from '../../ui/links.tsx'
import { Panel } from '../parts/panel.tsx'
import { useNavigator } from '../session/navigator-context.ts'
import {
  chooseOpacityAtom,
  chooseOverlayKindAtom,
  compareAtom,
  comparisonAtom,
  isHighContrastAtom,
  opacityAtom,
  overlayKindAtom,
  showPanelAtom,
} from '../model/navigator-model.ts'
import { MapsHereList } from './maps-here.tsx'
import classes from '../parts/panel.module.css'
import { OVERLAY_KINDS } from '../model/overlay-kinds.ts'
import { useMapsHere } from './use-maps-here.ts'

/** How the old map is shown: opacity, transformation, and how the screen is read in sunlight. */
export function OverlayPanel() {
  const { t } = useTranslation('navigator')
  const { session, field, point, chooseMap } = useNavigator()
  const { camera, motion } = session
  const kind = useAtomValue(overlayKindAtom)
  const chooseKind = useSetAtom(chooseOverlayKindAtom)
  const opacity = useAtomValue(opacityAtom)
  const chooseOpacity = useSetAtom(chooseOpacityAtom)
  const comparing = useAtomValue(comparisonAtom)
  const compare = useSetAtom(compareAtom)
  const [isHighContrast, setHighContrast] = useAtom(isHighContrastAtom)
  const showPanel = useSetAtom(showPanelAtom)
  const here = useMapsHere()
  const { box } = field
  const startPoint = () => {
    camera.take()
    // The cross is to stay where it is put.
    motion.setMode('off')
    point.begin()
    showPanel('point')
  }
  const choose = (map: MapSummary) => {
    chooseMap(map)
    // What is chosen is to be seen.
    showPanel(null)
  }
  const percent = Math.round(opacity * 100)
  const hasMap = field.kinds.length > 0
  return (
    <Panel title={t('overlay.title')} closeLabel={t('panel.close')} onClose={() => showPanel(null)}>
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
                onChange={({ target }) => chooseOpacity(Number(target.value) / 100)}
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
                  onClick={() => compare(one === comparing ? null : one)}
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
                  onClick={() => chooseKind(one)}
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
      <MapsHereList here={here} onChoose={choose} />
      <div className={classes['field']}>
        <h3>{t('contrast.title')}</h3>
        <div role="group" aria-label={t('contrast.title')} className={classes['choice']}>
          {[false, true].map((isHigh) => (
            <button
              key={String(isHigh)}
              type="button"
              aria-pressed={isHigh === isHighContrast}
              onClick={() => setHighContrast(isHigh)}
            >
              {t(isHigh ? 'contrast.high' : 'contrast.usual')}
            </button>
          ))}
        </div>
      </div>
      <div className={`${classes['field']} ${classes['actions']}`}>
        {box ? (
          <button type="button" onClick={() => camera.showBox(box)}>
            {t('overlay.showAll')}
          </button>
        ) : null}
        {point.isPossible && field.overlay ? (
          <button type="button" onClick={startPoint}>
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
