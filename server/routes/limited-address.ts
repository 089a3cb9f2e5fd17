import { isIPv6 } from 'node:net'

/** The eight groups of an IPv6 address, as numbers. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = address.split('::', 2)
  const parse = (part: string) =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16))
  const [first, last] = [parse(head), parse(tail ?? '')]
  return [...first, ...Array<number>(Math.max(0, 8 - first.length - last.length)).fill(0), ...last]
}

/**
 * What of an address counts for limits: all of an IPv4 address, the first 64 bits of an IPv6 address, whose owner has
 * every address that begins alike.
 */
export function limitedAddress(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped) return mapped[1]!
  const [bare = ''] = address.split('%')
  if (!isIPv6(bare)) return address
  const network = groupsOf(bare).slice(0, 4)
  return `${network.map((group) => group.toString(16)).join(':')}::/64`
}
