import { expect, it } from 'vitest'
import { deviceName } from './device-name.ts'

it('names browser and system', () => {
  const chrome =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36'
  expect(deviceName(chrome)).toBe('Chrome, Linux')
  expect(deviceName(`${chrome} Edg/130.0`)).toBe('Edge, Linux')
  expect(
    deviceName('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1'),
  ).toBe('Safari, iOS')
  expect(deviceName('curl/8.0')).toBeNull()
  expect(deviceName(null)).toBeNull()
})
