import '../ui/mantine-base.css.ts'
import '../ui/fonts.css'
import '../ui/global.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startSession } from '../session/session.ts'
import { startI18n } from '../ui/i18n/i18n.ts'
import { Providers } from './providers.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('expected an element #root in index.html')

startSession()
// Texts that cannot be loaded show as their keys; better than a page that stays empty.
await startI18n().catch((error: unknown) => console.error('The texts could not be loaded', error))

createRoot(root).render(
  <StrictMode>
    <Providers />
  </StrictMode>,
)
