import { useAtomValue } from 'jotai'
import { useFoundTotal } from '../../queries/found-total.ts'
import { i18n } from '../../ui/i18n/i18n.ts'
import { lazyNeeded } from '../../ui/lazy-needed.tsx'
import { useIsMobile } from '../../ui/use-is-mobile.ts'
import { CatalogWays } from './catalog-ways.tsx'
import { FilterChips } from '../chips/filter-chips.tsx'
import { isToolInUseAtom } from '../session/viewer-tools.ts'
import { findRequest } from '../model/find-request.ts'
import { withoutMap } from '../model/shown-stack.ts'
import { useGoneMaps } from '../session/use-gone-maps.ts'
import { useStage } from '../session/stage-context.ts'
import { GoneNotice, TurnNotice, UnavailableNotice } from './stage-notices.tsx'
import classes from '../viewer-page.module.css'

const ToolNotice = lazyNeeded(async () => {
  const [part] = await Promise.all([import('./tool-notice.tsx'), i18n.loadNamespaces('measure')])
  return part.ToolNotice
})

/** What the maps are narrowed to, and what is to be said of them, over the upper edge of the map. */
export function StageTop() {
  const { page, session, shown, compared } = useStage()
  const { steps } = session
  const { tab, catalogId, filters, selectedId } = page.state
  const { maps } = shown
  const isPhone = useIsMobile()
  const request = findRequest(tab, catalogId, filters)
  const { data: count } = useFoundTotal(request, filters.box !== undefined)
  const gone = useGoneMaps(maps, (ids) => steps.adjust((last) => ids.reduce(withoutMap, last)))
  const isToolInUse = useAtomValue(isToolInUseAtom)
  const selected = maps.find(({ id }) => id === selectedId)
  return (
    <div className={classes.top}>
      {tab === 'catalog' ? <CatalogWays /> : null}
      <FilterChips filters={filters} count={count} isPhone={isPhone} onChange={steps.setFilters} />
      {compared.turns ? <TurnNotice {...compared.turns} /> : null}
      {isToolInUse ? <ToolNotice /> : null}
      {gone.titles.length > 0 ? <GoneNotice titles={gone.titles} onClose={gone.forget} /> : null}
      {selected?.status.kind === 'untransformed' ? (
        <UnavailableNotice map={selected} onClose={() => steps.select(null)} />
      ) : null}
    </div>
  )
}
