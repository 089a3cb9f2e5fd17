import { expect, it } from 'vitest'
import { addressRanges, isPublicAddress } from './public-address.ts'

it.each([
  '1.1.1.1',
  '93.184.216.34',
  '172.15.0.1',
  '172.32.0.1',
  '192.167.1.1',
  '2606:4700::1111',
  '2a00::1',
])('%s is of the public internet', (address) => expect(isPublicAddress(address)).toBe(true))

it.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.9.9.9',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '192.0.0.8',
  '198.18.0.1',
  '203.0.113.7',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:1.1.1.1',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  'fc00::1',
  'fd12::1',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '100::1',
  'localhost',
  '',
])('%s is not', (address) => expect(isPublicAddress(address)).toBe(false))

it('reads ranges, and says which one is none', () => {
  expect(addressRanges(['10.0.0.0/8', 'fd00::/8']).check('10.9.9.9')).toBe(true)
  for (const range of ['10.0.0.0', '10.0.0.0/33', '10.0.0/8', 'fd00::/129', 'a/8', '10.0.0.0/x'])
    expect(() => addressRanges([range]), range).toThrow(range)
})
