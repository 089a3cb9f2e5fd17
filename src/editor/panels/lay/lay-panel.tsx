import { Button, Paper, Text, VisuallyHidden } from '@mantine/core'
import {
  IconCheck,
  IconFocusCentered,
  IconHandGrab,
  IconMinus,
  IconPlus,
  IconRotate2,
  IconRotateClockwise2,
} from '@tabler/icons-react'
import { useAtomValue, useStore } from 'jotai'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { minimumPoints } from '../../../../contract/rules/control-points.ts'
import { lonLatOf } from '../../../../contract/web-mercator.ts'
import { pointNumber } from '../../../drafts/editor-document.ts'
import type { Laying, Pulling } from '../../../map/tools/lay.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { formatLonLat } from '../../../places/coordinate-text.ts'
import { formatGround } from '../../../ui/number-format.ts'
import { usePointActions } from '../../tools/use-point-actions.ts'
import { committedDocumentAtom, enabledCountAtom } from '../../model/document-atoms.ts'
import { layingAtom, panesAtom, pullingAtom } from '../../model/tool-atoms.ts'
import { isTutorialAtom } from '../../model/view-atoms.ts'
import { useTools } from '../../tools/use-tools.ts'
import { isCarriedAtom } from '../../model/warp-atoms.ts'
import { scaleOf, turnOf } from '../../tools/lay-keys.ts'
import classes from './lay-panel.module.css'
import { pullAtCross } from '../../tools/pull-at-cross.ts'
import { useBringHere, useLayAgain } from '../../tools/use-start-lay.ts'
import { useIsPhone } from '../../../ui/use-is-mobile.ts'

/** What can be done while the sheet is laid, and while its places are pulled; and what the hand does next. */
export function LayPanel() {
  const laying = useAtomValue(layingAtom)
  const pulling = useAtomValue(pullingAtom)
  if (laying) return <LayCard laying={laying} />
  return pulling ? <PullCard pulling={pulling} /> : null
}

/** One press of a button. */
const TURN_STEP = 2
const SIZE_FACTOR = 1.25

/** Gives the focus to the map: the button that was pressed goes, and what comes next is done there. */
function useToMap(): () => void {
  const store = useStore()
  return () => store.get(panesAtom).map.current?.focus()
}

function LayCard({ laying }: { readonly laying: Laying }) {
  // There are no keys, and fingers turn and stretch.
  const isPhone = useIsPhone()
  const { t } = useTranslation('editor')
  const send = useTools()
  const toMap = useToMap()
  const bring = useBringHere()
  // One guide at a time: on a phone both would cover what is laid.
  const isTutorial = useAtomValue(isTutorialAtom)
  const turns = [
    ['turnLeft', IconRotate2, -TURN_STEP],
    ['turnRight', IconRotateClockwise2, TURN_STEP],
  ] as const
  const sizes = [
    ['smaller', IconMinus, 1 / SIZE_FACTOR],
    ['larger', IconPlus, SIZE_FACTOR],
  ] as const
  // Of a phone's width, words need all: two rows leave the map most of its height.
  const iconOf = (icon: ReactNode) => (isPhone ? undefined : icon)
  const bringButton = (
    <Button
      size="sm"
      variant="default"
      title={t('lay.bringHint')}
      leftSection={iconOf(<IconFocusCentered size={18} stroke={1.75} aria-hidden />)}
      onClick={bring}
    >
      {t('lay.bring')}
    </Button>
  )
  return (
    <Paper
      className={classes['card'] ?? ''}
      withBorder
      role="group"
      aria-label={t('lay.title')}
      data-tour-clear
    >
      {!(isPhone && isTutorial) && (
        <Text size="sm" role="status">
          {t(isPhone ? 'lay.beginByFinger' : 'lay.begin')}
          {!isPhone && <VisuallyHidden> {t('lay.keys')}</VisuallyHidden>}
        </Text>
      )}
      <div className={classes['row']}>
        <span className={classes['sizes']} data-tour-target="size">
          {sizes.map(([name, Glyph, factor]) => (
            <Button
              key={name}
              size="sm"
              variant="default"
              leftSection={iconOf(<Glyph size={18} stroke={1.75} aria-hidden />)}
              onClick={() => send({ type: 'sheetStepped', move: scaleOf(laying, factor) })}
            >
              {t(`lay.${name}`)}
            </Button>
          ))}
        </span>
        {turns.map(([name, Glyph, degrees]) => (
          <IconButton
            key={name}
            label={t(`lay.${name}`)}
            variant="default"
            size={isPhone ? 44 : 36}
            onClick={() => send({ type: 'sheetStepped', move: turnOf(laying, degrees) })}
          >
            <Glyph size={20} stroke={1.75} aria-hidden />
          </IconButton>
        ))}
        {!isPhone && bringButton}
      </div>
      <div className={classes['row']}>
        {isPhone && bringButton}
        <LieLine laying={laying} />
        <span className={classes['ends']}>
          <Button
            size="sm"
            variant="default"
            onClick={() => {
              send({ type: 'layEnded' })
              toMap()
            }}
          >
            {t('lay.cancel')}
          </Button>
          <Button
            size="sm"
            data-tour-target="fix"
            leftSection={iconOf(<IconCheck size={18} stroke={2} aria-hidden />)}
            onClick={() => {
              send({ type: 'sheetFixed' })
              toMap()
            }}
          >
            {t('lay.fix')}
          </Button>
        </span>
      </div>
    </Paper>
  )
}

