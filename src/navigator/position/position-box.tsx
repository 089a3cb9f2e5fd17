import { IconCopy, IconTransform } from '@tabler/icons-react'
import { useAtom, useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import type { PositionReading } from '../../places/watch-position.ts'
import { storedChoiceAtom } from '../../ui/stored-choice-atom.ts'
import { toast } from '../../ui/toast-store.ts'
import { FieldButton } from '../parts/field-button.tsx'
import { COORDINATE_FORMATS, coordinateRows } from '../../places/coordinate-rows.ts'
import { formatLength } from '../../places/length-text.ts'
import { useGrids } from '../../places/use-grids.ts'
import classes from './position-box.module.css'
import { ageOf, STALE_AFTER_MS } from '../model/reading-age.ts'
import { positionProblemAtom, readingAtom } from '../model/position-atoms.ts'
import { useNow } from './use-now.ts'

const PENDING = {
  none: 'position.searching',
  unavailable: 'position.searching',
  denied: 'position.denied',
  notSupported: 'geolocationNotSupported',
} as const

const formatAtom = storedChoiceAtom('navigator.coordinates', COORDINATE_FORMATS, 'degrees')

/** Latitude, longitude and accuracy, in the form that the user has chosen, and how old they are. */
export function PositionBox() {
  const { t, i18n } = useTranslation('navigator')
  const language = i18n.language
  const reading = useAtomValue(readingAtom)
  const problem = useAtomValue(positionProblemAtom)
  const [format, setFormat] = useAtom(formatAtom)
  const grids = useGrids(format === 'utm' || format === 'lks94')
  const shown = reading && coordinateRows(reading.lon, reading.lat, format, language, grids)
  const accuracy = reading?.accuracyMetres

  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text)
      toast.success(t('position.copied', { text }))
    } catch {
      toast.error(t('position.copyFailed', { text }))
    }
  }

  return (
    <section className={classes['box']} aria-label={t('position.label')} data-format={format}>
      <dl>
        {shown?.rows.map(([name, text]) => (
          <Row key={name} name={t(`position.${name}`)} text={text} />
        ))}
        {shown?.zone ? <Row name={t('position.zone')} text={shown.zone} /> : null}
        {reading && !shown ? <Row name={t(`format.${format}`)} text={t('position.notHere')} /> : null}
        {reading ? null : (
          <>
            <Row name={t('position.latitude')} text={'–'} />
            <Row name={t('position.longitude')} text={'–'} />
          </>
        )}
        <Row
          name={t('position.accuracy')}
          text={
            accuracy === null || accuracy === undefined ? '–' : `±\u00A0${formatLength(accuracy, language)}`
          }
        />
      </dl>
      <p className={classes['age']}>{reading ? <Age reading={reading} /> : t(PENDING[problem ?? 'none'])}</p>
      <div className={classes['tools']}>
        <FieldButton
          icon={IconCopy}
          label={t('position.copy')}
          isDisabled={!shown}
          onPress={() => void (shown && copy(shown.copy))}
        />
        <div className={classes['form']}>
          <IconTransform size={24} stroke={1.75} aria-hidden />
          <select
            aria-label={t('position.format')}
            title={t('position.format')}
            value={format}
            onChange={({ target }) => {
              const chosen = COORDINATE_FORMATS.find((one) => one === target.value)
              if (chosen) setFormat(chosen)
            }}
          >
            {COORDINATE_FORMATS.map((one) => (
              <option key={one} value={one}>
                {t(`format.${one}`)}
              </option>
            ))}
          </select>
        </div>
      </div>
    </section>
  )
}

function Row({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{text}</dd>
    </div>
  )
}

function Age({ reading }: { readonly reading: PositionReading }) {
  const { t } = useTranslation('navigator')
  const now = useNow()
  if (now - reading.timeMs <= STALE_AFTER_MS) return t('position.fresh')
  const { count, unit } = ageOf(reading.timeMs, now)
  return <strong>{t('position.stale', { age: t(`age.${unit}`, { count }) })}</strong>
}
