import type { AxisOrder, ReferenceSystem } from './reference-system.ts'

const AXIS_ORDERS: readonly AxisOrder[] = ['enu', 'wsu', 'swu', 'wnu', 'esu', 'neu']

export function axisOrderOf(text: string): AxisOrder | undefined {
  return AXIS_ORDERS.find((order) => order === text)
}

/** Takes the unit and the order of the axes out of `method parameter=value … to_meter=… axis=…`. */
export function projectionParts(
  text: string,
): Pick<ReferenceSystem, 'projection' | 'metresPerUnit' | 'axis'> {
  const valueOf = (key: string) =>
    text
      .split(' ')
      .find((word) => word.startsWith(`${key}=`))
      ?.slice(key.length + 1)
  return {
    projection: text
      .split(' ')
      .filter((word) => !/^(to_meter|axis)=/.test(word))
      .join(' '),
    metresPerUnit: Number(valueOf('to_meter') ?? 1),
    axis: axisOrderOf(valueOf('axis') ?? '') ?? 'enu',
  }
}
