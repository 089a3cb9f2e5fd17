import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { CatalogDialog } from '../../catalogs/catalog-dialog.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { shortcutText } from '../../ui/shortcut-text.ts'
import { Brand } from './brand.tsx'
import { SidebarNav } from './sidebar-nav.tsx'
import classes from './sidebar.module.css'
import { useSidebar } from './use-sidebar.ts'
import { UserMenu } from './user-menu.tsx'

interface SidebarProps {
  /** Over a page with a bar of its own, or in a window as low as a phone on its side. */
  readonly isNarrow: boolean
  readonly onCatalog: (dialog: CatalogDialog) => void
}

/** The sidebar of the desktop layout: 16rem wide, or 3rem with icons only. */
export function Sidebar({ isNarrow, onCatalog }: SidebarProps) {
  const { t } = useTranslation()
  const { isOpen, toggle } = useSidebar(isNarrow)
  const Icon = isOpen ? IconLayoutSidebarLeftCollapse : IconLayoutSidebarLeftExpand
  return (
    <aside className={classes.sidebar} data-open={isOpen}>
      <div className={classes.head}>
        <Brand isIconOnly={!isOpen} />
        <IconButton
          label={isOpen ? t('nav.collapse') : t('nav.expand')}
          shortcut={shortcutText('Mod+B')}
          tooltipSide="right"
          aria-expanded={isOpen}
          onClick={toggle}
          color="gray"
        >
          <Icon size={20} stroke={1.75} />
        </IconButton>
      </div>
      <SidebarNav isIconOnly={!isOpen} onCatalog={onCatalog} />
      <UserMenu isIconOnly={!isOpen} />
    </aside>
  )
}
