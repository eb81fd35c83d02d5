import type { Offence, Warrant, WarrantAlert } from '@tenfour/contract'
import { describe, expect, test, vi } from 'vitest'
import type { CommandContext, Step } from '../../../../panels/commands/command.ts'
import { withoutEnded } from './active-warrants.ts'
import { serveStart, reportAfter, reportKindAfter } from './serve-report.ts'
import { warrantCommands } from './warrant-commands.ts'
import { onlyType } from './warrant-desk.ts'

const OFFICER = { userId: 20, name: 'R. Delgado', identifier: '4L12' }
const OFFENCE = {
  offenceId: 5,
  revisionId: 51,
  code: 'PC 211',
  title: 'Robbery',
  type: 'felony',
  fineMin: 5000,
  fineMax: 20_000,
  jailMin: 20,
  jailMax: 60,
  points: 0,
}
const served = {
  number: 'W-2026-0114',
  type: 'arrest',
  about: 'Robbery, 2 counts',
  subject: { kind: 'person', characterId: 7, vehicleId: null, name: 'Dexter Marlowe' },
  content: {
    charges: [
      { revisionId: 50, offenceId: 5, code: 'PC 211', title: 'Robbery', type: 'felony', counts: 2 },
      { revisionId: 60, offenceId: 6, code: 'PC 1', title: 'Retired', type: 'felony', counts: 1 },
    ],
  },
  return: {
    servedAt: '2026-05-01T12:00:00.000Z',
    location: 'Mirror Park Blvd',
    postal: '6120',
    by: OFFICER,
    officers: [{ userId: 21, name: 'S. Whitcombe', identifier: '4L20' }],
    isArrested: true,
    text: 'Taken in without resistance.',
  },
} as unknown as Warrant

describe('the report after a warrant was served', () => {
  test('has the offences in today’s wording, with the least for all counts, and the facts of the return', () => {
    expect(reportAfter(served, [OFFENCE as unknown as Offence], 1042)).toEqual({
      label: 'Dexter Marlowe',
      characterId: 7,
      callId: 1042,
      prefill: {
        charges: [{ revisionId: 51, counts: 2, fine: 10_000, jailMinutes: 40 }],
        narrative: 'Served warrant W-2026-0114 (Robbery, 2 counts) on Dexter Marlowe. Taken in without resistance.',
        location: 'Mirror Park Blvd',
        postal: '6120',
        occurredAt: '2026-05-01T12:00:00.000Z',
        officers: [{ userId: 21 }],
      },
    })
  })

  test('is an arrest report where the person was arrested, and an incident report otherwise', () => {
    expect(reportKindAfter(served)).toBe('arrest')
    expect(reportKindAfter({ ...served, type: 'search' })).toBe('incident')
    const notArrested = served.return && { ...served, return: { ...served.return, isArrested: false } }
    expect(notArrested && reportKindAfter(notArrested)).toBe('incident')
  })
})

test('a return starts where the unit’s call is, with an arrest unless it is a search', () => {
  const now = new Date('2026-05-01T12:00:00.000Z')
  expect(serveStart('bench', { location: 'Vinewood', postal: '101' }, now)).toMatchObject({
    servedAt: '2026-05-01T12:00:00.000Z',
    location: 'Vinewood',
    postal: '101',
    isArrested: true,
  })
  expect(serveStart('search', undefined, now)).toMatchObject({ location: '', isArrested: false })
})

test('a page of active warrants loses the warrant that ended', () => {
  const page = { items: [{ warrantId: 1 }, { warrantId: 2 }] as WarrantAlert[], total: 30, isTotalExact: true, page: 1, pageSize: 25 }
  expect(withoutEnded(page, 2)).toMatchObject({ items: [{ warrantId: 1 }], total: 29 })
  expect(withoutEnded(page, 9)).toBe(page)
})

test('a vehicle can only be searched; about a person the type is asked for', () => {
  expect(onlyType({ label: '46EEK572', vehicleId: 3 })).toBe('search')
  expect(onlyType({ label: 'Dexter Marlowe', characterId: 7 })).toBeUndefined()
})

describe('commands', () => {
  const police = { own: { unitClass: 1, callId: 1042 }, openCallId: null } as unknown as CommandContext
  const setUp = (found: readonly string[] = []) => {
    const deps = {
      about: vi.fn(() => Promise.resolve<{ label: string } | undefined>(undefined)),
      draft: vi.fn(),
      ask: vi.fn(),
      find: vi.fn((_: string) => Promise.resolve(found.map((number) => ({ number }) as WarrantAlert))),
      serve: vi.fn(),
    }
    const commands = warrantCommands(deps)
    const report = vi.fn()
    const run = async (word: string, values: Record<string, unknown>) => {
      const step: Step | undefined = commands.find((each) => each.word === word)?.build(values, police)
      if (!step || 'refusal' in step || step.intent.kind !== 'run') return expect.unreachable()
      return step.intent.run({ goTo: vi.fn(), report })
    }
    return { deps, run, report }
  }

  test('“warrant” drafts about the open record, or else the call; without a type it is asked for', async () => {
    const { deps, run } = setUp()
    await run('warrant', { type: 'arrest' })
    expect(deps.draft).toHaveBeenCalledWith('arrest', { label: 'Call 1042', callId: 1042 })
    deps.about.mockResolvedValue({ label: 'Dexter Marlowe' })
    await run('warrant', { type: undefined })
    expect(deps.ask).toHaveBeenCalledWith({ label: 'Dexter Marlowe' })
  })

  test('“serve” takes the whole number or its end, and says when no warrant or several match', async () => {
    const one = setUp(['W-2026-0114'])
    expect(await one.run('serve', { number: '0114' })).toBe(true)
    expect(one.deps.serve).toHaveBeenCalledWith({ number: 'W-2026-0114' })
    const short = setUp(['W-2026-0114', 'W-2026-1114'])
    expect(await short.run('serve', { number: '114' })).toBe(true)
    expect(short.deps.serve).toHaveBeenCalledWith({ number: 'W-2026-0114' })
    const lastYear = setUp(['W-2026-0114', 'W-2025-0114'])
    expect(await lastYear.run('serve', { number: '2025-114' })).toBe(true)
    expect(lastYear.deps.find).toHaveBeenCalledWith('W-2025-114')
    const several = setUp(['W-2026-0114', 'W-2025-0114'])
    expect(await several.run('serve', { number: '0114' })).toBe(false)
    expect(several.report).toHaveBeenCalledWith('0114 could be W-2026-0114 or W-2025-0114')
    const none = setUp()
    expect(await none.run('serve', { number: 'W-2026-0001' })).toBe(false)
    expect(none.report).toHaveBeenCalledWith('No active warrant W-2026-0001')
  })
})
