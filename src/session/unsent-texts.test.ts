import { beforeEach, expect, it, vi } from 'vitest'
import { forgetUnsent } from './forget-unsent.ts'
import { keepUnsent, readUnsent } from './unsent-texts.ts'

let kept: Record<string, string>

beforeEach(() => {
  kept = { token: 't' }
  const storage = {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => void (kept[key] = value),
    removeItem: (key: string) => void delete kept[key],
  }
  // Keys of a storage are its own properties.
  vi.stubGlobal(
    'localStorage',
    new Proxy(storage, {
      ownKeys: () => Object.keys(kept),
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    }),
  )
})

it('keeps a text for its writer and what it is about, until it is empty', () => {
  keepUnsent('ona', 'map 1', { text: 'Which church', sendKey: 'k' })
  expect(readUnsent('ona', 'map 1')).toEqual({ text: 'Which church', sendKey: 'k' })
  expect(readUnsent('ona', 'map 2')).toEqual({ text: '' })
  expect(readUnsent('jonas', 'map 1')).toEqual({ text: '' })
  keepUnsent('ona', 'map 1', { text: '' })
  expect(Object.keys(kept)).toEqual(['token'])
})

it('takes what is no text of ours for nothing', () => {
  keepUnsent('ona', 'map 1', { text: 'Which church' })
  for (const key of Object.keys(kept)) kept[key] = '{"text":7}'
  expect(readUnsent('ona', 'map 1')).toEqual({ text: '' })
})

it('forgets all texts and nothing else', () => {
  keepUnsent('ona', 'map 1', { text: 'One' })
  keepUnsent('jonas', 'map 2', { text: 'Two' })
  forgetUnsent()
  expect(kept).toEqual({ token: 't' })
})
