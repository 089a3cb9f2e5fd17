import { z } from 'zod'
import { MAX_DIGITS, MAX_LENGTH, MAX_YEAR, MIN_YEAR, SCAN_EXTENSIONS } from '../constants.ts'
import type { MessageKey } from '../api/messages.ts'
import { LICENCE_NAMES } from '../rights.ts'
import { saysNoDate } from './no-date.ts'
import { readSheetBounds } from './sheet-bounds.ts'
import { optionalTextUpTo, requiredTextUpTo, storableText } from './text.ts'

const key = (messageKey: MessageKey) => ({ error: messageKey })

const digits = new RegExp(`^[0-9]{1,${MAX_DIGITS}}$`)

/** Whether a text is 1 to 20 decimal digits. Such numbers stay texts all the way: they exceed 2^53. */
export function isDigits(text: string): boolean {
  return digits.test(text)
}

export interface MapScale {
  readonly numerator: string
  readonly denominator: string
}

/** Reads `numerator:denominator`; undefined where it is not two digit texts or the denominator is zero. */
export function parseScale(text: string): MapScale | undefined {
  const [numerator, denominator, ...rest] = text.split(':')
  if (numerator === undefined || denominator === undefined || rest.length > 0) return undefined
  if (!isDigits(numerator) || !isDigits(denominator) || /^0+$/.test(denominator)) return undefined
  return { numerator, denominator }
}

/** Extension of a file name in lower case without the dot, or undefined where an upload may not have it. */
export function scanExtension(fileName: string): (typeof SCAN_EXTENSIONS)[number] | undefined {
  const extension = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase()
  return fileName.includes('.') ? SCAN_EXTENSIONS.find((known) => known === extension) : undefined
}

const year = z
  .int(key('errors.fields.invalidYear'))
  .min(MIN_YEAR, key('errors.fields.invalidYear'))
  .max(MAX_YEAR, key('errors.fields.invalidYear'))

const optionalScale = storableText()
  .trim()
  .nullish()
  .transform((text) => (text === '' ? null : text))
  .refine((text) => !text || parseScale(text) !== undefined, key('errors.fields.invalidScale'))

const optionalDpi = storableText()
  .trim()
  .nullish()
  .transform((text) => (text === '' ? null : text))
  .refine((text) => !text || isDigits(text), key('errors.fields.invalidDpi'))

/** One of the list; null and blank mean that none is named. */
const optionalLicence = z
  .union([z.enum(LICENCE_NAMES), z.literal('')], key('errors.fields.unknownLicence'))
  .nullish()
  .transform((name) => (name === '' ? null : name))

/** Whether a text is a whole address of the web, which a page may safely link to. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text) && URL.canParse(text)
}

const optionalWebAddress = optionalTextUpTo(MAX_LENGTH.catalogueUrl).refine(
  (text) => !text || isWebAddress(text),
  key('errors.fields.invalidWebAddress'),
)

const optionalSheetBounds = optionalTextUpTo(MAX_LENGTH.sheetBounds).refine(
  (text) => !text || readSheetBounds(text) !== undefined,
  key('errors.fields.invalidSheetBounds'),
)

const textFields = {
  title: requiredTextUpTo(MAX_LENGTH.title),
  modernTitle: optionalTextUpTo(MAX_LENGTH.modernTitle),
  alternativeTitle: optionalTextUpTo(MAX_LENGTH.alternativeTitle),
  sheetNumber: optionalTextUpTo(MAX_LENGTH.sheetNumber),
  scale: optionalScale,
  creator: optionalTextUpTo(MAX_LENGTH.creator),
  publisher: optionalTextUpTo(MAX_LENGTH.publisher),
  description: optionalTextUpTo(MAX_LENGTH.description),
  dpi: optionalDpi,
  licence: optionalLicence,
  attribution: optionalTextUpTo(MAX_LENGTH.attribution),
  /** Under which the holding institution keeps the original: its shelfmark or inventory number. */
  shelfmark: optionalTextUpTo(MAX_LENGTH.shelfmark),
  /** Library, archive or museum that keeps the original. */
  institution: optionalTextUpTo(MAX_LENGTH.institution),
  /** Address of the original's record in the institution's catalogue. */
  catalogueUrl: optionalWebAddress,
  /** Where the sheet should lie, as `writeSheetBounds` writes it: known from a catalogue before it is placed. */
  sheetBounds: optionalSheetBounds,
  /** A date as archives write it, which the server reads by `readWrittenDate`; "undated" is none. */
  date: optionalTextUpTo(MAX_LENGTH.date).transform((text) => (text && saysNoDate(text) ? null : text)),
}

