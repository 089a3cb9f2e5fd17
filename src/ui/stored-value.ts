/** What the browser remembers under one key, for as long as it keeps it or as the tab is open. */
export interface StoredValue<Value> {
  /** Undefined: nothing is stored, something else is, or the browser refuses storage, as some private windows do. */
  readonly read: () => Value | undefined
  /** Undefined removes what is stored. Where storage is refused or full, nothing is remembered: false. */
  readonly write: (value: Value | undefined) => boolean
}

/** `tab`: until the tab is closed. `browser`: until the browser's data are cleared. */
type Lifetime = 'browser' | 'tab'

/** A text as it stands in the storage; `read` says what of it makes sense. */
export function storedText<Value extends string = string>(
  key: string,
  read: (text: string) => Value | undefined = (text) => text as Value,
  lifetime: Lifetime = 'browser',
): StoredValue<Value> {
  const storage = () => (lifetime === 'tab' ? sessionStorage : localStorage)
  return {
    read() {
      try {
        const text = storage().getItem(key)
        return text === null ? undefined : read(text)
      } catch {
        return undefined
      }
    },
    write(value) {
      try {
        if (value === undefined) storage().removeItem(key)
        else storage().setItem(key, value)
        return true
      } catch {
        return false
      }
    },
  }
}

/** Reads what an older release or another program may have left; undefined where it makes no sense. */
type Schema<Value> =
  | ((stored: unknown) => Value | undefined)
  | { readonly safeParse: (stored: unknown) => { readonly data?: Value | undefined } }

/** A value that is stored as JSON and read by a schema. */
export function storedValue<Value>(
  key: string,
  schema: Schema<Value>,
  lifetime: Lifetime = 'browser',
): StoredValue<Value> {
  const text = storedText(key, undefined, lifetime)
  return {
    read() {
      const json = text.read()
      if (json === undefined) return undefined
      let stored: unknown
      try {
        stored = JSON.parse(json)
      } catch {
        return undefined
      }
      return typeof schema === 'function' ? schema(stored) : schema.safeParse(stored).data
    },
    write: (value) => text.write(value === undefined ? undefined : JSON.stringify(value)),
  }
}

/** A schema for finite numbers. */
export const finiteNumber = (stored: unknown): number | undefined =>
  typeof stored === 'number' && Number.isFinite(stored) ? stored : undefined
