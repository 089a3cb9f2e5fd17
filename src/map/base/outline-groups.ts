import type { OutlineGroup } from '../pane-props.ts'

/** A group of maps by the properties of its point in an outline tile. */
export function groupOf(properties: Readonly<Record<string, unknown>>): OutlineGroup {
  const number = (name: string) => Number(properties[name])
  return {
    count: number('count'),
    box: { minX: number('west'), minY: number('south'), maxX: number('east'), maxY: number('north') },
  }
}
