import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { IMAGE_LIMITS } from './image-limits.ts'
import { readImageRequest } from './image-request.ts'

const IMAGE = { width: 1_000, height: 600 }
/** Wider than a picture may be. */
const LARGE = { width: 40_000, height: 20_000 }

const read = (path: string, image = IMAGE) => {
  const [region = '', size = '', rotation = '', file = ''] = path.split('/')
  return readImageRequest({ region, size, rotation, file }, image)
}
const request = (path: string, image = IMAGE) => {
  const result = read(path, image)
  if (!result.ok) throw new Error(result.fault)
  return result.request
}

describe('a region', () => {
  it.each([
    ['full', [0, 0, 1000, 600]],
    ['square', [200, 0, 600, 600]],
    ['10,20,30,40', [10, 20, 30, 40]],
    ['0,0,1,1', [0, 0, 1, 1]],
    ['990,590,100,100', [990, 590, 10, 10]],
    ['pct:10,10,50,50', [100, 60, 500, 300]],
    ['pct:0,0,100,100', [0, 0, 1000, 600]],
    ['pct:50,50,200,200', [500, 300, 500, 300]],
    ['pct:33.3333,0,33.3333,100', [333, 0, 333, 600]],
  ])('%s is cut at the edges of the image', (region, box) => {
    const { x, y, width, height } = request(`${region}/max/0/default.jpg`).region
    expect([x, y, width, height]).toEqual(box)
  })

  it.each([
    ['', 'Full', 'full ', '1,2,3', '1,2,3,4,5', '0,0,0,10', '0,0,10,0', '1000,0,10,10', '0,600,1,1'],
    ['-1,0,10,10', '0,0,-1,10', '1.5,0,10,10', 'a,b,c,d', 'pct:0,0,0,10', 'pct:101,0,10,10', 'pct:1,2,3'],
    ['pct:-1,0,10,10', 'pct:1e1,0,10,10', '0,0,1e9,10', '0x1,0,10,10', '0,0,99999999999,10', 'pct:', ',,,'],
  ])('that is none is refused (%#)', (...regions) => {
    for (const region of regions)
      expect(read(`${region}/max/0/default.jpg`), region).toEqual({ ok: false, fault: 'region' })
  })
})

describe('a size', () => {
  it.each([
    ['max', 1000, 600],
    ['500,', 500, 300],
    [',300', 500, 300],
    ['1000,600', 1000, 600],
    ['30,60', 30, 60],
    ['pct:50', 500, 300],
    ['pct:0.01', 1, 1],
    ['pct:33.3', 333, 200],
    ['!500,500', 500, 300],
    ['!5000,150', 250, 150],
    ['!5000,5000', 1000, 600],
    ['^max', 3739, 2243],
    ['^2000,', 2000, 1200],
    ['^,1200', 2000, 1200],
    ['^pct:200', 2000, 1200],
    ['^pct:50', 500, 300],
    ['^2000,2000', 2000, 2000],
    ['^!2000,2000', 2000, 1200],
    ['^!90000,90000', 3739, 2243],
    ['^500,', 500, 300],
  ])('%s', (size, width, height) => {
    expect(request(`full/${size}/0/default.jpg`).size).toEqual({ width, height })
  })

  it.each([
    ['', ',', '0,', ',0', '0,0', 'full', '!', '!0,10', '!10,', '!10,10,10', 'pct:0', 'pct:', '^', '^^max'],
    [
      '1001,',
      ',601',
      '1001,600',
      '1000,601',
      'pct:100.1',
      'pct:-5',
      '-5,',
      '5.5,',
      '1e2,',
      'max,',
      '10,10,10',
    ],
    ['^5000,', '^,5000', '^4096,4096', '^pct:10000', '^0,', '!^10,10', 'Max'],
  ])('that is none, or larger without a caret than what it is made of, is refused (%#)', (...sizes) => {
    for (const size of sizes)
      expect(read(`full/${size}/0/default.jpg`), size).toEqual({ ok: false, fault: 'size' })
  })

  it('is as large as the limits allow where it is not named, and refused beyond them where it is', () => {
    expect(request('full/max/0/default.jpg', LARGE).size).toEqual({ width: 4096, height: 2048 })
    expect(request('full/!9000,9000/0/default.jpg', LARGE).size).toEqual({ width: 4096, height: 2048 })
    expect(request('square/max/0/default.jpg', LARGE).size).toEqual({ width: 2896, height: 2896 })
    for (const size of ['4097,', ',4097', '4000,4000', 'pct:50'])
      expect(read(`full/${size}/0/default.jpg`, LARGE), size).toEqual({ ok: false, fault: 'size' })
  })

  it('is never beyond the limits, and never empty, whatever is asked for', () => {
    const part = fc.oneof(fc.nat(50_000).map(String), fc.constant(''), fc.constant('pct:77.7'))
    const sizes = fc
      .tuple(fc.constantFrom('', '^'), fc.constantFrom('', '!'), part, part)
      .map(([caret, bang, w, h]) => (w.startsWith('pct') ? `${caret}${w}` : `${caret}${bang}${w},${h}`))
    fc.assert(
      fc.property(
        sizes,
        fc.integer({ min: 1, max: 60_000 }),
        fc.integer({ min: 1, max: 60_000 }),
        (size, width, height) => {
          const result = read(`full/${size}/0/default.png`, { width, height })
          if (!result.ok) return
          const made = result.request.size
          expect(made.width).toBeGreaterThan(0)
          expect(made.height).toBeGreaterThan(0)
          expect(made.width).toBeLessThanOrEqual(IMAGE_LIMITS.maxWidth)
          expect(made.height).toBeLessThanOrEqual(IMAGE_LIMITS.maxHeight)
          expect(made.width * made.height).toBeLessThanOrEqual(IMAGE_LIMITS.maxArea)
        },
      ),
    )
  })
})

