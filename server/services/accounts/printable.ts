/** A user's text as a terminal may be given it: characters that are not seen are written as their code. */
export function printable(text: string): string {
  return text.replace(
    /[\p{C}\p{Zl}\p{Zp}]/gu,
    (letter) => `\\u{${letter.codePointAt(0)!.toString(16).padStart(4, '0')}}`,
  )
}
