import { useLayoutEffect, type RefObject } from 'react'
import { type Area, freePlace } from './free-place.ts'

const PRESSED =
  ':is(button, a[href], input, select, textarea, [role=slider], [role=button], [role=alert], [tabindex="0"])'
/** What it is called and searched by stays in sight. Other fields of a dialog are so large that there would be no place beside them. */
const PRESSED_IN_DIALOG = ':is(button, a[href], [type=checkbox], [type=radio], [type=search], h2)'
/** Bars at the thumb: they are wanted again once a dialog is closed. */
const BARS = ':is([data-thumb-bar], [data-selection-bar])'
/** What is larger than this part of the window is a map or a page, and no button. */
const MOST_PART = 0.2
/** What a press opens is there by then, in milliseconds; what comes by itself is looked at as often. */
const OPENED_AFTER_MS = 300

const topDialog = () => [...document.querySelectorAll('[role=dialog][aria-modal=true]')].at(-1)

/**
 * What should not be covered: what is pressed, and warnings; of a dialog its title, search, buttons, links and switches. A page without a map scrolls, and can
 * be moved from beneath.
 */
function pressedAreas(apartFrom: Element): Area[] {
  const dialog = topDialog()
  const hasMap = document.querySelector('[role=application]') !== null
  const pressed = dialog
    ? dialog.querySelectorAll(PRESSED_IN_DIALOG)
    : document.querySelectorAll(hasMap ? PRESSED : `header ${PRESSED}, nav ${PRESSED}, ${BARS} ${PRESSED}`)
  const most = window.innerWidth * window.innerHeight * MOST_PART
  return [...pressed, ...document.querySelectorAll(BARS)].flatMap((element) => {
    if (apartFrom.contains(element) || !(element.checkVisibility?.({ visibilityProperty: true }) ?? true))
      return []
    const { left, top, right, bottom, width, height } = element.getBoundingClientRect()
    const isInside = right > 0 && bottom > 0 && left < window.innerWidth && top < window.innerHeight
    return isInside && width * height > 1 && width * height < most ? [{ left, top, right, bottom }] : []
  })
}

/**
 * Lays an element that floats over every page where it covers nothing that is pressed: its styles say the corner where it
 * lies else. What a press elsewhere opens does not move it from under the pointer or the focus.
 *
 * @param content with each change it is laid anew; empty: nothing is shown
 */
export function useFreePlace(floating: RefObject<HTMLElement | null>, content: readonly unknown[]): void {
  useLayoutEffect(() => {
    const element = floating.current
    if (!element || content.length === 0) return undefined
    const lay = () => {
      element.removeAttribute('style')
      const window_ = { width: window.innerWidth, height: window.innerHeight }
      const areas = pressedAreas(element)
      const natural = element.getBoundingClientRect()
      const lies = (area: Area) => {
        const { left, top, right, bottom } = area
        // It grows upwards in the lower half, and downwards in the upper.
        const isLow = top + bottom > window_.height
        Object.assign(element.style, {
          left: `${left}px`,
          right: 'auto',
          transform: 'none',
          width: `${right - left}px`,
          top: isLow ? 'auto' : `${top}px`,
          bottom: isLow ? `${window_.height - bottom}px` : 'auto',
        })
      }
      if (!areas.some((area) => isOver(area, natural))) return
      const place = freePlace(natural, areas, window_)
      lies(place)
      // Narrower, its words may take more lines than were reckoned with.
      const { width, height } = element.getBoundingClientRect()
      if (height > place.bottom - place.top) lies(freePlace({ width, height }, areas, window_))
    }
    lay()
    let timer: ReturnType<typeof setTimeout> | undefined
    const laySoon = () => {
      clearTimeout(timer)
      timer = setTimeout(() => element.matches(':hover, :focus-within') || lay(), OPENED_AFTER_MS)
    }
    // Parts of a page that come later, such as a slider with the overlay: it gives way, and stays where it covers none.
    let look: ReturnType<typeof setTimeout> | undefined
    const giveWay = () => {
      look = undefined
      const now = element.getBoundingClientRect()
      if (
        !element.matches(':hover, :focus-within') &&
        pressedAreas(element).some((area) => isOver(area, now))
      )
        lay()
    }
    const parts = new MutationObserver((changes) => {
      if (changes.some(({ target }) => !element.contains(target)))
        look ??= setTimeout(giveWay, OPENED_AFTER_MS)
    })
    parts.observe(document.body, { childList: true, subtree: true })
    window.addEventListener('resize', lay)
    window.addEventListener('click', laySoon)
    // An answer of the server may move what is in a dialog, long after the press.
    const sizes = new ResizeObserver(laySoon)
    const dialog = topDialog()
    if (dialog) for (const part of [dialog, ...dialog.children]) sizes.observe(part)
    return () => {
      clearTimeout(timer)
      clearTimeout(look)
      parts.disconnect()
      sizes.disconnect()
      window.removeEventListener('resize', lay)
      window.removeEventListener('click', laySoon)
    }
  }, [floating, content])
}

const isOver = (a: Area, b: Area): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
