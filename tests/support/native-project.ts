import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { builtPrograms } from './build.ts'

/** The project of the app for phones, made in a folder of its own. */
export interface NativeProject {
  /** Of the platform. */
  readonly folder: string
  /** A file below it. */
  read(path: string): string
  remove(): void
}

/** Makes it as the operator does, by the product's own command. @throws Error with what the command said */
export function makeNativeProject(
  platform: 'android' | 'ios',
  env: Readonly<Record<string, string>> = {},
): NativeProject {
  const root = builtPrograms()
  const into = mkdtempSync(join(tmpdir(), 'palimpsest-native-'))
  execFileSync(process.execPath, [join(root, 'scripts/native.mjs'), platform, '--into', into], {
    cwd: root,
    env: { ...process.env, PALIMPSEST_PREPARED: '1', ...env },
    stdio: 'pipe',
  })
  const folder = join(into, platform)
  return {
    folder,
    read: (path) => readFileSync(join(folder, path), 'utf8'),
    remove: () => rmSync(into, { recursive: true, force: true }),
  }
}
