/** Runs projects of vitest.config.ts and reads what it reports. */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { hasFailed } from './flakes.mjs'

const VITEST = join('node_modules', '.bin', 'vitest')

/**
 * Puts errors from outside of the tests into the reports of their files.
 *
 * @param files - `testResults` of vitest's JSON report
 * @param errors - as of errors-reporter.mjs
 * @returns `files` with these errors as their `message`; `strays`: texts of the errors that belong to no file
 */
export function withErrors(files, errors) {
  const isOf = (file) => (error) => error.file === file.name
  return {
    files: files.map((file) => {
      const found = errors.find(isOf(file))
      return found && file.message === '' ? { ...file, message: found.message } : file
    }),
    strays: errors.filter((error) => !files.some((file) => isOf(file)(error))).map(({ message }) => message),
  }
}

/** Runs a program; resolves to its exit code and to what it wrote, which is shown meanwhile where `isShown`. */
function runProgram(command, args, env, isShown) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: isShown ? 'inherit' : ['ignore', 'pipe', 'pipe'], env })
    const written = []
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => written.push(chunk))
    const end = (code) => resolve({ code, output: Buffer.concat(written).toString() })
    child.once('error', (error) => {
      written.push(Buffer.from(`${error.message}\n`))
      end(undefined)
    })
    child.once('close', end)
  })
}

/**
 * Runs the tests of projects, all or those that further arguments name.
 *
 * @param isShown - false: what vitest writes is given back as `output`, as others write meanwhile
 * @returns `files`: the reports of its files, each with the `projects` that ran; `strays`: why the run failed beside these files
 */
export async function runVitest(projects, args, { isShown = true } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-vitest-'))
  const [report, errors] = ['report.json', 'errors.json'].map((name) => join(folder, name))
  const reporters = ['default', 'json', './scripts/errors-reporter.mjs'].map((name) => `--reporter=${name}`)
  const { code, output } = await runProgram(
    VITEST,
    [
      'run',
      ...projects.map((name) => `--project=${name}`),
      ...reporters,
      `--outputFile.json=${report}`,
      '--retry=0',
      ...args,
    ],
    { ...process.env, VITEST_ERRORS: errors },
    isShown,
  )
  const read = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined)
  const [found, outside] = [read(report), read(errors)]
  rmSync(folder, { recursive: true, force: true })
  if (!found || !outside) return { files: [], strays: [`vitest broke off with ${code}`], output }
  const { files, strays } = withErrors(found.testResults, outside)
  const isExplained = code === 0 || strays.length > 0 || files.some(hasFailed)
  return {
    files: files.map((file) => ({ ...file, projects })),
    strays: isExplained ? strays : [`vitest ended with ${code}`],
    output,
  }
}
