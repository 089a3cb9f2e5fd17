/**
 * Works on a store of a database of this device, where there is one: it is not made by asking, and its library not
 * loaded. Undefined where there is none, or the browser forbids storage.
 */
export function withStore<Result>(
  databaseName: string,
  storeName: string,
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result | undefined> {
  return new Promise((resolve) => {
    const none = () => resolve(undefined)
    try {
      const opening = indexedDB.open(databaseName)
      opening.addEventListener('upgradeneeded', () => opening.transaction?.abort())
      opening.addEventListener('error', (event) => {
        event.preventDefault()
        none()
      })
      opening.addEventListener('success', () => {
        const { result: database } = opening
        if (database.objectStoreNames.contains(storeName)) {
          const transaction = database.transaction(storeName, mode)
          const asking = ask(transaction.objectStore(storeName))
          transaction.addEventListener('complete', () => resolve(asking.result))
          transaction.addEventListener('abort', none)
        } else none()
        // Once what was asked is answered.
        database.close()
      })
    } catch {
      none()
    }
  })
}
