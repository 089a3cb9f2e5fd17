/**
 * A reporter beside vitest's own JSON, which leaves out what failed outside of tests: set-up of groups, and errors that
 * nobody caught. Writes a list of `{ file, message }` to the file that VITEST_ERRORS names; `file` is undefined where
 * vitest does not know it.
 */
import { writeFileSync } from 'node:fs'
import process from 'node:process'

const textOf = (error) => error?.stack || error?.message || String(error)

export default class ErrorsReporter {
  onTestRunEnd(modules, unhandled) {
    const ofGroups = modules.flatMap((module) =>
      [...module.errors(), ...[...module.children.allSuites()].flatMap((suite) => suite.errors())].map(
        (error) => ({ file: module.moduleId, message: textOf(error) }),
      ),
    )
    const others = unhandled.map((error) => ({ file: error.VITEST_TEST_PATH, message: textOf(error) }))
    writeFileSync(process.env.VITEST_ERRORS, JSON.stringify([...ofGroups, ...others]))
  }
}
