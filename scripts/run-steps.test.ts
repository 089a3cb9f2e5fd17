import { afterEach, describe, expect, it, vi } from 'vitest'
import { countTests, runSteps } from './run-steps.mjs'

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
    expect(await runSteps([['a', 'b', 'c'].map(step), step('d')])).toMatchObject({ failed: 0 })
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
    expect(await runSteps([[failing, passing], passing])).toMatchObject({ failed: 1 })
    const text = written.join('')
    expect(text).toMatch(/— bad\nwhy\n {2}FAILED \(/)
    expect(text).toContain('Failed: bad')
    expect(text).toContain('\n2 passed, 1 failed\n')
  })
})

it('steps after a required one that failed are not run', async () => {
  listen()
  const later = vi.fn<() => { passed: number; failed: number }>(() => ({ passed: 1, failed: 0 }))
  const build = { name: 'build', isRequired: true, run: () => ({ passed: 0, failed: 1 }) }
  const beside = { name: 'types', run: () => ({ passed: 1, failed: 0 }) }
  expect(await runSteps([[build, beside], { name: 'whole', run: later }])).toMatchObject({ failed: 1 })
  expect(later).not.toHaveBeenCalled()
  expect(written.join('')).toContain('\n1 passed, 1 failed\n')
  await runSteps([
    { ...build, isRequired: false },
    { name: 'whole', run: later },
  ])
  expect(later).toHaveBeenCalledTimes(1)
})

describe('reports of test files', () => {
  const report = (name: string, statuses: string[], message = '') => ({
    name: `${process.cwd()}/${name}`,
    projects: ['units'],
    startTime: 0,
    endTime: 1000,
    status: message !== '' || statuses.includes('failed') ? 'failed' : 'passed',
    message,
    assertionResults: statuses.map((status, place) => ({
      title: `works ${place}`,
      fullName: `works ${place}`,
      ancestorTitles: [],
      status,
      failureMessages: status === 'failed' ? ['late'] : [],
    })),
  })
  const tests = (...files: ReturnType<typeof report>[]) => ({
    name: 'tests',
    run: () => ({ passed: 0, failed: 0, files }),
  })

  it('are counted by test; a file that broke off outside of its tests is one failure', () => {
    const files = [
      report('a.test.ts', ['passed', 'failed', 'failed', 'skipped']),
      report('b.test.ts', ['passed', 'todo'], 'no server'),
    ]
    expect(countTests(files)).toEqual({ passed: 2, failed: 3, skipped: 2 })
  })

  it('count by the last one of a file: what failed and passed once more has passed', async () => {
    listen()
    const failed = report('a.test.ts', ['passed', 'failed'])
    const passed = report('a.test.ts', ['passed', 'passed'])
    const later = {
      name: 'once more',
      run: () => ({ passed: 0, failed: 0, files: [passed], notes: ['1 flaky'] }),
    }
    let seen: unknown
    const last = {
      name: 'last',
      run: ({ files }: { files: unknown }) => {
        seen = files
        return { passed: 1, failed: 0 }
      },
    }
    expect(await runSteps([tests(failed), later, last])).toMatchObject({ failed: 0, files: [passed] })
    expect(seen).toEqual([passed])
    const text = written.join('')
    expect(text).not.toContain('Failed: ')
    expect(text.endsWith('\n1 flaky\n\n3 passed, 0 failed\n')).toBe(true)
  })

  it('fail the step that they came from where they failed once more', async () => {
    listen()
    const failed = report('a.test.ts', ['passed', 'failed'])
    const later = { name: 'once more', run: () => ({ passed: 0, failed: 0, files: [failed] }) }
    expect(await runSteps([tests(failed), later])).toMatchObject({ failed: 1 })
    expect(written.join('')).toContain('Failed: tests; once more')
    expect(written.join('').endsWith('\n1 passed, 1 failed\n')).toBe(true)
  })
})

it('what a step warns of is said again before the line of counts', async () => {
  listen()
  const output = 'lists: 300 kB\nwarning: lists: over its goal\n'
  await runSteps([{ name: 'sizes', run: () => ({ passed: 1, failed: 0, output }) }])
  expect(written.join('').endsWith('\nlists: over its goal\n\n1 passed, 0 failed\n')).toBe(true)
})
