import { expect, it } from 'vitest'
import { oneOf, parseSearch, stringifySearch, textOf } from './search-text.ts'

it('keeps every search value a text, whatever it looks like', () => {
  const search = { mapId: '0012', q: 'Žemėlapis & 1:50000', tab: 'public', empty: '', none: undefined }
  const text = stringifySearch(search)
  expect(text).toBe('?mapId=0012&q=%C5%BDem%C4%97lapis+%26+1%3A50000&tab=public')
  expect(parseSearch(text)).toEqual({ mapId: '0012', q: 'Žemėlapis & 1:50000', tab: 'public' })
  expect(stringifySearch({})).toBe('')
})

it('narrows what a stranger may have typed into the address', () => {
  expect(oneOf(['all', 'public'] as const, 'public')).toBe('public')
  expect(oneOf(['all', 'public'] as const, 'PUBLIC')).toBeUndefined()
  expect(textOf('')).toBeUndefined()
  expect(textOf(3)).toBeUndefined()
})
