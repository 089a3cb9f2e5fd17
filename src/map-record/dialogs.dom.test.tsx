import { screen, waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import type { MapRecord } from '../../contract/api/map-record.ts'
import { getMap, updateMap } from '../../contract/api/maps.ts'
import {
  answerLimits,
  findHeading,
  openApp,
  type App,
  untilFocused,
  untilGone,
} from '../../tests/components/app.ts'
import { pressCardAction } from '../../tests/components/card-menu.ts'
import { refusal } from '../../tests/components/fake-api.ts'
import { FakeCatalogs } from '../../tests/components/fake-catalogs.ts'
import { FakeLibrary, mapOf } from '../../tests/components/fake-library.ts'
import { ONA } from '../../tests/components/samples.ts'

/** The personal maps, reached from another page of ours. */
async function openMaps(...maps: (string | MapRecord)[]): Promise<App & { readonly library: FakeLibrary }> {
  let library: FakeLibrary | undefined
  const app = await openApp(
    '/settings/limits',
    (api) => {
      library = new FakeLibrary(api, ...maps.map((map) => (typeof map === 'string' ? mapOf(map) : map)))
      new FakeCatalogs(api, library.maps)
      answerLimits(api)
    },
    { user: ONA },
  )
  await app.hands.click((await screen.findAllByRole('link', { name: 'My maps' }))[0]!)
  await findHeading('My maps')
  return { ...app, library: library! }
}

const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const gone = (name: string) => untilGone(() => screen.queryByRole('dialog', { name }))
const layers = () => (history.state as { readonly layers?: readonly string[] } | null)?.layers?.length ?? 0
const titleField = async (form: Awaited<ReturnType<typeof dialog>>) =>
  form.findByRole<HTMLInputElement>('textbox', { name: 'Title' })

/** Unfolds the fields beside title and year, and folds them. */
const more = () => screen.getByRole('button', { name: /^More about this map/ })

describe('Back', () => {
  it('closes the notifications', async () => {
    const { hands } = await openMaps()
    await hands.click(await screen.findByRole('button', { name: 'Notifications' }))
    await dialog('Notifications')
    await waitFor(() => expect(layers()).toBe(1))
    history.back()
    await gone('Notifications')
    await findHeading('My maps')
  })

  it('closes what lies over the maps, the uppermost first, and then leads to the page before', async () => {
    const { hands } = await openMaps('Plan')
    await pressCardAction(hands, 'Plan', 'View details')
    await hands.click(await (await dialog('Map info')).findByRole('button', { name: /favourites/ }))
    await dialog('Manage catalogs')
    await waitFor(() => expect(layers()).toBe(2))
    history.back()
    await gone('Manage catalogs')
    await dialog('Map info')
    history.back()
    await gone('Map info')
    expect(location.pathname + location.search).toBe('/main')

    await pressCardAction(hands, 'Plan', 'Quick view')
    await dialog('Plan')
    await waitFor(() => expect(layers()).toBe(1))
    await hands.keyboard('{Escape}')
    await gone('Plan')
    await waitFor(() => expect(layers()).toBe(0))
    history.back()
    await findHeading('Settings')
  })
})

describe('the scale of a map', () => {
  it('keeps both numbers equal while they are linked, and lets them differ again', async () => {
    const { hands, fill } = await openMaps()
    await hands.click(await screen.findByRole('link', { name: 'New map' }))
    const form = await dialog('Upload new map')
    await titleField(form)
    await hands.click(more())
    const [above, below] = ['scaleNumerator', 'scaleDenominator'].map((name) =>
      document.querySelector<HTMLInputElement>(`[name=${name}]`)!,
    ) as [HTMLInputElement, HTMLInputElement]
    const both = () => [above.value, below.value]
    await fill(below, '50000')
    expect(both(), 'one part stands for so many').toEqual(['1', '50000'])
    const link = () => form.getByRole('button', { name: 'Keep both numbers equal' })
    const unlink = () => form.getByRole('button', { name: 'Let the numbers differ' })
    await hands.click(link())
    expect(both()).toEqual(['1', '1'])
    await hands.click(unlink())
    expect(both(), 'what was typed comes back').toEqual(['1', '50000'])
    await hands.click(link())
    await fill(below, '25')
    expect(both()).toEqual(['25', '25'])
    await hands.click(unlink())
    await fill(above, '1')
    expect(both()).toEqual(['1', '25'])
  })

  it('names the switch of a public map by that alone, and says beside it who sees the map', async () => {
    const { hands } = await openMaps()
    await hands.click(await screen.findByRole('link', { name: 'New map' }))
    const form = await dialog('Upload new map')
    await titleField(form)
    await hands.click(more())
    form.getByRole('switch', { name: 'Public map', description: 'Off: only you can see it.' })
  })

  it('chooses a title that came from the file, so that typing replaces it, and none that was typed', async () => {
    const { hands } = await openMaps()
    await hands.click(await screen.findByRole('link', { name: 'New map' }))
    const title = await titleField(await dialog('Upload new map'))
    await hands.upload(
      document.querySelector<HTMLInputElement>('input[type=file]')!,
      new File(['scan'], 'old map.jpg', { type: 'image/jpeg' }),
    )
    await waitFor(() => expect(title.value).toBe('old map'))
    title.focus()
    await hands.keyboard('Lietuva 1820')
    expect(title.value).toBe('Lietuva 1820')
    document.querySelector<HTMLInputElement>('[name=year]')!.focus()
    title.focus()
    await hands.keyboard('{End}!')
    expect(title.value).toBe('Lietuva 1820!')
  })

  it('takes the year of the file’s name with the title, until one is typed', async () => {
    const { hands } = await openMaps()
    await hands.click(await screen.findByRole('link', { name: 'New map' }))
    const title = await titleField(await dialog('Upload new map'))
    const year = document.querySelector<HTMLInputElement>('[name=year]')!
    const choose = (name: string) =>
      hands.upload(
        document.querySelector<HTMLInputElement>('input[type=file]')!,
        new File(['scan'], name, { type: 'image/jpeg' }),
      )
    await choose('Landschaft Basel 1798.jpg')
    await waitFor(() => expect([title.value, year.value]).toEqual(['Landschaft Basel 1798', '1798']))
    await choose('Kaunas.jpg')
    await waitFor(() => expect([title.value, year.value]).toEqual(['Kaunas', '']))
    await hands.type(year, '1801')
    await choose('Vilnius 1790.jpg')
    await waitFor(() => expect([title.value, year.value]).toEqual(['Vilnius 1790', '1801']))
  })
})

describe('the fields of a map', () => {
  const input = (name: string) => document.querySelector<HTMLInputElement>(`[name=${name}]`)
  const isInSight = (name: string) => input(name) !== null && input(name)!.closest('[hidden]') === null

  it('are title and year, with all others folded until they are wanted', async () => {
    const { hands, fill } = await openMaps()
    await hands.click(await screen.findByRole('link', { name: 'New map' }))
    await titleField(await dialog('Upload new map'))
    expect([isInSight('title'), isInSight('year'), isInSight('creator')]).toEqual([true, true, false])
    await hands.click(more())
    await fill(input('creator')!, 'W. Masłowski')
    await hands.click(more())
    expect(isInSight('creator')).toBe(false)
    await hands.click(more())
    expect(input('creator')!.value).toBe('W. Masłowski')
  })

  it('unfold where one of them is wrong, and the focus goes there', async () => {
    const { hands, fill } = await openMaps()
    await hands.click(await screen.findByRole('link', { name: 'New map' }))
    const form = await dialog('Upload new map')
    await fill(await titleField(form), 'Plan')
    await hands.click(more())
    await fill(input('dpi')!, '300x')
    await hands.click(more())
    await hands.click(form.getByRole('button', { name: 'Upload map' }))
    await form.findByText('A resolution is a number of 1 to 20 digits')
    expect(isInSight('dpi')).toBe(true)
    await untilFocused(() => input('dpi')!)
  })

  it('are unfolded from the start where one of them is filled in', async () => {
    const { hands } = await openMaps(mapOf('Plan', { creator: 'W. Masłowski' }))
    await pressCardAction(hands, 'Plan', 'Edit map info')
    await titleField(await dialog('Edit map info'))
    expect(isInSight('creator')).toBe(true)
  })
})

describe('a file to upload', () => {
  it('shows what is in it, and cannot be sent while it has to be converted first', async () => {
    const { hands, fill } = await openMaps()
    await hands.click(await screen.findByRole('link', { name: 'New map' }))
    const form = await dialog('Upload new map')
    await fill(await titleField(form), 'Plan')
    const choose = (name: string, content: string) =>
      hands.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, new File([content], name))
    const submit = () => form.getByRole<HTMLButtonElement>('button', { name: 'Upload map' })
    const preview = () => document.querySelector('img[src^="blob:"]')
    await choose('page.jpg', '\u00ff\u00d8\u00ff')
    await waitFor(() => expect(preview()).not.toBeNull())
    await choose('page.jpg', '%PDF-1.7')
    await form.findByText(/Save the page as JPEG or PNG first/)
    expect(submit().disabled).toBe(true)
    expect(preview()).toBeNull()
  })
})

