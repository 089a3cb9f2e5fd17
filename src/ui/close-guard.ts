import { createContext, useContext } from 'react'

/** Does something that closes a dialog: at once, or once it was agreed that what was entered is thrown away. */
export type CloseGuard = (close: () => void) => void

/** Of the dialog around; outside of one nothing is asked. */
export const CloseGuardContext = createContext<CloseGuard>((close) => close())

export const useCloseGuard = (): CloseGuard => useContext(CloseGuardContext)
