/**
 * Remembers what was made from an object, by its identity: what a drag redraws sixty times a second is built anew only
 * when its source is another. Equal results also keep their identity, so that deck.gl uploads nothing.
 */
export function onceFor<Source extends object, Made>(
  make: (source: Source) => Made,
): (source: Source) => Made {
  const made = new WeakMap<Source, { readonly value: Made }>()
  return (source) => {
    const known = made.get(source)
    if (known) return known.value
    const value = make(source)
    made.set(source, { value })
    return value
  }
}
