import { Buffer } from 'node:buffer'
import { lookup as systemLookup } from 'node:dns/promises'
import { type IncomingMessage, request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { type BlockList, isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/** Which hosts the operator lets the server ask. */
export interface OutsidePolicy {
  /** `example.org`, `*.example.org` (all below it), `example.org:8443`, or `*`; none: nothing is fetched. */
  readonly hosts: readonly string[]
  /** Ranges that are not of the public internet and may be asked all the same. */
  readonly ownAddresses: BlockList
  /** Finds the addresses of a name; the system's by default. */
  readonly lookup?: (hostname: string) => Promise<readonly string[]>
}

export interface OutsideRequest {
  readonly accept: string
  /** A longer answer is broken off. */
  readonly mostBytes: number
  /** For all of it, redirects included. */
  readonly milliseconds: number
  readonly signal: AbortSignal
}

export interface OutsideAnswer {
  /** Where it came from in the end. */
  readonly url: string
  readonly contentType: string
  readonly body: Buffer
}

export type OutsideFailureCode =
  | 'badAddress' //     no address of the web: another protocol, a name and password in it
  | 'notAllowed' //     the operator does not allow its host
  | 'portNotAllowed' // the operator allows its host, at the usual port alone
  | 'privateAddress' // its host is not of the public internet
  | 'unreachable' //    no such host, or nobody answers
  | 'refused' //        it answers with an error, `status` says which
  | 'tooManyRedirects'
  | 'tooLarge'
  | 'tooSlow'

/** Why something could not be fetched. */
export class OutsideFailure extends Error {
  readonly code: OutsideFailureCode
  readonly host: string
  readonly status: number | undefined

  constructor(code: OutsideFailureCode, host = '', status?: number, options?: ErrorOptions) {
    super(`fetching from ${host || 'outside'}: ${code}${status === undefined ? '' : ` (${status})`}`, options)
    this.name = 'OutsideFailure'
    this.code = code
    this.host = host
    this.status = status
  }
}

const MOST_REDIRECTS = 4
const MOST_ADDRESS = 2_000
const USER_AGENT = 'Palimpsest/0.1'

/**
 * Fetches from a host that the operator allows, and from no other, whatever that one says: names are looked up once and
 * the connection goes to the address that was judged; every redirect is judged anew; what is long or slow is broken off.
 *
 * @throws OutsideFailure; the signal's reason at its abort
 */
export async function fetchOutside(
  address: string,
  policy: OutsidePolicy,
  { accept, mostBytes, milliseconds, signal }: OutsideRequest,
): Promise<OutsideAnswer> {
  const late = AbortSignal.timeout(milliseconds)
  const ends = AbortSignal.any([signal, late])
  let url = parsedAddress(address)
  try {
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
      const answer = await ask(url, await allowedAddress(url, policy), accept, ends)
      const { statusCode: status = 0, headers } = answer
      if (status >= 300 && status < 400 && headers.location !== undefined) {
        answer.destroy()
        url = parsedAddress(headers.location, url)
        continue
      }
      if (status !== 200) {
        answer.destroy()
        throw new OutsideFailure('refused', url.host, status)
      }
      const body = await bodyOf(answer, url, mostBytes)
      return { url: url.href, contentType: headers['content-type'] ?? '', body }
    }
    throw new OutsideFailure('tooManyRedirects', url.host)
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof OutsideFailure) throw error
    throw new OutsideFailure(late.aborted ? 'tooSlow' : 'unreachable', url.host, undefined, { cause: error })
  }
}

/** @throws OutsideFailure `badAddress` */
function parsedAddress(address: string, base?: URL): URL {
  if (address.length > MOST_ADDRESS || !URL.canParse(address, base?.href))
    throw new OutsideFailure('badAddress')
  const url = new URL(address, base?.href)
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:'
  if (!isWeb || url.username !== '' || url.password !== '') throw new OutsideFailure('badAddress', url.host)
  url.hash = ''
  return url
}

/** Whether the list of the operator names the host. A port counts where it is not the usual one. */
function isAllowedHost(
  { hostname, port, host }: Pick<URL, 'hostname' | 'port' | 'host'>,
  hosts: readonly string[],
): boolean {
  return hosts.some((entry) => {
    if (entry === '*') return port === ''
    const wanted = entry.toLowerCase()
    if (wanted.startsWith('*.')) return port === '' && hostname.endsWith(wanted.slice(1))
    return wanted === (port === '' ? hostname : host)
  })
}

/** The one address that may be connected to. @throws OutsideFailure */
async function allowedAddress(url: URL, { hosts, ownAddresses, lookup }: OutsidePolicy): Promise<string> {
  if (!isAllowedHost(url, hosts)) {
    const isNamed = isAllowedHost({ hostname: url.hostname, port: '', host: url.hostname }, hosts)
    throw new OutsideFailure(isNamed ? 'portNotAllowed' : 'notAllowed', url.host)
  }
  const name = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(name) ? [name] : await (lookup ?? addressesOf)(name)
  const [first] = addresses
  if (first === undefined) throw new OutsideFailure('unreachable', url.host)
  // One that is not of the public internet among several is reason enough: it may be meant to be met by chance.
  const isOwn = (one: string) => ownAddresses.check(one, isIP(one) === 6 ? 'ipv6' : 'ipv4')
  if (addresses.some((one) => !isPublicAddress(one) && !isOwn(one)))
    throw new OutsideFailure('privateAddress', url.host)
  return first
}

async function addressesOf(hostname: string): Promise<readonly string[]> {
  return (await systemLookup(hostname, { all: true, verbatim: true })).map(({ address }) => address)
}

/** Connects to the address whatever the name is by then. */
function ask(url: URL, address: string, accept: string, signal: AbortSignal): Promise<IncomingMessage> {
  const family = isIP(address)
  const pinned: LookupFunction = (_name, options, done) =>
    options.all ? done(null, [{ address, family }]) : done(null, address, family)
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const asked = request(url, {
      agent: false,
      lookup: pinned,
      signal,
      maxHeaderSize: 16_384,
      headers: { accept, 'accept-encoding': 'identity', 'user-agent': USER_AGENT },
    })
    asked.once('response', resolve)
    asked.once('error', reject)
    asked.end()
  })
}

async function bodyOf(answer: IncomingMessage, url: URL, mostBytes: number): Promise<Buffer> {
  const tooLarge = () => {
    answer.destroy()
    return new OutsideFailure('tooLarge', url.host)
  }
  if (Number(answer.headers['content-length'] ?? 0) > mostBytes) throw tooLarge()
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > mostBytes) throw tooLarge()
    chunks.push(chunk)
  }
  if (!answer.complete) throw new Error('the answer broke off')
  return Buffer.concat(chunks)
}
