import type { ControlPointMark } from '../../map/pane-props.ts'

/** More would cover the peek, which is a thumb's breadth. */
const FEW = 5

/** What the phone's peek shows of the points: a few all, of many those that are lit. */
export function peekMarks(
  marks: readonly ControlPointMark[],
  lit: readonly (string | null)[],
): readonly ControlPointMark[] {
  return marks.length <= FEW ? marks : marks.filter(({ id }) => lit.includes(id))
}
