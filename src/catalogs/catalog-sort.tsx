import { Button, Menu } from '@mantine/core'
import { IconArrowsSort } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { CatalogMap } from '../../contract/api/catalog-maps.ts'
import { type CatalogOrder, ordersOf } from './sort-catalog.ts'

interface CatalogSortProps {
  readonly maps: readonly CatalogMap[]
  readonly onSort: (by: CatalogOrder) => void
}

/** Puts all maps of a catalog into order at one press; nothing where they have nothing to be sorted by. */
export function CatalogSort({ maps, onSort }: CatalogSortProps) {
  const { t } = useTranslation('sorting')
  const orders = ordersOf(maps)
  if (orders.length === 0) return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconArrowsSort size={18} stroke={1.75} />}>
          {t('sort')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {orders.map((by) => (
          <Menu.Item key={by} onClick={() => onSort(by)}>
            {t(`by.${by}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
