import type { Crumb, PageTitle, Screen, ScreenAddress } from './screen.ts'

export const HOME: Crumb = { title: 'breadcrumbs.home', to: '/main' }

/** The way from home (`/main`) to a page. */
export function breadcrumbTrail({ title, crumbs }: Screen, address: ScreenAddress): readonly Crumb[] {
  if (crumbs) return crumbs(address)
  return title ? [HOME, { title }] : [HOME]
}

/**
 * What a tab of the browser calls a page: by the end of the way to it, and by the page that this is a part of. The part
 * comes first, for a row of tabs shows little more.
 */
export function tabTitles(screen: Screen, address: ScreenAddress): readonly PageTitle[] {
  const { title, crumbs } = screen
  if (!title) return []
  const way = crumbs?.(address).map((crumb) => crumb.title) ?? []
  const last = way.at(-1) ?? title
  return last !== title && way.includes(title) ? [last, title] : [last]
}
