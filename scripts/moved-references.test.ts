import { describe, expect, it } from 'vitest'
import { moveOwnPaths, movePathsTo, moveReferences, parseReference } from './moved-references.mjs'

const TABLE = `id,shown_by
1.1,tests/e2e/a.test.ts › opens
1.2,"tests/e2e/a.test.ts › says ""no"", once | tests/e2e/ab.test.ts › opens | docs/a.md › Why"
1.3,tests/screens/b.test.ts › opens | tests/e2e/a.test.ts › opens
`
const move = (from: string, to: string) => moveReferences(TABLE, parseReference(from), parseReference(to))

describe('references to a moved test', () => {
  it('follow a file with all of its titles, and no other file', () => {
    expect(move('tests/e2e/a.test.ts', 'tests/screens/editor/a.test.ts')).toEqual({
      count: 3,
      text: `id,shown_by
1.1,tests/screens/editor/a.test.ts › opens
1.2,"tests/screens/editor/a.test.ts › says ""no"", once | tests/e2e/ab.test.ts › opens | docs/a.md › Why"
1.3,tests/screens/b.test.ts › opens | tests/screens/editor/a.test.ts › opens
`,
    })
  })

  it('follow a single title; the others of its file stay', () => {
    const { text, count } = move('tests/e2e/a.test.ts › opens', 'src/a.test.ts › opens, in full')
    expect(count).toBe(2)
    expect(text).toContain('1.1,"src/a.test.ts › opens, in full"\n')
    expect(text).toContain('1.2,"tests/e2e/a.test.ts › says ""no"", once |')
  })

  it('name a test once where two became one', () => {
    const { text } = move('tests/screens/b.test.ts › opens', 'tests/e2e/a.test.ts › opens')
    expect(text).toContain('1.3,tests/e2e/a.test.ts › opens\n')
  })

  it('stay as they are where none names the test', () => {
    expect(move('tests/e2e/a.test.ts › closes', 'tests/e2e/a.test.ts › shuts')).toEqual({
      text: TABLE,
      count: 0,
    })
  })
})

describe('paths in a moved file', () => {
  const moved = (text: string) => moveOwnPaths(text, 'tests/e2e/a.test.ts', 'tests/screens/editor/a.test.ts')

  it('lead to where they led before', () => {
    expect(moved("import { a } from '../support/api.ts'")).toBe("import { a } from '../../support/api.ts'")
    expect(moved("} from './stage.ts'")).toBe("} from '../../e2e/stage.ts'")
    expect(moved("import '../../src/a.ts'")).toBe("import '../../../src/a.ts'")
    expect(moved("await import('./b.ts')")).toBe("await import('../../e2e/b.ts')")
    expect(moved("vi.mock('../../src/api/call.ts')")).toBe("vi.mock('../../../src/api/call.ts')")
    expect(moved("new URL('a.json', import.meta.url)")).toBe("new URL('../../e2e/a.json', import.meta.url)")
    expect(moved('new URL(`../../${path}`, import.meta.url)')).toBe(
      'new URL(`../../../${path}`, import.meta.url)',
    )
    expect(moved("new URL('../fixtures/', import.meta.url)")).toBe(
      "new URL('../../fixtures/', import.meta.url)",
    )
  })

  it('stay where they name a package or stand in other texts', () => {
    const text = "import { it } from 'vitest'\nawait page.goto('../main')\nnew URL('/main', url)\n"
    expect(moved(text)).toBe(text)
  })

  it('stay where only the name of the file changes', () => {
    const text = "import { a } from './stage.ts'"
    expect(moveOwnPaths(text, 'tests/e2e/a.test.ts', 'tests/e2e/b.test.ts')).toBe(text)
  })
})

describe('paths to a moved file', () => {
  it('lead to it from a file that imports it; others stay', () => {
    const text = "import { a } from './stage.ts'\nimport { b } from '../stage.ts'\n"
    expect(movePathsTo(text, 'tests/e2e/a.test.ts', 'tests/e2e/stage.ts', 'tests/support/stage.ts')).toBe(
      "import { a } from '../support/stage.ts'\nimport { b } from '../stage.ts'\n",
    )
  })
})
