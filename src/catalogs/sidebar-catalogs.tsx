import { Menu } from '@mantine/core'
import { IconDots, IconEye, IconFolder, IconPencil, IconShare, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCatalogs } from '../map-record/catalog-queries.ts'
import { IconButton } from '../ui/icon-button.tsx'
import type { CatalogDialog } from './catalog-dialog.ts'
import classes from './sidebar-catalogs.module.css'

const ICON = { size: 18, stroke: 1.75 }
const ACTIONS = [
  { kind: 'view', icon: IconEye, isOwners: false },
  { kind: 'rename', icon: IconPencil, isOwners: true },
  { kind: 'share', icon: IconShare, isOwners: true },
  { kind: 'delete', icon: IconTrash, isOwners: true },
] as const

/** The user's catalogs, each with what can be done with it. */
export function SidebarCatalogs({ onDialog }: { readonly onDialog: (dialog: CatalogDialog) => void }) {
  const { t } = useTranslation()
  const { data = [] } = useCatalogs()
  return data.map((catalog) => (
    <li key={catalog.id} className={classes.catalog}>
      <button
        type="button"
        className={classes.open}
        title={catalog.title}
        onClick={() => onDialog({ kind: 'view', catalog })}
      >
        <IconFolder size={20} stroke={1.75} aria-hidden />
        <span>{catalog.title}</span>
      </button>
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
          {ACTIONS.filter(({ isOwners }) => catalog.isOwner || !isOwners).map(({ kind, icon: Icon }) => (
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
