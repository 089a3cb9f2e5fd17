import { Drawer } from '@mantine/core'
import '@mantine/core/styles/Drawer.layer.css'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/icon-button.tsx'
import { Mark } from '../../ui/mark.tsx'
import { shortcutText } from '../../ui/shortcut-text.ts'
import { SidebarNav } from './sidebar-nav.tsx'
import classes from './sidebar.module.css'
import { useSidebar } from './use-sidebar.ts'
import { UserMenu } from './user-menu.tsx'

function Brand({ isIconOnly }: { readonly isIconOnly: boolean }) {
  const { t } = useTranslation()
  return (
    <Link to="/main" className={classes.brand} aria-label={isIconOnly ? t('brand') : undefined}>
      <Mark size={26} />
      {isIconOnly ? null : (
        <span>
          <span className={classes.brandName}>{t('brand')}</span>
          <span className={classes.edition}>{t('edition')}</span>
        </span>
      )}
    </Link>
  )
}

interface SidebarProps {
  readonly isEditor: boolean
}

/** The sidebar of the desktop layout: 16rem wide, or 3rem with icons only. */
export function Sidebar({ isEditor }: SidebarProps) {
  const { t } = useTranslation()
  const { isOpen, toggle } = useSidebar(isEditor)
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
      <SidebarNav isIconOnly={!isOpen} />
      <UserMenu isIconOnly={!isOpen} />
    </aside>
  )
}

interface MobileSidebarProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** The sidebar of the mobile layout: a drawer, 18rem wide. */
export function MobileSidebar({ isOpen, onClose }: MobileSidebarProps) {
  const { t } = useTranslation()
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      size="18rem"
      title={<Brand isIconOnly={false} />}
      closeButtonProps={{ 'aria-label': t('nav.closeMenu') }}
      classNames={{ body: classes.drawerBody, content: classes.drawer, header: classes.drawerHead }}
    >
      <SidebarNav isIconOnly={false} onNavigate={onClose} />
      <UserMenu isIconOnly={false} />
    </Drawer>
  )
}
