import type { MessageKey } from '../../../contract/api/messages.ts'
import { isDeeperThan } from '../../../contract/rules/json-depth.ts'
import { ImportFailure } from '../../interop/import-failure.ts'
import { type FoundSource, readIiif } from '../../interop/read-iiif.ts'
import { type ScanSource, scanSourceOf } from '../../interop/scan-source.ts'
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
    if (chosen.infoAddress === null) return asRefusal(() => scanSourceOf(json, url))
    const info = await this.#texts.fetch(userId, chosen.infoAddress, MOST_BYTES, signal)
    return asRefusal(() => scanSourceOf(parsed(info.text), info.url))
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
