import sharp from 'sharp'
import { expect, it } from 'vitest'
import { readImageHead } from './image-head.ts'

const picture = () => sharp({ create: { width: 321, height: 123, channels: 3, background: '#a63' } })
const headOf = (bytes: Uint8Array) => readImageHead(new Blob([Uint8Array.from(bytes)]))

it.each([
  ['jpeg', () => picture().jpeg()],
  ['jpeg', () => picture().jpeg({ progressive: true }).withIccProfile('p3')],
  ['png', () => picture().png()],
  ['webp', () => picture().webp()],
  ['webp', () => picture().webp({ lossless: true })],
  ['webp', () => picture().webp().withIccProfile('p3')],
  ['gif', () => picture().gif()],
] as const)('tells the size of a scan before it is decoded: %s', async (format, made) => {
  expect(await headOf(await made().toBuffer())).toEqual({ format, width: 321, height: 123 })
})

it('leaves the size of a TIFF to its directories', async () => {
  expect(await headOf(await picture().tiff().toBuffer())).toEqual({ format: 'tiff', width: 0, height: 0 })
})

it('refuses what is no image, and an image that ends in its head', async () => {
  await expect(headOf(new TextEncoder().encode('<svg/>'))).rejects.toMatchObject({ code: 'unreadable' })
  const jpeg = await picture().jpeg().toBuffer()
  await expect(headOf(jpeg.subarray(0, 30))).rejects.toMatchObject({ code: 'damaged' })
})
