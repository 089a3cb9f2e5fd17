import { NativeSelect } from '@mantine/core'
import { IconHeartOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { FoundCollection } from '../map-record/found-collection.tsx'
import type { MapWays } from '../map-record/use-map-actions.tsx'
import { withText } from '../map-search/filter-forms.ts'
import { useCatalogs } from '../queries/catalog-queries.ts'
import { useFoundMaps } from '../queries/find-queries.ts'
import { ButtonLink } from '../ui/links.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { FAVOURITE_SORTS, favouritesRequest, type FavouritesState } from './favourites-state.ts'
import classes from './favourites-page.module.css'
import { useRemoval } from './use-removal.ts'

interface FavouritesPageProps extends MapWays {
  readonly search: FavouritesState
  readonly onSearch: (search: FavouritesState) => void
}

/** All maps that lie in any of one's catalogs. */
export function FavouritesPage({ search, onSearch, ...ways }: FavouritesPageProps) {
  const { t, i18n } = useTranslation(['catalogs', 'search'])
  const { sort } = search
  const { catalog } = search.filters
  const list = useFoundMaps(favouritesRequest(search))
  const own = useCatalogs().data?.filter(({ isOwner }) => isOwner) ?? []
  const { leaving, remove } = useRemoval(list.data, catalog)
  const total = list.data?.total
  return (
    <>
      <PageHeader title={t('favourites.title')} text={t('favourites.text')} />
      <div className={classes.line}>
        <NativeSelect
          label={t('favourites.catalog')}
          value={catalog ?? ''}
          data={[
            { value: '', label: t('favourites.all') },
            ...own.map(({ id, title }) => ({ value: id, label: title })),
          ]}
          onChange={({ currentTarget }) =>
            onSearch({ ...search, filters: withText(search.filters, 'catalog', currentTarget.value) })
          }
        />
        <NativeSelect
          label={t('search:filters.sort')}
          value={sort}
          data={FAVOURITE_SORTS.map((value) => ({ value, label: t(`search:sort.${value}`) }))}
          onChange={({ currentTarget }) => {
            const chosen = FAVOURITE_SORTS.find((value) => value === currentTarget.value)
            if (chosen) onSearch({ ...search, sort: chosen })
          }}
        />
        <p className={classes.count} role="status">
          {total === undefined
            ? null
            : t('search:count', {
                count: total,
                number: new Intl.NumberFormat(i18n.language).format(total),
              })}
        </p>
      </div>
      <FoundCollection
        {...ways}
        list={list}
        leaving={leaving}
        errorTitle={t('favourites.failed')}
        empty={
          catalog === undefined
            ? {
                title: t('favourites.empty'),
                text: t('favourites.emptyText'),
                action: <ButtonLink to="/search">{t('favourites.find')}</ButtonLink>,
              }
            : { title: t('favourites.emptyCatalog'), text: t('favourites.emptyText') }
        }
        moreActions={(map) => [
          {
            key: 'unfavourite',
            label: catalog === undefined ? t('favourites.remove') : t('favourites.removeFrom'),
            icon: IconHeartOff,
            onPress: () => void remove(map),
          },
        ]}
      />
    </>
  )
}
