import {
  cadValueFields,
  cadValueKind,
  cadValueTitle,
  isForCallers,
  MAX_CAD_VALUES,
  MAX_RETIRED_CAD_VALUES,
  type BodyOf,
  whyNeeded,
  type CadValue,
  type CadValueContent,
  type CadValueEdit,
  type CadValueInput,
  CadValueKind,
  type CheckedCadValueFile,
  type importCadValueFile,
  type orderCadValues,
  type QueryOf,
  type retireCadValue,
  UNIT_CLASS,
  UNIT_TYPE,
  UnitNeed,
  withReferences,
} from '@tenfour/contract'
import { z } from 'zod'
import { changesBetween, recordAudit } from '../../../platform/audit/audit.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { inTransaction, type Publish } from '../../../platform/database/transaction.ts'
import { violates } from '../../../platform/database/violation.ts'
import { AppError } from '../../../platform/errors.ts'
import { assertExpected, digestOf, planFile, readValueFile, type FileFields } from './cad-values.file.ts'
import * as repo from './cad-values.repo.ts'

const NAME_KEYS = ['cad_values_name_key', 'call_types_code_key', 'beats_name_key']

/** Values that a community makes its own, which admins manage. */
export function createCadValueService({ db, publish }: { db: Db; publish: Publish }) {
  /** Runs one change of a kind at a time, and sends what changed to everyone who works with the values. */
  const change = <T>(
    kind: CadValueKind,
    work: (tx: Tx) => Promise<{ readonly result: T; readonly changed: readonly CadValue[] }>,
  ): Promise<T> =>
    inTransaction(db, publish, async (tx, emit) => {
      await repo.lockKind(tx, kind)
      const { result, changed } = await work(tx)
      if (changed.length > 0) await emit('cad-values', {}, 'cad-values.changed', { values: [...changed] })
      return result
    }).catch((error: unknown) => {
      const { one, unique } = cadValueKind(kind)
      throw NAME_KEYS.some((key) => violates(error, key))
        ? new AppError('conflict', `Another ${one.toLowerCase()} already has this ${unique}`, unique)
        : error
    })
  const unchanged = <T>(result: T) => ({ result, changed: [] })

  return {
    list: (): Promise<CadValue[]> => repo.listCadValues(db),

    create: (actor: Actor, { kind, ...given }: CadValueInput): Promise<CadValue> =>
      change(kind, async (tx) => {
        const content = cadValueKind(kind).content.parse(given)
        const active = inUse(await repo.listCadValues(tx, kind))
        assertRoom(active)
        await assertFits(tx, kind, content)
        const valueId = await repo.insertCadValue(tx, kind, content, lastOf(active) + 1)
        const value = await find(tx, kind, valueId)
        await recordAudit(tx, actor, 'cad-value.created', { ...subject(value), after: stateOf(value) })
        return { result: value, changed: [value] }
      }),

    update: (actor: Actor, valueId: number, { kind, version, ...given }: CadValueEdit): Promise<CadValue> =>
      change(kind, async (tx) => {
        const before = await claim(tx, kind, valueId, version)
        const content: CadValueContent = { ...before.content, ...given }
        if (!changesBetween(before.content, content)) return unchanged(before)
        assertSameNumber(before, content)
        await assertFits(tx, kind, content)
        await repo.changeCadValue(tx, kind, valueId, content)
        const after = await find(tx, kind, valueId)
        await recordAudit(tx, actor, 'cad-value.changed', { ...subject(after), before: stateOf(before), after: stateOf(after) })
        return { result: after, changed: [after] }
      }),

    retire: (actor: Actor, valueId: number, { kind, version, isRetired }: BodyOf<typeof retireCadValue>): Promise<CadValue> =>
      change(kind, async (tx) => {
        const before = await claim(tx, kind, valueId, version)
        if (before.isRetired === isRetired) return unchanged(before)
        const all = await repo.listCadValues(tx, kind)
        const active = inUse(all)
        if (isRetired) assertMayRetire(before, all.length - active.length)
        else assertRoom(active)
        await repo.setRetired(tx, before, isRetired, isRetired ? before.position : lastOf(active) + 1)
        const after = await find(tx, kind, valueId)
        await recordAudit(tx, actor, isRetired ? 'cad-value.retired' : 'cad-value.restored', {
          ...subject(after),
          before: { ...stateOf(before), isRetired: !isRetired },
          after: { ...stateOf(after), isRetired },
        })
        return { result: after, changed: [after] }
      }),

    order: (actor: Actor, { kind, valueIds }: BodyOf<typeof orderCadValues>): Promise<CadValue[]> =>
      change(kind, async (tx) => {
        const before = inUse(await repo.listCadValues(tx, kind))
        const byId = new Map(before.map((value) => [value.valueId, value]))
        const after = valueIds.flatMap((valueId) => byId.get(valueId) ?? [])
        if (new Set(valueIds).size !== before.length || after.length !== before.length || valueIds.length !== before.length) {
          throw new AppError('invalid_input', 'Name every value in use exactly once: the list may have changed', 'valueIds')
        }
        if (after.every((value, at) => value === before[at])) return unchanged(await repo.listCadValues(tx, kind))
        await repo.setOrder(tx, kind, valueIds)
        await recordAudit(tx, actor, 'cad-value.ordered', {
          subjectType: 'cad-value',
          subjectId: kind,
          before: { order: before.map(({ content }) => cadValueTitle(content)) },
          after: { order: after.map(({ content }) => cadValueTitle(content)) },
        })
        const values = await repo.listCadValues(tx, kind)
        return { result: values, changed: values }
      }),

    reset: (actor: Actor, kind: CadValueKind): Promise<CadValue[]> =>
      change(kind, async (tx) => {
        const before = await repo.listCadValues(tx, kind)
        const added = inUse(before).filter(({ isShipped }) => !isShipped)
        const retired = before.length - inUse(before).length
        if (retired + added.length > MAX_RETIRED_CAD_VALUES) throw tooManyRetired()
        await repo.resetKind(tx, kind)
        const values = await repo.listCadValues(tx, kind)
        await recordAudit(tx, actor, 'cad-value.reset', {
          subjectType: 'cad-value',
          subjectId: kind,
          before: { inUse: inUse(before).map(({ content }) => cadValueTitle(content)) },
          after: { inUse: inUse(values).map(({ content }) => cadValueTitle(content)) },
        })
        return { result: values, changed: values }
      }),

    countUses: (kind: CadValueKind) => repo.countUses(db, kind),

    checkFile: async (kind: CadValueKind, file: Uint8Array): Promise<CheckedCadValueFile> => {
      const read = await readValueFile(kind, await fileFields(db, kind), file)
      const { added, changed, unchanged, problems } = planFile(kind, read, inUse(await repo.listCadValues(db, kind)))
      return {
        rows: read.rows,
        added: added.map(cadValueTitle),
        changed: changed.map(({ content }) => cadValueTitle(content)),
        unchanged,
        problems: [...read.problems, ...problems].toSorted((a, b) => a.row - b.row),
        ignoredColumns: [...read.ignoredColumns],
        digest: digestOf({ changed }),
      }
    },

    /** Writes all rows of a file, or none. */
    importFile: async (actor: Actor, expected: QueryOf<typeof importCadValueFile>, file: Uint8Array): Promise<CadValue[]> => {
      const { kind } = expected
      const read = await readValueFile(kind, await fileFields(db, kind), file)
      return change(kind, async (tx) => {
        const before = inUse(await repo.listCadValues(tx, kind))
        const plan = planFile(kind, read, before)
        assertExpected({ ...plan, problems: [...read.problems, ...plan.problems] }, expected)
        if (plan.added.length + plan.changed.length === 0) return unchanged([])
        const last = lastOf(before)
        const ids = new Set<number>()
        for (const content of [...plan.added, ...plan.changed.map((each) => each.content)]) await assertFits(tx, kind, content)
        for (const [at, content] of plan.added.entries()) ids.add(await repo.insertCadValue(tx, kind, content, last + 1 + at))
        for (const { value, content } of plan.changed) {
          assertSameNumber(value, content)
          await repo.changeCadValue(tx, kind, value.valueId, content)
          ids.add(value.valueId)
        }
        await recordAudit(tx, actor, 'cad-value.imported', {
          subjectType: 'cad-value',
          subjectId: kind,
          before: { changed: plan.changed.map(({ value }) => stateOf(value)) },
          after: { changed: plan.changed.map(({ content }) => content), added: plan.added },
        })
        const written = (await repo.listCadValues(tx, kind)).filter(({ valueId }) => ids.has(valueId))
        return { result: written, changed: written }
      })
    },
  }
}

