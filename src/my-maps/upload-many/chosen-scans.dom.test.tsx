import { fireEvent, screen, waitFor, within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { openApp } from '../../../tests/components/app.ts'
import { FakeLibrary } from '../../../tests/components/fake-library.ts'
import { ONA } from '../../../tests/components/samples.ts'

const JPEG = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16])

it('takes scans by their content, and says of what only looks like one that it is no picture', async () => {
  await openApp('/main?dialog=many', (api) => new FakeLibrary(api), { user: ONA })
  const input = await screen.findByLabelText<HTMLInputElement>('Scans of the maps')
  const files = [
    new File([JPEG], 'noext'),
    new File([JPEG], 'SHEET.TXT'),
    new File(['notes of a walk'], 'notes.bak'),
    new File(['no picture'], 'broken.tif'),
    new File(['file,title\r\nnoext,Plan of Kaunas'], 'table.csv'),
  ]
  Object.defineProperty(input, 'files', { configurable: true, value: files })
  fireEvent.change(input)
  const list = within(await screen.findByRole('list', { name: 'What will be uploaded' }))
  await list.findByText('Plan of Kaunas')
  const rows = () => list.getAllByText((_text, element) => element?.parentElement?.tagName === 'OL')
  await waitFor(() => expect(rows()).toHaveLength(3))
  const [plan, sheet, broken] = rows().map(({ textContent }) => textContent)
  expect([plan, sheet]).toEqual([expect.stringContaining('Ready'), expect.stringContaining('Ready')])
  expect(broken).toContain('this is not a picture, although its name says so')
  screen.getByText('Left out, because they are no scans: notes.bak')
  screen.getByRole('button', { name: 'Upload 2 maps' })
})
