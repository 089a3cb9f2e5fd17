import { Drawer } from '@mantine/core'
import '@mantine/core/styles/Drawer.layer.css'
import { useTranslation } from 'react-i18next'
import type { CatalogDialog } from '../../catalogs/catalog-dialog.ts'
import { useFocusReturn } from '../../ui/use-focus-return.ts'
import { useLayer } from '../../ui/use-layer.ts'
import { Brand } from './brand.tsx'
import { SidebarNav } from './sidebar-nav.tsx'
import classes from './sidebar.module.css'
import { UserMenu } from './user-menu.tsx'

interface MobileSidebarProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onCatalog: (dialog: CatalogDialog) => void
}

/** The sidebar of the mobile layout: a drawer, 18rem wide. */
export function MobileSidebar({ isOpen, onClose, onCatalog }: MobileSidebarProps) {
  const { t } = useTranslation()
  useFocusReturn(isOpen)
  useLayer(isOpen, onClose)
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      size="18rem"
      title={<Brand isIconOnly={false} />}
      closeButtonProps={{ 'aria-label': t('nav.closeMenu') }}
      classNames={{ body: classes.drawerBody, content: classes.drawer, header: classes.drawerHead }}
    >
      <SidebarNav
        isIconOnly={false}
        onNavigate={onClose}
        onCatalog={(dialog) => {
          onClose()
          onCatalog(dialog)
        }}
      />
      <UserMenu isIconOnly={false} />
    </Drawer>
  )
}