it.each([
  ['0', 0, false],
  ['90', 90, false],
  ['180', 180, false],
  ['270', 270, false],
  ['360', 0, false],
  ['!0', 0, true],
  ['!270', 270, true],
  ['90.0', 90, false],
])('turns by %s', (rotation, degrees, mirrored) => {
  expect(request(`full/max/${rotation}/default.jpg`)).toMatchObject({ degrees, mirrored })
})

it.each(['45', '22.5', '-90', '361', '450', '', '!', '!!90', 'right', '0x5a'])(
  'does not turn by %s',
  (rotation) => {
    expect(read(`full/max/${rotation}/default.jpg`)).toEqual({ ok: false, fault: 'rotation' })
  },
)

it.each([
  ['default.jpg', undefined],
  ['color.png', undefined],
  ['gray.webp', undefined],
  ['bitonal.png', undefined],
  ['grey.jpg', 'quality'],
  ['native.jpg', 'quality'],
  ['.jpg', 'quality'],
  ['default.gif', 'format'],
  ['default.jp2', 'format'],
  ['default.JPG', 'format'],
  ['default.', 'format'],
  ['default', 'format'],
  ['default.toString', 'format'],
  ['default.jpg.png', 'quality'],
])('of quality and format, %s: %s', (file, fault) => {
  const result = read(`full/max/0/${file}`)
  expect(result.ok ? undefined : result.fault).toBe(fault)
})

it.each([
  ['full/max/0/default.jpg', 'full/max/0/default.jpg'],
  ['0,0,1000,600/1000,600/0/color.jpg', 'full/max/0/default.jpg'],
  ['pct:0,0,100,100/pct:100/360/default.png', 'full/max/0/default.png'],
  ['square/300,/!90/gray.jpg', '200,0,600,600/300,300/!90/gray.jpg'],
  ['full/^2000,/0/default.jpg', 'full/^2000,1200/0/default.jpg'],
  ['full/^500,/0/default.jpg', 'full/500,300/0/default.jpg'],
  ['990,590,100,100/max/0/bitonal.png', '990,590,10,10/max/0/bitonal.png'],
])('%s has one form: %s, which asks for the same', (path, canonical) => {
  const first = request(path)
  expect(first.canonical).toBe(canonical)
  expect(request(canonical)).toEqual({
    ...first,
    quality: first.quality === 'color' ? 'default' : first.quality,
  })
})
