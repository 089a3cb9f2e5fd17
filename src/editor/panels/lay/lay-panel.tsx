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
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { minimumPoints } from '../../../../contract/rules/control-points.ts'
import { lonLatOf } from '../../../../contract/web-mercator.ts'
import { pointNumber } from '../../../drafts/editor-document.ts'
import type { Laying, Pulling } from '../../../map/tools/lay.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { formatGround } from '../../../ui/number-format.ts'
import { usePointActions } from '../../tools/use-point-actions.ts'
import { committedDocumentAtom, enabledCountAtom } from '../../model/document-atoms.ts'
import { layingAtom, panesAtom, pullingAtom } from '../../model/tool-atoms.ts'
import { useTools } from '../../tools/use-tools.ts'
import { isCarriedAtom } from '../../model/warp-atoms.ts'
import { scaleOf, turnOf } from '../../tools/lay-keys.ts'
import classes from './lay-panel.module.css'
import { pullAtCross } from '../../tools/pull-at-cross.ts'
import { useBringHere, useLayAgain } from '../../tools/use-start-lay.ts'

interface LayPanelProps {
  /** There are no keys, and fingers turn and stretch. */
  readonly isPhone: boolean
}

/** What can be done while the sheet is laid, and while its places are pulled; and what the hand does next. */
export function LayPanel(props: LayPanelProps) {
  const laying = useAtomValue(layingAtom)
  const pulling = useAtomValue(pullingAtom)
  if (laying) return <LayCard {...props} laying={laying} />
  return pulling ? <PullCard {...props} pulling={pulling} /> : null
}

/** One press of a button. */
const TURN_STEP = 2

function LayCard({ isPhone, laying }: LayPanelProps & { readonly laying: Laying }) {
  const { t } = useTranslation('editor')
  const store = useStore()
  const send = useTools()
  const bring = useBringHere()
  const size = isPhone ? 44 : 36
  const steps = [
    ['turnLeft', IconRotate2, () => turnOf(laying, -TURN_STEP)],
    ['turnRight', IconRotateClockwise2, () => turnOf(laying, TURN_STEP)],
    ['smaller', IconMinus, () => scaleOf(laying, -1)],
    ['larger', IconPlus, () => scaleOf(laying, 1)],
  ] as const
  return (
    <Paper className={classes['card'] ?? ''} withBorder role="group" aria-label={t('lay.title')}>
      <Text size="sm" role="status">
        {t(isPhone ? 'lay.beginByFinger' : 'lay.begin')}
      </Text>
      <LieLine laying={laying} />
      <div className={classes['row']}>
        {steps.map(([name, Glyph, move]) => (
          <IconButton
            key={name}
            label={t(`lay.${name}`)}
            variant="default"
            size={size}
            onClick={() => send({ type: 'sheetStepped', move: move() })}
          >
            <Glyph size={20} stroke={1.75} aria-hidden />
          </IconButton>
        ))}
        <IconButton
          label={t('lay.bring')}
          hint={t('lay.bringHint')}
          variant="default"
          size={size}
          onClick={bring}
        >
          <IconFocusCentered size={20} stroke={1.75} aria-hidden />
        </IconButton>
        <span className={classes['ends']}>
          <Button size="sm" variant="default" onClick={() => send({ type: 'layEnded' })}>
            {t('lay.cancel')}
          </Button>
          <Button
            size="sm"
            leftSection={<IconCheck size={18} stroke={2} aria-hidden />}
            onClick={() => {
              send({ type: 'sheetFixed' })
              // The button goes: what comes next is done on the map.
              store.get(panesAtom).map.current?.focus()
            }}
          >
            {t('lay.fix')}
          </Button>
        </span>
      </div>
    </Paper>
  )
}

/** How the sheet lies, in words; said when it has come to rest. */
function LieLine({ laying }: { readonly laying: Laying }) {
  const { t, i18n } = useTranslation('editor')
  const { placement, scan } = laying
  const [, latitude] = lonLatOf(placement.centre)
  const ground = placement.metresPerPx * scan.width * Math.cos((latitude * Math.PI) / 180)
  const degrees = Math.round(Math.abs(placement.turnDegrees))
  const turn =
    degrees === 0
      ? t('lie.northUp')
      : t(placement.turnDegrees > 0 ? 'lie.clockwise' : 'lie.counterClockwise', { degrees })
  const text = t('lay.lies', { width: formatGround(ground, i18n.language), turn })
  const isMoving = laying.before !== null
  const [said, setSaid] = useState('')
  if (!isMoving && said !== text) setSaid(text)
  return (
    <div>
      <Text size="sm" c="dimmed" aria-hidden>
        {text}
      </Text>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </div>
  )
}

function PullCard({ isPhone, pulling }: LayPanelProps & { readonly pulling: Pulling }) {
  const { t } = useTranslation('editor')
  const store = useStore()
  const actions = usePointActions()
  const send = useTools()
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
    <Paper className={classes['card'] ?? ''} withBorder role="group" aria-label={t('lay.pullTitle')}>
      <Text size="sm" role="status">
        {hint}
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
          <Button size="sm" variant="default" onClick={() => actions.remove(selectedId)}>
            {t('lay.remove', { number })}
          </Button>
        )}
        {document.laid && isCarried && !isHeld && (
          <Button size="sm" variant="default" onClick={layAgain}>
            {t('lay.again')}
          </Button>
        )}
        <span className={classes['ends']}>
          <Button
            size="sm"
            variant={missing > 0 ? 'default' : 'filled'}
            onClick={() => send({ type: 'layEnded' })}
          >
            {t('lay.done')}
          </Button>
        </span>
      </div>
    </Paper>
  )
}
