import type { ReactNode } from 'react'

let part: () => ReactNode = () => null

/** Names the chosen server on a page, and leads to another one. Nothing on the web, which has one server. */
export function ServerPart(): ReactNode {
  return part()
}

/** To be called before the first page, in the native wrapper. */
export function takeServerPart(chosenServer: () => ReactNode): void {
  part = chosenServer
}
