import { BlockList, isIP, isIPv4 } from 'node:net'

/** Ranges of IPv4 that are not of the public internet (IANA's registry of special purposes, and multicast). */
const NOT_PUBLIC_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]

/** What of IPv6 is public is one range; within it these are tunnels, documentation and protocols. */
const PUBLIC_IPV6 = '2000::/3'
const NOT_PUBLIC_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

/** @throws Error where it is no range in the form `10.0.0.0/8` */
export function addressRanges(ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits = ''] = range.split('/')
    const family = isIP(address)
    const length = /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN
    if (family === 0 || !(length <= (family === 4 ? 32 : 128)))
      throw new Error(`expected a range of addresses such as 10.0.0.0/8, got ${range}`)
    list.addSubnet(address, length, family === 4 ? 'ipv4' : 'ipv6')
  }
  return list
}

const notPublicIpv4 = addressRanges(NOT_PUBLIC_IPV4)
const publicIpv6 = addressRanges([PUBLIC_IPV6])
const notPublicIpv6 = addressRanges(NOT_PUBLIC_IPV6)

/** Whether an IP address, in digits, is one of the public internet. IPv4 within IPv6 is none. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !notPublicIpv4.check(address, 'ipv4')
  if (isIP(address) !== 6) return false
  return publicIpv6.check(address, 'ipv6') && !notPublicIpv6.check(address, 'ipv6')
}
