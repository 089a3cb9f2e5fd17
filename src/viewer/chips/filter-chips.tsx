import { Button } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapAttribute } from '../../../contract/api/maps.ts'
import { boundsToText } from '../../../contract/rules/bounds-to-text.ts'
import type { MapBox } from '../../geometry/camera.ts'
import { lazySection } from '../../ui/lazy-section.tsx'
import { useNextFocus } from '../../ui/use-next-focus.ts'
import { FILTER_HOMES } from '../focus-homes.ts'
import type { ViewerFilters, ViewerTime } from '../viewer-filters.ts'
import { ATTRIBUTES } from '../viewer-search.ts'
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
  const focus = useNextFocus(FILTER_HOMES)
  const { q, time, box, attributes } = filters
  const named = ATTRIBUTES.flatMap((name) => {
    const text = attributes[name]
    return text === undefined ? [] : [{ name, text }]
  })
  const without = (...names: (keyof ViewerFilters)[]): ViewerFilters => ({
    attributes,
    ...Object.fromEntries(
      Object.entries(filters).filter(([name]) => !names.includes(name as keyof ViewerFilters)),
    ),
  })
  const withoutAttribute = (name: MapAttribute): ViewerFilters => {
    const { [name]: _taken, ...others } = attributes
    return { ...filters, attributes: others }
  }
  const number = (value: number) => new Intl.NumberFormat(i18n.language).format(value)
  if (q === undefined && !time && !box && named.length === 0) return null
  return (
    <div role="group" aria-label={t('chips.label')} className={classes.chips} {...focus}>
      {q === undefined ? null : (
        <Chip
          text={t('chips.search', { text: q })}
          removal={t('chips.removeSearch')}
          onRemove={() => onChange(without('q'))}
        />
      )}
      {time ? (
        <Chip
          text={t(`chips.${spanOf(time)}`, { from: time.from ?? '', to: time.to ?? '' })}
          removal={t('chips.removeTime')}
          onRemove={() => onChange(without('time'))}
        />
      ) : null}
      {box ? (
        <Chip
          text={count === undefined ? t('chips.box') : t('chips.boxCount', { count, number: number(count) })}
          removal={t('chips.removeBox')}
          onRemove={() => onChange(without('box'))}
        />
      ) : null}
      {box ? (
        <FollowButton
          size="compact-sm"
          className={`${classes.follow} touch-target`}
          target={{ kind: 'place', box: asAddressed(box), name: q ?? null }}
        />
      ) : null}
      {named.length > 0 ? (
        <span className={classes.chip}>
          <button
            type="button"
            className={classes.expander}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {t('chips.attributes', { count: named.length })}
            {isOpen ? (
              <IconChevronUp size={16} stroke={1.75} aria-hidden />
            ) : (
              <IconChevronDown size={16} stroke={1.75} aria-hidden />
            )}
          </button>
          <RemoveButton
            label={t('chips.removeAttributes')}
            onRemove={() => onChange({ ...filters, attributes: {} })}
          />
        </span>
      ) : null}
      {isOpen
        ? named.map(({ name, text }) => (
            <Chip
              key={name}
              text={t('chips.attribute', { name: t(`attribute.${name}`), text })}
              removal={t('chips.removeAttribute', { name: t(`attribute.${name}`) })}
              onRemove={() => onChange(withoutAttribute(name))}
            />
          ))
        : null}
      {isPhone ? (
        <Button
          size="compact-sm"
          variant="default"
          className="touch-target"
          onClick={() => onChange({ attributes: {} })}
        >
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

function spanOf({ from, to }: ViewerTime): 'year' | 'years' | 'since' | 'until' {
  if (from === null) return 'until'
  if (to === null) return 'since'
  return from === to ? 'year' : 'years'
}
