import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { newUser } from '../support/api.ts'
import { openBrowser, openPage, type TestPage } from '../support/browser.ts'
import { type SharedServer, sharedServer } from '../support/shared-server.ts'

let server: SharedServer
let browser: Browser
let opened: TestPage | undefined
let page: Page

beforeAll(async () => {
  server = await sharedServer('flat')
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})
afterEach(() => opened?.close())

async function open(path: string): Promise<void> {
  const { token } = await newUser(server.url)
  opened = await openPage(browser, server.url)
  page = opened.page
  await page.emulateMedia({ forcedColors: 'active' })
  await page.addInitScript((text) => localStorage.setItem('token', text), token)
  await page.goto(path)
}

/** A colour of the device, as styles are computed to. */
const colourOf = (name: string) =>
  page.evaluate((colour) => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.cssText = `forced-color-adjust: none; color: ${colour}`
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  }, name)
const background = (of: Locator) => of.evaluate((element) => getComputedStyle(element).backgroundColor)

describe('where the device draws with colours of its own', () => {
  it('a pressed button and a chosen part differ from the others', async () => {
    await open('/public-maps')
    const tabs = page.getByRole('group', { name: 'Whose maps' }).getByRole('button')
    await tabs.first().waitFor()
    const highlight = await colourOf('Highlight')
    const states = () =>
      tabs.evaluateAll((all) =>
        all.map((tab) => [tab.getAttribute('aria-pressed'), getComputedStyle(tab).backgroundColor]),
      )
    await expect.poll(async () => (await states()).find(([isOn]) => isOn === 'true')?.[1]).toBe(highlight)
    for (const [isOn, colour] of await states()) if (isOn === 'false') expect(colour).not.toBe(highlight)
    const outlines = page.getByRole('button', { name: 'Outlines' })
    await expect.poll(() => background(outlines)).toBe(highlight)
    await outlines.click()
    await expect.poll(() => background(outlines)).not.toBe(highlight)
  })

  it('a switch has a track and a knob, and shows which way it stands', async () => {
    await open('/settings/general')
    const name = page.getByRole('switch', { name: 'Shortcuts of a single letter', exact: true })
    await name.waitFor()
    const track = page.locator('.mantine-Switch-track').last()
    const knob = page.locator('.mantine-Switch-thumb').last()
    const [highlight, highlightText] = [await colourOf('Highlight'), await colourOf('HighlightText')]
    await expect.poll(() => background(track)).toBe(highlight)
    await expect.poll(() => background(knob)).toBe(highlightText)
    await name.press('Space')
    await expect.poll(() => background(track)).toBe(await colourOf('ButtonFace'))
    await expect.poll(() => background(knob)).toBe(await colourOf('ButtonText'))
    const border = await track.evaluate((element) => getComputedStyle(element).borderTopWidth)
    expect(parseFloat(border)).toBeGreaterThanOrEqual(1)
    // It is remembered in this browser.
    await page.reload()
    await expect.poll(() => name.isChecked()).toBe(false)
  })
})
