import {
  IconBinoculars,
  IconBooks,
  IconClipboardList,
  IconCompass,
  IconCreditCard,
  IconGauge,
  IconHeart,
  IconHelp,
  IconLifebuoy,
  IconMap2,
  IconMessage2,
  IconSearch,
  IconSettings,
  IconUsers,
  IconUsersGroup,
  IconWorld,
} from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'
import type { ParseKeys } from 'i18next'
import type { ComponentType } from 'react'
import type { navigationCounts } from '../../../contract/api/system.ts'
import type { ReplyOf } from '../../../contract/api/define-call.ts'

type NavText = Extract<ParseKeys<'common'>, `nav.${string}`>
type NavIcon = ComponentType<{ size: number; stroke: number }>

/** An entry of the sidebar; it leads to a page, or to the people who run this instance where they name an address. */
export interface SidebarEntry extends Pick<LinkProps, 'to' | 'params'> {
  readonly isContact?: true
  /** Only where a phone shows the groups: it is taken along, and knows where it is. */
  readonly isForPhone?: true
  readonly label: NavText
  readonly icon: NavIcon
  /** In place of `icon` where the sidebar shows icons only. */
  readonly iconAlone?: NavIcon
  /** The number that the entry's badge shows. */
  readonly count?: keyof ReplyOf<typeof navigationCounts>
}

export interface SidebarGroup {
  readonly label: NavText
  readonly entries: readonly SidebarEntry[]
  /** The user's catalogs are listed below the entries. */
  readonly hasCatalogs?: boolean
  /**
   * Its entries are folded until its name is pressed or its page is open: always, or while none of its entries counts
   * anything.
   */
  readonly folds?: 'always' | 'whileEmpty'
}

export const SIDEBAR_GROUPS: readonly SidebarGroup[] = [
  {
    label: 'nav.main',
    entries: [
      { to: '/navigator', label: 'nav.navigator', icon: IconCompass, isForPhone: true },
      { to: '/main', label: 'nav.myMaps', icon: IconMap2 },
    ],
  },
  {
    label: 'nav.discovery',
    entries: [
      { to: '/search', label: 'nav.search', icon: IconSearch },
      { to: '/public-maps', label: 'nav.publicMaps', icon: IconWorld },
      { to: '/favourites', label: 'nav.favourites', icon: IconHeart },
      {
        to: '/undiscovered-maps',
        label: 'nav.undiscovered',
        icon: IconBinoculars,
        count: 'undiscoveredMaps',
      },
    ],
  },
  {
    label: 'nav.catalogs',
    entries: [{ to: '/catalogs', label: 'nav.allCatalogs', icon: IconBooks }],
    hasCatalogs: true,
  },
  {
    label: 'nav.assignments',
    folds: 'whileEmpty',
    entries: [
      { to: '/my-assignments', label: 'nav.myAssignments', icon: IconClipboardList, count: 'myAssignments' },
      {
        to: '/assigned-maps-to-others',
        label: 'nav.assignedToOthers',
        icon: IconUsersGroup,
        count: 'assignedToOthers',
      },
    ],
  },
  {
    label: 'nav.settings',
    folds: 'always',
    entries: [
      { to: '/settings/$tab', params: { tab: 'general' }, label: 'nav.general', icon: IconSettings },
      { to: '/settings/$tab', params: { tab: 'team' }, label: 'nav.team', icon: IconUsers },
      { to: '/settings/$tab', params: { tab: 'billing' }, label: 'nav.billing', icon: IconCreditCard },
      { to: '/settings/$tab', params: { tab: 'limits' }, label: 'nav.limits', icon: IconGauge },
    ],
  },
  {
    label: 'nav.help',
    entries: [
      { to: '/help', label: 'nav.support', icon: IconLifebuoy, iconAlone: IconHelp },
      { isContact: true, label: 'nav.feedback', icon: IconMessage2 },
    ],
  },
]
