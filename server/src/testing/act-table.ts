import { CAUTION_FLAG, WarrantContentInput, type ActName, type WarrantState } from '@tenfour/contract'
import { actRowsOf, dayFromNow, hoursFromNow } from './act-rows.ts'
import type { Member } from './test-dispatch.ts'
import { addGap } from './test-patrol-rows.ts'
import type { TestPortal } from './test-portal.ts'
import { recordsOf } from './test-records.ts'
import { reportRows } from './test-report-rows.ts'
import { warrantRowsOf } from './test-warrant-cast.ts'

/** The member who tries the act, its owner, and its writer. */
type Cast = { readonly actor: Member; readonly owner: Member; readonly writer: Member; readonly third: Member }
export type Attempt = { readonly method: 'post' | 'put' | 'delete'; readonly path: string; readonly body?: object }
type Scene = (cast: Cast) => Promise<Attempt>

const post = (path: string, body: object = {}): Attempt => ({ method: 'post', path, body })
const put = (path: string, body: object): Attempt => ({ method: 'put', path, body })
const remove = (path: string): Attempt => ({ method: 'delete', path })
const version = 1
const REASON = { reason: 'For a test' }
const NOTE = { note: 'For a test' }

/** Each act of the contract once: prepares what it is about and gives the call that does it. */
export function actScenesOf(t: TestPortal): Readonly<Record<ActName, Scene>> {
  const rows = actRowsOf(t)
  const { character } = recordsOf(t)
  const { insert } = warrantRowsOf(t)
  const reports = reportRows(t)

  /** An act on a new character of the owner. */
  const aboutCharacter =
    (attempt: (characterId: number, cast: Cast) => Attempt | Promise<Attempt>): Scene =>
    async (cast) =>
      attempt(await character(cast.owner), cast)
  const warrant = (state: WarrantState, path: string, body: object = {}): Scene =>
    aboutCharacter(async (characterId, { actor, writer, third }) => {
      const reviewerId = state === 'review' ? actor.userId : null
      const id = await insert({ state, characterId, writerId: writer.userId, signerId: third.userId, reviewerId })
      return post(`/api/warrants/${id}/${path}`, { version, ...body })
    })
  const licence = (state: 'applied' | 'granted' | 'revoked', path: string, body: object): Scene =>
    aboutCharacter(async (characterId) => post(`/api/licences/${await rows.licence(characterId, state)}/${path}`, { version, ...body }))
  const fine = (state: 'unpaid' | 'contested' | 'reported', path: string, body: object = {}): Scene =>
    aboutCharacter(async (characterId, { writer }) =>
      post(`/api/fines/${await rows.fine(writer, characterId, state)}/${path}`, { version, ...body }),
    )
  const bolo = (by: 'third' | 'actor', attempt: (boloId: number) => Attempt): Scene =>
    aboutCharacter(async (characterId, cast) => attempt(await rows.bolo(characterId, cast[by])))
  const updateBolo = (boloId: number) =>
    put(`/api/bolos/1/${boloId}`, { kind: 'person', name: 'Nobody', ...REASON, expiresAt: hoursFromNow(1), version })
  const endBolo = (boloId: number) => post(`/api/bolos/1/${boloId}/end`, REASON)
  const ticket =
    (path: string, body: object, isClaimed = false): Scene =>
    async ({ owner, third }) =>
      post(`/api/support/${path.replace('{id}', String(await rows.ticket(owner, isClaimed ? third : null)))}`, body)

  return {
    'warrant.draft': async ({ writer }) => {
      const content = JSON.stringify(WarrantContentInput.parse({ type: 'search' }))
      const row = { writer_id: writer.userId, writer_identifier: '4L1', department_id: 2, server_id: 1, content }
      const { id } = await t.db.insertInto('warrant_drafts').values(row).returning('id').executeTakeFirstOrThrow()
      return remove(`/api/warrants/drafts/${id}?version=${version}`)
    },
    'warrant.change': warrant('returned', 'draft'),
    'warrant.takeBack': warrant('submitted', 'take-back'),
    'warrant.take': warrant('submitted', 'take'),
    'warrant.pass': warrant('review', 'pass'),
    'warrant.return': warrant('review', 'return', REASON),
    'warrant.sign': warrant('submitted', 'sign', { bail: null, isConfidential: false }),
    'warrant.deny': warrant('submitted', 'deny', REASON),
    'warrant.recall': warrant('active', 'recall', REASON),
    'warrant.serve': (cast) =>
      warrant('active', 'serve', { servedAt: new Date().toISOString(), location: 'Legion Square', text: 'Taken in' })(cast),

    'report.draft': async ({ writer }) => {
      const row = { kind: 'citation', writer_id: writer.userId, writer_identifier: '4L1', department_id: 2, server_id: 1, content: '{}' }
      const { id } = await t.db.insertInto('report_drafts').values(row).returning('id').executeTakeFirstOrThrow()
      return remove(`/api/reports/drafts/${id}?version=${version}`)
    },
    'report.change': aboutCharacter(async (characterId, { writer }) => {
      const reportId = await reports.submitted(writer, { subjectId: characterId })
      await t.db.updateTable('reports').set({ state: 'returned', proposed_revision_id: null }).where('id', '=', reportId).execute()
      return post(`/api/reports/${reportId}/draft`)
    }),
    'report.decide': aboutCharacter(async (subjectId, { writer }) =>
      post(`/api/reports/${await reports.submitted(writer, { subjectId })}/decide`, { version, isApproved: false, remark: 'Say more' }),
    ),
    'report.void': aboutCharacter(async (subjectId, { writer }) =>
      post(`/api/reports/${await reports.submitted(writer, { subjectId })}/void`, { version, ...REASON }),
    ),

    'fine.pay': fine('unpaid', 'pay'),
    'fine.contest': fine('unpaid', 'contest', REASON),
    'fine.decide': fine('contested', 'decide', { decision: 'dropped', ...REASON }),
    'fine.confirm': fine('reported', 'confirm', { isPaid: true }),
    'jail.release': aboutCharacter(async (characterId, { writer }) =>
      post(`/api/jail/terms/${await rows.term(writer, characterId)}/release`, REASON),
    ),

    'licence.apply': aboutCharacter((characterId) => post('/api/licences', { characterId, type: 'DRIVERS' })),
    'licence.renew': licence('granted', 'renew', {}),
    'licence.giveUp': aboutCharacter(async (characterId) =>
      remove(`/api/licences/${await rows.licence(characterId, 'granted')}?version=${version}`),
    ),
    'licence.decide': licence('applied', 'decide', { isGranted: true }),
    'licence.suspend': licence('granted', 'suspend', { until: hoursFromNow(24), ...REASON }),
    'licence.revoke': licence('granted', 'revoke', REASON),
    'licence.reinstate': licence('revoked', 'reinstate', REASON),
    'licence.addPoints': licence('granted', 'points', { points: 2, ...REASON }),

    'claim.create': aboutCharacter(async (characterId) => {
      const plate = `NOTED${rows.next()}`
      await rows.vehicle(characterId, { plate, vin: `VIN${plate}`, character_id: null, origin: 'officer' })
      // So that the limit of open claims is not reached.
      await t.db.updateTable('record_claims').set({ state: 'withdrawn', decided_at: new Date() }).where('state', '=', 'open').execute()
      return post('/api/claims', { characterId, plate })
    }),
    'claim.withdraw': aboutCharacter(async (characterId, { owner }) =>
      post(`/api/claims/${await rows.claim(owner, characterId)}/withdraw`),
    ),
    'claim.decide': aboutCharacter(async (characterId, { owner }) =>
      post(`/api/claims/${await rows.claim(owner, characterId)}/decide`, { isGranted: false, ...REASON }),
    ),

    'character.update': aboutCharacter((id) => put(`/api/characters/${id}`, { name: 'New Name', bornOn: '1990-01-31', version })),
    'character.delete': aboutCharacter((id) => remove(`/api/characters/${id}?version=${version}`)),
    'character.play': aboutCharacter((id) => post(`/api/characters/${id}/play`, { serverId: 1 })),
    'character.stop': aboutCharacter((id) => post(`/api/characters/${id}/stop`)),
    'character.picture': aboutCharacter((id) => remove(`/api/characters/${id}/picture`)),
    'character.declareDead': aboutCharacter((id) => post(`/api/characters/${id}/deceased`, { cause: 'Fell' })),
    'character.undoDeath': async ({ owner }) => post(`/api/characters/${await character(owner, { isDeceased: true })}/alive`, REASON),
    'caution.add': aboutCharacter((id) => post(`/api/characters/${id}/cautions`, { text: 'Armed' })),
    'caution.withdraw': aboutCharacter(async (id, { third }) =>
      post(`/api/characters/${id}/cautions/${await rows.caution(id, third)}/withdraw`),
    ),

    'flag.set': aboutCharacter(async (id) => post('/api/record-flags', { of: 'weapon', id: await rows.weapon(id), valueId: CAUTION_FLAG })),
    'flag.withdraw': aboutCharacter(async (id, { third }) =>
      post(`/api/record-flags/${await rows.flag({ vehicle_id: await rows.vehicle(id) }, third)}/withdraw`),
    ),

    'vehicle.create': aboutCharacter((characterId) => post('/api/vehicles', { plate: `NEW${rows.next()}`, model: 'Sultan', characterId })),
    'vehicle.update': aboutCharacter(async (characterId) =>
      put(`/api/vehicles/${await rows.vehicle(characterId)}`, { plate: `NEW${rows.next()}`, model: 'Kuruma', version }),
    ),
    'vehicle.delete': aboutCharacter(async (characterId) => remove(`/api/vehicles/${await rows.vehicle(characterId)}?version=${version}`)),
    'vehicle.offer': aboutCharacter(async (characterId, { third }) => {
      const name = `Buyer Number${rows.next()}`
      await character(third, { name })
      return post(`/api/vehicles/${await rows.vehicle(characterId)}/offer`, { name, version })
    }),
    'vehicle.acceptOffer': aboutCharacter(async (characterId, { third }) =>
      post(`/api/vehicle-transfers/${await rows.offered(await character(third), characterId)}/accept`),
    ),
    'vehicle.declineOffer': aboutCharacter(async (characterId, { third }) =>
      post(`/api/vehicle-transfers/${await rows.offered(await character(third), characterId)}/decline`),
    ),
    'vehicle.reportStolen': aboutCharacter(async (characterId) => post(`/api/vehicles/${await rows.vehicle(characterId)}/stolen`, NOTE)),
    'vehicle.recover': aboutCharacter(async (characterId) =>
      post(`/api/vehicles/${await rows.stolen(characterId, false)}/recovered`, NOTE),
    ),
    'vehicle.recoverOwn': aboutCharacter(async (characterId) =>
      post(`/api/vehicles/${await rows.stolen(characterId, true)}/recovered`, NOTE),
    ),
    'vehicle.impound': aboutCharacter(async (characterId) =>
      post(`/api/vehicles/${await rows.vehicle(characterId)}/impound`, { place: 'Davis', ...REASON }),
    ),
    'vehicle.release': aboutCharacter(async (characterId, { third }) =>
      post(`/api/vehicles/${await rows.impounded(characterId, third)}/release`, REASON),
    ),
    'approval.decide': aboutCharacter(async (id) => {
      const weaponId = await rows.weapon(id)
      await t.db.updateTable('weapons').set({ approval: 'waiting' }).where('id', '=', weaponId).execute()
      return post('/api/approvals/records/decide', { of: 'weapon', id: weaponId, isGranted: true, version })
    }),

    'weapon.create': aboutCharacter((characterId) => post('/api/weapons', { model: 'Pistol', characterId })),
    'weapon.update': aboutCharacter(async (characterId) =>
      put(`/api/weapons/${await rows.weapon(characterId)}`, { model: 'Rifle', version }),
    ),
    'weapon.delete': aboutCharacter(async (characterId) => remove(`/api/weapons/${await rows.weapon(characterId)}?version=${version}`)),

    'bolo.create': aboutCharacter((characterId) =>
      post('/api/bolos/1', { kind: 'person', name: 'Wanted', characterId, ...REASON, expiresAt: hoursFromNow(1) }),
    ),
    'bolo.update': bolo('third', updateBolo),
    'bolo.end': bolo('third', endBolo),
    'bolo.updateIssued': bolo('actor', updateBolo),
    'bolo.endIssued': bolo('actor', endBolo),

    'fields.character': aboutCharacter((id) => put(`/api/fields/values/character/${id}`, { values: {}, before: {} })),
    'fields.vehicle': aboutCharacter(async (characterId) =>
      put(`/api/fields/values/vehicle/${await rows.vehicle(characterId)}`, { values: {}, before: {} }),
    ),

    'correction.ask': async ({ owner }) => {
      const { patrolId, startedAt } = await rows.patrol(owner)
      return post(`/api/patrols/${patrolId}/corrections`, { startedAt: new Date(startedAt.getTime() + 60_000), version, ...REASON })
    },
    'correction.withdraw': async ({ owner }) => {
      const { patrolId, startedAt } = await rows.patrol(owner)
      return post(`/api/patrols/corrections/${await rows.correction(patrolId, startedAt, owner)}/withdraw`)
    },
    'correction.decide': async ({ owner }) => {
      const { patrolId, startedAt } = await rows.patrol(owner)
      return post(`/api/patrols/corrections/${await rows.correction(patrolId, startedAt, owner)}/decide`, { isAccepted: false, ...NOTE })
    },
    'gap.decide': async ({ owner }) => {
      const { patrolId, startedAt } = await rows.patrol(owner)
      const gapId = await addGap(t, patrolId, { from: startedAt, to: new Date(startedAt.getTime() + 60_000) })
      return post(`/api/patrols/gaps/${gapId}`, { isCounted: true, version, ...NOTE })
    },

    'leave.withdraw': async ({ owner }) => post(`/api/leaves/requests/${await rows.leaveRequest(owner)}/withdraw`),
    'leave.decide': async ({ owner }) =>
      post(`/api/leaves/requests/${await rows.leaveRequest(owner)}/decide`, { isGranted: false, ...NOTE }),
    'leave.add': async ({ owner }) => {
      const day = dayFromNow(30 + rows.next())
      return post(`/api/members/${owner.userId}/leaves`, { startsOn: day, endsOn: day, ...REASON })
    },
    'leave.end': async ({ owner }) => post(`/api/members/${owner.userId}/leaves/${await rows.leave(owner)}/end`),

    'grant.withdraw': async ({ owner, writer }) => post(`/api/grants/${await rows.grant(owner, 'asked', writer)}/withdraw`, { version }),
    'grant.accept': async ({ owner, writer }) => post(`/api/grants/${await rows.grant(owner, 'asked', writer)}/accept`, { version }),
    'grant.decline': async ({ owner, writer }) => post(`/api/grants/${await rows.grant(owner, 'asked', writer)}/decline`, { version }),
    'grant.give': async ({ owner, writer }) => {
      await rows.grant(owner, 'active', writer)
      await t.db.updateTable('grants').set({ state: 'ended', ended_at: new Date() }).where('user_id', '=', owner.userId).execute()
      return post('/api/grants/passes', { hours: 2, userId: owner.userId, ...NOTE })
    },
    'grant.end': async ({ owner, writer }) => post(`/api/grants/${await rows.grant(owner, 'active', writer)}/end`, { version }),

    'vote.end': async ({ owner }) => post(`/api/discord/votes/${await rows.vote(owner)}/end`, { version }),
    'vote.cancel': async ({ owner }) => post(`/api/discord/votes/${await rows.vote(owner)}/cancel`, { version }),

    'ticket.claim': ticket('tickets/{id}/claim', { version }),
    'ticket.release': ticket('tickets/{id}/release', { version }, true),
    'ticket.close': ticket('tickets/{id}/close', { version }),
    'ticket.write': ticket('tickets/{id}/messages', { text: 'Hello' }),
    'ticket.closeOwn': ticket('own/{id}/close', { version }),
    'ticket.writeOwn': ticket('own/{id}/messages', { text: 'Hello' }),
  }
}
