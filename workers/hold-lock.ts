/**
 * Takes the Web Lock `name` for as long as this worker lives; resolves once it is held. The page waits for the same
 * lock and so learns of the worker's end, however that comes.
 */
export async function holdLock(name: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    navigator.locks
      .request(name, async () => {
        resolve()
        await new Promise(() => undefined)
      })
      .catch(reject)
  })
}
