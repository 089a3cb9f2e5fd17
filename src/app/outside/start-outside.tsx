import { StrictMode, Suspense } from 'react'
import type { Root } from 'react-dom/client'
import { followDeviceTheme, layThemes } from '../../ui/lay-themes.ts'
import { beginPage } from '../page-beginnings.ts'
import { loadPage } from './load-page.ts'
import { Outside } from './outside.tsx'
import { OutsideSteps } from './outside-steps.ts'
import { OutsideBoundary } from './outside-boundary.tsx'

const loadProduct = () => import('../product.tsx')

/**
 * Shows the page of the address without the product: the landing page, or signing in. The product takes the document
 * over once it is wanted.
 *
 * @returns false where the page could not be loaded
 */
export async function startOutside(root: Root): Promise<boolean> {
  const first = await loadPage(new URL(location.href)).catch(() => null)
  if (!first) return false
  layThemes()
  followDeviceTheme()
  const enter = async (isSignedInHere: boolean) => {
    beginPage(location.pathname)
    const { takeOver } = await loadProduct()
    await takeOver(root, isSignedInHere)
  }
  const steps = new OutsideSteps(first, enter)
  steps.start()
  root.render(
    <StrictMode>
      <OutsideBoundary>
        <Suspense>
          <Outside
            steps={steps}
            onBegin={(path) => {
              beginPage(path)
              void loadProduct().catch(() => undefined)
            }}
          />
        </Suspense>
      </OutsideBoundary>
    </StrictMode>,
  )
  // The browser looked for the part of the page that the address names before there was one.
  if (location.hash)
    requestAnimationFrame(() => document.getElementById(location.hash.slice(1))?.scrollIntoView())
  return true
}
