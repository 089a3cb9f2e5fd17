import type { PaneSize } from '../../src/geometry/camera.ts'
import type { BasePaneProps } from '../../src/map/pane-props.ts'
import type { Css } from '../../src/map/pane/press.ts'

/** One step of a hand: what is under `about` after `pan` stays there; null: the middle of the pane. */
export interface HandStep {
  readonly pan?: Css
  /** Zoom levels. */
  readonly zoom?: number
  /** Degrees that the bearing grows by. */
  readonly turn?: number
  readonly about: Css | null
}

/** What the hands move. */
export interface HandTarget {
  size(): PaneSize
  onStart(): void
  onStep(step: HandStep): void
  /** The last pointer of a hand that has moved something was lifted, or the wheel rests. */
  onEnd(): void
}

export interface BaseHands {
  /** What hands may do from now on. */
  allow(props: Pick<BasePaneProps, 'interactive' | 'wheelZoom' | 'yieldsToPage'>): void
  stop(): void
}

// As MapLibre has them: its source names them in src/ui/handler/.
const CLICK_TOLERANCE_PX = 3
const TURN_DEGREES_PER_PX = 0.8
/** Nearer to the middle than this a drag turns by its way to the side alone. */
const LEVER_PX = 100
const WHEEL_RATE = 1 / 450
const TRACKPAD_RATE = 1 / 100
const PIXELS_PER_LINE = 40
const PINCH_FROM_LEVELS = 0.1
const TWIST_FROM_PX = 25
const HINT_MS = 100
const WHEEL_RESTS_MS = 400

/**
 * Mouse, wheel and fingers on a base pane, as MapLibre answers them, but for two things: nothing flies on after a hand
 * has let go, and a wheel's step is made in the next frame at once.
 */
export function attachBaseHands(container: HTMLElement, target: HandTarget): BaseHands {
  const stop = new AbortController()
  const { signal } = stop
  let allowed: Parameters<BaseHands['allow']>[0] = {}
  let isMoving = false
  const isInteractive = () => allowed.interactive !== false
  const yields = () => isInteractive() && Boolean(allowed.yieldsToPage)

  const cssOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Css => {
    const box = container.getBoundingClientRect()
    return [clientX - box.left, clientY - box.top]
  }
  const step = (next: HandStep) => {
    if (!isMoving) target.onStart()
    isMoving = true
    target.onStep(next)
  }
  const end = () => {
    if (!isMoving) return
    isMoving = false
    target.onEnd()
  }

  const hint = createHint(container, signal)
  const stopMouse = attachMouse()
  attachWheel()
  attachFingers()

  function attachMouse() {
    let held: { readonly turns: boolean; last: Css; hasMoved: boolean } | null = null
    container.addEventListener(
      'mousedown',
      (event) => {
        if (!isInteractive() || held) return
        const turns = event.button === 2 ? !event.ctrlKey : event.button === 0 && event.ctrlKey
        if (turns || (event.button === 0 && !event.ctrlKey))
          held = { turns, last: cssOf(event), hasMoved: false }
      },
      { signal },
    )
    document.addEventListener(
      'mousemove',
      (event) => {
        if (!held) return
        // It was let go where the page does not see it.
        if (event.buttons === 0) return letGo()
        const css = cssOf(event)
        if (!held.hasMoved && wayBetween(held.last, css) < CLICK_TOLERANCE_PX) return
        const { last, turns } = held
        held.hasMoved = true
        held.last = css
        if (turns) step({ turn: turnOf(last, css, target.size()), about: null })
        else step({ pan: [css[0] - last[0], css[1] - last[1]], about: css })
      },
      { capture: true, signal },
    )
    const letGo = () => {
      held = null
      end()
    }
    document.addEventListener('mouseup', () => held && letGo(), { signal })
    window.addEventListener('blur', letGo, { signal })
    container.addEventListener('contextmenu', (event) => isInteractive() && event.preventDefault(), {
      signal,
    })
    return () => (held = null)
  }

  function attachWheel() {
    let frame = 0
    let sum = 0
    let rate = WHEEL_RATE
    let lastMs = -Infinity
    let about: Css = [0, 0]
    container.addEventListener(
      'wheel',
      (event) => {
        if (!isInteractive() || allowed.wheelZoom === false) return
        if (yields() && !event.ctrlKey) return hint.show()
        event.preventDefault()
        let value =
          event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * PIXELS_PER_LINE : event.deltaY
        if (value === 0) return
        rate = Math.abs(value) < 4 ? TRACKPAD_RATE : WHEEL_RATE
        // MapLibre forgets Shift at the first step of a wheel that has rested.
        if (event.shiftKey && event.timeStamp - lastMs < WHEEL_RESTS_MS) value /= 4
        lastMs = event.timeStamp
        sum -= value
        about = cssOf(event)
        frame ||= requestAnimationFrame(turn)
      },
      { passive: false, signal },
    )
    const turn = () => {
      frame = 0
      const factor = 2 / (1 + Math.exp(-Math.abs(sum * rate)))
      const zoom = Math.log2(factor) * Math.sign(sum)
      sum = 0
      if (signal.aborted) return
      step({ zoom, about })
      end()
    }
  }

  function attachFingers() {
    let fingers = new Map<number, Css>()
    let pair: Pair | null = null
    const read = ({ touches }: TouchEvent) =>
      new Map(
        [...touches]
          .filter(({ target: on }) => on instanceof Node && container.contains(on))
          .map((touch) => [touch.identifier, cssOf(touch)] as const),
      )
    container.addEventListener(
      'touchstart',
      (event) => {
        if (!isInteractive()) return
        fingers = read(event)
        const two = [...fingers].slice(0, 2)
        if (!pair && two.length === 2) pair = pairOf(two as [[number, Css], [number, Css]])
      },
      { passive: true, signal },
    )
    container.addEventListener(
      'touchmove',
      (event) => {
        if (!isInteractive() || fingers.size === 0) return
        const now = read(event)
        if (yields() && now.size < 2) return hint.show()
        event.preventDefault()
        const ways = [...now].flatMap(([id, css]) => {
          const before = fingers.get(id)
          return before ? [[css[0] - before[0], css[1] - before[1]] as const] : []
        })
        const middle = middleOf([...now.values()])
        fingers = now
        const pan: Css = [sum(ways.map(([x]) => x)) / ways.length, sum(ways.map(([, y]) => y)) / ways.length]
        const pinched = pair ? stepOfPair(pair, now) : null
        if (pinched || pan[0] !== 0 || pan[1] !== 0) step({ pan, about: middle, ...pinched })
      },
      { passive: false, signal },
    )
    const lift = (event: TouchEvent) => {
      fingers = read(event)
      if (pair && !pair.ids.every((id) => fingers.has(id))) pair = null
      if (fingers.size === 0) end()
    }
    container.addEventListener('touchend', lift, { signal })
    container.addEventListener('touchcancel', lift, { signal })
  }

  return {
    allow(next) {
      allowed = next
      if (!isInteractive()) {
        stopMouse()
        end()
      }
      hint.set(yields() ? (allowed.yieldsToPage ?? null) : null)
    },
    stop: () => stop.abort(),
  }
}

