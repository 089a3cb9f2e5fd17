import type { BodyOf } from '../../../contract/api/define-call.ts'
import type { MapSummary } from '../../../contract/api/map-record.ts'
import type { updateMap } from '../../../contract/api/maps.ts'
import { uploadFieldsSchema } from '../../../contract/rules/map-fields.ts'
import { isLicence } from '../../../contract/rights.ts'
import { saysNoDate } from '../../../contract/rules/no-date.ts'
import { detailsOfIssue } from '../../../contract/rules/text.ts'

/** The form of a map's metadata: texts as they are typed. */
export interface MapFormValues {
  readonly title: string
  readonly modernTitle: string
  readonly alternativeTitle: string
  readonly sheetNumber: string
  readonly year: string
  readonly startYear: string
  readonly endYear: string
  readonly scaleNumerator: string
  readonly scaleDenominator: string
  readonly creator: string
  readonly publisher: string
  readonly description: string
  readonly dpi: string
  /** Name of a licence of the contract's list; empty: none. */
  readonly licence: string
  readonly attribution: string
  readonly shelfmark: string
  readonly institution: string
  readonly catalogueUrl: string
  /** As the contract's rules write them. Tables alone change them: the form leaves them as they are. */
  readonly sheetBounds: string
  /** As an archive writes it. */
  readonly date: string
  readonly isPublic: boolean
}
export type MapFormField = keyof MapFormValues

export const EMPTY_MAP_FORM: MapFormValues = {
  title: '',
  modernTitle: '',
  alternativeTitle: '',
  sheetNumber: '',
  year: '',
  startYear: '',
  endYear: '',
  scaleNumerator: '',
  scaleDenominator: '',
  creator: '',
  publisher: '',
  description: '',
  dpi: '',
  licence: '',
  attribution: '',
  shelfmark: '',
  institution: '',
  catalogueUrl: '',
  sheetBounds: '',
  date: '',
  isPublic: false,
}

/** The fields in the order they stand in the form: the first wrong one scrolls into view. */
export const MAP_FORM_ORDER = [
  'title',
  'year',
  'modernTitle',
  'alternativeTitle',
  'sheetNumber',
  'creator',
  'publisher',
  'date',
  'startYear',
  'endYear',
  'scaleNumerator',
  'scaleDenominator',
  'dpi',
  'description',
  'licence',
  'attribution',
  'institution',
  'shelfmark',
  'catalogueUrl',
  'sheetBounds',
  'isPublic',
] as const satisfies readonly MapFormField[]

export function formOfMap(map: MapSummary): MapFormValues {
  const { titles, years, scale } = map
  return {
    title: titles.title,
    modernTitle: titles.modernTitle ?? '',
    alternativeTitle: titles.alternativeTitle ?? '',
    sheetNumber: map.sheetNumber ?? '',
    year: years.year?.toString() ?? '',
    startYear: years.period.startYear?.toString() ?? '',
    endYear: years.period.endYear?.toString() ?? '',
    scaleNumerator: scale?.numerator ?? '',
    scaleDenominator: scale?.denominator ?? '',
    creator: map.creator ?? '',
    publisher: map.publisher ?? '',
    description: map.description ?? '',
    dpi: map.dpi ?? '',
    licence: map.licence ?? '',
    attribution: map.attribution ?? '',
    shelfmark: map.shelfmark ?? '',
    institution: map.institution ?? '',
    catalogueUrl: map.catalogueUrl ?? '',
    sheetBounds: map.sheetBounds ?? '',
    date: years.date?.text ?? '',
    isPublic: map.isPublic,
  }
}

/** `numerator:denominator`; empty unless both are there. */
function scaleOf({ scaleNumerator, scaleDenominator }: MapFormValues): string {
  const [numerator, denominator] = [scaleNumerator.trim(), scaleDenominator.trim()]
  return numerator !== '' && denominator !== '' ? `${numerator}:${denominator}` : ''
}

/** Text fields of the multipart upload; `scale` only where both its numbers are there. */
export function uploadFieldsOf(values: MapFormValues): Record<string, string> & { title: string } {
  const { scaleNumerator: _numerator, scaleDenominator: _denominator, isPublic, ...texts } = values
  const scale = scaleOf(values)
  return { ...texts, ...(scale === '' ? {} : { scale }), isPublic: String(isPublic) }
}

