import { expect, it } from 'vitest'
import { fileDisposition } from './file-disposition.ts'

const named = (title: string) => fileDisposition('attachment', { mapId: 'the-id', title, ending: '.points' })

it('names a file after its map, in full and in plain letters', () => {
  expect(named('Žemėlapis 1820 (naujas)')).toBe(
    `attachment; filename="Zemelapis 1820 (naujas).points"; filename*=UTF-8''%C5%BDem%C4%97lapis%201820%20%28naujas%29.points`,
  )
})

it('keeps out what no disk takes, and what would end the name early', () => {
  expect(named('../a"b\\c\r\nX: 1/2…')).toBe(
    `attachment; filename="a b c X 1 2.points"; filename*=UTF-8''a%20b%20c%20X%201%202%E2%80%A6.points`,
  )
})

it('has the id of the map where the title says nothing that can be written', () => {
  expect(named('地图')).toBe(
    `attachment; filename="the-id.points"; filename*=UTF-8''%E5%9C%B0%E5%9B%BE.points`,
  )
  expect(named(' ... ')).toBe(`attachment; filename="the-id.points"; filename*=UTF-8''the-id.points`)
  expect(named('x'.repeat(255))).toBe(
    `attachment; filename="${'x'.repeat(100)}.points"; filename*=UTF-8''${'x'.repeat(100)}.points`,
  )
})
