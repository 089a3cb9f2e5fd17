import 'fake-indexeddb/auto'
import { configure } from '@testing-library/dom'
import { afterEach, beforeEach, vi } from 'vitest'
import { closeApp } from './app.ts'

// A page's chunks are loaded when it is first opened, which takes longer where other programs use the machine.
configure({ asyncUtilTimeout: 10_000, getElementError: (message) => new Error(message ?? 'not found') })

// happy-dom lays nothing out. Everything lies within the window: what floats would else hide with its button.
for (const [name, size] of [
  ['clientWidth', () => window.innerWidth],
  ['clientHeight', () => window.innerHeight],
] as const)
  Object.defineProperty(document.documentElement, name, { configurable: true, get: size })
Element.prototype.getBoundingClientRect = () => new DOMRect(10, 10, 100, 30)
Element.prototype.getClientRects = function getClientRects(this: Element) {
  return (this.isConnected ? [this.getBoundingClientRect()] : []) as unknown as DOMRectList
}

// Style sheets are not loaded, so nothing is computed from them: what an element says itself, and what it inherits of it,
// is all that can hide it. Asking happy-dom for it costs more than everything else that a query by role does.
const SHOWN: Readonly<Record<string, string>> = {
  display: 'block',
  visibility: 'visible',
  opacity: '1',
  position: 'static',
  overflow: 'visible',
  pointerEvents: 'auto',
}
function inherited(element: Element | null): string {
  for (let above = element; above instanceof HTMLElement; above = above.parentElement)
    if (above.style.visibility) return above.style.visibility
  return 'visible'
}
window.getComputedStyle = (element: Element) =>
  new Proxy((element as HTMLElement).style, {
    get(style, name) {
      if (name === 'visibility') return inherited(element)
      if (name === 'display' && element instanceof HTMLElement && element.hidden) return 'none'
      const value: unknown = Reflect.get(style, name)
      if (typeof value === 'function') return value.bind(style) as unknown
      return value === '' || value === undefined ? (SHOWN[String(name)] ?? '') : value
    },
  })

// The focus of what is taken away goes to the page; happy-dom leaves it there.
const active = Object.getOwnPropertyDescriptor(Document.prototype, 'activeElement')!
Object.defineProperty(Document.prototype, 'activeElement', {
  configurable: true,
  get(this: Document) {
    const element = active.get!.call(this) as Element | null
    return element?.isConnected ? element : this.body
  },
})

// Fields that grow with their text look once more when the letters have come.
Object.defineProperty(document, 'fonts', {
  configurable: true,
  value: Object.assign(new EventTarget(), { ready: Promise.resolve() }),
})

let errors: unknown[][] = []

/** What the console was told of since the last look, for tests that expect it. */
export function takeConsoleErrors(): unknown[][] {
  const taken = errors
  errors = []
  return taken
}

/** React asks the browser for its elements; happy-dom does not know this one yet. */
const isUnknownElement = ([text, name]: unknown[]) =>
  String(text).includes('is unrecognized in this browser') && name === 'search'

beforeEach(() => {
  errors = []
  vi.spyOn(console, 'error').mockImplementation((...parts: unknown[]) => {
    if (!isUnknownElement(parts)) errors.push(parts)
  })
  // What Mantine says in development alone of a list that is empty while it loads.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})

afterEach(async () => {
  const faults = await closeApp()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  const wrong = [...faults, ...takeConsoleErrors().map((parts) => parts.map(String).join(' '))]
  if (wrong.length > 0) throw new Error(wrong.join('\n'))
})
