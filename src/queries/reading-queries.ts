import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  cancelReading,
  correctWords,
  readLettering,
  scanLettering,
  type ScanLettering,
  type ScanWord,
} from '../../contract/api/lettering.ts'
import { callApi } from '../api/call-api.ts'

const POLL_MS = 2_000

/** Of no record's answers: reading the words changes nothing else of a map. */
const keyOf = (mapId: string) => ['lettering', mapId]

const isUnderWay = (lettering: ScanLettering | undefined) =>
  lettering?.state === 'waiting' || lettering?.state === 'reading'

/** What is known of the words on a scan, and how far reading them has come; asked anew while it is under way. */
export function useLettering(mapId: string) {
  const queries = useQueryClient()
  const params = { id: mapId }
  return useQuery({
    queryKey: keyOf(mapId),
    async queryFn({ signal }) {
      const known = queries.getQueryData<ScanLettering>(keyOf(mapId))
      if (known && isUnderWay(known)) {
        // The words of before stay until it has ended: thousands need not come with every step.
        const progress = await callApi(scanLettering, { params, query: { words: false } }, { signal })
        if (isUnderWay(progress)) return { ...progress, words: known.words }
      }
      return callApi(scanLettering, { params }, { signal })
    },
    staleTime: 0,
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? POLL_MS : false),
  })
}

/** Begins and ends reading the words on a scan; the answer says how it stands then. */
export function useReading(mapId: string) {
  const queries = useQueryClient()
  const params = { id: mapId }
  const options = {
    async onSuccess(lettering: ScanLettering) {
      // An answer that is on its way says how it stood before.
      await queries.cancelQueries({ queryKey: keyOf(mapId) })
      queries.setQueryData(keyOf(mapId), lettering)
    },
  }
  const begin = useMutation({ mutationFn: () => callApi(readLettering, { params }), ...options })
  const stop = useMutation({ mutationFn: () => callApi(cancelReading, { params }), ...options })
  return { begin, stop }
}

/** The words with a person's change; null: what was to be changed is not among them any more. */
type WordChange = (words: readonly ScanWord[]) => ScanWord[] | null

/**
 * Stores a change of the words on a scan, made to those that are known when it is sent: what was shown may be a moment
 * older. Null: there was nothing to change. Where others have changed them since, those are asked for.
 */
export function useCorrectWords(mapId: string) {
  const queries = useQueryClient()
  return useMutation({
    async mutationFn(change: WordChange) {
      const known = queries.getQueryData<ScanLettering>(keyOf(mapId))
      const words = known ? change(known.words) : null
      if (!known || !words) return null
      return callApi(correctWords, { params: { id: mapId }, body: { words, since: known.readAt } })
    },
    async onSuccess(lettering) {
      if (!lettering) return
      await queries.cancelQueries({ queryKey: keyOf(mapId) })
      queries.setQueryData(keyOf(mapId), lettering)
    },
    onError: () => queries.invalidateQueries({ queryKey: keyOf(mapId) }),
  })
}
