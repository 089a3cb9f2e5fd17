export type ConnectionState = 'online' | 'lost'

let state: ConnectionState = 'online'
const listeners = new Set<() => void>()

/** Whether the server answered the last call. A 503 counts as lost: the process stands, its database does not. */
export function connectionState(): ConnectionState {
  return state
}

export function reportConnection(next: ConnectionState): void {
  if (next === state) return
  state = next
  for (const listener of listeners) listener()
}

export function onConnectionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