describe('a filled form', () => {
  it('asks before Escape or Back discards it', async () => {
    const { hands, fill } = await openMaps()
    await hands.click(await screen.findByRole('link', { name: 'New map' }))
    const title = await titleField(await dialog('Upload new map'))
    const question = () => dialog('Discard what you entered?')
    await untilFocused(() => screen.queryByRole('button', { name: 'Pick a file' }))
    await fill(title, 'Plan of Kaunas')
    await hands.keyboard('{Escape}')
    await question()
    // Escape again means the question, not the form.
    await hands.keyboard('{Escape}')
    await gone('Discard what you entered?')
    await untilFocused(() => title)
    history.back()
    await hands.click((await question()).getByRole('button', { name: 'Keep editing' }))
    await gone('Discard what you entered?')
    expect(title.value).toBe('Plan of Kaunas')
    expect(location.pathname + location.search).toBe('/main?dialog=new')
    history.back()
    await hands.click((await question()).getByRole('button', { name: 'Discard' }))
    await gone('Upload new map')
    expect(location.pathname + location.search).toBe('/main')
    history.forward()
    await dialog('Upload new map')
    // Nothing was entered: nothing is asked.
    await hands.keyboard('{Escape}')
    await gone('Upload new map')
    history.back()
    await findHeading('Settings')
  })

  it('asks before the details of a map are discarded as well', async () => {
    const { api, hands, fill, library } = await openMaps('Plan')
    await pressCardAction(hands, 'Plan', 'Edit map info')
    const form = await dialog('Edit map info')
    await fill(await titleField(form), 'Plan of Kaunas')
    await waitFor(() => expect(layers()).toBe(1))
    history.back()
    await hands.click(
      (await dialog('Discard what you entered?')).getByRole('button', { name: 'Keep editing' }),
    )
    await hands.click(more())
    await hands.selectOptions(form.getByRole('combobox', { name: 'Licence' }), 'CC BY 4.0, attribution')
    await fill(form.getByRole('textbox', { name: 'Rights and attribution' }), 'Kaunas archive')
    const date = form.getByRole<HTMLInputElement>('textbox', { name: 'Date as written' })
    await fill(date, 'long ago')
    await form.findByText(/^Not understood/)
    await hands.click(form.getByRole('button', { name: /Save/ }))
    await form.findByText(/^This date is not understood/)
    await untilFocused(() => date)
    await fill(date, 'c. 1850')
    await form.findByText('Understood as 1845–1855, not certain')
    expect(api.sent(updateMap)).toEqual([])
    // With the connection lost it says so, and everything stands as it was typed.
    api.isReachable = false
    await hands.click(form.getByRole('button', { name: /Save/ }))
    expect((await form.findByRole('alert')).textContent).toContain('Network error occurred')
    await waitFor(() =>
      expect(form.getByRole<HTMLButtonElement>('button', { name: 'Cancel' }).disabled).toBe(false),
    )
    expect(date.value).toBe('c. 1850')
    api.isReachable = true
    api.answer(updateMap, ({ params }) =>
      library.change(params.id, {
        titles: { title: 'Plan of Kaunas', modernTitle: null, alternativeTitle: null },
        years: {
          year: null,
          period: { startYear: null, endYear: null },
          date: { text: 'c. 1850', from: 1845, to: 1855, isUnsure: true },
        },
        licence: 'CC-BY-4.0',
        attribution: 'Kaunas archive',
      }),
    )
    await hands.click(form.getByRole('button', { name: /Save/ }))
    await gone('Edit map info')
    expect(api.sent(updateMap).map(({ sentBody }) => sentBody)).toEqual([
      {
        title: 'Plan of Kaunas',
        licence: 'CC-BY-4.0',
        attribution: 'Kaunas archive',
        date: 'c. 1850',
        before: { title: 'Plan', licence: null, attribution: null, date: null },
      },
    ])
    await within(await screen.findByRole('article', { name: 'Plan of Kaunas' })).findByText('c. 1850')
    await pressCardAction(hands, 'Plan of Kaunas', 'View details')
    const info = await dialog('Map info')
    const fact = async (name: string) => (await info.findByText(name)).closest('div')?.textContent
    expect(await fact('Date as written')).toContain('c. 1850 (1845–1855)')
    expect(await fact('Licence')).toContain('CC BY 4.0, attribution')
    expect(await fact('Rights and attribution')).toContain('Kaunas archive')
  })
})

