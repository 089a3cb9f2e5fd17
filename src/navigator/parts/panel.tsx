import { IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { isFocusLost } from '../../ui/focus-place.ts'
import { FieldButton } from './field-button.tsx'
import classes from './panel.module.css'

interface PanelProps {
  readonly title: string
  /** What the cross does. */
  readonly closeLabel: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A sheet above the bar. The ground is the sheet's and the scrolling its content's: software drawing needs them apart. */
export function Panel({ title, closeLabel, onClose, children }: PanelProps) {
  const content = useRef<HTMLDivElement>(null)
  const hasMore = useHasMoreBelow(content)
  const sheet = useRef<HTMLElement>(null)
  useFocusKept(sheet)
  useFieldInSight(content)
  return (
    <section ref={sheet} tabIndex={-1} className={classes['panel']} aria-label={title} data-more={hasMore}>
      <div className={classes['head']}>
        <h2>{title}</h2>
        <FieldButton icon={IconX} label={closeLabel} onPress={onClose} />
      </div>
      <div ref={content} className={classes['content']}>
        <div>{children}</div>
      </div>
    </section>
  )
}

/** What had the focus may make way for something else, such as a form for its progress: the sheet itself has it then. */
function useFocusKept(sheet: { readonly current: HTMLElement | null }): void {
  const hadFocus = useRef(false)
  useEffect(() => {
    const element = sheet.current
    if (!element) return undefined
    const enter = () => (hadFocus.current = true)
    const leave = ({ relatedTarget }: FocusEvent) => {
      // Gone with what had it, it leads nowhere.
      if (relatedTarget instanceof Node) hadFocus.current = element.contains(relatedTarget)
    }
    element.addEventListener('focusin', enter)
    element.addEventListener('focusout', leave)
    return () => {
      element.removeEventListener('focusin', enter)
      element.removeEventListener('focusout', leave)
    }
  }, [sheet])
  useEffect(() => {
    if (hadFocus.current && isFocusLost()) sheet.current?.focus({ preventScroll: true })
  })
}

/** The keyboard of a phone takes half of the window: the field that one types into stays in sight above it. */
function useFieldInSight(content: { readonly current: HTMLDivElement | null }): void {
  useEffect(() => {
    const scroller = content.current
    if (!scroller) return undefined
    const sizes = new ResizeObserver(() => {
      const field = document.activeElement
      if (field instanceof HTMLInputElement && scroller.contains(field))
        field.scrollIntoView({ block: 'nearest' })
    })
    sizes.observe(scroller)
    return () => sizes.disconnect()
  }, [content])
}

/** Less than this is no line of text, CSS px. */
const LEAST_MORE_PX = 8

/** Whether an element can be scrolled further down. */
function useHasMoreBelow(element: { readonly current: HTMLElement | null }): boolean {
  const [hasMore, setHasMore] = useState(false)
  useEffect(() => {
    const scroller = element.current
    if (!scroller) return undefined
    const look = () =>
      setHasMore(scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop > LEAST_MORE_PX)
    look()
    const sizes = new ResizeObserver(look)
    for (const watched of [scroller, ...scroller.children]) sizes.observe(watched)
    scroller.addEventListener('scroll', look, { passive: true })
    return () => {
      sizes.disconnect()
      scroller.removeEventListener('scroll', look)
    }
  }, [element])
  return hasMore
}
