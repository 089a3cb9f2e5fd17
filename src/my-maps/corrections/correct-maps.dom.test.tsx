import { screen, waitFor } from '@testing-library/dom'
import { describe, expect, it, vi } from 'vitest'
import { correctMaps } from '../../../contract/api/correct-maps.ts'
import { findToast, openApp, untilGone } from '../../../tests/components/app.ts'
import { refusal } from '../../../tests/components/fake-api.ts'
import { FakeLibrary, mapOf } from '../../../tests/components/fake-library.ts'
import { ONA } from '../../../tests/components/samples.ts'

const MAPS = Array.from({ length: 10 }, (_, at) => mapOf(`Sheet ${at + 1}`, { creator: '=Somebody' }))

const openTable = async (language: 'en' | 'lt' = 'en') => {
  let library: FakeLibrary | undefined
  const app = await openApp(
    '/main',
    (api) => {
      library = new FakeLibrary(api, ...MAPS)
      api.answer(correctMaps, ({ body }) => {
        for (const { id, changes } of body.maps)
          library?.change(id, {
            ...(changes.creator !== undefined && { creator: changes.creator }),
            ...(changes.shelfmark !== undefined && { shelfmark: changes.shelfmark }),
          })
        return { status: 'success' as const, changed: body.maps.length }
      })
    },
    { user: ONA, language },
  )
  await app.hands.click(await screen.findByRole('button', { name: language === 'lt' ? 'Lentelė' : 'Table' }))
  const choose = async (button: string, item: string) => {
    await app.hands.click(await screen.findByRole('button', { name: button }))
    await app.hands.click(await screen.findByRole('menuitem', { name: item }))
  }
  const correct = async (text: string) => {
    await choose('The whole list', 'Correct many with a CSV…')
    await app.hands.upload(await screen.findByLabelText('The corrected list'), csv(text))
  }
  return { ...app, choose, correct, library: library! }
}
const csv = (text: string) => new File([text], 'list.csv', { type: 'text/csv' })
const rows = async () =>
  [...(await screen.findByRole('list', { name: 'What changes' })).children].map(
    ({ textContent }) => textContent,
  )
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

describe('the list of maps as CSV', () => {
  it('is saved whole, or of the chosen maps, and changes nothing when it is chosen again', async () => {
    const { api, hands, choose, correct } = await openTable()
    const saved: Blob[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      saved.push(blob as Blob)
      return 'blob:list'
    })
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    await choose('The whole list', 'Export the list (CSV)')
    await findToast('The list of 10 maps is saved.')
    await hands.click(button('Choose several'))
    await hands.click(await screen.findByRole('checkbox', { name: /Sheet 3/ }))
    await choose('The whole list', 'Export the list (CSV)')
    await findToast('The list of 1 map is saved.')
    const [whole = '', chosen = ''] = await Promise.all(saved.map((blob) => blob.text()))
    expect(whole.trim().split('\r\n')).toHaveLength(11)
    const [head, line, ...others] = chosen.trim().split('\r\n')
    expect(head).toMatch(/^\uFEFF?id,file,title,.*,licence,.*,shelfmark,.*,public,link,version$/)
    expect(line).toMatch(/^sheet-3,,Sheet 3,.*,'=Somebody,.*map-editor\?mapId=sheet-3,v[0-9a-f]{8}$/)
    expect(others).toEqual([])
    await correct(whole)
    await screen.findByText('10 rows change nothing')
    expect(button('Change 0 maps').disabled).toBe(true)
    expect(api.sent(correctMaps)).toEqual([])
  })
})

