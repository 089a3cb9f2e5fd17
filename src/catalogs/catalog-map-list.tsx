import { VisuallyHidden } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CatalogMap } from '../../contract/api/catalog-maps.ts'
import type { Catalog } from '../../contract/api/catalogs.ts'
import { refusalText } from '../api/api-error.ts'
import { useFavoriteChoice } from '../map-record/use-favorite-choice.tsx'
import { viewedMapOf } from '../map-record/quick-view/viewed-map-of.ts'
import { lazyOverlay } from '../ui/lazy-overlay.tsx'
import { EmptyState } from '../ui/list-states.tsx'
import { placeAtHeight } from '../ui/order-grip.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { type ListFocusEvents, useListFocus } from '../ui/use-list-focus.ts'
import classes from './catalog-map-list.module.css'
import { CatalogMapRow, type SeenMap } from './catalog-map-row.tsx'
import { CatalogSort } from './catalog-sort.tsx'
import { mapsWithWords } from './sort-catalog.ts'
import { useCatalogOrder } from './use-catalog-order.ts'
import { useDrawnRows } from './use-drawn-rows.ts'

const QuickViewDialog = lazyOverlay(
  async () => (await import('../map-record/quick-view/quick-view-dialog.tsx')).QuickViewDialog,
)

/** From so many maps on there is something to search in. */
const SEARCHED_FROM = 10

interface CatalogMapListProps {
  readonly catalog: Catalog
  readonly maps: readonly CatalogMap[]
  /** Own, or shared with the reader by name: the viewer lists it too. */
  readonly isInLists: boolean
}

/** The maps of a catalog one below the other; who may edit it puts them into an order, and takes them out. */
export function CatalogMapList({ catalog, maps, isInLists }: CatalogMapListProps) {
  const { t } = useTranslation(['catalogs', 'sorting'])
  const list = useRef<HTMLUListElement>(null)
  const listFocus = useListFocus()
  const [said, setSaid] = useState('')
  const [looked, setLooked] = useState<SeenMap | null>(null)
  const [words, setWords] = useState('')
  /** The row that has the focus or is dragged: it is drawn wherever it is. */
  const [heldId, setHeldId] = useState('')
  const { shown, ids, failure, show, drop, move, sort } = useCatalogOrder(catalog.id, maps)
  const { press, changesOf, dialog } = useFavoriteChoice()
  const isSearched = maps.length >= SEARCHED_FROM
  const found = isSearched ? mapsWithWords(shown, words) : shown
  const count = shown.length
  const canOrder = catalog.canEdit && count > 1
  // Places among those found say nothing of places among all.
  const canMove = canOrder && found.length === count
  const rows = useDrawnRows(
    list,
    found.map(({ id }) => id),
    [found.findIndex(({ id }) => id === heldId)],
  )
  const focus: ListFocusEvents = {
    ...listFocus,
    onFocus: (event) => {
      const row = event.target.closest<HTMLElement>('[data-index]')
      setHeldId(found[Number(row?.dataset['index'])]?.id ?? '')
      listFocus.onFocus(event)
    },
  }
  const say = (title: string, at: number) => setSaid(t('order.moved', { title, place: at + 1, count }))
  return (
    <>
      {isSearched || canOrder ? (
        <div className={classes.ways}>
          {isSearched ? (
            <SearchField
              label={t('sorting:search')}
              clearLabel={t('sorting:clear')}
              words={words}
              onChange={setWords}
              className={classes.search}
            />
          ) : (
            <p className={classes.hint}>{t('order.hint')}</p>
          )}
          {canOrder ? <CatalogSort maps={shown} onSort={(by) => void sort(by)} /> : null}
        </div>
      ) : null}
      {isSearched && canMove ? <p className={classes.hint}>{t('order.hint')}</p> : null}
      {failure ? (
        <p className={classes.error} role="alert">
          {refusalText(failure) ?? t('order.failed')}
        </p>
      ) : null}
      {found.length === 0 ? (
        <EmptyState title={t('sorting:noneFound')} />
      ) : (
        <ul
          ref={list}
          className={classes.rows}
          aria-label={t('maps.list')}
          style={{ height: rows.height }}
          {...focus}
        >
          {rows.drawn.map(({ index: at, props }) => {
            const map = found[at]
            if (!map) return null
            const title = 'hidden' in map ? t('hidden') : map.titles.title
            return (
              <CatalogMapRow
                key={map.id}
                map={map}
                title={title}
                catalog={catalog}
                isInLists={isInLists}
                order={ids}
                drawn={props}
                onLook={setLooked}
                favoriteChanges={changesOf(map.id)}
                onFavorite={() => 'hidden' in map || press(map)}
                place={
                  canMove
                    ? {
                        at,
                        count,
                        onMove: (to) => {
                          if (to < 0 || to >= count) return
                          move(map.id, to)
                          say(title, to)
                        },
                        onDragTo: (clientY) => {
                          setHeldId(map.id)
                          const to = placeAtHeight(list.current, clientY, at)
                          if (to === at) return
                          show(map.id, to)
                          say(title, to)
                        },
                        onDrop: drop,
                      }
                    : null
                }
              />
            )
          })}
        </ul>
      )}
      <VisuallyHidden role="status">
        {words.trim() === '' ? said : t('sorting:found', { count: found.length })}
      </VisuallyHidden>
      {dialog}
      {looked ? (
        <QuickViewDialog
          title={looked.titles.title}
          maps={[viewedMapOf(looked)]}
          origin="card"
          onClose={() => setLooked(null)}
        />
      ) : null}
    </>
  )
}
