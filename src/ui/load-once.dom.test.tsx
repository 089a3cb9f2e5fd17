import { screen } from '@testing-library/dom'
import { Suspense, use } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, describe, expect, it } from 'vitest'
import { lazyNeeded } from './lazy-needed.tsx'

afterEach(() => document.body.replaceChildren())

describe('a part of a page that is loaded when it is wanted', () => {
  it('waits for its texts alone: the page and its focus stay', async () => {
    let bring: (text: string) => void = () => undefined
    const text = new Promise<string>((resolve) => (bring = resolve))
    let hasRun = false
    const Part = lazyNeeded(() =>
      Promise.resolve(() => {
        hasRun = true
        return <p>{use(text)}</p>
      }),
    )
    const root = createRoot(document.body.appendChild(document.createElement('div')))
    root.render(
      <Suspense fallback={<p>The whole page waits</p>}>
        <button type="button">A control of the page</button>
        <Part />
      </Suspense>,
    )
    const control = await screen.findByRole('button')
    control.focus()
    await expect.poll(() => hasRun).toBe(true)
    expect(screen.queryByText('The whole page waits')).toBeNull()
    expect(control.style.display).toBe('')
    expect(document.activeElement).toBe(control)
    bring('What the part says')
    await screen.findByText('What the part says')
    root.unmount()
  })
})
