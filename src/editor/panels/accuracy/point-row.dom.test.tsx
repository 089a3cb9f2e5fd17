import { Table } from '@mantine/core'
import { screen } from '@testing-library/dom'
import { expect, it } from 'vitest'
import type { ControlPoint } from '../../../../contract/control-points.ts'
import { answerLimits, findHeading, openApp } from '../../../../tests/components/app.ts'
import { ONA } from '../../../../tests/components/samples.ts'
import { showInApp } from '../../../../tests/components/show-in-app.tsx'
import { PointRow } from './point-row.tsx'

const nothing = () => undefined

async function showRow(more: Partial<ControlPoint>) {
  await openApp('/settings/limits', answerLimits, { user: ONA })
  await findHeading('Settings')
  const point: ControlPoint = { id: 'a', image: [1, 2], map: [3, 4], enabled: true, ...more }
  const row = {
    point,
    number: 1,
    errorPx: null,
    errorMetres: null,
    residualPx: null,
    suspect: false,
    reason: null,
  }
  showInApp(
    <Table>
      <Table.Tbody>
        <PointRow
          row={row}
          index={2}
          isSelected={false}
          isHovered={false}
          isStop
          canEdit
          hasErrors={false}
          hasResiduals={false}
          isPhone={false}
          onSelect={nothing}
          onHover={nothing}
          onToggle={nothing}
        />
      </Table.Tbody>
    </Table>,
  )
}

const proposed = { read: 'BAFEL', name: 'Basel' }

it('the table says by which name a point was proposed, and beside it what was read', async () => {
  await showRow({ proposed })
  const text = await screen.findByText('from the name “Basel”')
  expect(text.closest('td')?.title).toBe('From the name “Basel”, read “BAFEL”')
})

it('the table shows the note of a proposed point, and its name beside it', async () => {
  await showRow({ proposed, note: 'Minster' })
  const text = await screen.findByText('Minster')
  expect(text.closest('td')?.title).toBe('Minster. From the name “Basel”, read “BAFEL”')
})
