import { valueStore } from '../ui/value-store.ts'

export type ConnectionState = 'online' | 'lost'

/** `silent`: nothing answers; `refusing`: something answers that the server cannot. */
type LastAnswer = 'online' | 'silent' | 'refusing'

const connection = valueStore<LastAnswer>('online')

/** Whether the server answered the last call. A 503 counts as lost: the process stands, its database does not. */
export const connectionState = (): ConnectionState => (connection.get() === 'online' ? 'online' : 'lost')
/** Whether nothing at all answered: for whoever holds the device, it is offline. */
export const isServerSilent = (): boolean => connection.get() === 'silent'
export const reportConnection = connection.set
export const onConnectionChange = connection.subscribe
