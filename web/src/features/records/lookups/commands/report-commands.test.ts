import type { SearchRow } from '@tenfour/contract'
import { expect, test } from 'vitest'
import type { CommandContext } from '../../../../panels/commands/command.ts'
import type { ReportAbout } from '../../reports/reports.port.ts'
import { reportCommands } from './report-commands.ts'
import { personRow, vehicleRow } from '../testing/build-records.ts'

const officer = { own: { unitClass: 1, callId: 1042 }, openCallId: null } as CommandContext
const medic = { own: { unitClass: 3, callId: null }, openCallId: null } as CommandContext
const dispatcher = { own: { unitClass: 2, callId: null }, openCallId: null } as CommandContext
const ROWS: Readonly<Record<string, readonly SearchRow[]>> = {
  'person brill': [personRow(11, 'Tess Brill')],
  'person marlowe': [personRow(7, 'Dexter Marlowe'), personRow(8, 'Ada Marlowe')],
  'vehicle 46EEK572': [vehicleRow(3, '46EEK572')],
  'patient brill': [personRow(11, 'Tess Brill')],
}

async function enter(word: string, subject: string, context = officer, shown?: ReportAbout) {
  const done: string[] = []
  const commands = reportCommands({
    about: async () => shown,
    find: async (kind, text) => ROWS[`${kind} ${text}`] ?? [],
    write: (kind, about) => done.push(`${kind} ${JSON.stringify(about)}`),
    ask: (about, isPatient) => done.push(`ask ${JSON.stringify(about)}${isPatient ? ' as a patient' : ''}`),
  })
  const command = commands.find((each) => each.word === word)
  const step = command?.build({ subject }, context)
  if (!step || 'refusal' in step || step.intent.kind !== 'run') throw new Error('not run')
  const ok = await step.intent.run({ goTo: (panelId) => done.push(`go to ${panelId}`), report: (problem) => done.push(problem) })
  return { ok, done, refusal: command?.refusal }
}

test('cite alone is about the record that is open', async () => {
  const { done } = await enter('cite', '', officer, { label: 'Dexter Marlowe', characterId: 7 })
  expect(done).toEqual(['citation {"label":"Dexter Marlowe","characterId":7}', 'go to report'])
})
test('without an open record a report is about the call', async () => {
  expect((await enter('incident', '')).done[0]).toBe('incident {"label":"Call 1042","callId":1042}')
})
test('a name or a plate is found first', async () => {
  expect((await enter('arrest', 'brill')).done[0]).toBe('arrest {"label":"Tess Brill","characterId":11}')
  expect((await enter('warn', '46EEK572')).done[0]).toBe('warning {"label":"46EEK572","vehicleId":3}')
})
test('a name that two people have is not guessed, and the line is given back', async () => {
  const { ok, done } = await enter('cite', 'marlowe')
  expect(ok).toBe(false)
  expect(done).toEqual(['“marlowe” is not one person or vehicle. Look it up first, then type the command alone'])
})
test('fire units are asked for the kind, and write no citations', async () => {
  expect((await enter('write', 'brill', medic)).done[0]).toBe('ask {"label":"Tess Brill","characterId":11} as a patient')
  expect((await enter('cite', '')).refusal?.(medic)).toBe('Only police units on duty write these reports')
  expect((await enter('write', '')).refusal?.(dispatcher)).toBe('Only units of police and fire on duty write reports')
})
