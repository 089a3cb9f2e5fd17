import { Button } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { boundsToText } from '../../../contract/rules/bounds-to-text.ts'
import type { MapBox } from '../../geometry/camera.ts'
import { chipsOf, isText, type ShownChip, withoutFilters } from '../../map-search/filter-forms.ts'
import { lazySection } from '../../ui/lazy-section.tsx'
import { useNextFocus } from '../../ui/use-next-focus.ts'
import { FILTER_FALLBACKS } from '../model/focus-fallbacks.ts'
import type { ViewerFilters } from '../model/viewer-filters.ts'
import classes from './filter-chips.module.css'

/** Few want to hear of new maps. */
const FollowButton = lazySection(
  async () => (await import('../../map-record/follow/follow-button.tsx')).FollowButton,
  null,
)

/** A box as addresses carry it: the same after the page was loaded anew. */
function asAddressed(box: MapBox): MapBox {
  const [minX = 0, minY = 0, maxX = 0, maxY = 0] = boundsToText(box).split(',').map(Number)
  return { minX, minY, maxX, maxY }
}

interface FilterChipsProps {
  readonly filters: ViewerFilters
  /** How many maps the filters leave; undefined while it is not known. */
  readonly count: number | undefined
  readonly isPhone: boolean
  readonly onChange: (filters: ViewerFilters) => void
}

/** What the maps are narrowed to, each with a button that takes it away. */
export function FilterChips({ filters, count, isPhone, onChange }: FilterChipsProps) {
  const { t, i18n } = useTranslation('search')
  const [isOpen, setOpen] = useState(false)
  const focus = useNextFocus(FILTER_FALLBACKS)
  const { q, box } = filters
  const found =
    count === undefined ? undefined : { count, number: new Intl.NumberFormat(i18n.language).format(count) }
  const chips = chipsOf(filters, t, found)
  if (chips.length === 0) return null
  // Many texts would cover the map: they fold into one chip.
  const attributes = chips.filter(({ name }) => isText(name))
  const chip = ({ name, ...texts }: ShownChip) => (
    <Chip key={name} {...texts} onRemove={() => onChange(withoutFilters(filters, name))} />
  )
  return (
    <div role="group" aria-label={t('chips.label')} className={classes.chips} {...focus}>
      {chips.filter(({ name }) => !isText(name)).map(chip)}
      {box ? (
        <FollowButton
          size="compact-sm"
          className={`${classes.follow} touch-target`}
          target={{ kind: 'place', box: asAddressed(box), name: q ?? null }}
        />
      ) : null}
      {attributes.length > 0 ? (
        <span className={classes.chip}>
          <button
            type="button"
            className={classes.expander}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {t('chips.attributes', { count: attributes.length })}
            {isOpen ? (
              <IconChevronUp size={16} stroke={1.75} aria-hidden />
            ) : (
              <IconChevronDown size={16} stroke={1.75} aria-hidden />
            )}
          </button>
          <RemoveButton
            label={t('chips.removeAttributes')}
            onRemove={() => onChange(withoutFilters(filters, ...attributes.map(({ name }) => name)))}
          />
        </span>
      ) : null}
      {isOpen ? attributes.map(chip) : null}
      {isPhone ? (
        <Button size="compact-sm" variant="default" className="touch-target" onClick={() => onChange({})}>
          {t('chips.clearAll')}
        </Button>
      ) : null}
    </div>
  )
}

interface ChipProps {
  readonly text: string
  /** What the button of the chip does. */
  readonly removal: string
  readonly onRemove: () => void
}

function Chip({ text, removal, onRemove }: ChipProps) {
  return (
    <span className={classes.chip}>
      <span className={classes.text} title={text}>
        {text}
      </span>
      <RemoveButton label={removal} onRemove={onRemove} />
    </span>
  )
}

function RemoveButton({ label, onRemove }: { readonly label: string; readonly onRemove: () => void }) {
  return (
    <button
      type="button"
      className={`${classes.remove} touch-target`}
      data-kind="filter"
      aria-label={label}
      onClick={onRemove}
    >
      <IconX size={16} stroke={1.75} aria-hidden />
    </button>
  )
}
