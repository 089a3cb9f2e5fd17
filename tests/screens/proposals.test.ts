import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { claimMap, markAssignmentDone } from '../../contract/api/assignments.ts'
import { getMap, updateMap } from '../../contract/api/maps.ts'
import { publish } from '../e2e/editor-stage.ts'
import { callApi, newUser } from '../support/api.ts'
import { FLAT, openBrowser, openPage, type OpenPageOptions, untilStepsTaken } from '../support/browser.ts'
import { expectAbsent } from '../support/page-expect.ts'
import { addConverted } from '../support/map-templates.ts'
import { drawnScan } from '../support/scans.ts'
import { runningServer } from '../support/server-database.ts'
import { type SharedServer, sharedServer } from '../support/shared-server.ts'

type User = Awaited<ReturnType<typeof newUser>>

let server: SharedServer
let browser: Browser
beforeAll(async () => {
  server = await sharedServer(FLAT.client)
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

async function openAs(user: User, path: string, options: OpenPageOptions = {}) {
  const opened = await openPage(browser, server.url, { ...FLAT, ...options })
  await opened.page.addInitScript((token) => localStorage.setItem('token', token), user.token)
  await opened.page.goto(path)
  return opened
}

const shoot = async (page: Page, name: string) => {
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/${name}.png` })
}

const DETAILS = { name: /^(Edit map info|Redaguoti žemėlapio informaciją)$/ }

/** Opens the form of the map's info from the editor. */
async function openDetails(page: Page, { width }: { readonly width: number }): Promise<void> {
  if (width > 768) {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', DETAILS).click()
  } else {
    await page.getByRole('button', { name: 'Valdikliai', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', DETAILS).click()
  }
}

const DESK = { width: 1280, height: 800, language: 'en' } as const
const PHONE = { width: 390, height: 844, language: 'lt', touch: true } as const
/** Both looks in the long form; in the short form the one that is named. */
const looks = (short: typeof DESK | typeof PHONE) => (process.env.LONG ? [DESK, PHONE] : [short])

/** A public map that a helper has claimed. */
async function claimed() {
  const [owner, helper] = [await newUser(server.url, 'Archive'), await newUser(server.url, 'Helper')]
  const id = await addConverted(owner, await drawnScan(), {
    title: 'Plan of Kaunas',
    creator: 'General Staff',
    licence: 'CC-BY-4.0',
    attribution: 'The archive',
    isPublic: 'true',
  })
  await callApi(helper, claimMap, { params: { id } })
  return { owner, helper, id }
}

describe('metadata that a claimant proposes', () => {
  it.each(looks(DESK))(
    'are typed in a form that locks what is the owner’s alone, at $width px, $language',
    async (look) => {
      const { owner, helper, id } = await claimed()
      const { page, close } = await openAs(helper, `/map-editor?mapId=${id}`, look)
      await openDetails(page, look)
      const form = page.getByRole('dialog', { name: /^(Edit map info|Redaguoti žemėlapio informaciją)$/ })
      await form.getByText(owner.username).waitFor()
      await shoot(page, `proposal-form-${look.width}`)
      await form.locator('[name=attribution]').scrollIntoViewIfNeeded()
      await shoot(page, `proposal-form-locked-${look.width}`)
      for (const name of ['licence', 'attribution'])
        await expect.poll(() => form.locator(`[name=${name}]`).isDisabled()).toBe(true)
      await expectAbsent(form.getByRole('switch'))
      await form.locator('[name=title]').fill('Kauno planas')
      await form.locator('button[type=submit]').click()
      await form.waitFor({ state: 'detached' })
      const proposal = [{ field: 'title', from: 'Plan of Kaunas', to: 'Kauno planas' }]
      expect(await callApi(owner, getMap, { params: { id } })).toMatchObject({
        titles: { title: 'Plan of Kaunas' },
        proposal,
      })
      await close()
    },
  )

  it.each(looks(PHONE))(
    'are taken over or left one by one in the review, at $width px, $language',
    async (look) => {
      const { owner, helper, id } = await claimed()
      const body = { title: 'Defaced', creator: 'Military Topographic Depot', startYear: 1885, endYear: 1890 }
      await callApi(helper, updateMap, { params: { id }, body })
      await publish(helper, id, 4)
      await callApi(helper, markAssignmentDone, { params: { id } })
      const { page, close } = await openAs(owner, `/map-editor?mapId=${id}`, look)
      const banner = page.getByRole('status').filter({ hasText: helper.username })
      await banner.waitFor()
      // Not unseen.
      await expectAbsent(banner.getByRole('button', { name: /^(Approve|Patvirtinti)$/ }))
      await banner.getByRole('button', { name: /^(Before and after|Prieš ir po)$/ }).click()
      const review = page.getByRole('dialog', { name: /^(Before and after|Prieš ir po)$/ })
      const take = (field: RegExp) => review.getByRole('checkbox', { name: field })
      await take(/(Title|Pavadinimas)$/).uncheck()
      // Both halves of the period go together.
      const [from, to] = [take(/(from|nuo)$/), take(/(to|iki)$/)]
      await from.uncheck()
      await expect.poll(() => to.isChecked()).toBe(false)
      await to.check()
      await expect.poll(() => from.isChecked()).toBe(true)
      await shoot(page, `review-${look.width}`)
      await review.getByRole('button', { name: /^(Approve|Patvirtinti)$/ }).click()
      await expect
        .poll(async () => (await callApi(helper, getMap, { params: { id } })).isTransformed, {
          timeout: 30_000,
        })
        .toBe(true)
      expect(await callApi(helper, getMap, { params: { id } })).toMatchObject({
        titles: { title: 'Plan of Kaunas' },
        creator: 'Military Topographic Depot',
        years: { period: { startYear: 1885, endYear: 1890 } },
      })
      // A phone's dialog has taken its step of Back.
      await untilStepsTaken(page)
      await page.goto('/main')
      const card = page.getByRole('article', { name: 'Plan of Kaunas' })
      await card.waitFor()
      await close()
    },
  )
})

describe('a claim of one’s map', () => {
  it.each(looks(PHONE))(
    'can be ended after an hour without a change, at $width px, $language',
    async (look) => {
      const { owner, id } = await claimed()
      const { page, close } = await openAs(owner, '/assigned-maps-to-others', look)
      const card = page.getByRole('article', { name: 'Plan of Kaunas' })
      await card.waitFor()
      const end = card.getByRole('button', { name: /^(End the claim of|Nutraukti darbą:) / })
      await expectAbsent(end)
      await runningServer(server.url)!.pool.query(
        `update assignments set changed_at = now() - interval '61 minutes' where map_id = $1`,
        [id],
      )
      await page.reload()
      await end.waitFor()
      await shoot(page, `end-claim-${look.width}`)
      await end.click()
      await card.waitFor({ state: 'detached' })
      expect((await callApi(owner, getMap, { params: { id } })).assigned).toBeNull()
      await close()
    },
  )

  it.each(looks(DESK))(
    'ends with its map made private, after a question, at $width px, $language',
    async (look) => {
      const { owner, helper, id } = await claimed()
      const { page, close } = await openAs(owner, '/main', look)
      const card = page.getByRole('article', { name: 'Plan of Kaunas' })
      await card.getByRole('switch').click()
      const question = page.getByRole('dialog')
      await question.getByText(helper.username).waitFor()
      await shoot(page, `make-private-${look.width}`)
      expect((await callApi(owner, getMap, { params: { id } })).isPublic).toBe(true)
      await question.getByRole('button', { name: /^(Make private|Padaryti privatų)$/ }).click()
      await expect.poll(async () => (await callApi(owner, getMap, { params: { id } })).assigned).toBeNull()
      expect((await callApi(owner, getMap, { params: { id } })).isPublic).toBe(false)
      await close()
    },
  )

  it.each(looks(PHONE))(
    'is not offered where its owner switches that off, at $width px, $language',
    async (look) => {
      const owner = await newUser(server.url, 'Archive')
      const id = await addConverted(owner, await drawnScan(), { title: 'Plan of Trakai', isPublic: 'true' })
      const { page, close } = await openAs(owner, `/map-editor?mapId=${id}`, look)
      await openDetails(page, look)
      const form = page.getByRole('dialog')
      const claims = form.locator('[name=acceptsClaims]')
      await claims.scrollIntoViewIfNeeded()
      await claims.click()
      await shoot(page, `accepts-claims-${look.width}`)
      await form.locator('button[type=submit]').click()
      await form.waitFor({ state: 'detached' })
      expect((await callApi(owner, getMap, { params: { id } })).acceptsClaims).toBe(false)
      await close()
    },
  )
})
