/** The pages that need no session, and can be drawn without what the product stands on. */
export type OutsidePage = 'landing' | 'login' | 'register' | 'forgot' | 'reset'

const PAGES: Readonly<Record<string, OutsidePage>> = {
  '/': 'landing',
  '/landing': 'landing',
  '/login': 'login',
  '/register': 'register',
  '/forgot': 'forgot',
  '/reset': 'reset',
}

/** The page of a path; null where it is one of the product. */
export const pageAt = (path: string): OutsidePage | null =>
  PAGES[path.length > 1 ? path.replace(/\/$/, '') : path] ?? null
