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

const table = (kind: 'citation' | 'arrest') => {
  render(
    <MantineProvider>
      <ChargeTable kind={kind} charges={[SPEEDING]} outdated={[]} errorAt={() => undefined} readOnly={false} onChange={() => undefined} />
    </MantineProvider>,
  )
  return screen.getByRole('table', { name: 'Offences' })
}

test('a citation adds up its fines and points, and without fines its points alone', () => {
  expect(table('citation').textContent).toContain('Total6 points$150')
  cleanup()
  setSwitchedOff([finesSwitch.key])
  const withoutFines = table('citation')
  expect(withoutFines.textContent).toContain('Total6 points')
  expect(withoutFines.textContent).not.toContain('$')
  expect(screen.queryByRole('textbox', { name: /^Fine/ })).toBeNull()
})

test('without fines an arrest still takes jail time, under its own heading', () => {
  setSwitchedOff([finesSwitch.key])
  const headings = [...table('arrest').querySelectorAll('thead th')].map(({ textContent }) => textContent)
  expect(headings).toEqual(['Code', 'Offence', 'Counts', 'Jail', 'Remove'])
  expect(screen.getByRole('textbox', { name: 'Jail for T-101, in minutes' })).toBeTruthy()
  expect(screen.queryByRole('textbox', { name: /^Fine/ })).toBeNull()
})
