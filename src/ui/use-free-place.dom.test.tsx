import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { useFreePlace } from './use-free-place.ts'

const NOTICE = new DOMRect(600, 600, 300, 60)
const FAR = new DOMRect(20, 20, 40, 40)

function Floating() {
  const floating = useRef<HTMLDivElement>(null)
  useFreePlace(floating, SHOWN)
  return <div ref={floating} data-testid="notice" />
}
const SHOWN = ['a notice']

/** A button that comes into the page by itself. */
function appear(area: DOMRect): HTMLButtonElement {
  const button = document.createElement('button')
  button.getBoundingClientRect = () => area
  document.body.append(button)
  return button
}

describe('a floating notice', () => {
  afterEach(() => {
    vi.restoreAllMocks()
    document.body.replaceChildren()
  })

  function show(): HTMLElement {
    const map = document.createElement('div')
    map.setAttribute('role', 'application')
    document.body.append(map)
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(NOTICE)
    const place = document.body.appendChild(document.createElement('div'))
    flushSync(() => createRoot(place).render(<Floating />))
    return place.querySelector<HTMLElement>('[data-testid=notice]')!
  }

  it('gives way to a control that comes after it', async () => {
    const notice = show()
    expect(notice.style.left).toBe('')
    appear(new DOMRect(650, 610, 200, 40))
    await vi.waitFor(() => expect(notice.style.left).not.toBe(''))
  })

  it.each(['h2', 'input'])('leaves the %s of a dialog in sight', (part) => {
    const dialog = document.body.appendChild(document.createElement('div'))
    dialog.setAttribute('role', 'dialog')
    dialog.setAttribute('aria-modal', 'true')
    const titleOrSearch = dialog.appendChild(document.createElement(part))
    if (titleOrSearch instanceof HTMLInputElement) titleOrSearch.type = 'search'
    titleOrSearch.getBoundingClientRect = () => new DOMRect(650, 610, 200, 40)
    expect(show().style.left).not.toBe('')
  })

  it('stays where it is as long as what comes lies elsewhere', async () => {
    const notice = show()
    const moves = vi.spyOn(notice, 'removeAttribute')
    const read = vi.fn(() => FAR)
    appear(FAR).getBoundingClientRect = read
    await vi.waitFor(() => expect(read).toHaveBeenCalled())
    expect(moves).not.toHaveBeenCalled()
  })
})