/** Two fingers that pinch or twist. */
interface Pair {
  readonly ids: readonly [number, number]
  readonly start: readonly [Css, Css]
  last: readonly [Css, Css]
  leastPx: number
  isPinching: boolean
  isTwisting: boolean
}

function pairOf([[a, at], [b, other]]: readonly [readonly [number, Css], readonly [number, Css]]): Pair {
  const both = [at, other] as const
  const leastPx = wayBetween(at, other)
  return { ids: [a, b], start: both, last: both, leastPx, isPinching: false, isTwisting: false }
}

function stepOfPair(pair: Pair, now: ReadonlyMap<number, Css>): Pick<HandStep, 'zoom' | 'turn'> | null {
  const [a, b] = [now.get(pair.ids[0]), now.get(pair.ids[1])]
  if (!a || !b) return null
  const { last, start } = pair
  const [px, lastPx, startPx] = [wayBetween(a, b), wayBetween(...last), wayBetween(...start)]
  pair.last = [a, b]
  pair.leastPx = Math.min(pair.leastPx, px)
  pair.isPinching ||= Math.abs(Math.log2(px / startPx)) >= PINCH_FROM_LEVELS
  const sinceStart = turnBetweenPairs(start, [a, b])
  pair.isTwisting ||= Math.abs(sinceStart) >= (TWIST_FROM_PX / (Math.PI * pair.leastPx)) * 360
  return {
    ...(pair.isPinching && { zoom: Math.log2(px / lastPx) }),
    ...(pair.isTwisting && { turn: turnBetweenPairs(last, [a, b]) }),
  }
}

/** Degrees by which the line between two fingers has turned against the clock. */
function turnBetweenPairs(from: readonly [Css, Css], to: readonly [Css, Css]): number {
  const [a, b] = [
    [from[0][0] - from[1][0], from[0][1] - from[1][1]],
    [to[0][0] - to[1][0], to[0][1] - to[1][1]],
  ] as const
  return (Math.atan2(b[0] * a[1] - b[1] * a[0], b[0] * a[0] + b[1] * a[1]) * 180) / Math.PI
}

function turnOf(from: Css, to: Css, { width, height }: PaneSize): number {
  const [x, y] = [width / 2, height / 2]
  if (Math.abs(y - from[1]) > LEVER_PX)
    return ((Math.atan2(to[1] - y, from[0] - x) - Math.atan2(to[1] - y, to[0] - x)) * 180) / Math.PI
  const turn = (to[0] - from[0]) * TURN_DEGREES_PER_PX
  return to[1] < y ? -turn : turn
}

const wayBetween = (a: Css, b: Css) => Math.hypot(b[0] - a[0], b[1] - a[1])
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const middleOf = (places: readonly Css[]): Css => [
  sum(places.map(([x]) => x)) / places.length,
  sum(places.map(([, y]) => y)) / places.length,
]

/** Tells a hand that is left to the page how the map is moved, as MapLibre does. */
function createHint(container: HTMLElement, signal: AbortSignal) {
  let screen: HTMLElement | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  signal.addEventListener('abort', () => clearTimeout(timer))
  return {
    set(hints: NonNullable<BasePaneProps['yieldsToPage']> | null) {
      screen?.remove()
      screen = null
      container.classList.toggle('maplibregl-cooperative-gestures', hints !== null)
      if (!hints) return
      screen = document.createElement('div')
      screen.className = 'maplibregl-cooperative-gesture-screen'
      screen.setAttribute('aria-hidden', 'true')
      for (const [name, text] of [
        ['desktop', hints.wheelHint],
        ['mobile', hints.touchHint],
      ] as const) {
        const message = document.createElement('div')
        message.className = `maplibregl-${name}-message`
        message.textContent = text
        screen.append(message)
      }
      container.append(screen)
    },
    show() {
      screen?.classList.add('maplibregl-show')
      clearTimeout(timer)
      timer = setTimeout(() => screen?.classList.remove('maplibregl-show'), HINT_MS)
    },
  }
}
