import { type ChildProcess, fork, type ForkOptions, spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, sep } from 'node:path'
import process from 'node:process'
import { IN_OWN_DOMAIN } from './own-domain.ts'

/** What a program needs of its surroundings. Passwords and keys of the instance are nothing for the reader of strangers' files. */
const PASSED_ON = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'LD_LIBRARY_PATH', 'LD_PRELOAD', 'SystemRoot']

/** Bytes of memory that a child may write to, far above what either needs: the system's limit where our own reacts too late. */
const MEMORY_BYTES = 8 * 2 ** 30
/** Largest file that a child may write; no scan and no overlay comes near. */
const FILE_BYTES = 2 ** 40
const OPEN_FILES = 512
/** Processor time of all its threads together: a day of one core, where a job's own time is not bounded. */
const CPU_SECONDS = 24 * 60 * 60

const LIMITS = [
  'prlimit',
  '--core=0',
  `--data=${MEMORY_BYTES}`,
  `--fsize=${FILE_BYTES}`,
  `--nofile=${OPEN_FILES}`,
  `--cpu=${CPU_SECONDS}`,
]

/** Takes every capability, and the ways to get one back. */
const WITHOUT_RIGHTS = [
  'setpriv',
  '--no-new-privs',
  '--inh-caps=-all',
  '--ambient-caps=-all',
  '--bounding-set=-all',
]

/** Ways into namespaces: as root, and as an ordinary user where the machine lets them, who is root within to mount. */
const ENTRANCES = [[], ['--user', '--map-root-user']]

/**
 * Covers folders with empty ones, in which only the given files and folders are found again, and starts a program. They
 * are opened before they are covered: a mount finds them by their descriptors. The first argument is how many folders
 * are covered; the second, how many paths are found again.
 */
const COVER = `
set -e
covered=$1; found=$2; shift 2
n=0; list=
while [ $n -lt $covered ]; do list="$list
$1"; shift; n=$((n + 1)); done
[ $found -lt 1 ] || exec 5<"$1"
[ $found -lt 2 ] || exec 6<"$2"
one=\${1-}; two=\${2-}; shift $found
IFS='
'
set -f
for folder in $list; do mount -t tmpfs -o mode=0711,size=1m none "$folder"; done
reveal() {
  if [ -d "/proc/self/fd/$1" ]; then mkdir -p "$2"; else mkdir -p "\${2%/*}"; [ -e "$2" ] || : >"$2"; fi
  mount --no-canonicalize --bind "/proc/self/fd/$1" "$2"
}
if [ $found -ge 1 ]; then reveal 5 "$one"; exec 5<&-; fi
if [ $found -ge 2 ]; then reveal 6 "$two"; exec 6<&-; fi
exec "$@"`

type Step = 'mounts' | 'network' | 'rights' | 'limits' | 'secrets'

/** Programs that each start the next, of which none stays: the child's process id is that of the first. */
interface Confinement {
  readonly namespaces: readonly string[]
  readonly rights: readonly string[]
  readonly limits: readonly string[]
  readonly domain: readonly string[]
  readonly has: ReadonlySet<Step>
}

let known: Confinement | undefined

/** What this machine lets us take from a child; tried once. */
function confinement(): Confinement {
  if (known) return known
  // With a program that does nothing: Node would take ten times as long to start.
  const works = (command: readonly string[]) =>
    spawnSync(command[0]!, [...command.slice(1), 'true'], { stdio: 'ignore' }).status === 0
  const withMounts = ENTRANCES.map((entrance) => ['unshare', ...entrance, '--net', '--ipc', '--mount'])
  const withoutNetwork = [
    ['unshare', '--net'],
    ['unshare', '--user', '--map-current-user', '--net'],
  ]
  const mounts = withMounts.find((enter) =>
    works([...enter, ...covering([tmpdir()], [process.execPath, dirname(process.execPath)])]),
  )
  const namespaces = mounts ?? withoutNetwork.find(works) ?? []
  const rights = works([...namespaces, ...WITHOUT_RIGHTS]) ? WITHOUT_RIGHTS : []
  const limits = works(LIMITS) ? LIMITS : []
  const isLinux = process.platform === 'linux'
  const domain = isLinux && works([...namespaces, ...IN_OWN_DOMAIN]) ? IN_OWN_DOMAIN : []
  known = {
    namespaces,
    rights,
    limits,
    domain,
    has: new Set<Step>([
      ...(mounts ? (['mounts'] as const) : []),
      ...(namespaces.length > 0 ? (['network'] as const) : []),
      ...(rights.length > 0 ? (['rights'] as const) : []),
      ...(limits.length > 0 ? (['limits'] as const) : []),
      // Nobody reads a process that has more capabilities, or is in another namespace of users or outside their domain.
      ...(domain.length > 0 || rights.length > 0 ? (['secrets'] as const) : []),
    ]),
  }
  return known
}

