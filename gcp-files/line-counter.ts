/**
 * Tells the line, the first being 1, of places in a text that are asked for in their order: the text is gone through
 * once, however often it is asked.
 */
export function lineCounter(text: string): (at: number) => number {
  let line = 1
  let lineEnd = text.indexOf('\n')
  return (at) => {
    while (lineEnd >= 0 && lineEnd < at) {
      line += 1
      lineEnd = text.indexOf('\n', lineEnd + 1)
    }
    return line
  }
}