/** Presses of a key are said once they pause this long: each one would cut off the one before. */
const PAUSE_MS = 600

/** A text once it has been the same for a while. */
function useSettled(text: string): string {
  const [settled, settle] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => settle(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

/** How the sheet lies, in words; said, with where its middle is, when it has come to rest. */
function LieLine({ laying }: { readonly laying: Laying }) {
  const isPhone = useIsPhone()
  const { t, i18n } = useTranslation('editor')
  const { placement, scan } = laying
  const [longitude, latitude] = lonLatOf(placement.centre)
  const ground = placement.metresPerPx * scan.width * Math.cos((latitude * Math.PI) / 180)
  const degrees = Math.round(Math.abs(placement.turnDegrees))
  const turn =
    degrees === 0
      ? t('lie.northUp')
      : t(placement.turnDegrees > 0 ? 'lie.clockwise' : 'lie.counterClockwise', { degrees })
  const text = t('lay.lies', { width: formatGround(ground, i18n.language), turn })
  const middle = t('lay.middle', { place: formatLonLat(longitude, latitude, i18n.language) })
  const said = useSettled(`${text}; ${middle}`)
  return (
    <div>
      {!isPhone && (
        <Text size="sm" c="dimmed" aria-hidden>
          {text}
        </Text>
      )}
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </div>
  )
}

function PullCard({ pulling }: { readonly pulling: Pulling }) {
  const isPhone = useIsPhone()
  const { t } = useTranslation('editor')
  const store = useStore()
  const actions = usePointActions()
  const send = useTools()
  const toMap = useToMap()
  const layAgain = useLayAgain()
  const document = useAtomValue(committedDocumentAtom)
  const enabledCount = useAtomValue(enabledCountAtom)
  const isCarried = useAtomValue(isCarriedAtom)
  const { selectedId, held } = pulling
  const isHeld = held?.by === 'cross'
  const missing = Math.max(0, minimumPoints(document.transformationType) - enabledCount)
  const number = selectedId === null ? 0 : pointNumber(document, selectedId)
  const hint = isHeld
    ? t(isPhone ? 'lay.heldByFinger' : 'lay.held')
    : selectedId === null
      ? missing > 0
        ? t('lay.pull', { count: missing })
        : t(isCarried ? 'lay.pullBeside' : 'lay.pullMore')
      : t(isPhone ? 'lay.chosenByFinger' : 'lay.chosen', { number })
  return (
    <Paper
      className={classes['card'] ?? ''}
      withBorder
      role="group"
      aria-label={t('lay.pullTitle')}
      data-tour-clear
      data-tour-target="pull"
    >
      <Text size="sm" role="status">
        {hint}
        {isPhone && selectedId === null && !isHeld && ` ${t('lay.twoFingers')}`}
        {!isPhone && selectedId === null && !isHeld && <VisuallyHidden> {t('lay.pullKeys')}</VisuallyHidden>}
      </Text>
      <div className={classes['row']}>
        {selectedId === null ? (
          // On a phone the thumb's own button does it.
          !isPhone && (
            <Button
              size="sm"
              variant="default"
              leftSection={<IconHandGrab size={18} stroke={1.75} aria-hidden />}
              onClick={() => pullAtCross(store)}
            >
              {t(isHeld ? 'lay.letGo' : 'lay.take')}
            </Button>
          )
        ) : (
          <Button
            size="sm"
            variant="default"
            onClick={() => {
              actions.remove(selectedId)
              toMap()
            }}
          >
            {t('lay.remove', { number })}
          </Button>
        )}
        {document.laid && isCarried && !isHeld && (
          <Button
            size="sm"
            variant="default"
            onClick={() => {
              layAgain()
              toMap()
            }}
          >
            {t('lay.again')}
          </Button>
        )}
        <span className={classes['ends']}>
          <Button
            size="sm"
            variant={missing > 0 ? 'default' : 'filled'}
            onClick={() => {
              send({ type: 'layEnded' })
              toMap()
            }}
          >
            {t('lay.done')}
          </Button>
        </span>
      </div>
    </Paper>
  )
}
