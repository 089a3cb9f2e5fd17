import { afterEach, expect, it, vi } from 'vitest'
import { config } from '../../contract/api/system.ts'
import { getMap } from '../../contract/api/maps.ts'
import { ApiError } from './api-error.ts'
import { callApi } from './call-api.ts'
import { limitCalls } from './call-limit.ts'

afterEach(() => vi.unstubAllGlobals())

it('lets no call out of a page but those it names, until the page is left', async () => {
  const asked: string[] = []
  vi.stubGlobal('localStorage', { getItem: () => null, setItem() {}, removeItem() {} })
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url)
    return Promise.resolve(Response.json({ message: 'No' }, { status: 403 }))
  })
  const lift = limitCalls([config.path])
  const refused = callApi(getMap, { params: { id: 'local-1' } })
  await expect(refused).rejects.toBeInstanceOf(ApiError)
  await expect(refused).rejects.toMatchObject({ messageKey: 'errors.onThisDevice' })
  expect(asked).toEqual([])
  await callApi(config, {}).catch(() => undefined)
  expect(asked).toEqual(['/api/config'])
  lift()
  await callApi(getMap, { params: { id: '1' } }).catch(() => undefined)
  expect(asked).toEqual(['/api/config', '/api/map/1'])
})
