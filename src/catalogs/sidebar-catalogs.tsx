import { Menu } from '@mantine/core'
import {
  IconDots,
  IconEye,
  IconFolder,
  IconLogout,
  IconPencil,
  IconShare,
  IconTrash,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Catalog } from '../../contract/api/catalogs.ts'
import { useCatalogs } from '../queries/catalog-queries.ts'
import { IconButton } from '../ui/icon-button.tsx'
import type { CatalogDialog } from './catalog-dialog.ts'
import classes from './sidebar-catalogs.module.css'

const ICON = { size: 18, stroke: 1.75 }
const ACTIONS = [
  { kind: 'view', icon: IconEye, whose: 'any' },
  { kind: 'rename', icon: IconPencil, whose: 'editors' },
  { kind: 'share', icon: IconShare, whose: 'own' },
  { kind: 'delete', icon: IconTrash, whose: 'own' },
  { kind: 'leave', icon: IconLogout, whose: 'others' },
] as const

function isFor(whose: (typeof ACTIONS)[number]['whose'], { isOwner, canEdit }: Catalog): boolean {
  if (whose === 'editors') return canEdit
  return whose === 'any' || (whose === 'own') === isOwner
}

interface SidebarCatalogsProps {
  /** Called when a catalog is gone to. */
  readonly onNavigate: (() => void) | undefined
  readonly onDialog: (dialog: CatalogDialog) => void
}

/** The user's catalogs, each with what can be done with it. */
export function SidebarCatalogs({ onNavigate, onDialog }: SidebarCatalogsProps) {
  const { t } = useTranslation()
  const { data = [], error } = useCatalogs()
  // A page is of use without them.
  useEffect(() => {
    if (error) console.error(error)
  }, [error])
  return data.map((catalog) => (
    <li key={catalog.id} className={classes.catalog}>
      <Link
        to="/catalogs"
        search={{ catalogId: catalog.id }}
        className={classes.open}
        title={catalog.title}
        aria-label={
          catalog.sharedBy ? t('nav.sharedCatalog', { title: catalog.title, ...catalog.sharedBy }) : undefined
        }
        onClick={onNavigate}
      >
        <IconFolder size={20} stroke={1.75} aria-hidden />
        <span className={classes.texts}>
          <span>{catalog.title}</span>
          {catalog.sharedBy ? <small>{t('nav.sharedBy', catalog.sharedBy)}</small> : null}
        </span>
      </Link>
      <Menu position="bottom-end" width={200} withinPortal>
        <Menu.Target>
          <IconButton
            label={t('nav.catalogActions', { title: catalog.title })}
            tooltipSide="right"
            color="gray"
          >
            <IconDots {...ICON} />
          </IconButton>
        </Menu.Target>
        <Menu.Dropdown>
          {ACTIONS.filter(({ whose }) => isFor(whose, catalog)).map(({ kind, icon: Icon }) => (
            <Menu.Item
              key={kind}
              leftSection={<Icon {...ICON} />}
              onClick={() => onDialog({ kind, catalog })}
              {...(kind === 'delete' ? { color: 'vermilion' } : {})}
            >
              {t(`nav.catalog.${kind}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </li>
  ))
}
