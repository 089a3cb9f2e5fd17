import { Button } from '@mantine/core'
import { IconArrowLeft, IconBooks } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../ui/links.tsx'
import classes from './viewer-page.module.css'

interface CatalogWaysProps {
  readonly catalogId: string | undefined
  readonly onBackToPublic: () => void
}

/** The ways out of a catalog: to the public maps, and to the catalog among all catalogs. */
export function CatalogWays({ catalogId, onBackToPublic }: CatalogWaysProps) {
  const { t } = useTranslation('viewer')
  return (
    <div className={classes.back}>
      <Button
        variant="default"
        size="compact-md"
        leftSection={<IconArrowLeft size={18} stroke={1.75} />}
        onClick={onBackToPublic}
      >
        {t('page.backToPublic')}
      </Button>
      <ButtonLink
        variant="default"
        size="compact-md"
        leftSection={<IconBooks size={18} stroke={1.75} />}
        to="/catalogs"
        search={{ catalogId }}
      >
        {t('page.toCatalog')}
      </ButtonLink>
    </div>
  )
}
