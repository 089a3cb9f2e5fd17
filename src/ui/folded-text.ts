/** A text without case and accents, as it is searched for: `Žemėlapis` is found by `zemelapis`. */
export function foldedText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase('lt')
}
