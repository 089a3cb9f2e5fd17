import { QueryClientProvider } from '@tanstack/react-query'
import { RouterContextProvider } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { onTestFinished } from 'vitest'
import { queryClient } from '../../src/api/query-client.ts'
import { router } from '../../src/app/router.tsx'
import { ThemeProvider } from '../../src/ui/theme-provider.tsx'

/** Shows a component beside the opened page, with the cache, router and theme of the client, until the test ends. */
export function showInApp(component: ReactNode): void {
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  onTestFinished(() => root.unmount())
  root.render(
    <ThemeProvider>
      <QueryClientProvider client={queryClient}>
        <RouterContextProvider router={router}>
          <Suspense>{component}</Suspense>
        </RouterContextProvider>
      </QueryClientProvider>
    </ThemeProvider>,
  )
}
