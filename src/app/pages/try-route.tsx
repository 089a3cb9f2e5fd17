import { lazySection } from '../../ui/lazy-section.tsx'

/** The page of a map that never leaves the computer; by itself, so that other pages need not know its files. */
export const TryRoute = lazySection(async () => (await import('./try-pages.tsx')).TryPages)
