import { useAnnounced } from './announce.ts'

/** The live region that every page has: screen readers read what changes in it. */
export function Announcer() {
  return (
    <p className="visually-hidden" role="status">
      {useAnnounced()}
    </p>
  )
}
