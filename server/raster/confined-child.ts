import { type ChildProcess, fork, type ForkOptions, spawnSync } from 'node:child_process'
import process from 'node:process'

/** What a program needs of its surroundings. Passwords and keys of the instance are nothing for the reader of strangers' files. */
const PASSED_ON = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'LD_LIBRARY_PATH', 'LD_PRELOAD', 'SystemRoot']

/** Bytes of memory that a child may write to, far above what either needs: the system's limit where our own reacts too late. */
const MEMORY_BYTES = 8 * 2 ** 30
/** Largest file that a child may write; no scan and no overlay comes near. */
const FILE_BYTES = 2 ** 40
const OPEN_FILES = 512

const LIMITS = [
  'prlimit',
  '--core=0',
  `--data=${MEMORY_BYTES}`,
  `--fsize=${FILE_BYTES}`,
  `--nofile=${OPEN_FILES}`,
]

/** Ways into a network namespace without a network: as root, and as an ordinary user where the machine lets them. */
const WITHOUT_NETWORK = [
  ['unshare', '--net'],
  ['unshare', '--user', '--map-current-user', '--net'],
]

interface Confinement {
  /** Programs that each start the next: none of them stays, so that the child's process id is the child's own. */
  readonly prefix: readonly string[]
  readonly hasLimits: boolean
  readonly hasNoNetwork: boolean
}

let known: Confinement | undefined

/** What this machine lets us take from a child; tried once. */
function confinement(): Confinement {
  if (known) return known
  // With a program that does nothing: Node would take ten times as long to start.
  const works = (command: readonly string[]) =>
    spawnSync(command[0]!, [...command.slice(1), 'true'], { stdio: 'ignore' }).status === 0
  // Nearly every machine lets us take everything: then one try tells.
  const everything = WITHOUT_NETWORK.find((network) => works([...network, ...LIMITS]))
  const limits = everything || works(LIMITS) ? LIMITS : []
  const network = everything ?? WITHOUT_NETWORK.find(works) ?? []
  known = {
    prefix: [...network, ...limits],
    hasLimits: limits.length > 0,
    hasNoNetwork: network.length > 0,
  }
  return known
}

/** What cannot be taken from the readers of strangers' files here, in a sentence for the operator; undefined: nothing. */
export function confinementGap(): string | undefined {
  const { hasLimits, hasNoNetwork } = confinement()
  const gaps = [
    ...(hasNoNetwork ? [] : ['with the network']),
    ...(hasLimits ? [] : ['without limits of the system']),
  ]
  if (gaps.length === 0) return undefined
  return `Scans are decoded and warped ${gaps.join(' and ')}: this machine offers no way to take it from a process.`
}

/**
 * Starts a built program beside this one that knows no secret of the instance and, where the machine allows it, has no
 * network and bounded memory, files and file sizes.
 *
 * @param env added to the few variables that are passed on
 */
export function forkConfined(
  program: string,
  { env, execArgv = [], ...options }: Pick<ForkOptions, 'env' | 'execArgv' | 'serialization'>,
): ChildProcess {
  const [command = process.execPath, ...rest] = confinement().prefix
  const isPlain = command === process.execPath
  return fork(program, [], {
    ...options,
    execPath: command,
    execArgv: [...rest, ...(isPlain ? [] : [process.execPath]), ...execArgv],
    env: { ...surroundings(), ...env },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
}

function surroundings(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => PASSED_ON.includes(name)))
}
