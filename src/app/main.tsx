import '../ui/mantine-base.css.ts'
import '../ui/fonts.css'
import '../ui/global.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { isWrapped } from '../device/wrapper.ts'
import { startSession } from '../session/session.ts'
import { startI18n } from '../ui/i18n/i18n.ts'
import { Providers } from './providers.tsx'
import { waitForTexts } from './wait-for-texts.ts'

/** No top-level await: what the wrapper loads imports this very file's chunk, and each would wait for the other. */
async function start(root: HTMLElement): Promise<void> {
  const texts = waitForTexts(root, startI18n())
  if (isWrapped()) {
    await texts
    await (await import('./wrapper/start-in-wrapper.tsx')).startInWrapper(root)
  }
  startSession()
  await texts
  createRoot(root).render(
    <StrictMode>
      <Providers />
    </StrictMode>,
  )
}

const root = document.getElementById('root')
if (!root) throw new Error('expected an element #root in index.html')
void start(root)
