import type { MessageKey } from '../../../contract/api/messages.ts'
import { isDeeperThan } from '../../../contract/rules/json-depth.ts'
import { ImportFailure } from '../../interop/import-failure.ts'
import { type FoundSource, readIiif } from '../../interop/read-iiif.ts'
import { isImageService, type ScanSource, scanSourceOf, serviceBases } from '../../interop/scan-source.ts'
import { Refusal } from '../refusal.ts'
import type { OutsideTexts } from './outside-texts.ts'

/** Manifests of atlases of a thousand sheets are smaller. Parsing is the main thread's. */
const MOST_BYTES = 2_000_000
/** More than any manifest is nested. */
const DEEPEST = 50

interface FoundAt extends FoundSource {
  /** Where it came from in the end. */
  readonly url: string
  readonly json: unknown
}

/** Looks at what is at IIIF addresses. */
export class IiifLookUp {
  readonly #texts: OutsideTexts

  constructor(texts: OutsideTexts) {
    this.#texts = texts
  }

  /**
   * What is at the address of a manifest or an image service, be it without `/info.json`, or of a viewer that shows one.
   *
   * @throws Refusal as `OutsideTexts.fetch`, and 422 where it is no IIIF
   */
  async find(userId: string, address: string, signal: AbortSignal): Promise<FoundAt> {
    const wanted = shownBy(address.trim())
    try {
      return await this.#read(userId, wanted, signal)
    } catch (error) {
      if (!isNothing(error) || /\.json(?:$|\?)/.test(wanted)) throw error
      // The address of an image service is that of its `info.json` without the end.
      return this.#read(userId, `${wanted.replace(/\/+$/, '')}/info.json`, signal).catch(
        (second: unknown) => {
          throw isNothing(second) ? error : second
        },
      )
    }
  }

  /**
   * How an image of what was found is fetched.
   *
   * @param page counts from 1; undefined: there is one
   * @throws Refusal as `find`; 400 for a page that is not there, or not chosen
   */
  async source(
    userId: string,
    { pages, json, url }: FoundAt,
    page: number | undefined,
    signal: AbortSignal,
  ): Promise<ScanSource> {
    if (page === undefined && pages.length > 1) throw wrongPage('errors.import.choosePage')
    const chosen = pages[(page ?? 1) - 1]
    if (!chosen) throw wrongPage('errors.import.noSuchPage')
    const info =
      chosen.infoAddress === null ? { json, url } : await this.#json(userId, chosen.infoAddress, signal)
    // What cannot be fetched from anywhere is refused before anybody is asked for it.
    asRefusal(() => scanSourceOf(info.json, info.url))
    const base = await this.#baseOf(userId, info, signal)
    return asRefusal(() => scanSourceOf(info.json, base))
  }

  /**
   * Where the pictures of a service are: where it says itself, unless nothing answers there and it was found elsewhere.
   */
  async #baseOf(
    userId: string,
    { json, url }: { readonly json: unknown; readonly url: string },
    signal: AbortSignal,
  ): Promise<string> {
    const { named, own } = serviceBases(json, url)
    if (own === undefined || named === undefined) return named ?? own ?? url.replace(/\/+$/, '')
    // By the protocol and the spelling that have just answered.
    if (sameService(named, own)) return own
    try {
      const there = await this.#json(userId, `${named}/info.json`, signal)
      return isImageService(there.json) ? (serviceBases(there.json, there.url).own ?? named) : own
    } catch (error) {
      if (isNotThere(error)) return own
      throw error
    }
  }

  async #json(userId: string, address: string, signal: AbortSignal) {
    const { text, url } = await this.#texts.fetch(userId, address, MOST_BYTES, signal)
    return { json: asRefusal(() => parsed(text)), url }
  }

  async #read(userId: string, address: string, signal: AbortSignal): Promise<FoundAt> {
    const { text, url } = await this.#texts.fetch(userId, address, MOST_BYTES, signal)
    return asRefusal(() => {
      const json = parsed(text)
      return { ...readIiif(json), url, json }
    })
  }
}

/** The manifest that the address of a viewer names; of any other address itself. */
function shownBy(address: string): string {
  if (!URL.canParse(address)) return address
  const { searchParams } = new URL(address)
  const named = searchParams.get('manifest') ?? searchParams.get('iiif-content') ?? ''
  return /^https?:\/\//.test(named) ? named : address
}

/** Whether there is nothing of IIIF at an address; somewhere else near it there may be. */
function isNothing(error: unknown): boolean {
  return (
    error instanceof Refusal &&
    (error.messageKey === 'errors.import.notIiif' || error.messageKey === 'errors.outside.refused')
  )
}

/** Whether two addresses differ by no more than the protocol. */
const sameService = (a: string, b: string) => a.replace(/^https?:/i, '') === b.replace(/^https?:/i, '')

/** Whether an address has failed to lead to a service, in whichever way. */
const isNotThere = (error: unknown) =>
  error instanceof Refusal && (error.status === 400 || error.status === 403 || error.status === 422)

/** @throws ImportFailure */
function parsed(text: string): unknown {
  if (isDeeperThan(DEEPEST, text)) throw new ImportFailure('notIiif')
  try {
    return JSON.parse(text)
  } catch {
    throw new ImportFailure('notIiif')
  }
}

const wrongPage = (key: MessageKey) => new Refusal(400, key, { fields: { page: key } })

/** @throws Refusal 422 for what cannot become a map */
function asRefusal<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof ImportFailure)) throw error
    const key: MessageKey = `errors.import.${error.code}`
    throw new Refusal(422, key, { details: error.details, fields: { url: key } })
  }
}
