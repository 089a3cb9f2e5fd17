import { Button } from '@mantine/core'
import { IconEye, IconFolderOff, IconMapSearch, IconWorldPin } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CatalogWithMaps } from '../../contract/api/catalog-maps.ts'
import { ApiError } from '../api/api-error.ts'
import { useCatalogMaps, type CatalogAddress } from '../queries/catalog-map-queries.ts'
import { useCatalogs } from '../queries/catalog-queries.ts'
import { useFailure } from '../queries/use-failure.ts'
import { Dialog } from '../ui/dialog.tsx'
import { lazyOverlay } from '../ui/lazy-overlay.tsx'
import { ButtonLink } from '../ui/links.tsx'
import { EmptyState, ErrorState, SkeletonState } from '../ui/list-states.tsx'
import { useIsMobile } from '../ui/use-is-mobile.ts'
import { CatalogMapList } from './catalog-map-list.tsx'
import classes from './catalog-maps-dialog.module.css'
import { viewedMaps } from './catalog-maps.ts'
import { SharingWord } from './sharing-word.tsx'

const QuickViewDialog = lazyOverlay(
  async () => (await import('../map-record/quick-view/quick-view-dialog.tsx')).QuickViewDialog,
)

interface CatalogMapsDialogProps {
  readonly address: CatalogAddress
  readonly onClose: () => void
}

/** The maps of a catalog, in its order. */
export function CatalogMapsDialog({ address, onClose }: CatalogMapsDialogProps) {
  const { t } = useTranslation(['catalogs', 'common'])
  const isMobile = useIsMobile()
  const content = useCatalogMaps(address)
  const failure = useFailure(content)
  const { data } = content
  const { data: known } = useCatalogs()
  const isGone = failure?.error instanceof ApiError && failure.error.status === 404
  const listed = 'id' in address ? known?.find(({ id }) => id === address.id) : undefined
  const title = isGone ? undefined : (data?.catalog.title ?? listed?.title)
  return (
    <Dialog
      opened
      onClose={onClose}
      // The address says that it is open.
      hasStep={false}
      title={title ?? t('common:page.catalogs')}
      size={760}
      fullScreen={isMobile}
    >
      {isGone ? (
        <EmptyState
          icon={<IconFolderOff size={48} stroke={1.25} aria-hidden />}
          title={t('gone.title')}
          text={t('gone.text')}
          action={<Button onClick={onClose}>{t('maps.toCatalogs')}</Button>}
        />
      ) : data ? (
        <CatalogContent content={data} isInLists={'id' in address} />
      ) : failure ? (
        <ErrorState title={t('maps.failed')} {...failure} />
      ) : (
        <SkeletonState>
          {[0, 1, 2].map((row) => (
            <div key={row} className={classes.skeleton} />
          ))}
        </SkeletonState>
      )}
    </Dialog>
  )
}

interface CatalogContentProps {
  readonly content: CatalogWithMaps
  /** Own, or shared with the reader by name: the viewer lists it too. */
  readonly isInLists: boolean
}

/** Who sees the catalog, what can be done with it as a whole, and its maps. */
function CatalogContent({ content: { catalog, maps }, isInLists }: CatalogContentProps) {
  const { t } = useTranslation('catalogs')
  const [isLooking, setLooking] = useState(false)
  const overlays = viewedMaps(catalog)
  return (
    <>
      <div className={classes.head}>
        <SharingWord catalog={catalog} />
        <div className={classes.ways}>
          {overlays.length > 0 ? (
            <Button
              variant="default"
              leftSection={<IconEye size={18} stroke={1.75} />}
              onClick={() => setLooking(true)}
            >
              {t('maps.quickView')}
            </Button>
          ) : null}
          {isInLists && maps.length > 0 ? (
            <ButtonLink
              to="/public-maps"
              search={{ catalogId: catalog.id }}
              leftSection={<IconWorldPin size={18} stroke={1.75} />}
            >
              {t('maps.openViewer')}
            </ButtonLink>
          ) : null}
        </div>
      </div>
      {maps.length > 0 ? (
        <CatalogMapList catalog={catalog} maps={maps} isInLists={isInLists} />
      ) : (
        <EmptyState
          icon={<IconMapSearch size={48} stroke={1.25} aria-hidden />}
          title={t('maps.empty')}
          text={t(catalog.canEdit ? 'maps.emptyText' : 'maps.emptyRead')}
          action={catalog.canEdit ? <ButtonLink to="/public-maps">{t('maps.find')}</ButtonLink> : null}
        />
      )}
      {isLooking ? (
        <QuickViewDialog
          title={catalog.title}
          maps={overlays}
          origin="catalog"
          onClose={() => setLooking(false)}
        />
      ) : null}
    </>
  )
}
