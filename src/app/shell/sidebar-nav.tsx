import { Tooltip } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useId, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { navigationCounts } from '../../../contract/api/system.ts'
import { callApi } from '../../api/call-api.ts'
import type { CatalogDialog } from '../../catalogs/catalog-dialog.ts'
import { queryKeys } from '../../queries/query-keys.ts'
import { useConfig } from '../../queries/use-config.ts'
import { lazyNeeded } from '../../ui/lazy-needed.tsx'
import { badgeText } from './navigation.ts'
import { SIDEBAR_GROUPS, type SidebarEntry, type SidebarGroup } from './sidebar-groups.ts'
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
  const { data: config } = useConfig()
  const { to, params, isContact, isForPhone, icon, iconAlone = icon } = entry
  const Icon = isIconOnly ? iconAlone : icon
  const label = t(entry.label)
  const badge = badgeText(count)
  const name = badge ? t('nav.count', { label, count: badge as never }) : label
  if (isContact && !config?.contact) return null
  if (isForPhone && !onNavigate) return null
  const link = {
    className: classes.item,
    'aria-label': isIconOnly || badge ? name : undefined,
    onClick: onNavigate,
  }
  const face = (
    <>
      <Icon size={20} stroke={1.75} />
      {isIconOnly ? null : <span className={classes.itemLabel}>{label}</span>}
      {badge ? (
        <span className={isIconOnly ? classes.dot : classes.badge} aria-hidden>
          {isIconOnly ? '' : badge}
        </span>
      ) : null}
    </>
  )
  return (
    <li>
      <Tooltip label={name} position="right" disabled={!isIconOnly} openDelay={100}>
        {isContact ? (
          <a href={config?.contact ?? undefined} {...link}>
            {face}
          </a>
        ) : (
          <Link to={to} params={params} {...link}>
            {face}
          </Link>
        )}
      </Tooltip>
    </li>
  )
}

interface NavGroupProps {
  readonly label: string
  readonly isIconOnly: boolean
  /** Its entries wait behind its name. */
  readonly isFolded: boolean
  readonly children: ReactNode
}

function NavGroup({ label, isIconOnly, isFolded, children }: NavGroupProps) {
  const [isOpen, setOpen] = useState(false)
  const listId = useId()
  const items = (
    <ul id={listId} className={classes.items}>
      {children}
    </ul>
  )
  if (isIconOnly)
    return isFolded ? null : (
      <section className={classes.group} aria-label={label}>
        <hr className={classes.rule} />
        {items}
      </section>
    )
  return (
    <section className={classes.group} aria-label={label}>
      <h2 className={classes.groupLabel}>
        {isFolded ? (
          <button
            type="button"
            className={classes.fold}
            aria-expanded={isOpen}
            aria-controls={isOpen ? listId : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            {label}
            <IconChevronDown size={16} stroke={1.75} aria-hidden />
          </button>
        ) : (
          label
        )}
      </h2>
      {isFolded && !isOpen ? null : items}
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
  const pathname = useLocation({ select: (location) => location.pathname })
  const countOf = ({ count }: SidebarEntry) => count && counts?.[count]
  /** Without names the settings are one icon. */
  const shownOf = ({ folds, entries }: SidebarGroup) =>
    isIconOnly && folds === 'always' ? entries.slice(0, 1) : entries
  const isFolded = ({ folds, entries }: SidebarGroup) => {
    if (!folds || entries.some(({ to }) => pathname.startsWith(to?.split('$')[0] ?? ' '))) return false
    return folds === 'always' ? !isIconOnly : !entries.some(countOf)
  }
  return (
    <nav aria-label={t('nav.label')} className={classes.nav}>
      {SIDEBAR_GROUPS.map((group) => (
        <NavGroup key={group.label} label={t(group.label)} isIconOnly={isIconOnly} isFolded={isFolded(group)}>
          {shownOf(group).map((entry) => (
            <NavItem
              key={entry.label}
              entry={entry}
              count={countOf(entry)}
              isIconOnly={isIconOnly}
              onNavigate={onNavigate}
            />
          ))}
          {group.hasCatalogs && !isIconOnly ? (
            <SidebarCatalogs onNavigate={onNavigate} onDialog={onCatalog} />
          ) : null}
        </NavGroup>
      ))}
    </nav>
  )
}
