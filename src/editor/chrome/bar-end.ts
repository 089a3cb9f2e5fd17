import { createContext, type ReactNode } from 'react'

/** What the app shows at the end of the editor's bar: the bell of the notifications. */
export const BarEndContext = createContext<ReactNode>(null)
