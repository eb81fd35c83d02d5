import { expect, expectTypeOf, test } from 'vitest'
import { ABOUT_NOBODY, ACTS, ENDPOINT_ACTS, whyNotAct, type Act, type ActName } from './acts.ts'
import * as grants from './community/grants.ts'
import * as support from './community/support.ts'
import * as votes from './community/votes.ts'
import { ENDPOINTS, type EndpointName } from './endpoints.ts'
import * as warrantDecisions from './legal/warrants.decide.ts'
import * as warrantReading from './legal/warrants.read.ts'
import * as warrantWriting from './legal/warrants.write.ts'
import * as corrections from './patrols/corrections.ts'
import * as leaves from './people/leaves.ts'
import * as approvals from './records/approvals.ts'
import * as bolos from './records/bolos.endpoints.ts'
import * as characters from './records/characters.endpoints.ts'
import * as fields from './records/fields.endpoints.ts'
import * as licences from './records/licences.endpoints.ts'
import * as penalties from './records/penalties.endpoints.ts'
import * as recordFlags from './records/record-flags.ts'
import * as reportDecisions from './records/reports.decide.ts'
import * as reportReading from './records/reports.read.ts'
import * as reportWriting from './records/reports.write.ts'
import * as vehicles from './records/vehicles.endpoints.ts'
import * as weapons from './records/weapons.endpoints.ts'

const AREAS = [
  warrantWriting,
  warrantDecisions,
  warrantReading,
  reportWriting,
  reportDecisions,
  reportReading,
  penalties,
  licences,
  characters,
  vehicles,
  weapons,
  recordFlags,
  approvals,
  bolos,
  fields,
  corrections,
  leaves,
  grants,
  votes,
  support,
]
const changes = (name: EndpointName) => ENDPOINTS[name].method !== 'GET'
const ofAreas = [...AREAS.flatMap((module) => Object.keys(module)), 'addLeave', 'endLeave'].filter(
  (name): name is EndpointName => name in ENDPOINTS,
)

test('every endpoint that changes something in these areas names its acts, or why it is about nobody', () => {
  const listed = [...Object.keys(ENDPOINT_ACTS), ...Object.keys(ABOUT_NOBODY)]
  expect(listed.toSorted()).toEqual([...new Set(ofAreas)].filter(changes).toSorted())
})

test('every act has an endpoint', () => {
  type Served = (typeof ENDPOINT_ACTS)[keyof typeof ENDPOINT_ACTS][number]
  expectTypeOf<Exclude<ActName, Served>>().toBeNever()
  expect(new Set(Object.values(ENDPOINT_ACTS).flat())).toEqual(new Set(Object.keys(ACTS)))
})

test('a refused act has a message', () => {
  for (const [name, { owner, writer }] of Object.entries<Act>(ACTS)) {
    for (const side of [owner, ...(writer ? [writer] : [])]) if (side.rule !== 'too') expect(side.message, name).toMatch(/^[A-Z].{10}/)
  }
})

test("'never' refuses the owner, 'only' refuses others, 'too' refuses nobody; the writer is checked separately", () => {
  expect(whyNotAct('claim.decide', 1, { ownerIds: [2, 1] })).toMatchObject({ code: 'forbidden' })
  expect(whyNotAct('claim.decide', 1, { ownerIds: [2, null] })).toBeUndefined()
  expect(whyNotAct('claim.withdraw', 1, { ownerIds: [1] })).toBeUndefined()
  expect(whyNotAct('claim.withdraw', 1, { ownerIds: [2] })).toMatchObject({ code: 'not_found' })
  expect(whyNotAct('claim.withdraw', 1, { ownerIds: [null] })).toMatchObject({ code: 'not_found' })
  expect(whyNotAct('caution.add', 1, { ownerIds: [1] })).toBeUndefined()
  expect(whyNotAct('report.decide', 1, { ownerIds: [1], writerId: 2 })?.message).toContain('about your own character')
  expect(whyNotAct('report.decide', 1, { ownerIds: [2], writerId: 1 })?.message).toContain('your own report')
})
