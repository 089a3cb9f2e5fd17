/** The part of the library of ISO 8601-2 dates that is used here; it has no types of its own. */
declare module 'edtf' {
  /** First and last moment of a date, milliseconds since 1970 as UTC. */
  interface ExtendedDate {
    readonly min: number
    readonly max: number
  }
  /** @throws Error where the text is no date */
  export default function edtf(text: string): ExtendedDate
}
