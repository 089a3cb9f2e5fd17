/** What the history says of the tests of a fix: where its files are now, and which titles it touched. */

/** Whether a file holds tests that vitest runs. */
export const isTestFile = (file) => /\.test\.tsx?$/.test(file)

/**
 * Follows files through moves.
 *
 * @param log - `git log --reverse --name-status --diff-filter=R` since then
 * @returns the present path of a path of then
 */
export function renamedFiles(log) {
  const moves = log.split('\n').flatMap((line) => {
    const [status, from, to] = line.split('\t')
    return status?.startsWith('R') ? [{ from, to }] : []
  })
  return (file) => moves.reduce((path, { from, to }) => (path === from ? to : path), file)
}

/** Titles of the tests that begin within the added lines of a diff, or that its hunks lie in. */
export function titlesIn(diff) {
  const found = new Set()
  for (const line of diff.split('\n')) {
    const text = line.startsWith('@@')
      ? line.replace(/^@@[^@]*@@/, '')
      : line.startsWith('+')
        ? line.slice(1)
        : ''
    const title = /\bit(?:\.\w+)*\(\s*(['"`])(.+?)\1/.exec(text)?.[2]
    if (title) found.add(title)
  }
  return [...found]
}

/** A diff as it would be between files of other paths. */
export const withPaths = (diff, pathOf) =>
  diff
    .replaceAll(/^diff --git a\/(.+) b\/\1$/gm, (_, path) => `diff --git a/${pathOf(path)} b/${pathOf(path)}`)
    .replaceAll(/^(--- a\/|\+\+\+ b\/)(.+)$/gm, (_, side, path) => side + pathOf(path))
