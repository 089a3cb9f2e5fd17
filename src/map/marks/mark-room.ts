/**
 * How far each place is from the nearest other one, in the places' own units: as much room as a mark has. Infinite where
 * there is no other. Takes the square of their number, which is at most some hundreds: under a millisecond.
 */
export function roomOf(places: readonly (readonly [x: number, y: number])[]): Float64Array {
  const room = new Float64Array(places.length).fill(Infinity)
  for (let a = 0; a < places.length; a++) {
    const [ax, ay] = places[a] ?? [NaN, NaN]
    for (let b = a + 1; b < places.length; b++) {
      const [bx, by] = places[b] ?? [NaN, NaN]
      const square = (ax - bx) ** 2 + (ay - by) ** 2
      if (square < (room[a] ?? 0)) room[a] = square
      if (square < (room[b] ?? 0)) room[b] = square
    }
  }
  return room.map(Math.sqrt)
}
