import type { Crumb, Screen, ScreenAddress } from './screen.ts'

export const HOME: Crumb = { title: 'breadcrumbs.home', to: '/main' }

/** The way from home (`/main`) to a page. */
export function breadcrumbTrail({ title, crumbs }: Screen, address: ScreenAddress): readonly Crumb[] {
  if (crumbs) return crumbs(address)
  return title ? [HOME, { title }] : [HOME]
}
