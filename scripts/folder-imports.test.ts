import { expect, it } from 'vitest'
import { foldersBothWays } from './folder-imports.mjs'

const imports = (source: string, ...targets: readonly string[]) => ({
  source,
  dependencies: targets.map((resolved) => ({ resolved })),
})

it('foldersBothWays finds folders that import each other, each pair once', () => {
  const modules = [
    imports('src/a/one.ts', 'src/b/two.ts', 'src/c/three.ts'),
    imports('src/b/two.ts', 'src/c/three.ts'),
    imports('src/b/four.ts', 'src/a/one.ts', 'node_modules/x/index.js'),
  ]
  expect(foldersBothWays(modules, /^src\//)).toEqual([['src/a', 'src/b']])
})

it('foldersBothWays passes over tests, other files, and imports within a folder', () => {
  const modules = [
    imports('src/a/one.ts', 'src/b/two.ts', 'src/a/five.ts'),
    imports('src/b/two.test.ts', 'src/a/one.ts'),
    imports('server/a/one.ts', 'src/a/one.ts'),
    imports('src/a/in/six.ts', 'src/a/one.ts'),
  ]
  expect(foldersBothWays(modules, /^src\//)).toEqual([])
})
