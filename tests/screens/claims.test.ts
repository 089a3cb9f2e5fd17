import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, it } from 'vitest'
import {
  approveTransformation,
  claimMap,
  giveBackClaim,
  markAssignmentDone,
} from '../../contract/api/assignments.ts'
import { switchPublic } from '../../contract/api/maps.ts'
import { publish } from '../e2e/editor-stage.ts'
import { endClaimsADayAgo } from '../support/a-day-later.ts'
import { callApi, newUser } from '../support/api.ts'
import { FLAT, openBrowser, openPage } from '../support/browser.ts'
import { pressCardAction } from '../support/card-menu.ts'
import { expectAbsent } from '../support/page-expect.ts'
import { addConverted } from '../support/map-templates.ts'
import { drawnScan } from '../support/scans.ts'
import { type SharedServer, sharedServer } from '../support/shared-server.ts'

let server: SharedServer
let browser: Browser
let owner: Awaited<ReturnType<typeof newUser>>
let helper: Awaited<ReturnType<typeof newUser>>
beforeAll(async () => {
  server = await sharedServer(FLAT.client)
  browser = await openBrowser()
  owner = await newUser(server.url)
  helper = await newUser(server.url)
  const id = await addConverted(owner, await drawnScan(400, 300), {
    title: 'Plan of Kaunas',
    isPublic: 'true',
  })
  await callApi(helper, claimMap, { params: { id } })
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

async function open(path: string, user = helper) {
  const opened = await openPage(browser, server.url, FLAT)
  await opened.page.addInitScript((token) => localStorage.setItem('token', token), user.token)
  // What happens before the page listens is not announced to it.
  const listening = opened.page.waitForResponse(/\/notifications\/stream\?/)
  await opened.page.goto(path)
  await listening
  return opened
}

describe('claims', () => {
  it('are offered as many as can be claimed, in every window, by a number beside the list', async () => {
    const stranger = await newUser(server.url)
    const { page, close } = await open('/settings', stranger)
    const link = (name: string) => page.getByRole('link', { name, exact: true })
    // One is there, and somebody works on it.
    await link('Undiscovered maps').waitFor()
    const maker = await newUser(server.url)
    const id = await addConverted(maker, await drawnScan(400, 300), { title: 'Plan of Trakai' })
    const setPublic = (isPublic: boolean) =>
      callApi(maker, switchPublic, { params: { mapId: id }, body: { isPublic } })
    await setPublic(true)
    await link('Undiscovered maps: 1').waitFor()
    const other = await newUser(server.url)
    await callApi(other, claimMap, { params: { id } })
    await link('Undiscovered maps').waitFor()
    await callApi(other, giveBackClaim, { params: { id } })
    await link('Undiscovered maps: 1').waitFor()
    await endClaimsADayAgo(other.url, id)
    await callApi(other, claimMap, { params: { id } })
    await publish(other, id, 5)
    await callApi(other, markAssignmentDone, { params: { id }, body: null })
    await callApi(maker, approveTransformation, { params: { id } })
    await link('Undiscovered maps').waitFor()
    await close()
  })

  it('keep the owner from a form that would be refused, with who works and until when, and lead to the review', async () => {
    const { page, close } = await open('/main', owner)
    const card = page.getByRole('article', { name: 'Plan of Kaunas' })
    await pressCardAction(card, 'Edit map info')
    const told = page.getByRole('dialog', { name: 'Someone is working on this map' })
    await told.getByText(`${helper.username} is working on this map until`).waitFor()
    await expectAbsent(page.getByRole('textbox', { name: 'Title' }))
    await told.getByRole('button', { name: 'Close' }).last().click()
    await told.waitFor({ state: 'hidden' })
    await pressCardAction(card, 'Edit map info')
    await page.getByRole('button', { name: 'Open in the editor' }).click()
    await page.waitForURL('**/map-editor**')
    await page.getByText(`${helper.username} is working on this map until`).first().waitFor()
    await close()
  })
})