const inUse = (values: readonly CadValue[]): CadValue[] => values.filter(({ isRetired }) => !isRetired)
const lastOf = (values: readonly CadValue[]): number => values.at(-1)?.position ?? 0
const subject = ({ kind, valueId }: CadValue) => ({ subjectType: 'cad-value', subjectId: `${kind}:${valueId}` }) as const
const stateOf = ({ kind, content }: CadValue) => ({ kind, ...content })
const noSuchValue = () => new AppError('not_found', 'There is no such value')
const tooManyRetired = () =>
  new AppError('conflict', `${MAX_RETIRED_CAD_VALUES} values of this kind are retired, which is the most: restore one of them`)

async function find(tx: Tx, kind: CadValueKind, valueId: number): Promise<CadValue> {
  const value = await repo.findCadValue(tx, kind, valueId)
  if (!value) throw noSuchValue()
  return value
}

async function claim(tx: Tx, kind: CadValueKind, valueId: number, version: number): Promise<CadValue> {
  const value = await find(tx, kind, valueId)
  if (value.version !== version) throw new AppError('conflict', 'This value has changed since you opened it')
  return value
}

function assertRoom(active: readonly CadValue[]): void {
  if (active.length >= MAX_CAD_VALUES)
    throw new AppError('conflict', `${MAX_CAD_VALUES} values of this kind are in use, which is the most: retire one first`)
}

