import { describe, expect, it } from 'vitest'
import { MAX_CONTROL_POINTS } from '../constants.ts'
import { emailFault, passwordFault, usernameFault } from './account-fields.ts'
import { catalogTitleFault } from './catalog-title.ts'
import { controlPointCountFault, transformationInputSchema } from './control-points.ts'
import { mapFieldsSchema, parseScale, scanExtension, uploadFieldsSchema } from './map-fields.ts'

describe('account fields', () => {
  it('counts code points and takes Unicode letters in usernames', () => {
    expect(usernameFault('Žemė_1')).toBeUndefined()
    expect(usernameFault('𠀀𠀁𠀂')).toBeUndefined()
    expect(usernameFault("Anna-Maria O'Neill")).toBeUndefined()
    expect(usernameFault('Müller-Žemaitė')).toBeUndefined()
    expect(usernameFault('Jeanne d’Arc')).toBeUndefined()
    expect(usernameFault('ab')).toBe('errors.fields.usernameLength')
    expect(usernameFault('a'.repeat(31))).toBe('errors.fields.usernameLength')
    expect(usernameFault('a<b>c')).toBe('errors.fields.usernameCharacters')
  })

  it('asks a password for length, a digit and an uppercase letter', () => {
    expect(passwordFault('Abcde1')).toBeUndefined()
    expect(passwordFault('Ab1')).toBe('errors.fields.passwordTooShort')
    expect(passwordFault('Abcdef')).toBe('errors.fields.passwordNeedsDigit')
    expect(passwordFault('abcde1')).toBe('errors.fields.passwordNeedsUppercase')
    expect(passwordFault(`A1${'x'.repeat(127)}`)).toBe('errors.fields.passwordTooLong')
  })

  it('judges addresses in time that grows no faster than their length', () => {
    expect(emailFault('a@b.lt')).toBeUndefined()
    expect(emailFault('a@b')).toBe('errors.fields.invalidEmail')
    const started = performance.now()
    expect(emailFault(`a@${'a.'.repeat(25_000)}`)).toBe('errors.fields.invalidEmail')
    expect(performance.now() - started).toBeLessThan(50)
  })
})

describe('catalog titles', () => {
  it('take letters of any script, digits, spaces, hyphens and underscores, 1 to 50 characters', () => {
    expect(catalogTitleFault('Žemėlapis-2_a b')).toBeUndefined()
    expect(catalogTitleFault('')).toBe('errors.catalogs.titleTooShort')
    expect(catalogTitleFault('x'.repeat(51))).toBe('errors.catalogs.titleTooLong')
    expect(catalogTitleFault('a/b')).toBe('errors.catalogs.invalidCharacters')
  })
})

describe('map fields', () => {
  it('keep 20 digits of a scale as text and refuse a zero denominator', () => {
    expect(parseScale('1:12345678901234567890')).toEqual({
      numerator: '1',
      denominator: '12345678901234567890',
    })
    for (const text of ['1:0', '1:000', '1', '1:2:3', '-1:2', '1:1.5', '1:123456789012345678901'])
      expect(parseScale(text)).toBeUndefined()
  })

  it('tell an absent field from a cleared one', () => {
    const fields = mapFieldsSchema.parse({ title: '  A ', creator: null, publisher: ' ' })
    expect(fields).toEqual({ title: 'A', creator: null, publisher: null })
    expect('dpi' in fields).toBe(false)
  })

  it('coerce nothing in JSON, and read form text strictly', () => {
    expect(mapFieldsSchema.safeParse({ title: 'A', year: '1798' }).success).toBe(false)
    expect(mapFieldsSchema.safeParse({ title: 'A', isPublic: 'true' }).success).toBe(false)
    expect(uploadFieldsSchema.parse({ title: 'A', year: '1798', startYear: '', isPublic: 'true' })).toEqual({
      title: 'A',
      year: 1798,
      startYear: null,
      endYear: null,
      isPublic: true,
    })
    for (const year of ['1798.5', '10000', '1e3', '0x10'])
      expect(uploadFieldsSchema.safeParse({ title: 'A', year }).success).toBe(false)
  })

  it('refuse a start after the end, U+0000 and lone surrogates', () => {
    expect(mapFieldsSchema.safeParse({ title: 'A', startYear: 1800, endYear: 1700 }).success).toBe(false)
    expect(mapFieldsSchema.safeParse({ title: 'A\0' }).success).toBe(false)
    expect(mapFieldsSchema.safeParse({ title: 'A\ud800' }).success).toBe(false)
    expect(mapFieldsSchema.safeParse({ title: '🗺'.repeat(255) }).success).toBe(true)
  })

  it('know the extensions of scans whatever their case', () => {
    expect(scanExtension('a.b.TIFF')).toBe('tiff')
    expect(scanExtension('x.jpg.php')).toBeUndefined()
    expect(scanExtension('jpg')).toBeUndefined()
  })
})

describe('control points', () => {
  const points = (n: number) => ({
    mapPoints: Array.from({ length: n }, (_, i) => [i * 10, i * i] as [number, number]),
    imagePoints: Array.from({ length: n }, (_, i) => ({ pixelX: i, pixelY: i * i })),
  })

  it('are refused as text, as nested arrays, when not finite, out of the world or more than the map may have', () => {
    const bad: unknown[] = [
      {
        ...points(3),
        mapPoints: [
          ['7', 1],
          [2, 3],
          [4, 5],
        ],
      },
      {
        ...points(3),
        mapPoints: [
          [[7], 1],
          [2, 3],
          [4, 5],
        ],
      },
      {
        ...points(3),
        mapPoints: [
          [Infinity, 1],
          [2, 3],
          [4, 5],
        ],
      },
      {
        ...points(3),
        mapPoints: [
          [1e300, 1],
          [2, 3],
          [4, 5],
        ],
      },
      {
        ...points(3),
        imagePoints: [
          { pixelX: null, pixelY: 1 },
          { pixelX: 1, pixelY: 1 },
          { pixelX: 1, pixelY: 2 },
        ],
      },
      { ...points(3), disabled: [3] },
      { ...points(4), imagePoints: points(3).imagePoints },
      points(MAX_CONTROL_POINTS + 1),
    ]
    for (const input of bad) expect(transformationInputSchema.safeParse(input).success).toBe(false)
    expect(transformationInputSchema.safeParse(points(MAX_CONTROL_POINTS)).success).toBe(true)
  })

  it('have the literal errors for too few and for repeated pairs', () => {
    const parse = (input: unknown) => transformationInputSchema.parse(input)
    expect(controlPointCountFault(parse(points(2)))?.messageKey).toBe(
      'errors.transform.insufficientControlPoints',
    )
    expect(controlPointCountFault(parse({ ...points(3), disabled: [0] }))?.messageKey).toBe(
      'errors.transform.insufficientControlPoints',
    )
    const repeated = parse({
      mapPoints: [
        [1, 2],
        [1, 2],
        [3, 4],
      ],
      imagePoints: [
        { pixelX: 1, pixelY: 2 },
        { pixelX: 1, pixelY: 2 },
        { pixelX: 3, pixelY: 4 },
      ],
    })
    expect(controlPointCountFault(repeated)?.messageKey).toBe('errors.transform.duplicate')
    expect(controlPointCountFault(parse(points(3)))).toBeUndefined()
  })
})
