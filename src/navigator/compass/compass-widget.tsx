import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useId, useState, type CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { fullTurn } from '../../geometry/angles.ts'
import { storedText } from '../../ui/stored-value.ts'
import { declinationAtom } from '../session/declination.ts'
import { useNavigator } from '../session/navigator-context.ts'
import { panelAtom, togglePanelAtom } from '../model/navigator-model.ts'
import { compassAtom, hasOwnHeadingAtom, type CompassState } from '../session/compass.ts'
import { directionOf } from '../session/compass-words.ts'
import classes from './compass-widget.module.css'

/**
 * What the compass says, in words; `isTroubled` where that is no direction.
 *
 * @param declination degrees to add for true north; null: not known, the direction is magnetic
 */
function useCompassWords(declination: number | null) {
  const { t } = useTranslation('navigator')
  const state = useAtomValue(compassAtom)
  const { permission, heading, warning, isSupported, isTest } = state
  const isTroubled = !isSupported || permission !== 'granted' || warning !== null
  const degrees = heading && Math.round(fullTurn(heading.degrees + (declination ?? 0))) % 360
  const trouble = isTroubled ? troubleOf(state) : null
  return { state, degrees, trouble, isTroubled, text: stateText() }

  function stateText(): string {
    if (degrees !== null) {
      const text = t('compass.heading', { direction: t(`direction.${directionOf(degrees)}`), degrees })
      return isTest ? t('compass.tested', { text }) : text
    }
    return t(`compass.${trouble ?? 'starting'}`)
  }
}

type CompassTroubleKind = 'notSupported' | 'tapToAllow' | 'denied' | 'noReading' | 'waiting'

/** Why a compass shows nothing. */
function troubleOf({ isSupported, permission, warning }: CompassState): CompassTroubleKind {
  if (!isSupported) return 'notSupported'
  if (permission !== 'granted') return permission === 'default' ? 'tapToAllow' : 'denied'
  return warning === 'none' ? 'noReading' : 'waiting'
}

const readTrouble = storedText('navigator.compassTrouble')
/** What comes before a trouble with each opening of the page, and says nothing new to who has read that. */
const BEFORE: Partial<Record<string, CompassTroubleKind>> = { noReading: 'waiting', denied: 'tapToAllow' }

/** Says beside the compass why it shows nothing, until that has been read there, on this visit or before, or changes. */
export function CompassTrouble() {
  // The compass is open and says so itself.
  const isOpen = useAtomValue(panelAtom) === 'compass'
  const { trouble, text } = useCompassWords(null)
  const [read, setRead] = useState(() => readTrouble.read() ?? null)
  if (isOpen && trouble && trouble !== read) setRead(trouble)
  useEffect(() => {
    if (read !== null) readTrouble.write(read)
  }, [read])
  const isSaid = trouble !== null && !isOpen && trouble !== read && trouble !== BEFORE[read ?? '']
  return (
    <p className={classes['trouble']} role="status" hidden={!isSaid}>
      {isSaid ? text : null}
    </p>
  )
}

/**
 * The compass: a rose that turns with the device, and the direction in letters. A tap asks for the
 * permission where that is needed, and opens the words.
 */
export function CompassWidget() {
  const { t, i18n } = useTranslation('navigator')
  const { compass } = useNavigator().session
  const isOpen = useAtomValue(panelAtom) === 'compass'
  const togglePanel = useSetAtom(togglePanelAtom)
  const hasOwn = useAtomValue(hasOwnHeadingAtom)
  const declination = useAtomValue(declinationAtom)
  const { state, degrees, isTroubled, text } = useCompassWords(declination)
  const { permission, heading, warning, isSupported } = state
  const panelId = useId()
  const press = () => {
    if (isSupported && permission !== 'granted') void compass.ask()
    togglePanel('compass')
  }
  const letters = degrees === null ? '?' : t(`direction.short.${directionOf(degrees)}`)
  return (
    <div className={classes['compass']} data-permission={permission} data-warning={warning ?? undefined}>
      <button
        type="button"
        className={classes['widget']}
        aria-label={t('compass.label', { state: text })}
        aria-expanded={isOpen}
        data-opens="compass"
        aria-controls={panelId}
        data-troubled={isTroubled}
        onClick={press}
      >
        <Rose degrees={degrees} />
        <span>{letters}</span>
      </button>
      {isOpen ? (
        <section id={panelId} className={classes['panel']} aria-label={t('compass.title')}>
          <p className={classes['words']} aria-live="polite">
            {text}
          </p>
          {heading && hasOwn ? <p>{northText(heading.unsureDegrees)}</p> : null}
          <p>{helpText()}</p>
          <button type="button" className={classes['test']} onClick={() => compass.turnTest()}>
            {t('compass.test')}
          </button>
        </section>
      ) : null}
    </div>
  )

  function northText(unsure: number): string {
    if (declination === null) return t('compass.unsure', { degrees: unsure })
    const signed = new Intl.NumberFormat(i18n.language, {
      maximumFractionDigits: 0,
      signDisplay: 'exceptZero',
    })
    return t('compass.unsureTrue', { degrees: unsure, correction: signed.format(declination) })
  }

  function helpText(): string {
    if (state.isTest) return t('compass.testHelp')
    if (!isSupported || (warning === 'none' && permission === 'granted')) return t('compass.noReadingHelp')
    if (permission === 'denied') return t('compass.deniedHelp')
    return t('compass.calibrate')
  }
}

function Rose({ degrees }: { readonly degrees: number | null }) {
  return (
    <svg
      width={40}
      height={40}
      viewBox="-20 -20 40 40"
      aria-hidden
      className={classes['rose']}
      data-known={degrees !== null}
      style={{ '--heading': degrees ?? 0 } as CSSProperties}
    >
      <circle r={18.5} />
      <path data-north d="M0 -16L5 0H-5Z" />
      <path d="M0 16L5 0H-5Z" />
    </svg>
  )
}
