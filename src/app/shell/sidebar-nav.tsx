import { Tooltip } from '@mantine/core'
import {
  IconBinoculars,
  IconBooks,
  IconClipboardList,
  IconCreditCard,
  IconGauge,
  IconHelp,
  IconLifebuoy,
  IconMap2,
  IconMessage2,
  IconSettings,
  IconUsers,
  IconUsersGroup,
  IconWorld,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { navigationCounts } from '../../../contract/api/system.ts'
import { callApi } from '../../api/call-api.ts'
import type { CatalogDialog } from '../../catalogs/catalog-dialog.ts'
import { SidebarCatalogs } from '../../catalogs/sidebar-catalogs.tsx'
import { badgeText } from './navigation.ts'
import classes from './sidebar.module.css'

interface NavItemProps {
  readonly to: LinkProps['to']
  readonly params?: LinkProps['params']
  readonly hash?: string
  readonly icon: ComponentType<{ size: number; stroke: number }>
  readonly label: string
  readonly count?: number | undefined
  readonly isIconOnly: boolean
  readonly onNavigate: (() => void) | undefined
}

function NavItem({ icon: Icon, label, count, isIconOnly, onNavigate, ...link }: NavItemProps) {
  const { t } = useTranslation()
  const badge = badgeText(count)
  const name = badge ? t('nav.count', { label, count: badge as never }) : label
  return (
    <li>
      <Tooltip label={name} position="right" disabled={!isIconOnly} openDelay={100}>
        <Link
          {...link}
          className={classes.item}
          aria-label={isIconOnly || badge ? name : undefined}
          onClick={onNavigate}
        >
          <Icon size={20} stroke={1.75} />
          {isIconOnly ? null : <span className={classes.itemLabel}>{label}</span>}
          {badge ? (
            <span className={isIconOnly ? classes.dot : classes.badge} aria-hidden>
              {isIconOnly ? '' : badge}
            </span>
          ) : null}
        </Link>
      </Tooltip>
    </li>
  )
}

interface NavGroupProps {
  readonly label: string
  readonly isIconOnly: boolean
  readonly children: ReactNode
}

function NavGroup({ label, isIconOnly, children }: NavGroupProps) {
  return (
    <section className={classes.group} aria-label={label}>
      {isIconOnly ? <hr className={classes.rule} /> : <h2 className={classes.groupLabel}>{label}</h2>}
      <ul className={classes.items}>{children}</ul>
    </section>
  )
}

interface SidebarNavProps {
  readonly isIconOnly: boolean
  /** Called when an item is chosen: the drawer of the phone closes. */
  readonly onNavigate?: () => void
  readonly onCatalog: (dialog: CatalogDialog) => void
}

/** The groups of the sidebar with their badges. */
export function SidebarNav({ isIconOnly, onNavigate, onCatalog }: SidebarNavProps) {
  const { t } = useTranslation()
  const { data: counts } = useQuery({
    queryKey: ['navigation-counts'],
    queryFn: ({ signal }) => callApi(navigationCounts, {}, { signal }),
    staleTime: 60_000,
  })
  const shared = { isIconOnly, onNavigate }
  return (
    <nav aria-label={t('nav.label')} className={classes.nav}>
      <NavGroup label={t('nav.main')} isIconOnly={isIconOnly}>
        <NavItem {...shared} to="/main" icon={IconMap2} label={t('nav.myMaps')} />
      </NavGroup>
      <NavGroup label={t('nav.discovery')} isIconOnly={isIconOnly}>
        <NavItem {...shared} to="/public-maps" icon={IconWorld} label={t('nav.publicMaps')} />
        <NavItem
          {...shared}
          to="/undiscovered-maps"
          icon={IconBinoculars}
          label={t('nav.undiscovered')}
          count={counts?.undiscoveredMaps}
        />
      </NavGroup>
      <NavGroup label={t('nav.catalogs')} isIconOnly={isIconOnly}>
        <NavItem {...shared} to="/catalogs" icon={IconBooks} label={t('nav.allCatalogs')} />
        {isIconOnly ? null : <SidebarCatalogs onDialog={onCatalog} />}
      </NavGroup>
      <NavGroup label={t('nav.assignments')} isIconOnly={isIconOnly}>
        <NavItem
          {...shared}
          to="/my-assignments"
          icon={IconClipboardList}
          label={t('nav.myAssignments')}
          count={counts?.myAssignments}
        />
        <NavItem
          {...shared}
          to="/assigned-maps-to-others"
          icon={IconUsersGroup}
          label={t('nav.assignedToOthers')}
          count={counts?.assignedToOthers}
        />
      </NavGroup>
      <NavGroup label={t('nav.settings')} isIconOnly={isIconOnly}>
        <NavItem
          {...shared}
          to="/settings/$tab"
          params={{ tab: 'general' }}
          icon={IconSettings}
          label={t('nav.general')}
        />
        <NavItem
          {...shared}
          to="/settings/$tab"
          params={{ tab: 'team' }}
          icon={IconUsers}
          label={t('nav.team')}
        />
        <NavItem
          {...shared}
          to="/settings/$tab"
          params={{ tab: 'billing' }}
          icon={IconCreditCard}
          label={t('nav.billing')}
        />
        <NavItem
          {...shared}
          to="/settings/$tab"
          params={{ tab: 'limits' }}
          icon={IconGauge}
          label={t('nav.limits')}
        />
      </NavGroup>
      <NavGroup label={t('nav.help')} isIconOnly={isIconOnly}>
        <NavItem
          {...shared}
          to="/landing"
          hash="galimybes"
          icon={isIconOnly ? IconHelp : IconLifebuoy}
          label={t('nav.support')}
        />
        <NavItem {...shared} to="/landing" hash="kontaktai" icon={IconMessage2} label={t('nav.feedback')} />
      </NavGroup>
    </nav>
  )
}
