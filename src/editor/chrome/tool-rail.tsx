import { IconCrop, IconHandMove, IconPlus } from '@tabler/icons-react'
import { useAtom, useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import type { DevicePosition } from '../../places/device-position.ts'
import type { FoundPlace } from '../../places/found-place.ts'
import { LocateMe } from '../../places/locate-me.tsx'
import { PlaceSearchButton } from '../../places/place-search-button.tsx'
import { isSearchOpenAtom, viewModeAtom } from '../model/view-atoms.ts'
import { isCroppingAtom, isLayingAtom, isPullingAtom } from '../model/tool-atoms.ts'
import { hasFitAtom } from '../model/warp-atoms.ts'
import { ToolButton } from '../parts/tool-button.tsx'
import { MoreTools } from './more-tools.tsx'
import classes from './tool-rail.module.css'

interface ToolRailProps extends PlaceTools {
  readonly canEdit: boolean
  readonly onAdd: () => void
  readonly onSuggest: () => void
  readonly onImport: () => void
  readonly onSheet: () => void
  readonly onCrop: () => void
  readonly onLay: () => void
  /** The map asks where it is, by a search of its own. */
  readonly isPlaceAsked: boolean
}

/** The desktop's tools, at the left over the scan: four with words, the others under More. */
export function ToolRail(props: ToolRailProps) {
  const { t } = useTranslation('editor')
  const hasFit = useAtomValue(hasFitAtom)
  const isResult = useAtomValue(viewModeAtom) === 'result'
  const isCropping = useAtomValue(isCroppingAtom)
  const isLaying = useAtomValue(isLayingAtom)
  const isPulling = useAtomValue(isPullingAtom)
  const pulls = hasFit && !isLaying
  const search = useSearch(props)
  return (
    <div
      className={classes['rail']}
      role="toolbar"
      aria-label={t('tool.group')}
      aria-orientation="vertical"
      data-tool-rail
    >
      <ToolButton
        tooltipSide="right"
        icon={IconPlus}
        label={t('tool.addPoint')}
        word={t('word.point')}
        hint={t(isResult ? 'tool.notInResult' : 'tool.addPointHint')}
        shortcut="A"
        // What is only looked at takes no points.
        disabled={!props.canEdit || isResult}
        onClick={props.onAdd}
      />
      <ToolButton
        tooltipSide="right"
        icon={IconHandMove}
        label={t(pulls ? 'lay.pullTitle' : 'lay.title')}
        word={t(pulls ? 'word.pull' : 'word.lay')}
        hint={t(pulls ? 'lay.pullToolHint' : 'lay.toolHint')}
        shortcut="L"
        pressed={isLaying || isPulling}
        disabled={!props.canEdit}
        onClick={props.onLay}
      />
      <ToolButton
        tooltipSide="right"
        icon={IconCrop}
        label={t('crop.title')}
        word={t('word.crop')}
        hint={t('crop.toolHint')}
        shortcut="C"
        pressed={isCropping}
        disabled={!props.canEdit}
        onClick={props.onCrop}
      />
      {!props.isPlaceAsked && (
        <PlaceSearchButton
          {...search}
          word={t('word.search')}
          beside={search.opened ? wayToMap() : undefined}
        />
      )}
      <MoreTools {...props} />
    </div>
  )
}

/** Narrower, the panel of the search has no room in the map's pane. CSS px. */
const LEAST_MAP_PX = 400
/** Between the edge of the pane and the panel. CSS px. */
const GAP_PX = 12

/**
 * From the tools to the pane of the map, CSS px: there is what is searched, and the name that is typed may be read on the
 * scan. Undefined where that pane has no room of its own beside them.
 */
function wayToMap(): number | undefined {
  const map = document.querySelector('[data-pane="map"]')?.getBoundingClientRect()
  const rail = document.querySelector('[data-tool-rail]')?.getBoundingClientRect()
  if (!map || !rail || map.width < LEAST_MAP_PX || map.left < rail.right) return undefined
  return map.left + GAP_PX - rail.right
}

export interface PlaceTools {
  readonly onFound: (place: FoundPlace | null) => void
  readonly onLocated: (position: DevicePosition) => boolean
}

function useSearch({ onFound }: PlaceTools) {
  const [opened, onOpenedChange] = useAtom(isSearchOpenAtom)
  return { opened, onOpenedChange, shortcut: '/', onPick: onFound, onClear: () => onFound(null) }
}

/** Search for a place, and find the device: on a phone. */
export function PlaceButtons(props: PlaceTools) {
  return (
    <>
      <PlaceSearchButton {...useSearch(props)} />
      <LocateMe onLocated={props.onLocated} />
    </>
  )
}
