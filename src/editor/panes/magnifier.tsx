import { IconArrowsMove, IconCheck, IconX } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { pointNumber } from '../../drafts/editor-document.ts'
import { ToolButton } from '../parts/tool-button.tsx'
import { documentAtom } from '../model/document-atoms.ts'
import { loupeAtom } from '../model/tool-atoms.ts'
import { useTools } from '../tools/use-tools.ts'
import type { Side } from '../../map/pane-props.ts'
import type { Place } from '../../map/tools/tool-event.ts'
import classes from './magnifier.module.css'

const ARROWS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** From the loupe's middle to where its frame must not go beyond an edge of the pane, CSS px: a gap, and its buttons below. */
const ROOM = { side: 84, above: 82, below: 138 }

/** The loupe over its point, as far as all of it stays within the pane: its buttons must be reached. */
const wholeInPane = ([x, y]: readonly [number, number]) => ({
  left: `clamp(${ROOM.side}px, ${x}px, calc(100% - ${ROOM.side}px))`,
  top: `clamp(${ROOM.above}px, ${y}px, calc(100% - ${ROOM.below}px))`,
})

interface MagnifierProps {
  readonly side: Side
  /** Where a place lies in the pane, CSS px. */
  readonly project: (place: Place) => readonly [number, number] | null
  /** The place that lies a number of CSS px of the loupe (x right, y down) from another. */
  readonly shifted: (place: Place, dx: number, dy: number) => Place
  /** The magnified picture around a place; it is replaced as the place moves. */
  readonly picture: (place: Place) => ReactNode
}

/**
 * The loupe over the selected point: its picture is dragged beneath a red cross. Confirm applies, cancel and Escape
 * leave the point where it was. The pane beneath does not move meanwhile.
 */
export function Magnifier({ side, project, shifted, picture }: MagnifierProps) {
  const { t } = useTranslation('editor')
  const document = useAtomValue(documentAtom)
  const open = useAtomValue(loupeAtom)
  const send = useTools()
  const point = document.points.find(({ id }) => id === open?.selectedId)
  const given = point && (side === 'scan' ? point.image : point.map)
  const loupe = useRef<HTMLDivElement>(null)
  const place = open?.moved ?? given
  useEffect(() => loupe.current?.focus(), [])

  const at = given && project(given)
  if (!point || !place || !at) return null
  const confirm = () => send({ type: 'loupeConfirmed' })
  const shift = (dx: number, dy: number) => send({ type: 'loupeMoved', place: shifted(place, dx, dy) })
  const drag = (event: PointerEvent<HTMLElement>) => {
    // The picture follows the finger, so the cross goes the other way over it.
    if (event.currentTarget.hasPointerCapture(event.pointerId)) shift(-event.movementX, -event.movementY)
  }
  const pull = (event: PointerEvent<HTMLElement>) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) shift(event.movementX, event.movementY)
  }
  const press = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key]
    if (arrow) {
      event.preventDefault()
      event.stopPropagation()
      shift(arrow[0] * (event.shiftKey ? 10 : 1), arrow[1] * (event.shiftKey ? 10 : 1))
    } else if (event.key === 'Enter') confirm()
  }
  const number = pointNumber(document, point.id)
  const capture = (event: PointerEvent<HTMLElement>) => event.currentTarget.setPointerCapture(event.pointerId)
  return (
    <div className={classes['frame']} style={wholeInPane(at)} data-loupe>
      {/* A widget of its own keys: the arrows move the point beneath the cross. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={loupe}
        role="application"
        aria-label={t('magnifier.label', { number })}
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className={`${classes['loupe']} ${classes['cross']}`}
        onPointerDown={capture}
        onPointerMove={drag}
        onKeyDown={press}
      >
        <div className={classes['picture']}>{picture(place)}</div>
      </div>
      <div className={classes['buttons']}>
        <ToolButton icon={IconCheck} label={t('magnifier.confirm')} color="verdigris" onClick={confirm} />
        <span onPointerDown={capture} onPointerMove={pull} style={{ touchAction: 'none', cursor: 'move' }}>
          <ToolButton icon={IconArrowsMove} label={t('magnifier.move')} />
        </span>
        <ToolButton
          icon={IconX}
          label={t('magnifier.cancel')}
          onClick={() => send({ type: 'loupeCancelled' })}
        />
      </div>
    </div>
  )
}
