import { Collection, IIIF, Manifest } from '@allmaps/iiif-parser'
import type { FoundFields } from '../../contract/api/import-iiif.ts'
import { MAX_LENGTH } from '../../contract/constants.ts'
import { LICENCES, type Licence } from '../../contract/rights.ts'
import { isStorable } from '../../contract/rules/text.ts'
import { readWrittenDate } from '../../contract/rules/written-date.ts'
import { ImportFailure } from './import-failure.ts'
import { isImageService, rightsOfService } from './scan-source.ts'

/** One image of what was found. */
export interface FoundPage {
  readonly label: string | null
  readonly width: number | null
  readonly height: number | null
  /** Where its `info.json` lies; null: it is what was found. */
  readonly infoAddress: string | null
}

export interface FoundSource {
  readonly fields: FoundFields
  readonly pages: readonly FoundPage[]
}

/** Texts by language; the first language that a manifest names is its archive's own. */
type Texts = Readonly<Record<string, readonly unknown[]>> | undefined

/**
 * What a manifest or an `info.json` offers and says of itself.
 *
 * @throws ImportFailure `notIiif`, `collection`, `noImages`
 */
export function readIiif(json: unknown): FoundSource {
  if (isImageService(json))
    return {
      fields: { ...NO_FIELDS, ...rightsOf(rightsOfService(json), []) },
      pages: [{ label: null, ...sizeOf(json as { width: number; height: number }), infoAddress: null }],
    }
  const parsed = parse(json)
  if (parsed instanceof Collection) throw new ImportFailure('collection')
  if (!(parsed instanceof Manifest)) throw new ImportFailure('notIiif')
  const pages = parsed.canvases.map(({ label, width, height, image }) => ({
    label: textOf(label, MAX_LENGTH.title),
    width,
    height,
    infoAddress: `${image.uri.replace(/(?:\/info\.json|\/+)$/, '')}/info.json`,
  }))
  if (pages.length === 0) throw new ImportFailure('noImages')
  return { fields: fieldsOf(parsed), pages }
}

const sizeOf = ({ width, height }: { width: number; height: number }) => ({ width, height })

/** @throws ImportFailure */
function parse(json: unknown): unknown {
  try {
    return IIIF.parse(json)
  } catch {
    const kind = typeof json === 'object' && json !== null ? JSON.stringify(typeOf(json)) : ''
    throw new ImportFailure(
      /Manifest/.test(kind) ? 'noImages' : /Collection/.test(kind) ? 'collection' : 'notIiif',
    )
  }
}

const typeOf = (json: object) => ['type' in json ? json.type : null, '@type' in json ? json['@type'] : null]

const NO_FIELDS: FoundFields = {
  title: null,
  date: null,
  creator: null,
  publisher: null,
  description: null,
  licence: null,
  attribution: null,
}

/** Names under which archives say when, and by whom, something was made. */
const DATE =
  /^(?:date|dates?|date of (?:creation|publication|issue)|(?:publication|creation|issue) date|(?:date )?(?:issued|created|published)|year|data|datum|metai|išleidimo (?:data|metai)|sukūrimo (?:data|metai))$/i
const CREATOR =
  /^(?:creators?|authors?|cartographers?|map ?makers?|artists?|engravers?|autor(?:ius|iai)?|kūrėja[is]|kartografa[is]|auteur|urheber)$/i
const PUBLISHER = /^(?:publishers?|leidėja[is]|leidykla|verlag|éditeur|uitgever)$/i

function fieldsOf(manifest: Manifest): FoundFields {
  const said = (name: RegExp, most: number) => {
    const found = manifest.metadata?.find(({ label }) =>
      name.test((textOf(label, 100) ?? '').replace(/:$/, '')),
    )
    return found ? textOf(found.value, most) : null
  }
  const date = said(DATE, MAX_LENGTH.date) ?? manifest.navDate?.getUTCFullYear().toString() ?? null
  const isRead = date !== null && readWrittenDate(date) !== null
  const summary =
    textOf(manifest.summary, MAX_LENGTH.description) ?? textOf(manifest.description, MAX_LENGTH.description)
  // A date that cannot be read as one is stored as text.
  const description = [summary, ...(date !== null && !isRead ? [date] : [])].filter(Boolean).join('\n')
  return {
    title: textOf(manifest.label, MAX_LENGTH.title),
    date: isRead ? date : null,
    creator: said(CREATOR, MAX_LENGTH.creator),
    publisher: said(PUBLISHER, MAX_LENGTH.publisher),
    description: cut(description, MAX_LENGTH.description),
    ...rightsOf(manifest.rights ?? null, [
      textOf(manifest.requiredStatement?.value, MAX_LENGTH.attribution),
      ...(manifest.provider ?? []).map(({ label }) => textOf(label, MAX_LENGTH.attribution)),
    ]),
  }
}

/** A licence of our list by its name; any other, by its address, stands with whom to name. */
function rightsOf(
  rights: string | null,
  named: readonly (string | null)[],
): Pick<FoundFields, 'licence' | 'attribution'> {
  const licence = rights === null ? null : licenceOf(rights)
  const words = [...new Set(named)].filter((part) => part !== null)
  const attribution = licence === null && rights !== null ? [...words, rights] : words
  return { licence, attribution: cut(attribution.join('. '), MAX_LENGTH.attribution) }
}

const plainAddress = (address: string) =>
  address
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\/(?:www\.)?/, '')
    .replace(/(?:deed|legalcode)(?:\.\w+)?$|\?.*$/, '')
    .replace(/\/+$/, '')

function licenceOf(address: string): Licence | null {
  const wanted = plainAddress(address)
  const names = Object.keys(LICENCES) as Licence[]
  return names.find((name) => plainAddress(LICENCES[name]) === wanted) ?? null
}

/** The texts of the first language, without the few tags that they may hold; null where there is nothing. */
function textOf(texts: Texts, most: number): string | null {
  const values = Object.values(texts ?? {})[0] ?? []
  const plain = values
    .map(String)
    .join(', ')
    .slice(0, most * 20)
    .replace(/<(?:br|\/?(?:p|li|div))\b[^<>]*>/gi, ' ')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name: string) => ENTITIES[name] ?? ' ')
    .replace(/[^\S\n]+/g, ' ')
    .trim()
  return cut(plain, most)
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** At most so many code points; what cannot be stored is none. */
function cut(text: string, most: number): string | null {
  const points = Array.from(text)
  const short =
    points.length > most
      ? `${points
          .slice(0, most - 1)
          .join('')
          .trimEnd()}…`
      : text
  return short === '' || !isStorable(short) ? null : short
}
