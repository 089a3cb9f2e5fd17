import { IconGripVertical } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { isFocusLost } from './focus-place.ts'
import classes from './order-grip.module.css'

interface OrderGripProps {
  /** What is moved, and where it stands. */
  readonly label: string
  /** An arrow key: 1 towards the end of the list, -1 towards its start. */
  readonly onStep: (by: 1 | -1) => void
  /** The pointer that holds the row is at this height of the window. */
  readonly onDragTo: (clientY: number) => void
  /** It was let go; `isTaken` is false where the drag was broken off, by Escape too. */
  readonly onDrop?: (isTaken: boolean) => void
}

/** What a row of an ordered list is held by: it follows the pointer, and the arrow keys. */
export function OrderGrip({ label, onStep, onDragTo, onDrop }: OrderGripProps) {
  const button = useRef<HTMLButtonElement>(null)
  const isStepping = useRef(false)
  const [pointerId, setPointerId] = useState<number | null>(null)
  const isHeld = pointerId !== null
  const drag = useEffectEvent((event: PointerEvent) => {
    if (event.pointerId === pointerId) onDragTo(event.clientY)
  })
  const drop = useEffectEvent((isTaken: boolean) => {
    setPointerId(null)
    onDrop?.(isTaken)
  })
  // At the window: a row that moves within the list is laid into the page anew, and loses what it had captured.
  useEffect(() => {
    if (!isHeld) return undefined
    const ending = new AbortController()
    const { signal } = ending
    window.addEventListener('pointermove', (event) => drag(event), { signal })
    window.addEventListener('pointerup', () => drop(true), { signal })
    window.addEventListener('pointercancel', () => drop(false), { signal })
    return () => ending.abort()
  }, [isHeld])
  // It loses the focus too.
  useLayoutEffect(() => {
    if (isStepping.current && isFocusLost()) button.current?.focus()
  })
  return (
    <button
      ref={button}
      type="button"
      className={classes.grip}
      aria-label={label}
      data-held={isHeld || undefined}
      // A dialog around the list stays open when Escape breaks a drag off.
      data-mantine-stop-propagation={isHeld}
      onPointerDown={(event) => {
        if (event.button === 0) setPointerId(event.pointerId)
      }}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget !== null) isStepping.current = false
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && isHeld) {
          setPointerId(null)
          onDrop?.(false)
        }
        const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
        if (by === 0) return
        event.preventDefault()
        isStepping.current = true
        onStep(by)
      }}
    >
      <IconGripVertical size={18} stroke={1.75} aria-hidden />
    </button>
  )
}

/**
 * The place in a list, the first being 0, that a row comes to lie at when it is dragged to a height of the window. A list
 * that draws only some of its rows gives each its place as `data-index`.
 *
 * @param from its place now: a row does not make way for itself
 */
export function placeAtHeight(list: HTMLElement | null, clientY: number, from: number): number {
  const others = [...(list?.children ?? [])]
    .map((row, at) => ({ row, at: Number(row.getAttribute('data-index') ?? at) }))
    .filter(({ at }) => at !== from)
  const next = others.find(({ row }) => {
    const { top, height } = row.getBoundingClientRect()
    return clientY <= top + height / 2
  })
  const last = others.at(-1)
  if (!next) return last ? Math.max(from, last.at) : from
  return from < next.at ? next.at - 1 : next.at
}
