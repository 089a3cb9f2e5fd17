import { useLocation, useMatches } from '@tanstack/react-router'
import type { Screen, ScreenAddress } from './screen.ts'

const NOTHING_SAID: Screen = {}

/** What the route of the page that stands says of it. */
export function useScreen(): Screen {
  return useMatches({ select: (matches) => matches.at(-1)?.staticData ?? NOTHING_SAID })
}

/** The address of the page that stands; the state of the navigation fills in what the address leaves out. */
export function useScreenAddress(): ScreenAddress {
  const { params, search } = useMatches({
    select: (matches): ScreenAddress => ({
      params: matches.at(-1)?.params ?? {},
      search: matches.at(-1)?.search ?? {},
    }),
    structuralSharing: true,
  })
  const { tab, catalogId } = useLocation({ select: ({ state }) => state })
  return { params, search: { ...(tab && { tab }), ...(catalogId && { catalogId }), ...search } }
}
