import { IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { PublicMap } from '../../contract/api/public-map.ts'
import { yearText } from '../map-record/map-facts.ts'
import { formatPercent } from '../ui/number-format.ts'
import classes from './explore-page.module.css'
import { signInAddress } from './page-head.tsx'
import page from './public-map-page.module.css'
import { ShareButton } from './share-button.tsx'
import type { LaidRecord } from './use-laid-maps.ts'

interface LaidRowsProps {
  /** From bottom to top, with what has come of them; null: on its way. */
  readonly maps: readonly {
    readonly id: string
    readonly opacity: number
    readonly record: LaidRecord | null
  }[]
  /** This browser has a session. */
  readonly isKnown: boolean
  /** Address of the same view in the map viewer. */
  readonly viewer: string
  /** Address of the view as it is now. */
  readonly address: () => string
  readonly onTakeOff: (id: string) => void
  readonly onOpacity: (id: string, opacity: number) => void
  readonly onRetry: () => void
}

/** What lies on the map, uppermost first, and the ways to hand it on. */
export function LaidRows({ maps, isKnown, viewer, address, onTakeOff, onOpacity, onRetry }: LaidRowsProps) {
  const { t } = useTranslation(['explore', 'public'])
  const section = useRef<HTMLElement>(null)
  const rows = maps.flatMap(({ id, opacity, record }) =>
    record === null || record === 'hidden' || record === 'failed' ? [] : [{ id, opacity, map: record }],
  )
  const top = rows.at(-1)
  const hidden = maps.filter(({ record }) => record === 'hidden').length
  const hasFailed = maps.some(({ record }) => record === 'failed')
  return (
    <section ref={section} tabIndex={-1} className={classes.laid} aria-label={t('laid')}>
      <p role="status" className="visually-hidden">
        {top ? t('shown', { title: top.map.title }) : null}
      </p>
      {rows.length > 0 ? (
        <ul>
          {rows.toReversed().map(({ id, opacity, map }) => (
            <li key={id}>
              <span>
                <a href={`/m/${encodeURIComponent(id)}`} dir="auto">
                  {map.title}
                </a>
                <small>{factsOf(map, t('public:catalog.unplaced'))}</small>
                {/* That of the uppermost lies on the map. */}
                {id === top?.id ? null : (
                  <OpacityOf map={map} opacity={opacity} onChange={(next) => onOpacity(id, next)} />
                )}
              </span>
              <button
                type="button"
                aria-label={t('takeOff', { title: map.title })}
                title={t('takeOff', { title: map.title })}
                onClick={() => {
                  onTakeOff(id)
                  // The button goes with the map.
                  section.current?.focus({ preventScroll: true })
                }}
              >
                <IconX size={20} stroke={1.75} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      ) : maps.length === 0 ? (
        <p>{t('choose')}</p>
      ) : null}
      {hidden > 0 ? (
        <p role="status" className={classes.notice}>
          {t('hidden', { count: hidden })}{' '}
          <a href={isKnown ? viewer : signInAddress(viewer)}>{t(isKnown ? 'viewer' : 'public:signIn')}</a>
        </p>
      ) : null}
      {hasFailed ? (
        <div role="alert" className={classes.notice}>
          <p>{t(navigator.onLine ? 'mapFailed' : 'offline')}</p>
          <button type="button" className={page.button} onClick={onRetry}>
            {t('public:retry')}
          </button>
        </div>
      ) : null}
      <div className={classes.ways}>
        <ShareButton title={top?.map.title ?? t('public:head.exploreTitle')} address={address} />
        {isKnown && hidden === 0 ? <a href={viewer}>{t('viewer')}</a> : null}
      </div>
    </section>
  )
}

const factsOf = ({ years, creator, overlay }: PublicMap, unplaced: string) =>
  [yearText(years), creator, overlay ? null : unplaced].filter(Boolean).join(' · ')

interface OpacityOfProps {
  readonly map: PublicMap
  readonly opacity: number
  readonly onChange: (opacity: number) => void
}

function OpacityOf({ map, opacity, onChange }: OpacityOfProps) {
  const { t, i18n } = useTranslation('explore')
  const percent = Math.round(opacity * 100)
  return (
    <input
      type="range"
      aria-label={t('opacityOf', { title: map.title })}
      min={0}
      max={100}
      step={5}
      value={percent}
      aria-valuetext={formatPercent(percent, i18n.language)}
      onChange={({ currentTarget }) => onChange(Number(currentTarget.value) / 100)}
    />
  )
}
