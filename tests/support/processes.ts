import { readdir, readFile } from 'node:fs/promises'

/** Process ids of the children of `parent` whose command line holds `program` (Linux). */
export async function childrenOf(parent: number, program: string): Promise<number[]> {
  const found: number[] = []
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (status.includes(`\nPPid:\t${parent}\n`) && command.includes(program)) found.push(Number(pid))
  }
  return found
}
