/** How many of the maps were uploaded in the UTC month of `now` (milliseconds since 1970). */
export function countOfMonth(maps: readonly { readonly uploadDate: string }[], now: number): number {
  const month = new Date(now).toISOString().slice(0, 7)
  return maps.filter(({ uploadDate }) => new Date(uploadDate).toISOString().startsWith(month)).length
}
