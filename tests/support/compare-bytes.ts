import { expect } from 'vitest'

// Element by element, as lists of any values are compared, a megapixel takes many seconds.
expect.addEqualityTesters([
  (a: unknown, b: unknown) =>
    a instanceof Uint8Array && b instanceof Uint8Array && a.constructor === b.constructor
      ? Buffer.compare(a, b) === 0
      : undefined,
])
