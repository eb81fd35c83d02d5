import type { CheckedUserFile, CurrentUser, DepartmentMembership, FileProblem } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Actor } from '../../../platform/auth/actor.ts'
import { newToken } from '../../../platform/auth/secrets.ts'
import type { Db } from '../../../platform/database/database.ts'
import { inUndoneTransaction } from '../../../platform/database/undone.ts'
import { problemAt } from '../../../platform/csv/csv-file.ts'
import { AppError } from '../../../platform/errors.ts'
import { whoIsBarred } from '../barred/barred.port.ts'
import { departments, ranks } from '../departments/departments.port.ts'
import { insertAccount, type Authorize } from '../users/users.port.ts'
import { readUserFile, type ReadRow } from './user-files.read.ts'

type Deps = { readonly db: Db; readonly authorize: Authorize }
export type CheckedRow = ReadRow & { readonly memberships: readonly DepartmentMembership[] }
export type CheckedFile = Omit<CheckedUserFile, 'people'> & { readonly people: readonly CheckedRow[] }

/** Finds everything that keeps a row from becoming an account. Writes nothing. */
export async function checkFile({ db, authorize }: Deps, actor: Actor, file: Uint8Array): Promise<CheckedFile> {
  const { rows, people, problems: unread, ignoredColumns } = await readUserFile(file)
  const problems: FileProblem[] = [...unread]
  const taken = await takenBy(db, people)
  const barred = new Set((await whoIsBarred(db, people.map(identifiersOf))).map(({ row }) => row))
  const findMembership = await membershipFinder(db)
  const whyNotGive = grantTrial({ db, authorize }, actor)
  const seen = { email: new Map<string, number>(), steamHex: new Map<string, number>() }

  const ready: CheckedRow[] = []
  for (const read of people) {
    const { row, emailAddress, steamId } = read.person
    const own: FileProblem[] = [...read.problems]
    const problem = (field: string, message: string) => own.push(problemAt(row, read.cells, field, message))
    for (const [field, value, same, other] of [
      ['email', emailAddress, 'address', 'This email address already has an account'],
      ['steamHex', steamId, 'Steam hex', 'Another account already has this Steam hex'],
    ] as const) {
      const key = value?.toLowerCase()
      if (!key) continue
      const first = seen[field].get(key)
      if (first === undefined) seen[field].set(key, row)
      if (taken[field].has(key)) problem(field, other)
      else if (first !== undefined) problem(field, `Row ${first} has the same ${same}`)
    }
    if (barred.has(row)) problem('email', 'This person may not return. Lift that in Former members')
    const found = findMembership(read.person)
    if ('field' in found) problem(found.field, found.message)
    else {
      const refusal = await whyNotGive(found.memberships)
      if (refusal !== null) problem(read.person.rank === null ? 'department' : 'rank', refusal)
      if (own.length === 0) ready.push({ ...read, ...found })
    }
    problems.push(...own)
  }
  return { rows, people: ready, problems: problems.toSorted((a, b) => a.row - b.row), ignoredColumns: [...ignoredColumns] }
}

const identifiersOf = ({ person: { row, emailAddress, steamId } }: ReadRow) => ({ row, email: emailAddress, steamId })

/** The addresses and Steam hexes of these people that accounts have already, those of deleted ones too. */
async function takenBy(db: Db, people: readonly ReadRow[]) {
  const emails = people.map(({ person }) => person.emailAddress.toLowerCase())
  const hexes = people.flatMap(({ person }) => person.steamId ?? [])
  const { rows } = await sql<{ email: string | null; steam: string | null }>`
    select lower(email) as email, lower(steam_id) as steam from users
    where lower(email) = any(${emails}::text[]) or (lower(steam_id) = any(${hexes}::text[]) and steam_id <> '')
    union all select null, steam_hex from steam_claims where is_disputed and steam_hex = any(${hexes}::text[])`.execute(db)
  return { email: new Set(rows.map(({ email }) => email)), steamHex: new Set(rows.map(({ steam }) => steam)) }
}

type Named = { readonly department: string | null; readonly rank: string | null }
type Found = { readonly memberships: readonly DepartmentMembership[] } | { readonly field: string; readonly message: string }

/** Finds departments by short or full name, and ranks by name, in any letter case. */
async function membershipFinder(db: Db): Promise<(named: Named) => Found> {
  const all = await departments(db)
  const ranksOf = new Map(
    await Promise.all(all.map(async ({ departmentId }) => [departmentId, await ranks(db, departmentId, true)] as const)),
  )
  const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
  return ({ department, rank }) => {
    if (department === null) return rank === null ? { memberships: [] } : { field: 'rank', message: 'Name the department of this rank' }
    const found = all.find(({ name }) => isSame(name, department)) ?? all.find(({ fullName }) => isSame(fullName, department))
    if (!found) return { field: 'department', message: 'There is no such department' }
    const { departmentId, name } = found
    const ranked = rank === null ? null : ranksOf.get(departmentId)?.find(({ rankName }) => isSame(rankName, rank))
    if (ranked === undefined) return { field: 'rank', message: `There is no such rank in ${name}` }
    return { memberships: [{ departmentId, rankId: ranked?.rankId ?? null, isPrimary: true }] }
  }
}

/** Why the actor may not give a department and rank; null if they may. Each pair is tried once, with an account that is taken back. */
function grantTrial({ db, authorize }: Deps, actor: Actor) {
  const tried = new Map<string, Promise<string | null>>()
  const give = (memberships: readonly DepartmentMembership[]) =>
    inUndoneTransaction(db, async (tx) => {
      const own: CurrentUser = actor.user
      const trial = {
        name: 'Trial',
        emailAddress: `${newToken()}@example.invalid`,
        passwordHash: '',
        memberships,
        roleIds: [],
        permissions: [],
      }
      try {
        await authorize(
          tx,
          { actor, own },
          { changes: [{ userId: null }], write: (allowed) => insertAccount(allowed, actor, trial), newId: ({ userId }) => userId },
        )
        return null
      } catch (error) {
        if (error instanceof AppError && error.code === 'forbidden') return error.message
        throw error
      }
    })
  return (memberships: readonly DepartmentMembership[]): Promise<string | null> => {
    if (memberships.length === 0) return Promise.resolve(null)
    const key = JSON.stringify(memberships)
    const known = tried.get(key) ?? give(memberships)
    tried.set(key, known)
    return known
  }
}
