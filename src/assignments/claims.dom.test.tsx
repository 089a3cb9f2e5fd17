import { screen, waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { assignedToOthers, claimMap, giveBackClaim, myClaims } from '../../contract/api/assignments.ts'
import { getMap, publicUntransformedMaps } from '../../contract/api/maps.ts'
import type { MapRecord } from '../../contract/api/map-record.ts'
import { findHeading, findToast, openApp, untilGone } from '../../tests/components/app.ts'
import { bareRefusal, type FakeApi } from '../../tests/components/fake-api.ts'
import { FakeLibrary, mapOf } from '../../tests/components/fake-library.ts'
import { JONAS, NOW } from '../../tests/components/samples.ts'

/** Two hours after everything else happens. */
const EXPIRES = new Date(Date.parse(NOW) + 2 * 3_600_000).toISOString()
const CLAIMED = {
  to: { id: JONAS.id, _id: JONAS.id, username: JONAS.username },
  expireAt: EXPIRES,
  isDone: false,
  isTransformed: false,
}
/** Ona's map, as Jonas sees it. */
const plan = (changes: Partial<MapRecord> = {}) =>
  mapOf('Plan of Kaunas', { isPublic: true, isOwner: false, ...changes })
const claims = (...pendingMaps: MapRecord[]) => ({
  pendingMaps,
  hasPendingClaims: pendingMaps.length > 0,
  rejected: [],
})
const claimed = {
  status: 'success' as const,
  convertedFilePath: 'files/plan/converted.tif',
  expireAt: EXPIRES,
  mapId: 'plan-of-kaunas',
}

const openAsJonas = (path: string, prepare: (api: FakeApi) => void) =>
  openApp(
    path,
    (api) => {
      new FakeLibrary(api)
      api.answer(myClaims, claims())
      prepare(api)
      // The editor opens, and shows nothing of the map.
      api.hold(getMap)
    },
    { user: JONAS, clock: NOW },
  )

describe('claims', () => {
  it('say in their words that a list cannot be had, that a map cannot be claimed, and that it was', async () => {
    const { api, hands, load } = await openAsJonas('/undiscovered-maps', (server) => {
      server.answer(publicUntransformedMaps, bareRefusal(500))
      server.answer(assignedToOthers, bareRefusal(500))
      server.answer(claimMap, bareRefusal(500))
    })
    await within(await screen.findByRole('alert')).findByText('Failed to get undiscovered maps')
    await load('/assigned-maps-to-others')
    await within(await screen.findByRole('alert')).findByText('Failed to fetch assigned maps')

    api.answer(publicUntransformedMaps, { maps: [plan()], nextCursor: null })
    await load('/undiscovered-maps')
    const claim = async () => hands.click(await screen.findByRole('button', { name: 'Claim Plan of Kaunas' }))
    await claim()
    await findToast('Failed to claim map')
    expect(location.pathname).toBe('/undiscovered-maps')
    api.answer(claimMap, claimed)
    // The list is asked for anew after the failure: a button that it replaces takes no press.
    await api.idle()
    await waitFor(async () => {
      if (api.sent(claimMap).length === 1) await claim()
      expect(api.sent(claimMap)).toHaveLength(2)
    })
    await waitFor(() => expect(location.pathname).toBe('/map-editor'))
    await findToast('Map claimed. Opening the editor…')
    expect(api.sent(claimMap).map(({ params }) => params.id)).toEqual(['plan-of-kaunas', 'plan-of-kaunas'])
  })

  it('can be given back after a question, and the map is open again', async () => {
    const { api, hands } = await openAsJonas('/my-assignments', (server) => {
      server.answer(myClaims, claims(plan({ assigned: CLAIMED })))
      server.answer(publicUntransformedMaps, { maps: [plan()], nextCursor: null })
      server.answer(giveBackClaim, () => {
        server.answer(myClaims, claims())
        return { status: 'success' as const }
      })
      server.answer(claimMap, claimed)
    })
    const question = () => screen.findByRole('dialog', { name: 'Give this map back?' })
    const giveBack = async () =>
      hands.click(await screen.findByRole('button', { name: 'Give back Plan of Kaunas' }))
    await giveBack()
    await hands.click(within(await question()).getByRole('button', { name: 'Cancel' }))
    await untilGone(() => screen.queryByRole('dialog'))
    expect(api.sent(giveBackClaim)).toEqual([])
    await giveBack()
    await hands.click(within(await question()).getByRole('button', { name: 'Give back' }))
    await findToast('You have given back “Plan of Kaunas”.')
    await screen.findByText('No active assignments')
    expect(api.sent(giveBackClaim).map(({ params }) => params.id)).toEqual(['plan-of-kaunas'])
    await hands.click(screen.getAllByRole('link', { name: /^Undiscovered maps/ })[0]!)
    await hands.click(await screen.findByRole('button', { name: 'Claim Plan of Kaunas' }))
    await waitFor(() => expect(location.pathname).toBe('/map-editor'))
  })

  it('keep why earlier work was rejected in sight while it is worked on again', async () => {
    const again = plan({ assigned: CLAIMED })
    await openAsJonas('/my-assignments', (server) =>
      server.answer(myClaims, {
        ...claims(again),
        rejected: [{ map: again, reason: 'insufficientPoints', note: 'Along the coast.', rejectedAt: NOW }],
      }),
    )
    const alert = within(await screen.findByRole('alert'))
    await alert.findByText(
      'Insufficient points. Along the coast. You have claimed it again: your points are there.',
    )
    expect(alert.queryByRole('button')).toBeNull()
  })

  it('do not lead to an editor that has nothing to show', async () => {
    const { hands } = await openAsJonas('/my-assignments', (server) => {
      const files = { convertedFilePath: null, transformedFilePath: null, transformedPath: null }
      server.answer(myClaims, claims(plan({ assigned: CLAIMED, files })))
    })
    await findHeading('My map assignments')
    await hands.click(await screen.findByRole('button', { name: 'Transform' }))
    await screen.findByText(/^Map data is required/)
    expect(location.pathname).toBe('/my-assignments')
  })
})
