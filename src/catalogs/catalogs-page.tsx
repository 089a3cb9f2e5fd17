import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Catalog } from '../../contract/api/catalogs.ts'
import { MapGridSkeleton } from '../map-record/map-grid.tsx'
import type { CatalogAddress } from '../queries/catalog-map-queries.ts'
import { useCatalogs } from '../queries/catalog-queries.ts'
import { useFailure } from '../queries/use-failure.ts'
import { i18n } from '../ui/i18n/i18n.ts'
import { lazyOverlay } from '../ui/lazy-overlay.tsx'
import { ErrorState } from '../ui/list-states.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { useListFocus } from '../ui/use-list-focus.ts'
import { CatalogCard, type CatalogCardProps } from './catalog-card.tsx'
import type { CatalogDialog } from './catalog-dialog.ts'
import classes from './catalogs-page.module.css'
import { NewCatalogCard } from './new-catalog-card.tsx'

const CatalogDialogs = lazyOverlay(async () => (await import('./catalog-dialogs.tsx')).CatalogDialogs)
const CatalogMapsDialog = lazyOverlay(async () => {
  const [part] = await Promise.all([import('./catalog-maps-dialog.tsx'), i18n.loadNamespaces('sorting')])
  return part.CatalogMapsDialog
})

export interface CatalogsPageProps {
  /** The catalog whose maps stand open, as the address says it. */
  readonly opened: CatalogAddress | null
  readonly onOpen: (catalog: Catalog) => void
  readonly onClose: () => void
  readonly onOpenViewer: (catalog: Catalog) => void
}

/** One's own catalogs, those that others share, and the maps of the one that stands open. */
export function CatalogsPage({ opened, onOpen, onClose, onOpenViewer }: CatalogsPageProps) {
  const { t } = useTranslation(['catalogs', 'common'])
  const catalogs = useCatalogs()
  const failure = useFailure(catalogs)
  const { data } = catalogs
  const [dialog, setDialog] = useState<CatalogDialog | null>(null)
  const card = { onView: onOpen, onOpenViewer, onDialog: setDialog }
  const shared = data?.filter(({ isOwner }) => !isOwner) ?? []
  return (
    <>
      <PageHeader title={t('common:page.catalogs')} text={t('lead')} />
      {data ? (
        <>
          <CatalogGrid label={t('own')} catalogs={data.filter(({ isOwner }) => isOwner)} hasNew {...card} />
          {shared.length > 0 ? <CatalogGrid label={t('shared')} catalogs={shared} {...card} /> : null}
        </>
      ) : failure ? (
        <ErrorState title={t('failed')} {...failure} />
      ) : (
        <MapGridSkeleton />
      )}
      {opened ? <CatalogMapsDialog key={keyOf(opened)} address={opened} onClose={onClose} /> : null}
      {dialog ? <CatalogDialogs dialog={dialog} onClose={() => setDialog(null)} /> : null}
    </>
  )
}

const keyOf = (address: CatalogAddress) => ('id' in address ? address.id : address.token)

interface CatalogGridProps extends Omit<CatalogCardProps, 'catalog'> {
  readonly label: string
  readonly catalogs: readonly Catalog[]
  /** Ends with the card that makes a new one. */
  readonly hasNew?: boolean
}

/** Some catalogs under a heading. */
function CatalogGrid({ label, catalogs, hasNew = false, ...card }: CatalogGridProps) {
  const keepFocus = useListFocus()
  return (
    <section className={classes.section} aria-label={label}>
      <h2 className={hasNew ? 'visually-hidden' : classes.heading}>{label}</h2>
      <ul className={classes.grid} {...keepFocus}>
        {catalogs.map((catalog) => (
          <li key={catalog.id}>
            <CatalogCard catalog={catalog} {...card} />
          </li>
        ))}
        {hasNew ? (
          <li>
            <NewCatalogCard isFirst={catalogs.length === 0} />
          </li>
        ) : null}
      </ul>
    </section>
  )
}
