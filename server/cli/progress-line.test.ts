import { expect, it } from 'vitest'
import { ProgressLine } from './progress-line.ts'

function recorded(isTTY: boolean, columns = 80) {
  const written: string[] = []
  return { isTTY, columns, written, write: (text: string) => written.push(text) }
}

it('draws one line over itself on a terminal, with the time left once it can be told', () => {
  const stream = recorded(true)
  let now = 0
  const line = new ProgressLine(stream, () => now)
  line.begin('warping out.tif')
  now = 15_000
  line.show(20)
  expect(stream.written).toHaveLength(2)
  expect(stream.written[0]).toBe(`\r\u001B[2K${'░'.repeat(24)}   0 %            warping out.tif`)
  expect(stream.written[1]).toMatch(/█{5}░{19} {2}20 % {2}1:00 left warping out\.tif$/)
  line.show(20)
  expect(stream.written).toHaveLength(2)
  line.clear()
  expect(stream.written[2]).toBe('\r\u001B[2K')
})

it('never grows wider than the terminal', () => {
  const stream = recorded(true, 60)
  new ProgressLine(stream).begin(`warping ${'long'.repeat(50)}.tif`)
  const drawn = stream.written[0]?.replace('\r\u001B[2K', '') ?? ''
  expect(drawn.length).toBeLessThan(60)
  expect(drawn.endsWith('.tif')).toBe(true)
})

it('writes a line for each step into a log, and no bar', () => {
  const stream = recorded(false)
  const line = new ProgressLine(stream)
  line.begin('converting scan.jpg')
  line.show(50)
  line.clear()
  line.begin('warping out.tif')
  expect(stream.written).toEqual(['converting scan.jpg\n', 'warping out.tif\n'])
})

it.each([0, undefined])('takes a terminal that tells the width %s for a usual one', (columns) => {
  const written: string[] = []
  new ProgressLine({
    isTTY: true,
    ...(columns !== undefined && { columns }),
    write: (text) => written.push(text),
  }).begin('converting scan.jpg')
  expect(written[0]).toMatch(/converting scan\.jpg$/)
})
