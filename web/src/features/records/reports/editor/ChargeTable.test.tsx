// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import { finesSwitch, type Charge } from '@tenfour/contract'
import { afterEach, expect, test } from 'vitest'
import { setSwitchedOff } from '../../../../platform/features/features.ts'
import { ChargeTable } from './ChargeTable.tsx'

const SPEEDING: Charge = {
  revisionId: 1,
  offenceId: 1,
  code: 'T-101',
  title: 'Speeding',
  type: 'Infraction',
  counts: 2,
  fine: 150,
  jailMinutes: 0,
  fineMin: 75,
  fineMax: 150,
  jailMin: 0,
  jailMax: 0,
  points: 3,
}

afterEach(() => {
  cleanup()
  setSwitchedOff([])
})

const citation = () => {
  render(
    <MantineProvider>
      <ChargeTable
        kind="citation"
        charges={[SPEEDING]}
        outdated={[]}
        errorAt={() => undefined}
        readOnly={false}
        onChange={() => undefined}
      />
    </MantineProvider>,
  )
  return screen.getByRole('table', { name: 'Offences' })
}

test('a citation adds up its fines and points, and without fines its points alone', () => {
  expect(citation().textContent).toContain('Total6 points$150')
  cleanup()
  setSwitchedOff([finesSwitch.key])
  const table = citation()
  expect(table.textContent).toContain('Total6 points')
  expect(table.textContent).not.toContain('$')
  expect(screen.queryByRole('textbox', { name: /^Fine/ })).toBeNull()
})
