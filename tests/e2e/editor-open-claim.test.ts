import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { claimMap, giveBackClaim, markAssignmentDone } from '../../contract/api/assignments.ts'
import { getMap } from '../../contract/api/maps.ts'
import { callApi, newUser } from '../support/api.ts'
import { expectAbsent } from '../support/page-expect.ts'
import { bannerTone } from './banner-tone.ts'
import { addMap, type EditorStage, openEditor, publish, setEditorStage } from './editor-stage.ts'
import { pointCount } from './main-job-editor.ts'

let stage: EditorStage
beforeAll(async () => {
  stage = await setEditorStage()
})
afterAll(() => stage?.end())

describe('a public map that nobody has placed', () => {
  it('says to another user whose it is and that transforming claims it, and is claimed at once on their word', async () => {
    const owner = await newUser(stage.server.url)
    const stranger = await newUser(stage.server.url)
    const id = await addMap(owner, { isPublic: true })
    const { page, close } = await openEditor(stage, stranger, id)
    const banner = page.getByRole('status').filter({
      hasText: `A map of ${owner.username} that nobody works on. Transforming it claims it for you`,
    })
    await banner.waitFor()
    await expect.poll(() => bannerTone(banner)).toBe('blue')
    await banner.getByRole('button', { name: 'Claim it now' }).click()
    await page.getByText(/Assigned to you until/).waitFor()
    await banner.waitFor({ state: 'detached' })
    const { assigned } = await callApi(owner, getMap, { params: { id } })
    expect(assigned?.to.username).toBe(stranger.username)
    await close()
  })

  it('asks who has placed it not who may see it, but to submit it', async () => {
    const [owner, helper] = [await newUser(stage.server.url), await newUser(stage.server.url)]
    const id = await addMap(owner, { isPublic: true })
    await callApi(helper, claimMap, { params: { id } })
    await publish(helper, id, 4)
    const opened = await openEditor(stage, helper, id)
    const { page } = opened
    await page.getByRole('button', { name: 'Add point', exact: true }).click()
    await pointCount(page, 5).waitFor()
    await page.getByRole('button', { name: 'Transform', exact: true }).click()
    const card = page.getByRole('region', { name: 'The map lies on today’s map' })
    await card.getByText('once the owner approves it, everyone sees it').waitFor({ timeout: 60_000 })
    const submit = card.getByRole('button', { name: 'Mark as done' })
    await expect.poll(() => submit.getAttribute('aria-disabled')).toBeNull()
    await expectAbsent(card.getByRole('radio').or(card.getByRole('textbox')))
    await submit.click()
    const dialog = page.getByRole('dialog', { name: 'Submit for approval' })
    await dialog.getByRole('button', { name: 'Submit', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await card.getByRole('button', { name: 'Submitted' }).waitFor()
    expect(opened.takeErrors()).toEqual([])
    await opened.close()
  })

  it('shows its owner what was submitted in place of their draft, which comes back once they have decided', async () => {
    const owner = await newUser(stage.server.url)
    const helper = await newUser(stage.server.url)
    const id = await addMap(owner, { isPublic: true })
    const { page, close } = await openEditor(stage, owner, id)
    await page.getByRole('button', { name: 'Add point', exact: true }).click()
    await pointCount(page, 1).waitFor()
    await page.getByText('Saved. Transform it to share it').first().waitFor()
    await callApi(helper, claimMap, { params: { id } })
    // Beside who works on it, for as long as that is so.
    await page
      .getByRole('status')
      .filter({ hasText: `${helper.username} is working on this map` })
      .filter({ hasText: 'Your draft is kept, and is offered again once you may edit the map.' })
      .waitFor()
    await pointCount(page, 0).waitFor()
    await expectAbsent(page.getByText(/Getting started/))
    await publish(helper, id, 5)
    await callApi(helper, markAssignmentDone, { params: { id } })
    await page.getByText(/The transformation by .+ is ready for your approval\./).waitFor()
    await pointCount(page, 5).waitFor()
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('It was begun before what is published now.').waitFor()
    await page.getByRole('button', { name: 'Restore the draft' }).click()
    await pointCount(page, 1).waitFor()
    await close()
  })

  it('is told free again to its owner, whose open editor may change it at once', async () => {
    const owner = await newUser(stage.server.url)
    const helper = await newUser(stage.server.url)
    const id = await addMap(owner, { isPublic: true })
    await callApi(helper, claimMap, { params: { id } })
    const { page, close } = await openEditor(stage, owner, id)
    const locked = page.getByText(`${helper.username} is working on this map`)
    await locked.waitFor()
    const addPoint = page.getByRole('button', { name: 'Add point', exact: true })
    await expect.poll(() => addPoint.getAttribute('aria-disabled')).toBe('true')
    await callApi(helper, giveBackClaim, { params: { id } })
    await locked.waitFor({ state: 'detached' })
    await expect.poll(() => addPoint.getAttribute('aria-disabled')).toBeNull()
    await page.getByRole('button', { name: /^Notifications/ }).click()
    await page.getByText(`${helper.username} has given “Plan of Kaunas” back.`).waitFor()
    await close()
  })
})