describe('correcting many maps by a CSV', () => {
  it('shows field by field what changes, sends only that with what it was, and says how many were changed', async () => {
    const { api, hands, correct } = await openTable()
    await correct("id;creator;Signatūra\r\nsheet-1;;F. 1\r\nsheet-2;'=Somebody;\r\n")
    expect(await rows()).toEqual([
      expect.stringMatching(/^Sheet 1Row 2Author.*=Somebody.*nothing.*Shelfmark.*nothing.*F\. 1$/),
    ])
    screen.getByText('1 row changes nothing')
    await hands.click(button('Change 1 map'))
    await findToast('1 map changed.')
    await untilGone(() => screen.queryByRole('dialog'))
    expect(api.sent(correctMaps).map(({ body }) => body)).toEqual([
      {
        maps: [
          {
            id: 'sheet-1',
            changes: {
              creator: null,
              shelfmark: 'F. 1',
              before: { creator: '=Somebody', shelfmark: null },
            },
          },
        ],
      },
    ])
  })

  it('names what is wrong, and applies nothing until those rows are left out', async () => {
    const { api, hands, correct } = await openTable()
    await correct('id,creator,year,licence\ngone,A,,\nsheet-1,B,18th,CC BY\nsheet-2,C,,\n')
    const [unknown, wrong] = await rows()
    expect(unknown).toContain('None of your maps has this id')
    expect(wrong).toContain('Licence: Choose one of the licences')
    expect(wrong).toMatch(/Year: \S/)
    expect(button('Change 1 map').disabled).toBe(true)
    await hands.click(screen.getByRole('checkbox', { name: 'Leave out 2 rows that cannot be applied' }))
    await hands.click(button('Change 1 map'))
    await findToast('1 map changed.')
    expect(api.sent(correctMaps).flatMap(({ body }) => body.maps.map(({ id }) => id))).toEqual(['sheet-2'])
  })

  it('lets wrong cells be corrected where they are shown', async () => {
    const { api, hands, correct } = await openTable()
    await correct('id,creator,year,scale\nsheet-1,A,eighteen ninety,large\nsheet-2,B,1890,\n')
    const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name })
    await hands.clear(await field('Scale, row 2'))
    await hands.type(await field('Scale, row 2'), '1:84000{Enter}')
    // The next wrong cell is at hand.
    expect((document.activeElement as HTMLInputElement).value).toBe('eighteen ninety')
    await hands.clear(await field('Year, row 2'))
    await hands.type(await field('Year, row 2'), '1888{Enter}')
    await hands.click(await screen.findByRole('button', { name: 'Change 2 maps' }))
    await findToast('2 maps changed.')
    expect(api.sent(correctMaps)[0]?.body.maps[0]?.changes).toMatchObject({
      creator: 'A',
      year: 1888,
      scale: '1:84000',
    })
  })

  it('leaves out maps that were changed since the export, unless they are asked for', async () => {
    const { correct, hands, api } = await openTable()
    await correct('id,creator,version\nsheet-1,B,v00000000\n')
    await screen.findByText(
      '1 map was changed since the list was exported. It is left out unless you choose otherwise.',
    )
    expect(button('Change 0 maps').disabled).toBe(true)
    await hands.click(screen.getByRole('checkbox', { name: 'Change them too, as the list says' }))
    await hands.click(button('Change 1 map'))
    await findToast('1 map changed.')
    expect(api.sent(correctMaps)).toHaveLength(1)
  })

  it('says what was done where a part is refused, and marks the maps that were', async () => {
    const { api, hands, correct } = await openTable()
    api.answer(
      correctMaps,
      refusal(409, 'errors.maps.notCorrected', {
        details: { count: 2 },
        errors: { 'maps.0.id': 'No', 'maps.1.changes.creator': 'Changed' },
        errorKeys: {
          'maps.0.id': 'errors.maps.assigned',
          'maps.1.changes.creator': 'errors.fields.changedMeanwhile',
        },
      }),
    )
    await correct('id,creator\nsheet-1,A\nsheet-2,B\nsheet-3,C\n')
    await screen.findByText('3 maps change')
    await hands.click(button('Change 3 maps'))
    await screen.findByText(/^0 of 3 maps were changed, the others were not\. Nothing was changed\./)
    await waitFor(async () =>
      expect(await rows()).toEqual([
        expect.stringContaining('Someone is working on this map'),
        expect.stringContaining('Changed since the list was exported'),
        expect.stringMatching(/^Sheet 3/),
      ]),
    )
  })

  it('says why a list cannot be read, in Lithuanian too', async () => {
    const { choose, hands } = await openTable('lt')
    await choose('Visas sąrašas', 'Pataisyti daug iš CSV…')
    await hands.upload(await screen.findByLabelText('Pataisytas sąrašas'), csv('title,year\nPlan,1800\n'))
    expect((await screen.findByRole('alert')).textContent).toContain('Sąraše nėra stulpelio „id“ ar „file“')
    screen.getByText(/Tuščias langelis išvalo savo lauką/)
  })

  it('begins in the upload of many, where a list without scans is chosen', async () => {
    const { hands } = await openApp('/main?dialog=many', (api) => new FakeLibrary(api, ...MAPS), {
      user: ONA,
    })
    await hands.upload(await screen.findByLabelText('Scans of the maps'), csv('id,creator\nsheet-1,A\n'))
    await hands.click(await screen.findByRole('button', { name: 'Correct maps with this table' }))
    expect(await rows()).toEqual([expect.stringMatching(/^Sheet 1Row 2/)])
  })
})
