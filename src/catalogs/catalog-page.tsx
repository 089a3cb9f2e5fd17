import { useTranslation } from 'react-i18next'
import { QuickViewBody } from '../map-record/quick-view/quick-view-body.tsx'
import { useCatalogs } from '../queries/catalog-queries.ts'
import { ButtonLink } from '../ui/links.tsx'
import { EmptyState, ErrorState } from '../ui/list-states.tsx'
import { LoadingIndicator } from '../ui/loading-indicator.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { viewedMaps } from './catalog-maps.ts'
import classes from './catalog-page.module.css'

/** One catalog, one's own or shared: its title, who shared it, and the overlays of its maps. */
export function CatalogPage({ id }: { readonly id: string }) {
  const { t } = useTranslation(['catalogs', 'common'])
  const { data, isPending, error, refetch, isRefetching } = useCatalogs()
  if (isPending) return <LoadingIndicator />
  if (error)
    return <ErrorState title={t('failed')} onRetry={() => void refetch()} isRetrying={isRefetching} />
  const catalog = data.find((one) => one.id === id)
  if (!catalog)
    return (
      <>
        <PageHeader title={t('common:page.catalogs')} />
        <EmptyState
          title={t('gone.title')}
          text={t('gone.text')}
          action={<ButtonLink to="/main">{t('common:action.toMain')}</ButtonLink>}
        />
      </>
    )
  const { title, sharedBy } = catalog
  return (
    <>
      <PageHeader title={title} {...(sharedBy ? { text: t('sharedBy', sharedBy) } : {})} />
      <div className={classes.overlays}>
        <QuickViewBody key={id} maps={viewedMaps(catalog)} origin="catalog" />
      </div>
    </>
  )
}
