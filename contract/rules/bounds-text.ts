import { z } from 'zod'
import type { Corners } from '../api/map-record.ts'
import type { MessageKey } from '../api/messages.ts'

const DECIMAL = /^-?\d{1,9}(?:\.\d{1,20})?$/

/** A box of a query string: `w,s,e,n`, four decimals, `w` not beyond `e` and `s` not beyond `n`. */
export function boundsText(message: MessageKey) {
  return z.string().transform((text, context): Corners => {
    const parts = text.split(',')
    const [minX = NaN, minY = NaN, maxX = NaN, maxY = NaN] = parts.map(Number)
    if (parts.length === 4 && parts.every((part) => DECIMAL.test(part)) && minX <= maxX && minY <= maxY)
      return { minX, minY, maxX, maxY }
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })
}
