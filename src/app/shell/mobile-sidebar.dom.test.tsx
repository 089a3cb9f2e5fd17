import { screen, within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { openApp } from '../../../tests/components/app.ts'
import { FakeLibrary, mapOf } from '../../../tests/components/fake-library.ts'
import { ONA } from '../../../tests/components/samples.ts'

const linksOf = (navigation: HTMLElement) =>
  within(navigation)
    .getAllByRole('link')
    .map(({ textContent }) => textContent)

const open = (width: number) =>
  openApp('/main', (server) => void new FakeLibrary(server, mapOf('Kaunas')), { user: ONA, width })

it('leads to the navigator first on a phone, which is taken along', async () => {
  const { hands } = await open(390)
  await hands.click(await screen.findByRole('button', { name: 'Open the menu' }))
  const links = linksOf(await screen.findByRole('navigation', { name: 'Main navigation' }))
  expect(links.slice(0, 2)).toEqual(['Navigator', 'My maps'])
})

it('leads to one’s own maps first at a desk', async () => {
  await open(1280)
  expect(linksOf(await screen.findByRole('navigation', { name: 'Main navigation' }))[0]).toBe('My maps')
})
