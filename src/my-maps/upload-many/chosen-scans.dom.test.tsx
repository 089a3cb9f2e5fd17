import { fireEvent, screen, waitFor, within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { ownScans } from '../../../contract/api/map-scan.ts'
import { scanDigest } from '../../../contract/scan-digest.ts'
import { openApp } from '../../../tests/components/app.ts'
import { FakeLibrary } from '../../../tests/components/fake-library.ts'
import { ONA } from '../../../tests/components/samples.ts'

const JPEG = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16])

const submit = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

/** A scan of its own by its content. */
const scan = (name: string, content = name) => new File([JPEG, content], name)

const choose = async (...files: File[]) => {
  const input = await screen.findByLabelText<HTMLInputElement>('Scans of the maps')
  Object.defineProperty(input, 'files', { configurable: true, value: files })
  fireEvent.change(input)
  return within(await screen.findByRole('list', { name: 'What will be uploaded' }))
}

it('takes scans by their content, and says of what only looks like one that it is no picture', async () => {
  await openApp('/main?dialog=many', (api) => new FakeLibrary(api), { user: ONA })
  const list = await choose(
    scan('noext'),
    scan('SHEET.TXT'),
    new File(['notes of a walk'], 'notes.bak'),
    new File(['no picture'], 'broken.tif'),
    new File(['file,title\r\nnoext,Plan of Kaunas'], 'table.csv'),
  )
  await list.findByText('Plan of Kaunas')
  const rows = () => list.getAllByText((_text, element) => element?.parentElement?.tagName === 'OL')
  await waitFor(() => expect(rows()).toHaveLength(3))
  const [plan, sheet, broken] = rows().map(({ textContent }) => textContent)
  expect([plan, sheet]).toEqual([expect.stringContaining('Ready'), expect.stringContaining('Ready')])
  expect(broken).toContain('this is not a picture, although its name says so')
  screen.getByText('Left out, because they are no scans: notes.bak')
  await waitFor(() => expect(submit('Upload 2 maps').disabled).toBe(false))
})

it('lets wrong cells of the table be corrected where they are shown, and sends what is right then', async () => {
  const { hands } = await openApp('/main?dialog=many', (api) => new FakeLibrary(api), { user: ONA })
  const list = await choose(
    scan('a.jpg'),
    scan('b.jpg'),
    new File(
      [
        'file,title,year,licence,scale,public\r\n',
        'a.jpg,Plan,eighteen ninety,CC BY 99,1:25000,perhaps\r\n',
        'c.jpg,Other plan,1890,,large,no\r\n',
      ],
      'table.csv',
    ),
  )
  const field = (name: string) => list.findByRole<HTMLInputElement>('textbox', { name })
  expect((await field('Year, row 2')).value).toBe('eighteen ninety')
  expect((await field('Year, row 2')).getAttribute('aria-invalid')).toBe('true')
  screen.getByRole('button', { name: '2 rows need attention' })
  const mend = async (name: string, text: string) => {
    await hands.clear(await field(name))
    await hands.type(await field(name), `${text}{Enter}`)
  }
  await mend('Year, row 2', '189O')
  // Still wrong: what was typed stays to be corrected.
  expect((await field('Year, row 2')).value).toBe('189O')
  await mend('Year, row 2', '1890')
  await mend('Licence, row 2', 'CC BY 4.0')
  await mend('Public map, row 2', 'yes')
  await mend('Name of the file, row 3', 'b.jpg')
  await mend('Scale, row 3', '25000')
  await waitFor(() => expect(list.queryAllByRole('textbox')).toEqual([]))
  submit('Upload 2 maps')
  expect(list.getAllByText(/^1890/).map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Public'),
    expect.stringContaining('Private'),
  ])
})

it('recognises scans by their content, whatever they are called, and sends them only when asked', async () => {
  const there = scan('sheet-12.jpg', 'sheet 12')
  const digest = await scanDigest(
    there.size,
    async (from, to) => new Uint8Array(await there.slice(from, to).arrayBuffer()),
  )
  const { api, hands } = await openApp(
    '/main?dialog=many',
    (server) => {
      new FakeLibrary(server)
      server.answer(ownScans, { scans: [{ id: 'plan', title: 'Plan of Kaunas', bytes: there.size, digest }] })
    },
    { user: ONA },
  )
  const list = await choose(
    scan('copy.jpg', 'sheet 12'),
    scan('other.jpg', 'sheet 13'),
    scan('new.jpg', 'another sheet'),
    scan('new again.jpg', 'another sheet'),
  )
  await list.findByText('The same scan is there already: “Plan of Kaunas”')
  await list.findByText('The same scan is there already: “new.jpg”')
  expect(list.getAllByText('Ready')).toHaveLength(2)
  await waitFor(() => expect(submit('Upload 2 maps').disabled).toBe(false))
  await hands.click(list.getByRole('button', { name: 'Upload copy.jpg again' }))
  submit('Upload 3 maps')
  expect(api.sent(ownScans)).toHaveLength(1)
})
