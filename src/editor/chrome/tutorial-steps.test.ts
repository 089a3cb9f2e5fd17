import { expect, it } from 'vitest'
import { stepAfter, tutorialSteps, type TutorialWork } from './tutorial-steps.ts'

const NOTHING: TutorialWork = {
  begun: 0,
  points: 0,
  placement: null,
  isFixed: false,
  shownSide: 'scan',
  uses: 0,
  scanCentre: [0, 0],
  mapCentre: [0, 0],
  opacity: 0.6,
  isOverlayHidden: false,
  isTransforming: false,
}
const LAID = { centre: [5, 0], metresPerPx: 10, turnDegrees: 0 } as const

it('has four steps at a desktop and seven on a phone, whichever way a map is placed', () => {
  for (const isByPairs of [false, true]) {
    expect(tutorialSteps(isByPairs, false)).toHaveLength(4)
    expect(tutorialSteps(isByPairs, true)).toHaveLength(7)
  }
})

it.each([
  [
    'laying at a desktop',
    false,
    false,
    NOTHING,
    [{ isFixed: true }, { points: 3 }, { opacity: 0.4 }, { isTransforming: true }],
  ],
  [
    'laying on a phone',
    false,
    true,
    NOTHING,
    [
      { placement: LAID },
      { placement: { ...LAID, metresPerPx: 12 } },
      { isFixed: true, placement: null },
      { points: 1 },
      { points: 3 },
      { isOverlayHidden: true },
      { isTransforming: true },
    ],
  ],
  [
    'pairs at a desktop',
    true,
    false,
    NOTHING,
    [{ begun: 1 }, { points: 3 }, { opacity: 1 }, { isTransforming: true }],
  ],
  [
    'pairs on a phone',
    true,
    true,
    NOTHING,
    [
      { scanCentre: [9, 9], uses: 1 },
      { shownSide: 'map' },
      { mapCentre: [9, 9], uses: 2 },
      { points: 1, begun: 1 },
      { points: 3, begun: 3 },
      { opacity: 0.2 },
      { isTransforming: true },
    ],
  ],
] as const)('goes on as its steps are done: %s', (_way, isByPairs, isPhone, first, doings) => {
  const steps = tutorialSteps(isByPairs, isPhone)
  let before: TutorialWork = first
  doings.forEach((doing, index) => {
    expect(stepAfter(steps, index + 1, before, before)).toBe(index + 1)
    const now: TutorialWork = { ...before, ...doing }
    expect(stepAfter(steps, index + 1, before, now)).toBe(index + 2)
    before = now
  })
})

it('stays at a step that was done before it was shown, so that it can be read', () => {
  const done = { ...NOTHING, points: 5, begun: 5 }
  expect(stepAfter(tutorialSteps(true, false), 1, done, { ...done, points: 6 })).toBe(1)
})

it('does not take a view that moved by itself for the work of a hand', () => {
  const steps = tutorialSteps(true, true)
  expect(stepAfter(steps, 1, NOTHING, { ...NOTHING, scanCentre: [7, 7] })).toBe(1)
})
