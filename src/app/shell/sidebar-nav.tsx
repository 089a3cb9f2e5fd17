import { Tooltip } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { navigationCounts } from '../../../contract/api/system.ts'
import { callApi } from '../../api/call-api.ts'
import type { CatalogDialog } from '../../catalogs/catalog-dialog.ts'
import { queryKeys } from '../../queries/query-keys.ts'
import { lazyNeeded } from '../../ui/lazy-needed.tsx'
import { badgeText } from './navigation.ts'
import { SIDEBAR_GROUPS, type SidebarEntry } from './sidebar-groups.ts'
import classes from './sidebar.module.css'

/** A page can be used before it knows of any catalog. */
const SidebarCatalogs = lazyNeeded(
  async () => (await import('../../catalogs/sidebar-catalogs.tsx')).SidebarCatalogs,
)

interface NavItemProps {
  readonly entry: SidebarEntry
  /** For its badge. */
  readonly count: number | undefined
  readonly isIconOnly: boolean
  readonly onNavigate: (() => void) | undefined
}

function NavItem({ entry, count, isIconOnly, onNavigate }: NavItemProps) {
  const { t } = useTranslation()
  const { to, params, hash, icon, iconAlone = icon } = entry
  const Icon = isIconOnly ? iconAlone : icon
  const label = t(entry.label)
  const badge = badgeText(count)
  const name = badge ? t('nav.count', { label, count: badge as never }) : label
  return (
    <li>
      <Tooltip label={name} position="right" disabled={!isIconOnly} openDelay={100}>
        <Link
          to={to}
          params={params}
          hash={hash}
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
    queryKey: queryKeys.counts,
    queryFn: ({ signal }) => callApi(navigationCounts, {}, { signal }),
    staleTime: 60_000,
  })
  return (
    <nav aria-label={t('nav.label')} className={classes.nav}>
      {SIDEBAR_GROUPS.map(({ label, entries, hasCatalogs }) => (
        <NavGroup key={label} label={t(label)} isIconOnly={isIconOnly}>
          {entries.map((entry) => (
            <NavItem
              key={entry.label}
              entry={entry}
              count={entry.count && counts?.[entry.count]}
              isIconOnly={isIconOnly}
              onNavigate={onNavigate}
            />
          ))}
          {hasCatalogs && !isIconOnly ? (
            <SidebarCatalogs onNavigate={onNavigate} onDialog={onCatalog} />
          ) : null}
        </NavGroup>
      ))}
    </nav>
  )
}
