import type { ChildProcess } from 'node:child_process'

/** Kills a process and waits until it is gone, so that nobody writes any more to what is cleared away next. */
export function endChild(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) {
      resolve()
      return
    }
    child.once('exit', () => resolve())
    child.kill('SIGKILL')
  })
}
