import { posix } from 'node:path'

const isTest = (file) => /\.test\.tsx?$/.test(file)

/**
 * The pairs of folders that import each other. A folder is meant without those in it.
 *
 * @param modules - as dependency-cruiser reports them: `source`, and `dependencies` with what was `resolved`
 * @param within - the files that count; tests do not
 * @returns pairs in alphabetical order
 */
export function foldersBothWays(modules, within) {
  const imports = new Set()
  for (const { source, dependencies } of modules) {
    if (!within.test(source) || isTest(source)) continue
    for (const { resolved } of dependencies)
      if (within.test(resolved)) imports.add(`${posix.dirname(source)} ${posix.dirname(resolved)}`)
  }
  return [...imports]
    .map((pair) => pair.split(' '))
    .filter(([from, to]) => from < to && imports.has(`${to} ${from}`))
    .toSorted()
}
