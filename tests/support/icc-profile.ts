type Triple = readonly [number, number, number]

const D50: Triple = [0.9642, 1, 0.8249]

/** Primaries of red, green and blue as ICC profiles store them: XYZ at D50. */
export const PRIMARIES = {
  adobeRgb: [
    [0.60974, 0.31111, 0.01947],
    [0.20528, 0.62567, 0.06087],
    [0.14919, 0.06322, 0.74457],
  ],
  proPhoto: [
    [0.7976749, 0.2880402, 0],
    [0.1351917, 0.7118741, 0],
    [0.0313534, 0.0000857, 0.82521],
  ],
  srgb: [
    [0.43607, 0.22249, 0.01392],
    [0.38515, 0.71687, 0.09708],
    [0.14307, 0.06061, 0.7141],
  ],
} as const satisfies Record<string, readonly Triple[]>

/** An ICC profile (version 2.1) of three primaries and one gamma. */
export function rgbProfile(primaries: readonly Triple[], gamma: number): Buffer {
  const [red, green, blue] = primaries
  return profile('RGB ', [
    ['rXYZ', xyz(red!)],
    ['gXYZ', xyz(green!)],
    ['bXYZ', xyz(blue!)],
    ['rTRC', curve(gamma)],
    ['gTRC', curve(gamma)],
    ['bTRC', curve(gamma)],
  ])
}

/** An ICC profile of grey with one gamma. */
export const greyProfile = (gamma: number) => profile('GRAY', [['kTRC', curve(gamma)]])

function profile(space: string, own: readonly (readonly [name: string, value: Buffer])[]): Buffer {
  const tags = [['desc', description()], ['cprt', text()], ['wtpt', xyz(D50)], ...own] as const
  const table = Buffer.alloc(4 + tags.length * 12)
  table.writeUInt32BE(tags.length)
  let end = 128 + table.length
  tags.forEach(([name, value], n) => {
    table.write(name, 4 + n * 12, 'latin1')
    table.writeUInt32BE(end, 8 + n * 12)
    table.writeUInt32BE(value.length, 12 + n * 12)
    end += value.length
  })
  const head = Buffer.alloc(128)
  head.writeUInt32BE(end)
  head.writeUInt32BE(0x02100000, 8)
  head.write(`mntr${space}XYZ `, 12, 'latin1')
  head.write('acsp', 36, 'latin1')
  D50.forEach((value, n) => head.writeInt32BE(Math.round(value * 65536), 68 + n * 4))
  return Buffer.concat([head, table, ...tags.map(([, value]) => value)])
}

function xyz(values: Triple): Buffer {
  const bytes = Buffer.alloc(20)
  bytes.write('XYZ ', 'latin1')
  values.forEach((value, n) => bytes.writeInt32BE(Math.round(value * 65536), 8 + n * 4))
  return bytes
}

function curve(gamma: number): Buffer {
  const bytes = Buffer.alloc(16)
  bytes.write('curv', 'latin1')
  bytes.writeUInt32BE(1, 8)
  bytes.writeUInt16BE(Math.round(gamma * 256), 12)
  return bytes
}

const text = () => Buffer.from('text\0\0\0\0none\0\0\0\0', 'latin1')

function description(): Buffer {
  const bytes = Buffer.alloc(96)
  bytes.write('desc', 'latin1')
  bytes.writeUInt32BE(5, 8)
  bytes.write('none', 12, 'latin1')
  return bytes
}