/** Two years: a stretch, or a choice. */
const YEAR_SPAN = /^\[?(?:c\.|ca\.?|apie)?\s*\d{3,4}\s*(?:[-–—/]|to|iki|or|arba)\s*\d{2,4}\]?$/i

/**
 * A whole number as a form field: an optional sign and digits; blank means none. Programs of spreadsheets write 1890 as
 * 1890.0.
 */
const yearText = storableText()
  .trim()
  .nullish()
  .transform((text, context) => {
    if (text === undefined || text === null || text === '') return null
    const value = /^[+-]?[0-9]{1,4}(?:\.0+)?$/.test(text) ? Number(text) : undefined
    if (value !== undefined) return value
    const message: MessageKey = YEAR_SPAN.test(text) ? 'errors.fields.yearSpan' : 'errors.fields.invalidYear'
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })

const booleanText = z
  .enum(['true', 'false'], key('errors.fields.invalidType'))
  .default('false')
  .transform((text) => text === 'true')

function refuseStartAfterEnd(
  { startYear, endYear }: { startYear?: number | null | undefined; endYear?: number | null | undefined },
  context: z.RefinementCtx,
): void {
  if (typeof startYear === 'number' && typeof endYear === 'number' && startYear > endYear)
    context.addIssue({
      code: 'custom',
      path: ['endYear'],
      message: 'errors.fields.startAfterEnd' satisfies MessageKey,
    })
}

const jsonFields = {
  ...textFields,
  year: year.nullish(),
  startYear: year.nullish(),
  endYear: year.nullish(),
  isPublic: z.boolean(key('errors.fields.invalidType')).optional(),
}

/** Metadata of a new map as JSON. */
export const mapFieldsSchema = z.object(jsonFields).superRefine(refuseStartAfterEnd)

const changedFields = { ...jsonFields, title: textFields.title.optional() }

/**
 * Metadata as the JSON of `PUT /map/update/{id}`: null clears an optional field, an absent one stays as it is. `before`:
 * what the caller saw in fields that are to change; one that holds something else by now is refused.
 */
export const mapChangesSchema = z
  .object({
    ...changedFields,
    /** Whether others may claim the map while it is public and not georeferenced. */
    acceptsClaims: z.boolean(key('errors.fields.invalidType')).optional(),
    before: z.object(changedFields).optional(),
  })
  .superRefine(refuseStartAfterEnd)

/** The same metadata as text fields of the multipart upload. */
export const uploadFieldsSchema = z
  .object({
    ...textFields,
    year: yearText,
    startYear: yearText,
    endYear: yearText,
    isPublic: booleanText,
  })
  .superRefine(refuseStartAfterEnd)

/** What the owner of a map alone says about it: nobody else may change or propose these. */
export const OWNERS_FIELDS = ['licence', 'attribution'] as const

/** What whoever works on a map may propose to its owner. */
export const PROPOSABLE_FIELDS = [
  'title',
  'modernTitle',
  'alternativeTitle',
  'sheetNumber',
  'creator',
  'publisher',
  'year',
  'date',
  'startYear',
  'endYear',
  'scale',
  'dpi',
  'description',
  'shelfmark',
  'institution',
  'catalogueUrl',
  'sheetBounds',
] as const
export type ProposableField = (typeof PROPOSABLE_FIELDS)[number]

const fieldValue = z.union([z.string(), z.number()]).nullable()

/** What a field held, and what it is to hold; null: nothing. */
const fieldChangeSchema = z
  .object({ field: z.enum(PROPOSABLE_FIELDS), from: fieldValue, to: fieldValue })
  .meta({ id: 'FieldChange' })
export type FieldChange = z.output<typeof fieldChangeSchema>

/** Changes of fields, each named once. */
export const fieldChangesSchema = z.array(fieldChangeSchema).max(PROPOSABLE_FIELDS.length)

/** All fields whose changes a map's history names: what may be proposed, and what the owner alone says. */
export const RECORDED_FIELDS = [...PROPOSABLE_FIELDS, ...OWNERS_FIELDS] as const

const recordedChangeSchema = z
  .object({ field: z.enum(RECORDED_FIELDS), from: fieldValue, to: fieldValue })
  .meta({ id: 'RecordedChange' })
export type RecordedChange = z.output<typeof recordedChangeSchema>

/** As `fieldChangesSchema`, of an event of the history. */
export const recordedChangesSchema = z.array(recordedChangeSchema).max(RECORDED_FIELDS.length)

/** Metadata of a map after parsing, whichever way it came. */
export type MapFields = z.output<typeof mapFieldsSchema>
/** What of it is to be changed. */
export type MapChanges = z.output<typeof mapChangesSchema>
