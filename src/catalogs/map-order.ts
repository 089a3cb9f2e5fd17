/** The ids with one of them at another place, the first being 0; a place beyond the ends is the end. */
export function moved(ids: readonly string[], id: string, to: number): string[] {
  const others = ids.filter((other) => other !== id)
  return others.toSpliced(Math.max(0, Math.min(others.length, to)), 0, id)
}

/** Things in the order of their ids; those that the order does not name come last, as they stood. */
export function inOrder<Thing extends { readonly id: string }>(
  things: readonly Thing[],
  order: readonly string[],
): Thing[] {
  const places = new Map(order.map((id, at) => [id, at]))
  const placeOf = ({ id }: Thing) => places.get(id) ?? order.length
  return things.toSorted((a, b) => placeOf(a) - placeOf(b))
}
