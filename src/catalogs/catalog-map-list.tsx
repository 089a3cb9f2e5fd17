import { VisuallyHidden } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CatalogMap } from '../../contract/api/catalog-maps.ts'
import type { Catalog } from '../../contract/api/catalogs.ts'
import { refusalText } from '../api/api-error.ts'
import { useFavoriteChoice } from '../map-record/use-favorite-choice.tsx'
import { viewedMapOf } from '../map-record/quick-view/viewed-map-of.ts'
import { lazyOverlay } from '../ui/lazy-overlay.tsx'
import { placeAtHeight } from '../ui/order-grip.tsx'
import { useListFocus } from '../ui/use-list-focus.ts'
import classes from './catalog-map-list.module.css'
import { CatalogMapRow, type SeenMap } from './catalog-map-row.tsx'
import { useCatalogOrder } from './use-catalog-order.ts'

const QuickViewDialog = lazyOverlay(
  async () => (await import('../map-record/quick-view/quick-view-dialog.tsx')).QuickViewDialog,
)

interface CatalogMapListProps {
  readonly catalog: Catalog
  readonly maps: readonly CatalogMap[]
  /** Own, or shared with the reader by name: the viewer lists it too. */
  readonly isInLists: boolean
}

/** The maps of a catalog one below the other; who may edit it puts them into an order, and takes them out. */
export function CatalogMapList({ catalog, maps, isInLists }: CatalogMapListProps) {
  const { t } = useTranslation('catalogs')
  const list = useRef<HTMLUListElement>(null)
  const keepFocus = useListFocus()
  const [said, setSaid] = useState('')
  const [looked, setLooked] = useState<SeenMap | null>(null)
  const { shown, ids, failure, show, drop, move } = useCatalogOrder(catalog.id, maps)
  const { press, changesOf, dialog } = useFavoriteChoice()
  const count = shown.length
  const canMove = catalog.canEdit && count > 1
  const say = (title: string, at: number) => setSaid(t('order.moved', { title, place: at + 1, count }))
  return (
    <>
      {canMove ? <p className={classes.hint}>{t('order.hint')}</p> : null}
      {failure ? (
        <p className={classes.error} role="alert">
          {refusalText(failure) ?? t('order.failed')}
        </p>
      ) : null}
      <ul ref={list} className={classes.rows} aria-label={t('maps.list')} {...keepFocus}>
        {shown.map((map, at) => {
          const title = 'hidden' in map ? t('hidden') : map.titles.title
          return (
            <CatalogMapRow
              key={map.id}
              map={map}
              title={title}
              catalog={catalog}
              isInLists={isInLists}
              order={ids}
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
      <VisuallyHidden role="status">{said}</VisuallyHidden>
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
