import type { DateRange } from '../../../contract/rules/written-date.ts'

type ReadDate = (text: string) => DateRange | null

let reader: ReadDate | null = null

/** Loads what reads dates; it is needed only where one is written. */
export async function loadDateReader(): Promise<ReadDate> {
  const { readWrittenDate } = await import('../../../contract/rules/written-date.ts')
  return (reader = readWrittenDate)
}

/** Whether a date is understood; true as long as that cannot be told. */
export const isReadableDate = (text: string): boolean => reader === null || reader(text) !== null