const covering = (covered: readonly string[], found: readonly string[]) => [
  'sh',
  '-c',
  COVER,
  'sh',
  String(covered.length),
  String(found.length),
  ...covered,
  ...found,
]

/** What cannot be taken from the readers of strangers' files here, in a sentence for the operator; undefined: nothing. */
export function confinementGap(): string | undefined {
  const { has } = confinement()
  const gaps = [
    ...(has.has('mounts') ? [] : ["with the instance's files in sight"]),
    ...(has.has('secrets') ? [] : ["with the server's environment and memory within reach"]),
    ...(has.has('network') ? [] : ['with the network']),
    ...(has.has('rights') ? [] : ['with the rights of their account']),
    ...(has.has('limits') ? [] : ['without limits of the system']),
  ]
  if (gaps.length === 0) return undefined
  return `Scans are decoded and warped ${gaps.join(', ')}: this machine offers no way to take it from a process.`
}

/** What children are not to see: all of the instance's files, and of these what no child needs. */
interface InstanceFolders {
  readonly dataFolder: string
  /** The database's files and its socket, where they lie in the data folder. */
  readonly database: readonly string[]
}

let instance: InstanceFolders | undefined

/** Names the folders that children of this process are not to see from now on. */
export function hideFromChildren(folders: InstanceFolders): void {
  instance = folders
}

interface ConfinedOptions extends Pick<ForkOptions, 'env' | 'execArgv' | 'serialization'> {
  /** The one scan, or folder of tiles, and the folder for results: nothing else of the instance's files is seen then. */
  readonly sees?: readonly [scan: string, folder: string]
}

/**
 * Starts a built program beside this one that knows no secret of the instance and, where the machine allows it, cannot
 * read what another process knows, has no network, no capability, bounded memory, time, files and file sizes, and sees
 * of the instance's files only what it works on; without `sees` all but the database.
 *
 * @param env added to the few variables that are passed on
 */
export function forkConfined(
  program: string,
  { env, execArgv = [], sees, ...options }: ConfinedOptions,
): ChildProcess {
  const prefix = prefixFor(sees)
  const [command = process.execPath, ...rest] = prefix
  return fork(program, [], {
    ...options,
    execPath: command,
    execArgv: [...rest, ...(prefix.length === 0 ? [] : [process.execPath]), ...execArgv],
    env: { ...surroundings(), ...env },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
}

function prefixFor(sees: ConfinedOptions['sees']): string[] {
  const { namespaces, rights, limits, domain, has } = confinement()
  const covered = foldersToCover(sees !== undefined)
  const cover = has.has('mounts') && covered.length > 0 ? covering(covered, sees ?? []) : []
  // Root without capabilities reads only what is its own: not a data folder that came from another account.
  const worksOn = [...(sees ?? []), ...(instance ? [instance.dataFolder] : [])]
  const isOwner = process.getuid?.() !== 0 || worksOn.every((path) => ownerOf(path) === 0)
  return [...namespaces, ...cover, ...(isOwner ? rights : []), ...limits, ...domain]
}

function foldersToCover(isAll: boolean): readonly string[] {
  if (!instance) return []
  const { dataFolder, database } = instance
  if (!isAll) return database
  // The database may lie elsewhere, where its account can reach it.
  return [dataFolder, ...database.filter((folder) => !`${folder}${sep}`.startsWith(`${dataFolder}${sep}`))]
}

function ownerOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.uid
}

function surroundings(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => PASSED_ON.includes(name)))
}
