import type { Offence, PenaltyMessage, ReportContentInput, ReportDraft, ReportSummary } from '@tenfour/contract'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { FakeFivem } from '../simulate/fake-fivem.ts'
import { startPortal, type PortalProcess } from '../testing/portal.ts'
import { installResource, removeResources, startResource } from '../testing/resource.ts'

const OFFICER = { name: 'June', steam: '110000112345678' }
const DRIVER = { name: 'Rex', steam: '110000187654321' }
const WAIT = { timeout: 60_000, interval: 100 }
const LSPD = 2

let portal: PortalProcess
let game: FakeFivem | undefined
beforeAll(async () => {
  portal = await startPortal()
  portal.addMember(OFFICER.name, OFFICER.steam, 'LSPD')
  portal.addMember(DRIVER.name, DRIVER.steam, 'CIV')
}, 180_000)
afterAll(async () => {
  game?.stop()
  await portal?.stop()
  removeResources()
}, 60_000)

test('a citation is raised once in the game, with the portal killed before it hears the answer and the game server away', async () => {
  const folder = await installResource()
  writeFileSync(join(folder, 'config.json'), '{ "whitelist": { "enforce": false } }')
  const key = await portal.serverKey()
  const raised: PenaltyMessage[] = []
  let killed: Promise<void> | undefined
  const start = async (isPortalKilled = false): Promise<FakeFivem> => {
    game = startResource(folder, { tenfour_url: portal.url, tenfour_key: key })
    game.listen('tenfour:penalty', (message: PenaltyMessage) => {
      raised.push(message)
      // The resource answers after the event, so the portal never receives the acknowledgement.
      if (isPortalKilled) killed ??= portal.kill()
    })
    const { printed } = game
    await vi.waitFor(() => expect(printed.join()).toContain('Connected'), WAIT)
    return game
  }

  const first = await start()
  const driver = Number(await first.join({ name: DRIVER.name, identifiers: [`steam:${DRIVER.steam}`] }))
  const characterId = await new Promise<number>((resolve, reject) => {
    first.callExport('saveCharacter', driver, { externalId: 'char1:rex', name: 'Rex Doe' }, (id: number | null, problem: unknown) => {
      if (id === null) reject(new Error(String(problem)))
      else resolve(id)
    })
  })
  const { revisionId } = await portal.post<Offence>('offences', {
    code: 'VC 22350',
    title: 'Speeding',
    type: 'Infraction',
    category: 'Traffic',
    description: '',
    fineMin: 100,
    fineMax: 500,
    jailMin: 0,
    jailMax: 0,
    points: 2,
  })
  const officer = await portal.memberOf(OFFICER.name)
  await officer.post('patrol/unit/save', { serverId: 1, departmentId: LSPD, identifier: '4L12', type: 1 })
  await officer.post('lookups', { by: 'character', characterId })
  const cite = async (fine: number): Promise<ReportSummary> => {
    const { draftId, version } = await officer.post<ReportDraft>('reports/drafts', { kind: 'citation', characterId, callId: null })
    const content: Partial<ReportContentInput> = {
      subjectId: characterId,
      charges: [{ revisionId, counts: 2, fine, jailMinutes: 0 }],
      narrative: 'Over the limit.',
    }
    const saved = await officer.put<{ version: number }>(`reports/drafts/${draftId}`, { version, content })
    return officer.post<ReportSummary>(`reports/drafts/${draftId}/submit`, { version: saved.version, reason: '' })
  }
  const messageOf = ({ reportId, number }: ReportSummary, fine: number) => ({
    messageId: expect.any(Number) as number,
    change: 'imposed',
    reportId,
    number,
    characterId,
    externalId: 'char1:rex',
    name: 'Rex Doe',
    steam: DRIVER.steam,
    fine,
    jailMinutes: 0,
    offences: [{ code: 'VC 22350', title: 'Speeding', counts: 2 }],
    reason: '',
    at: expect.any(String) as string,
  })

  const live = await cite(300)
  expect(live).toMatchObject({ state: 'final', fine: 300 })
  await vi.waitFor(() => expect(raised).toEqual([messageOf(live, 300)]), WAIT)
  expect(first.callExport('getPenalties', driver)).toEqual(raised)
  expect(first.callExport('penaltyDone', raised[0]?.messageId)).toBe(true)
  first.stop()

  const whileAway = await cite(450)
  await portal.kill()
  await portal.start()
  const second = await start(true)
  await vi.waitFor(() => expect(killed).toBeDefined(), WAIT)
  await killed
  await portal.start()

  // Messages are sent one after the other: once this one has arrived, the previous one was sent again and acknowledged.
  const last = await cite(200)
  const expected = [messageOf(live, 300), messageOf(whileAway, 450), messageOf(last, 200)]
  await vi.waitFor(() => expect(raised.length).toBeGreaterThanOrEqual(3), WAIT)
  expect(raised).toEqual(expected)
  expect(second.callExport('getPenalties', 0), 'what is done stays done').toEqual(expected.slice(1))
}, 300_000)
