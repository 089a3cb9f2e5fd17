import { screen, waitFor, within } from '@testing-library/dom'
import { describe, expect, it, vi } from 'vitest'
import { type MapSharing, mapSharing, shareMap } from '../../../contract/api/map-sharing.ts'
import { mapsOnScan } from '../../../contract/api/scan-maps.ts'
import type { MapRecord } from '../../../contract/api/map-record.ts'
import { answerLimits, findHeading, openApp, untilGone } from '../../../tests/components/app.ts'
import { type FakeApi, refusal } from '../../../tests/components/fake-api.ts'
import { FakeLibrary, mapOf } from '../../../tests/components/fake-library.ts'
import { JONAS, ONA } from '../../../tests/components/samples.ts'
import { showInApp } from '../../../tests/components/show-in-app.tsx'
import { useMapRecord } from '../../queries/map-queries.ts'
import { ShareDialog } from './share-dialog.tsx'

const LINK = { token: 'token', url: '/l/token' }

/** The dialog over a map, as the page that opened it renders it again when the map has changed. */
function Host({ id }: { readonly id: string }) {
  const { data } = useMapRecord(id)
  return data ? <ShareDialog map={data} onClose={() => undefined} /> : null
}

async function openShare(changes: Partial<MapRecord>, sharing: MapSharing, prepare?: (api: FakeApi) => void) {
  let library: FakeLibrary | undefined
  let current = sharing
  const app = await openApp(
    '/settings/limits',
    (api) => {
      library = new FakeLibrary(api, mapOf('Plan', changes))
      answerLimits(api)
      prepare?.(api)
      api.answer(mapSharing, () => current)
      api.answer(shareMap, ({ body: { audience } }) => {
        current = { audience, link: audience === 'owner' ? null : LINK }
        library!.change('plan', {
          isPublic: audience === 'everyone',
          hasLink: current.link ? true : undefined,
          assigned: null,
        })
        return current
      })
    },
    { user: ONA },
  )
  await findHeading('Settings')
  showInApp(<Host id="plan" />)
  const dialog = within(await screen.findByRole('dialog', { name: 'Share “Plan”' }))
  return {
    ...app,
    dialog,
    library: library!,
    sent: () => app.api.sent(shareMap).map(({ body }) => body.audience),
  }
}

