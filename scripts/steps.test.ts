import { afterEach, describe, expect, it, vi } from 'vitest'
import { runSteps } from './steps.mjs'

const written: string[] = []
const keep = (text: unknown) => {
  written.push(`${String(text).trimEnd()}\n`)
  return true
}
const listen = () => {
  vi.spyOn(console, 'log').mockImplementation((text: unknown) => void keep(text))
  vi.spyOn(process.stdout, 'write').mockImplementation(keep)
}
afterEach(() => {
  vi.restoreAllMocks()
  written.length = 0
})

describe('steps in a list of their own', () => {
  it('run two at a time, and what each has written stands whole under its name', async () => {
    listen()
    let running = 0
    let most = 0
    const step = (name: string) => ({
      name,
      run: async () => {
        running += 1
        most = Math.max(most, running)
        await new Promise((resolve) => setImmediate(resolve))
        running -= 1
        return { passed: 1, failed: 0, output: `${name} wrote this\n` }
      },
    })
    expect(await runSteps([['a', 'b', 'c'].map(step), step('d')])).toBe(0)
    expect(most).toBe(2)
    const text = written.join('')
    for (const name of ['a', 'b', 'c', 'd'])
      expect(text).toMatch(new RegExp(`— ${name}\n${name} wrote this\n  ok \\(`))
    expect(text).toContain('\n4 passed, 0 failed\n')
  })

  it('fail as others do: the rest runs, and the failure is counted and named', async () => {
    listen()
    const passing = { name: 'good', run: () => ({ passed: 1, failed: 0 }) }
    const failing = { name: 'bad', run: () => ({ passed: 0, failed: 1, output: 'why\n' }) }
    expect(await runSteps([[failing, passing], passing])).toBe(1)
    const text = written.join('')
    expect(text).toMatch(/— bad\nwhy\n {2}FAILED \(/)
    expect(text).toContain('Failed: bad')
    expect(text).toContain('\n2 passed, 1 failed\n')
  })
})
