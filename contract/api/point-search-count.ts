import { z } from 'zod'
import { defineCall } from './define-call.ts'

// Apart from the other calls of searches: a user's list of maps asks it, and is to load none of theirs.
export const countPointSearches = defineCall({
  method: 'GET',
  path: '/point-searches/count',
  summary: 'How many maps of the caller have points to decide on, and for how many they are being searched.',
  session: 'required',
  reply: z.object({ open: z.int(), found: z.int() }),
})
