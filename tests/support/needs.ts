import { spawnSync } from 'node:child_process'
import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import process from 'node:process'
import { describe, it } from 'vitest'
import { confinementGap } from '../../server/raster/confined-child.ts'
import { IN_OWN_DOMAIN } from '../../server/raster/own-domain.ts'
import { imageNode } from './image-node.ts'
import { INSTALLED_POSTGRES } from './installed-postgres.ts'

/** Something outside the project that a test runs or reads, and whether it is here. */
export interface Need {
  /** As the last lines of `npm test` name it. */
  readonly name: string
  /** Looked up when it is first asked for. */
  readonly isMet: boolean
  /** Continuous integration can have it, so that its absence there is a failure and not a gap. */
  readonly isExpectedOnCi: boolean
}

function need(name: string, isExpectedOnCi: boolean, isHere: () => boolean): Need {
  let known: boolean | undefined
  return {
    name,
    isExpectedOnCi,
    get isMet() {
      return (known ??= isHere())
    },
  }
}

/** What lies beside the project. */
const beside = (name: string, isHere: () => boolean) => need(name, true, isHere)

/** A program or package that can be installed: `.ci/run` says by INSTALL_FAILED where it could not. */
const available = (name: string, isHere: () => boolean) => need(name, !process.env.INSTALL_FAILED, isHere)

/** What the machine is, or lets its user do. */
const machine = (name: string, isHere: () => boolean) => need(name, false, isHere)

const succeeds = (command: string, ...args: string[]) => spawnSync(command, args).status === 0
const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** The Python that Debian's python3-gdal belongs to. */
export const SYSTEM_PYTHON = '/usr/bin/python3'

/** Name or path of schemathesis: `pip install schemathesis` in an environment of its own brings it. */
export const SCHEMATHESIS_PROGRAM = process.env.SCHEMATHESIS ?? 'schemathesis'

/** Compares a warped file with what gdalwarp makes of the same scan and points. */
export const JUDGE_PROGRAM = at('../shared/tools/compare_with_gdalwarp.py')

/** The system whose processes, signals and files under /proc a test looks at. */
export const LINUX = machine('Linux', () => process.platform === 'linux')
export const ROOT_USER = machine('root', () => process.getuid?.() === 0)
/** Memory disks of a test's own. */
export const MOUNTS = machine(
  'root, and leave to mount',
  () => ROOT_USER.isMet && succeeds('unshare', '--mount', 'true'),
)
/** So that it is the server's own limit that refuses a second upload, not the disk. */
export const ROOM_FOR_UPLOADS = machine('a disk with room for two of the largest uploads', () => {
  const { bavail, bsize } = statfsSync(tmpdir())
  return bavail * bsize > 45 * 2 ** 30
})
/** Leave to take the network from a program, and to bound its memory and files. */
export const CONFINEMENT = machine('leave to confine a process', () => confinementGap() === undefined)
/** Leave to keep a program from what others of its account know, where namespaces are refused. */
export const LANDLOCK = machine(
  'Landlock and Perl',
  () => LINUX.isMet && succeeds(IN_OWN_DOMAIN[0]!, ...IN_OWN_DOMAIN.slice(1), 'true'),
)
export const GIT_CHECKOUT = machine('a checkout of git', () => existsSync(at('.git')))

export const REAL_MAPS = beside('the real maps beside the project', () => existsSync(at('../shared/data')))
export const JUDGE = beside('the judge of warps beside the project', () => existsSync(JUDGE_PROGRAM))

/** The programs of GDAL and its Python package, with numpy and the validator of Cloud-Optimised GeoTIFFs. */
export const GDAL = available(
  'GDAL and its Python package',
  () =>
    ['gdalwarp', 'gdalinfo', 'gdaltransform'].every((name) => succeeds(name, '--version')) &&
    succeeds(
      SYSTEM_PYTHON,
      '-c',
      'import numpy; from osgeo import gdal; import osgeo_utils.samples.validate_cloud_optimized_geotiff',
    ),
)
export const RIO = available('rio-cogeo', () => succeeds('rio', 'cogeo', '--version'))
export const SCHEMATHESIS = available('schemathesis', () => succeeds(SCHEMATHESIS_PROGRAM, '--version'))
export const NGINX = available('nginx', () => succeeds('nginx', '-v'))
export const POSTGRES = available('PostgreSQL 15 or later', () => INSTALLED_POSTGRES !== undefined)
/** Fetched by npm when it is first asked for. */
export const NODE_OF_IMAGE = available('the Node of the image', () => imageNode() !== undefined)
export const YAML = available('python3 with yaml', () => succeeds(SYSTEM_PYTHON, '-c', 'import yaml'))
/** Gives a program a terminal of its own (util-linux). */
export const TERMINAL = machine('script of util-linux', () => LINUX.isMet && succeeds('script', '--version'))
/** Watches the calls of a process; those of another one only as root. */
export const STRACE = every(
  ROOT_USER,
  available('strace', () => succeeds('strace', '-V')),
)

/** Several needs as one, named by those of them that are lacking. */
export function every(...needs: Need[]): Need {
  const missing = () => needs.filter((one) => !one.isMet)
  return {
    get name() {
      return missing()
        .map(({ name }) => name)
        .join(' and ')
    },
    get isMet() {
      return missing().length === 0
    },
    get isExpectedOnCi() {
      return missing().every((one) => one.isExpectedOnCi)
    },
  }
}

const titled = (name: string, { isMet, name: lacking }: Need) => (isMet ? name : `${name} (needs ${lacking})`)

/** Continuous integration has everything that can be had: a gap there is told as a failure. */
const failsFor = (lacking: Need) => !lacking.isMet && lacking.isExpectedOnCi && Boolean(process.env.CI)

const tellMissing = ({ name }: Need) => {
  throw new Error(`continuous integration has to have ${name}, and it is not here`)
}

/**
 * A suite that runs where its need is met. Where it is not, it is skipped under a name that says what it needs; its
 * body is called all the same, so that its tests are counted. On continuous integration it fails instead.
 */
export function describeNeeding(lacking: Need, name: string, suite: () => void): void {
  if (failsFor(lacking)) describe(titled(name, lacking), () => it('runs', () => tellMissing(lacking)))
  else describe.runIf(lacking.isMet)(titled(name, lacking), suite)
}

/** A test that runs where its need is met, and is skipped under a name that says what it needs where it is not. */
export function itNeeding(lacking: Need, name: string, test: () => Promise<void> | void): void {
  if (failsFor(lacking)) it(titled(name, lacking), () => tellMissing(lacking))
  else it.runIf(lacking.isMet)(titled(name, lacking), test)
}