/** The form that text fields of an upload came from. */
export function formOfFields(fields: Readonly<Record<string, string>>): MapFormValues {
  const [scaleNumerator = '', scaleDenominator = ''] = (fields['scale'] ?? '').split(':')
  const texts = Object.keys(EMPTY_MAP_FORM).map((name) => [name, fields[name] ?? ''])
  return {
    ...(Object.fromEntries(texts) as Omit<MapFormValues, 'isPublic'>),
    scaleNumerator,
    scaleDenominator,
    isPublic: fields['isPublic'] === 'true',
  }
}

/**
 * What a form changes, on top of what the fields are by now: others may have changed the rest since it was opened.
 *
 * @param first what the form began with
 */
export function onTopOf(now: MapFormValues, first: MapFormValues, values: MapFormValues): MapFormValues {
  const changed = MAP_FORM_ORDER.filter((field) => values[field] !== first[field])
  return { ...now, ...Object.fromEntries(changed.map((field) => [field, values[field]])) }
}

/**
 * Body of the update by a form: what it leaves alone is not sent, so that it stays as others have saved it, however close
 * to one another both are.
 *
 * @param first what the form began with
 */
export function changesOf(first: MapFormValues, values: MapFormValues): BodyOf<typeof updateMap> {
  const before = updateBodyOf(first)
  const changed = Object.entries(updateBodyOf(values)).filter(
    ([field, value]) => value !== before[field as keyof typeof before],
  )
  return Object.fromEntries(changed) as BodyOf<typeof updateMap>
}

/** The same with what stood in the changed fields: where one holds something else by now, the update is refused. */
export function guardedChangesOf(first: MapFormValues, values: MapFormValues): BodyOf<typeof updateMap> {
  return { ...changesOf(first, values), before: changesOf(values, first) }
}

/** All fields as JSON; what is empty is sent as null. Called only with values that have no fault. */
export function updateBodyOf(values: MapFormValues): BodyOf<typeof updateMap> & { readonly title: string } {
  const text = (typed: string) => typed.trim() || null
  const year = (typed: string) => (typed.trim() === '' ? null : Number(typed))
  return {
    title: values.title.trim(),
    modernTitle: text(values.modernTitle),
    alternativeTitle: text(values.alternativeTitle),
    sheetNumber: text(values.sheetNumber),
    year: year(values.year),
    startYear: year(values.startYear),
    endYear: year(values.endYear),
    scale: text(scaleOf(values)),
    creator: text(values.creator),
    publisher: text(values.publisher),
    description: text(values.description),
    dpi: text(values.dpi),
    licence: isLicence(values.licence) ? values.licence : null,
    attribution: text(values.attribution),
    shelfmark: text(values.shelfmark),
    institution: text(values.institution),
    catalogueUrl: text(values.catalogueUrl),
    sheetBounds: text(values.sheetBounds),
    date: saysNoDate(values.date) ? null : text(values.date),
    isPublic: values.isPublic,
  }
}

/** A message key of the contract's rules, and the values that its text names. */
interface FormFault {
  readonly key: string
  readonly details: Record<string, number>
}

type MapFormFaults = Partial<Record<MapFormField, FormFault>>

/**
 * What is wrong with the form, by field.
 * @param isDate whether a date is understood; where that is not known yet the server says it
 */
export function mapFormFaults(
  values: MapFormValues,
  isDate: (text: string) => boolean = () => true,
): MapFormFaults {
  const faults: MapFormFaults = {}
  const parsed = uploadFieldsSchema.safeParse(uploadFieldsOf(values))
  for (const issue of parsed.error?.issues ?? []) {
    const { path, message } = issue
    const field = path[0] === 'scale' ? wrongHalfOfScale(values) : (path[0] as MapFormField)
    faults[field] ??= { key: message, details: detailsOfIssue(issue) }
  }
  const date = values.date.trim()
  if (date !== '' && !saysNoDate(date) && !isDate(date))
    faults.date ??= { key: 'errors.fields.unknownDate', details: {} }
  const half = missingHalfOfScale(values)
  if (half) faults[half] ??= { key: 'errors.fields.invalidScale', details: {} }
  return faults
}

function wrongHalfOfScale({ scaleNumerator }: MapFormValues): 'scaleNumerator' | 'scaleDenominator' {
  return /^\d{1,20}$/.test(scaleNumerator.trim()) ? 'scaleDenominator' : 'scaleNumerator'
}

/** The half of a scale that is missing while the other is there: it would be dropped without a word. */
function missingHalfOfScale({ scaleNumerator, scaleDenominator }: MapFormValues) {
  const [numerator, denominator] = [scaleNumerator.trim() !== '', scaleDenominator.trim() !== '']
  if (numerator === denominator) return undefined
  return numerator ? 'scaleDenominator' : 'scaleNumerator'
}
