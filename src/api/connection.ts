import { valueStore } from '../ui/value-store.ts'

export type ConnectionState = 'online' | 'lost'

const connection = valueStore<ConnectionState>('online')

/** Whether the server answered the last call. A 503 counts as lost: the process stands, its database does not. */
export const connectionState = connection.get
export const reportConnection = connection.set
export const onConnectionChange = connection.subscribe