describe('the details of a map', () => {
  it('say what somebody else has put into the same field meanwhile, before it is written over', async () => {
    const { api, hands, fill, library } = await openMaps('Plan')
    await pressCardAction(hands, 'Plan', 'Edit map info')
    const form = await dialog('Edit map info')
    const title = await titleField(form)
    await fill(title, 'Mine')
    api.answer(updateMap, ({ params, body }) =>
      body.before
        ? refusal(409, 'errors.maps.changedMeanwhile', {
            errors: { title: 'Changed meanwhile' },
            errorKeys: { title: 'errors.fields.changedMeanwhile' },
            errorDetails: { title: { theirs: 'Theirs' } },
          })
        : library.change(params.id, {
            titles: { title: body.title!, modernTitle: null, alternativeTitle: null },
          }),
    )
    await hands.click(form.getByRole('button', { name: /Save/ }))
    await form.findByText(/Changed meanwhile, elsewhere, to “Theirs”\./)
    await untilFocused(() => title)
    expect(title.value).toBe('Mine')
    await hands.click(form.getByRole('button', { name: /Save/ }))
    await gone('Edit map info')
    // Only the field that was changed: what was not looked at stays as it is.
    expect(api.sent(updateMap).map(({ sentBody }) => sentBody)).toEqual([
      { title: 'Mine', before: { title: 'Plan' } },
      { title: 'Mine' },
    ])
  })

  it('say that the map is in the trash by now, and keep what was typed', async () => {
    const { api, hands, fill } = await openMaps('Plan')
    await pressCardAction(hands, 'Plan', 'Edit map info')
    const form = await dialog('Edit map info')
    const title = await titleField(form)
    await fill(title, 'Mine')
    api.answer(updateMap, refusal(404, 'errors.notFound'))
    api.answer(getMap, refusal(404, 'errors.notFound'))
    await hands.click(form.getByRole('button', { name: /Save/ }))
    await form.findByText(/^This map is not there any more/)
    expect(title.value).toBe('Mine')
  })
})
