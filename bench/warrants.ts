import type { WarrantContent } from '@tenfour/contract'
import { sql } from 'kysely'
import { createUser } from '../server/src/features/people/users/users.service.ts'
import { factsOf } from '../server/src/features/legal/warrants/history/warrants.facts.ts'
import { checkHistory } from '../server/src/features/legal/warrants/history/warrants.check-all.ts'
import type { EntryBody } from '../server/src/features/legal/warrants/history/warrants.entries.ts'
import { listWarrantRows } from '../server/src/features/legal/warrants/read/warrants.rows.ts'
import { keyIdOf, NO_SEAL, sealEnd, sealEntry } from '../server/src/features/legal/warrants/history/warrants.seals.ts'
import { startBenchPortal } from './lib/portal.ts'
import { number, print } from './lib/report.ts'

const ENTRIES = Number(process.argv[2] ?? 100_000)
const STEPS = 4
const WARRANTS = Math.floor(ENTRIES / STEPS)
const GOAL_SECONDS = 60
const BATCH = 250
const KEY = Buffer.from('the key of a measurement, no secret')
const CONTENT: WarrantContent = {
  type: 'search',
  subject: { kind: 'place', place: 'Grove Street 1', postal: '' },
  charges: [],
  searchFor: 'Stolen parts',
  affidavit: 'The vehicle was seen there on three nights of this week. '.repeat(20),
  callId: null,
  callTitle: null,
  reports: [],
  evidence: [],
  bail: null,
  days: null,
  isConfidential: false,
}

const portal = await startBenchPortal()
const { db, background } = portal.database
try {
  const wrote = await seconds(populate)
  const bare = await seconds(readAll)
  const problems: string[] = []
  let slices = 0
  let slowest = 0
  const checked = await seconds(async () => {
    for (let after = 0, isDone = false; !isDone; slices += 1) {
      const started = performance.now()
      const part = await checkHistory(background.db, KEY, after)
      slowest = Math.max(slowest, (performance.now() - started) / 1000)
      problems.push(...part.problems.map(({ entry, what }) => `${entry}: ${what}`))
      ;({ checkedTo: after, isDone } = part)
    }
  })
  if (problems.length > 0) throw new Error(`an untouched history has problems: ${problems[0]}`)
  console.log(`${number(ENTRIES)} entries of ${number(WARRANTS)} warrants, written in ${number(wrote)} s; bare read ${number(bare, 1)} s`)
  const measured = `${number(checked, 1)} s = ${number(checked / bare, 1)} times the bare read; slowest of ${slices} parts ${number(slowest, 1)} s`
  const isMet = checked < GOAL_SECONDS
  print([{ what: 'check of the whole history', measured, goal: `< ${GOAL_SECONDS} s`, isMet }])
} finally {
  await portal.close()
}

async function seconds(work: () => Promise<void>): Promise<number> {
  const started = performance.now()
  await work()
  return (performance.now() - started) / 1000
}

/** The same rows, and nothing done with them. */
async function readAll(): Promise<void> {
  for (let after = 0; after < ENTRIES; after += 1000) {
    await sql`select * from warrant_entries where entry > ${after} order by entry limit 1000`.execute(background.db)
  }
}

/** As steps one by one would, in batches: they wait for each other at the end of the history. */
async function populate(): Promise<void> {
  const writer = { name: 'Writer', emailAddress: 'writer@example.com', password: 'correct horse battery' }
  const userId = await db.transaction().execute((tx) => createUser(tx, {}, writer))
  const by = { userId, name: writer.name, identifier: '1A-1' }
  await sql`insert into warrants (id, type, state, year, number, writer_id, writer_identifier, content, subject_kind, subject_name, about)
    select i, 'search', 'submitted', 2026, i, ${userId}, '1A-1', ${JSON.stringify(CONTENT)}::jsonb, 'place', 'Grove Street 1', 'Parts'
    from generate_series(1, ${WARRANTS}::int) i`.execute(background.db)
  let before: Buffer = NO_SEAL
  for (let first = 1; first <= WARRANTS; first += BATCH) {
    const rows = await listWarrantRows(db, sql`select id from warrants where id >= ${first} and id < ${first + BATCH}`, sql`w.id`)
    const entries = rows.flatMap((row) =>
      Array.from({ length: STEPS }, (_, i) => {
        const facts = factsOf(row)
        const said: EntryBody = { title: 'Step', text: '', reason: '', changes: [], by, facts, ...(i === 0 ? { content: CONTENT } : {}) }
        const entry = (row.id - 1) * STEPS + i + 1
        const sealed = { entry, warrantId: row.id, step: i + 1, byUserId: userId, at: new Date(), body: JSON.stringify(said) }
        const seal = sealEntry(KEY, before, sealed)
        const stored = { ...sealed, sealBefore: before.toString('hex'), seal: seal.toString('hex') }
        before = seal
        return stored
      }),
    )
    await sql`insert into warrant_entries (entry, warrant_id, step, by_user_id, at, body, key_id, seal_before, seal)
      select e.entry, e."warrantId", e.step, e."byUserId", e.at, e.body, ${keyIdOf(KEY)}, decode(e."sealBefore", 'hex'), decode(e.seal, 'hex')
      from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) e(entry bigint, "warrantId" int, step int, "byUserId" int, at timestamptz, body text,
        "sealBefore" text, seal text)`.execute(background.db)
  }
  const entries = WARRANTS * STEPS
  await sql`insert into warrant_chain (id, entries, last_seal, key_id, seal)
    values (1, ${entries}, ${before}, ${keyIdOf(KEY)}, ${sealEnd(KEY, entries, before)})`.execute(db)
  await sql`analyze`.execute(background.db)
}
