import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { Suspense } from 'react'
import { queryClient } from '../api/query-client.ts'
import { LoadingIndicator } from '../ui/loading-indicator.tsx'
import { ThemeProvider } from '../ui/theme-provider.tsx'
import { Toasts } from '../ui/toasts.tsx'
import { startLayers } from '../ui/use-layer.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { router } from './router.tsx'

startLayers(router)

/** Everything that the pages stand on. */
export function Providers() {
  return (
    <ThemeProvider>
      <ErrorBoundary>
        <QueryClientProvider client={queryClient}>
          <Suspense fallback={<LoadingIndicator />}>
            <RouterProvider router={router} />
            <Toasts />
          </Suspense>
        </QueryClientProvider>
      </ErrorBoundary>
    </ThemeProvider>
  )
}