function assertMayRetire(value: CadValue, retired: number): void {
  if (retired >= MAX_RETIRED_CAD_VALUES) throw tooManyRetired()
  const reason = whyNeeded(value)
  if (reason) throw new AppError('conflict', `${reason}: change what it is called instead`)
}

/** The fields of a kind as a file has them: what a property refers to by its name. */
async function fileFields(db: Db, kind: CadValueKind): Promise<FileFields> {
  const fields: FileFields[number][] = []
  for (const [name, field] of cadValueFields(kind)) {
    const choices = field.input === 'references' || field.input === 'counts' ? await repo.referencesTo(db, field.of) : []
    fields.push([name, withReferences(field, () => choices)])
  }
  return fields
}

/** The values that a content refers to exist, and its properties go together. */
async function assertFits(tx: Tx, kind: CadValueKind, content: CadValueContent): Promise<void> {
  await assertTarget(tx, kind, content)
  for (const [name, field] of cadValueFields(kind)) {
    const given = content[name]
    const needs = field.input === 'counts' ? z.array(UnitNeed).parse(given) : null
    const wanted: readonly unknown[] = needs ? needs.map(({ typeId }) => typeId) : Array.isArray(given) ? given : [given ?? []].flat()
    if ((field.input !== 'references' && field.input !== 'counts') || wanted.length === 0) continue
    const known = new Set<unknown>((await repo.referencesTo(tx, field.of)).map(({ value }) => value))
    if (!wanted.every((id) => known.has(id))) throw new AppError('invalid_input', `${field.label}: one of these does not exist`, name)
  }
  if (kind === 'emergency-number') await assertForCallers(tx, content['callType'])
  if (kind === 'welfare-time' && Number(content['red']) < Number(content['amber'])) {
    throw new AppError('invalid_input', 'Red does not come before amber', 'red')
  }
  if (kind === 'unit-type' && content['countsAs'] === UNIT_TYPE.Dispatcher && content['class'] !== UNIT_CLASS.Comms) {
    throw new AppError('invalid_input', 'Only communications has dispatchers', 'countsAs')
  }
}

async function assertForCallers(tx: Tx, callTypeId: unknown): Promise<void> {
  const type = (await repo.listCadValues(tx, 'call-type')).find(({ valueId }) => valueId === callTypeId)
  if (type?.key && !isForCallers({ key: type.key }))
    throw new AppError('invalid_input', `${cadValueTitle({ ...type.content })} is not a type for callers: choose another type`, 'callType')
}

/** A 10-code stands for a status or a call type that there is, retired ones included. */
async function assertTarget(tx: Tx, kind: CadValueKind, content: CadValueContent): Promise<void> {
  const means = CadValueKind.safeParse(content['means'])
  if (kind !== 'radio-code' || !means.success) return
  const target = String(content['target']).toUpperCase()
  const isOne = ({ key, valueId }: CadValue) => (key ?? String(valueId)).toUpperCase() === target
  if ((await repo.listCadValues(tx, means.data)).some(isOne)) return
  throw new AppError('invalid_input', `There is no such ${cadValueKind(means.data).one.toLowerCase()}`, 'target')
}

/** Units, calls and integrations have it by its number. */
function assertSameNumber({ kind, content }: CadValue, next: CadValueContent): void {
  const before: CadValueContent = { ...content }
  if (kind === 'emergency-number' && before['code'] !== next['code'])
    throw new AppError('conflict', 'A number stays, because calls and game servers name it: retire it and add another', 'code')
  const changed = ['countsAs', 'class'].find((name) => name in before && before[name] !== next[name])
  if (changed === undefined) return
  const { one } = cadValueKind(kind)
  throw new AppError('conflict', `A ${one.toLowerCase()} goes on counting as what it was made for: retire it and add another`, changed)
}