describe('the dialog that shares a map', () => {
  it('makes the link of a private map, shows it, copies it, and asks before it is ended', async () => {
    const { dialog, hands, sent } = await openShare({}, { audience: 'owner', link: null })
    const copied = vi.spyOn(navigator.clipboard, 'writeText')
    expect(dialog.queryByRole('textbox', { name: 'Link' })).toBeNull()
    await hands.click(dialog.getByRole('radio', { name: 'Anyone with the link' }))
    await dialog.findByText('Anyone who has the link can see it now.')
    const field = await dialog.findByRole<HTMLInputElement>('textbox', { name: 'Link' })
    expect(field.value).toBe(`${location.origin}/l/token`)
    await hands.click(dialog.getByRole('button', { name: 'Copy the link' }))
    await dialog.findByText('Link copied')
    expect(copied).toHaveBeenCalledWith(`${location.origin}/l/token`)

    await hands.click(dialog.getByRole('radio', { name: 'Only me' }))
    await hands.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(sent()).toEqual(['link'])
    await hands.click(dialog.getByRole('radio', { name: 'Only me' }))
    await hands.click(await screen.findByRole('button', { name: 'End the link' }))
    await dialog.findByText('Only you can see it now.')
    await untilGone(() => dialog.queryByRole('textbox', { name: 'Link' }))
    expect(sent()).toEqual(['link', 'owner'])
  })

  it('gives the public page of a map that everyone may see', async () => {
    const { dialog, hands, sent } = await openShare({}, { audience: 'owner', link: null })
    await hands.click(dialog.getByRole('radio', { name: 'Everyone' }))
    const field = await dialog.findByRole<HTMLInputElement>('textbox', { name: 'Link' })
    expect(field.value).toBe(`${location.origin}/m/plan`)
    expect(dialog.getByRole('link', { name: 'Open the page' }).getAttribute('href')).toBe(field.value)
    await waitFor(() => expect(sent()).toEqual(['everyone']))
  })

  it('says of a link that it was copied only as long as it is the one that is shown', async () => {
    const { dialog, hands } = await openShare({}, { audience: 'owner', link: null })
    await hands.click(dialog.getByRole('radio', { name: 'Anyone with the link' }))
    await hands.click(await dialog.findByRole('button', { name: 'Copy the link' }))
    await dialog.findByText('Link copied')
    await hands.click(dialog.getByRole('radio', { name: 'Everyone' }))
    await dialog.findByText('Everyone can see it now.')
    await untilGone(() => dialog.queryByText('Link copied'))
  })

  it('lets the last of several choices count that are made while the first is on its way', async () => {
    const { dialog, hands, api, sent } = await openShare({}, { audience: 'owner', link: null })
    const release = api.hold(shareMap)
    await hands.click(dialog.getByRole('radio', { name: 'Anyone with the link' }))
    const everyone = dialog.getByRole<HTMLInputElement>('radio', { name: 'Everyone' })
    await hands.click(everyone)
    await waitFor(() => expect(everyone.checked).toBe(true))
    release()
    await dialog.findByText('Everyone can see it now.')
    const field = await dialog.findByRole<HTMLInputElement>('textbox', { name: 'Link' })
    expect(field.value).toBe(`${location.origin}/m/plan`)
    expect(sent()).toEqual(['link', 'everyone'])
  })

  it('says that the whole scan is shown with the map, where other maps of it stay private', async () => {
    const { dialog, api } = await openShare({ mapsOnScan: 2 }, { audience: 'owner', link: null }, (server) =>
      server.answer(mapsOnScan, {
        maps: [true, false].map((isPublic) => ({
          id: String(isPublic),
          title: 'Inset',
          isOwner: true,
          isPublic,
          isTransformed: false,
          region: null,
        })),
      }),
    )
    const texts = await dialog.findAllByText(/The whole scan is seen with it, also the part of 1 map/)
    // With the link and by everyone.
    expect(texts).toHaveLength(2)
    expect(api.sent(mapsOnScan)).toHaveLength(1)
  })

  it('asks before the work of a claimant is ended', async () => {
    const assigned = {
      to: { id: JONAS.id, _id: JONAS.id, username: JONAS.username },
      expireAt: new Date(Date.now() + 3_600_000).toISOString(),
      isDone: false,
      isTransformed: false,
    }
    const { dialog, hands, sent } = await openShare(
      { isPublic: true, assigned },
      { audience: 'everyone', link: null },
    )
    await hands.click(dialog.getByRole('radio', { name: 'Anyone with the link' }))
    const question = within(await screen.findByRole('dialog', { name: 'Make the map private now?' }))
    expect(sent()).toEqual([])
    await hands.click(question.getByRole('button', { name: 'Make private' }))
    await waitFor(() => expect(sent()).toEqual(['link']))
  })

  it('shows to others the link of a public map alone', async () => {
    const { dialog, api } = await openShare(
      { isPublic: true, isOwner: false, userId: JONAS.id },
      { audience: 'everyone', link: null },
    )
    await dialog.findByRole('textbox', { name: 'Link' })
    expect(dialog.queryAllByRole('radio')).toEqual([])
    expect(api.sent(mapSharing)).toEqual([])
  })

  it('says why a choice was refused, and shows what counts', async () => {
    const { dialog, hands, api } = await openShare({}, { audience: 'owner', link: null })
    api.answer(shareMap, refusal(403, 'errors.maps.noPermission'))
    await hands.click(dialog.getByRole('radio', { name: 'Everyone' }))
    expect((await dialog.findByRole('alert')).textContent).toContain('permission')
    await waitFor(() =>
      expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'Only me' }).checked).toBe(true),
    )
  })
})
